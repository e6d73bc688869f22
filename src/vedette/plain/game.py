"""A game as a talk: what has changed is said first, then what must be decided, then a line is heard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from vedette.controller import Feedback
from vedette.engine.commands import shown
from vedette.engine.dice import TypedTotal
from vedette.engine.errors import CommandError, DataError, ForbiddenError, VedetteError
from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import HeadEntry
from vedette.kit.words import only_looks
from vedette.plain import changing, looking
from vedette.plain.answers import faces_of, pick
from vedette.plain.form import FormTalk
from vedette.plain.speech import numbered, spoken, spoken_list, spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.talk import CancelledError, InputOverError, LeftError, MovedError, Talk
from vedette.plain.telling import dice_question, fact_lines, looking_on, place_line, score_line
from vedette.plain.words import Word, by_name
from vedette.view.course import course_lines
from vedette.view.form_draft import FormDraft
from vedette.view.guide import On, guide_of, without_marks
from vedette.view.undo_summary import moved_words
from vedette.view.vocabulary import Action, Form

WORDS: Mapping[str, Word[PlainTable]] = by_name((*looking.WORDS, *changing.WORDS))
"""What may be said whatever is asked."""

OPENING = "Say help for what you can say; an empty line says the question again."

LETTERS = {"u": "undo", "y": "redo"}
"""Words by their keys on the screen, when an action is expected: elsewhere y means yes."""

MOST_NAMED = 8
"""Other units that may act are named, where there are no more."""


class PlainGame(PlainTable):
    """A game that is played by lines."""

    def __init__(self, session: Session[GameState], talk: Talk) -> None:
        super().__init__(session, talk, WORDS)
        self._heard = len(session.timeline.entries)
        self._asked = False
        self._called: object = None
        self._hinted: tuple[str, set[str]] = "", set()

    # --- the loop

    def play(self) -> None:
        self.session.pauses.begin(self.session.timeline.entries)
        lost = 0 if self.session.readonly else self.session.timeline.lost_correction
        again = f"To repeat the correction, say correct {lost}." if lost else ""
        diverged = self.session.diverged
        session = self.session
        mend = (
            " It can be looked at, and vedette mend makes a copy of what is good." if session.damage else ""
        )
        told = (
            self.session.notice,
            diverged.sentence if diverged else "",
            again,
            f"{session.readonly}{mend}",
            *self.controller.brought_home(),
            self._guided(),
        )
        said = " ".join(filter(None, told))
        table = self.controller.table
        self.say(spoken_sentence(table.title), spoken_sentence(said), OPENING)
        try:
            while True:
                try:
                    self._turn()
                except (MovedError, CancelledError):
                    continue
        except LeftError:
            self.say(self._goodbye())
        except InputOverError:
            self.say(f"No more input. {self._goodbye()}")
        finally:
            self.session.pauses.stop()
            self.page.close()

    def _guided(self) -> str:
        """Begin the guide of a first battle; what is wrong where there should be one and is none."""
        if self.session.header.practice and not self.session.readonly:
            try:
                self.guide = guide_of(self.session)
            except DataError as error:
                return str(error)
        return ""

    def _teach(self, on: On, form: Form | None = None) -> None:
        """What the guide of a first battle explains now, once."""
        if self.guide is None or self.guide.quiet:
            return
        before = self.guide.lesson
        self.guide.look(self.controller.moment(on, self.unit, form))
        lesson = self.guide.lesson
        if lesson is not None and lesson is not before:
            self.say(without_marks(lesson.spoken))

    def _goodbye(self) -> str:
        pending = self.session.pending.replace("_", " ") or "the next action"
        waits = "is over" if self.session.state.outcome else f"waits for: {pending}"
        place = f"saved as {self.session.path}" if self.session.path else "kept nowhere"
        return f"The game is {place} and {waits}."

    def _turn(self) -> None:
        controller = self.controller
        self.heed(controller.go_on())
        self._tell_news()
        request = controller.request
        if isinstance(request, DiceRequest):
            self._teach("dice")
            self._roll(request)
        elif isinstance(request, ChoiceRequest):
            self._teach("choice")
            self._choose(request)
        else:
            self._act()

    def tell_position(self) -> None:
        """What is new, and who must decide what, without asking for it."""
        self._tell_news()
        self._tell_call()

    def _tell_call(self) -> None:
        side, text = self.controller.called
        whose = "" if self.name(side) in spoken(text) else self._whose(side)
        self.new("prompt", f"{whose}{spoken_sentence(text)}")

    def _tell_news(self) -> None:
        """What happened since the last time, then where the game stands, as far as that is not what was said."""
        session, controller = self.session, self.controller
        controller.table = controller.fresh_table()
        fresh = session.timeline.entries[self._heard :]
        self._heard += len(fresh)
        self._question = () if fresh else self._question
        for place, entry in enumerate(fresh):
            if isinstance(entry, HeadEntry):
                self.say(spoken_sentence(moved_words(session, entry)))
            words, asked = session.ruleset.view.story, self._asked and place == 0
            self.say(*fact_lines(session.facts(entry), controller.name, words, asked=asked))
        self._asked = False
        course = controller.course
        self.new("course", " ".join(spoken_sentence(line) for line in course_lines(course)) if course else "")
        self.new("place", place_line(controller.table))
        self.new("score", score_line(controller.table))
        if self.page.is_open:
            self.new("viewers", spoken_sentence(looking_on(self.page.viewers)))
            self.show_on_page()

    # --- dice and questions

    def _whose(self, side: str) -> str:
        return f"{self.name(side)}: " if side in self.controller.rolled else ""

    def _roll(self, request: DiceRequest) -> None:
        before = self.controller.recalled
        recalled = ""
        if before:
            if isinstance(before, TypedTotal):
                faces = f"{before.number} in all"
            else:
                faces = spoken_list(str(die.face) for die in before)
            recalled = f"Before the undo it was {faces}: same keeps that."
        first, *more = dice_question(request, [side.name for side in self.controller.table.sides])
        whose = "" if request.side and self.name(request.side) in first else self._whose(request.side)
        self.talk.teach(
            "Type the faces with blanks between, or roll to have Vedette roll; dice changes who rolls from now on."
        )
        text = self.ask(f"{whose}{first}", *more, recalled).casefold()
        self._asked = True
        try:
            if text in ("roll", "r", "same", "afresh"):
                said = self.controller.throw(afresh=text == "afresh")
            else:
                told = faces_of(request, text)
                if isinstance(told, TypedTotal):
                    said = self.controller.enter_total(told.number)
                elif None in told:
                    said = self.controller.throw(told)
                else:
                    said = self.controller.enter(tuple(face for face in told if face is not None))
        except CommandError as error:
            said = Feedback(str(error), "bad")
        self._asked = self.heed(said)

    def _choose(self, request: ChoiceRequest) -> None:
        options = request.listed
        more = [", ".join(filter(None, (option.detail, option.note))) for option in options]
        told = zip(options, more, strict=True)
        labels = [spoken(f"{option.label}: {said}" if said else option.label) for option, said in told]
        barred = [spoken_sentence(f"Not {option.label}: {option.note}") for option in request.barred]
        about = [spoken_sentence(f"{request.title} {request.aside}".strip()), spoken_sentence(request.rule)]
        by_value = {option.value: label for label, option in zip(labels, options, strict=True)}
        suggested = "" if request.suggested is None else by_value.get(request.suggested, "")
        before = f"Last time: {suggested}." if suggested else ""
        question = f"{self._whose(request.side)}{spoken_sentence(request.why)}"
        text = self.ask(question, *about, *numbered(labels), *barred, before)
        place = pick(text, [str(option.value) for option in options]) if not text.isdigit() else None
        place = pick(text, [option.label for option in options]) if place is None else place
        if place is None:
            self.complain(f"“{shown(text)}” is none of the answers")
            return
        self.heed(self.controller.answer(options[place].value))

    # --- actions

    def _act(self) -> None:
        """What the unit at hand and the side may do: a number or a word picks it, a name looks at another unit."""
        controller = self.controller
        prompt = controller.table.prompt
        if (
            called := (controller.table.active, prompt)
        ) != self._called or self.unit not in controller.cards_by_id:
            self._called, self.unit = called, controller.ready_unit()
        actions = self.possible()
        self._teach("ended" if controller.table.outcome else "actions")
        self._tell_call()
        steps = controller.setup.steps if controller.setup else ()
        told_so = (spoken_sentence(f"{step.name}: {step.text}" if step.text else step.name) for step in steps)
        self._hint(" ".join(told_so) or spoken_sentence(prompt.hint))
        others = self._others()
        told = others if self._said.get("others") != others else ""
        self._said["others"] = others
        text = self.ask(*self._offer(actions), told)
        if action := self._picked(text, actions):
            self.take(action)
        elif text in LETTERS:
            try:
                self.words[LETTERS[text]].done(self, "")
            except VedetteError as error:
                self.complain(str(error), forbidden=isinstance(error, ForbiddenError))
        elif unit := self.unit_called(text):
            self.unit = unit
            possible = self.possible()
            if possible and all(
                action.by != unit for action in possible
            ):  # otherwise the next question names it
                self.say(f"{spoken(self.name(unit))} has no actions now.")
        else:
            self.complain(
                f"“{shown(text)}” is no action, no unit and no word that Vedette knows; help tells them"
            )

    def _hint(self, hint: str) -> None:
        if self._hinted[0] != self.controller.table.round:
            self._hinted = self.controller.table.round, set()
        if hint not in self._hinted[1]:
            self._hinted[1].add(hint)
            self.say(hint)

    def _offer(self, actions: Sequence[Action]) -> list[str]:
        """The actions with their numbers, after the name of the unit that they belong to."""
        if not actions and self.session.state.outcome:
            return ["Say undo, report, replay or quit."]
        card = self.controller.cards_by_id.get(self.unit)
        named = card is None or spoken(self.controller.table.prompt.text).startswith(spoken(card.name))
        unnamed = named or (actions and actions[0].by != self.unit)
        name = "" if card is None or unnamed else f"{spoken(card.name)}:"
        titles = [spoken(action.title) for action in actions]
        return numbered(titles, name) if titles else [f"{name} nothing to do now.".strip()]

    def _others(self) -> str:
        """Who else may act, by name where they are few."""
        controller = self.controller
        side = controller.side
        others = (
            card
            for card in controller.table.cards
            if card.id != self.unit
            and (card.side == side or not controller.table.prompt.side)
            and card.standing not in ("gone", "done")
            and controller.may_act(card.id)
        )
        some = [spoken(card.name) for card in islice(others, MOST_NAMED + 1)]
        if len(some) > MOST_NAMED:
            return "Many others may act too: units names them."
        return f"Also: {spoken_list(some, 'or')}." if some else ""

    def _picked(self, text: str, actions: Sequence[Action]) -> Action | None:
        """The action that is meant: by its number, its title, its letter, or its command; impossible ones too."""
        place = pick(text, [action.title for action in actions])
        if place is not None:
            return actions[place]
        everything = self.offered()
        by_key = [action for action in everything if text in (action.key, action.do)]
        if by_key:
            return by_key[0]
        place = None if text.isdigit() else pick(text, [action.title for action in everything])
        return None if place is None else everything[place]

    def take(self, action: Action) -> None:
        """Give an action, with its form where it has one; or say why not."""
        controller = self.controller
        if action.why_not is not None:
            self.heed(controller.deny(action))
        elif forgotten := controller.forgotten(action):
            self.say(f"{spoken_sentence(forgotten)} Say it again to {spoken(action.title).lower()} anyway.")
        elif action.form:
            self.open_form(action)
        else:
            self.heed(controller.do({"do": action.do, "by": action.by}))

    def open_form(self, action: Action) -> None:
        """The form of an action; a secret one only once the others neither look nor listen."""
        if action.secret and not self.sure(
            spoken(only_looks(self.controller.side_name(action.by), listens=True))
        ):
            return
        draft = FormDraft(*self.controller.form_of(action))
        self._teach("form", draft.form)
        FormTalk(self, draft, secret=action.secret).fill()
