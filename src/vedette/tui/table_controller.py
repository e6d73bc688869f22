"""What stands between the session and the screen: who is looked at, what is offered, what was said last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from vedette.campaign import Homecoming, at_stake, chronicle, is_career, sync_characters, syncing
from vedette.engine.checks import Refusal
from vedette.engine.common import CONCEDE, CONDITION, LIFT, ODDS
from vedette.engine.conditions import conditions_of
from vedette.engine.corrections import Correction
from vedette.engine.dice import Dice, Die, Roll, TypedTotal
from vedette.engine.errors import CommandError, LostSaveError, VedetteError
from vedette.engine.facts import Rolled
from vedette.engine.luck import Throws
from vedette.engine.requests import Answer, ChoiceRequest, DiceRequest, Request
from vedette.engine.sealed import sealed_words
from vedette.engine.session import Outcome, Session
from vedette.engine.state import GameState
from vedette.tui.behind import (
    Behind,
    of_actions,
    of_card,
    of_form,
    of_refusal,
    of_reminders,
    of_request,
    of_roll,
)
from vedette.tui.forgotten import still_possible
from vedette.tui.form_entry import FormEntry, aimed_at
from vedette.tui.form_memory import Draft, FormMemory
from vedette.tui.sides import roles
from vedette.tui.typed_faces import TypedFaces
from vedette.tui.widgets.actions_panel import ActionList, Guard
from vedette.tui.widgets.aftermath_panel import Loss
from vedette.tui.widgets.choice_panel import distinct
from vedette.tui.widgets.dice_panel import Sides
from vedette.tui.widgets.outlook_lines import Foreseen
from vedette.tui.widgets.prompt import PromptText
from vedette.view.conditions import condition_form
from vedette.view.correcting import summary
from vedette.view.luck import Lead, SideLuck, lead, luck_of
from vedette.view.outlook import Outlook, came
from vedette.view.placing import place_form
from vedette.view.tones import Tone
from vedette.view.vocabulary import Action, Card, Detail, Form, Report, Stepper, Table

if TYPE_CHECKING:
    from vedette.tui.foresight import Foresight
    from vedette.view.sheet import Sheet

Words = Mapping[str, Any]


SAID = frozenset(("note", "adjust", CONDITION, LIFT))
"""Commands that tell what stands on the table: nobody loses anything by them."""

ORDER = {"active": 0, "ready": 1, "away": 2}
"""Whom to look at first."""

UNDONE = "Undone. y redoes it."

ATTACK = "a"
"""The key of an attack in every game."""

OVER = "P watches the game again, u takes the last line back, q leaves it."
"""What is left when a game is over."""

WHY, OVERRULE = "W why", "! overrule"
"""Keys that have to do with a refusal; some refusals nobody can overrule."""


@dataclass(frozen=True, slots=True)
class Feedback:
    """One sentence in answer to a key, how it is meant, and which keys have to do with it."""

    text: str = ""
    tone: Tone = "plain"
    keys: str = ""


NOTHING = Feedback()
"""There is nothing to say."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The last refusal and the words that would overrule it; an action or commands that have to come first."""

    refusal: Refusal
    words: Words
    form_first: Action | None = None
    first: Sequence[Words] = ()


class TableController:
    """Turns keys into commands, keeps what may be said again, and never decides a rule."""

    def __init__(self, session: Session[GameState]) -> None:
        """Sit down at a session; `lost` tells why the last thing could not be kept in its save, nor can anything."""
        self.session = session
        self.memory = FormMemory(session)
        self._named: set[tuple[str, str, str]] = set()
        self.refused: Refused | None = None
        self.lost = ""
        self.stranger: tuple[str, str] | None = None
        self._left: set[str] = set()
        self.rolls: tuple[Roll, ...] = ()
        self._before: Mapping[str, Card] = {}
        self._foreseen: Outlook | None = None
        self.guard: Guard = ""
        self.hurt: frozenset[str] = frozenset()
        self._acted = self._asked = False
        self._offered_of: GameState | None = None
        self._offered: dict[str, Sequence[Action]] = {}
        self._throws = Throws(session)
        self.typed = TypedFaces()
        self.chosen = ""
        self._looked_at: dict[str, str] = {}
        self.table: Table = self._table()
        self.rolled = {side.id: False for side in self.table.sides}
        self.roles = roles(self.table.sides)
        self._choose_ready()
        self.chosen_by_hand = False

    @property
    def request(self) -> Request | None:
        """The open question."""
        return self.session.request

    @property
    def side(self) -> str:
        """The side that is called upon, else the one that acts, else the first."""
        asked = self.request.side if self.request else self.table.prompt.side
        acting = next((side.id for side in self.table.sides if side.acting), self.table.sides[0].id)
        return asked if asked in self.roles else acting

    @property
    def sides(self) -> Sides:
        """The sides as the dice panel names them."""
        return Sides({side.id: side.name for side in self.table.sides}, self.roles)

    @property
    def call(self) -> PromptText:
        """Who must decide what now."""
        prompt, request = self.table.prompt, self.request
        if isinstance(request, DiceRequest):
            text = f"{request.title}: {'re-roll ' if request.roll else 'roll '}{request.dice} D{request.pool.sides}"
            return self._call(request.side, text)
        if isinstance(request, ChoiceRequest):
            return self._call(request.side, request.why)
        return self._call(prompt.side, prompt.text)

    @property
    def told(self) -> str:
        """What there is to say of this moment besides who decides what, such as how to set the table up."""
        prompt = self.table.prompt
        over = OVER if self.session.state.outcome else ""
        return "\n".join(filter(None, [prompt.hint or over, *(detail.text for detail in prompt.reminders)]))

    @property
    def target(self) -> str:
        """At whom the command is aimed whose dice are looked at; "" for nobody or several."""
        timeline = self.session.timeline
        if not timeline.head or not (self.request or self.rolls):
            return ""
        return aimed_at(timeline.command_at(timeline.head).input.words)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Who has less than before the last command, the hardest hit first; nobody while it is not finished."""
        if self.request or not self.rolls:
            return ()
        lost = _losses(self._before, self.table)
        return tuple(sorted(lost, key=lambda loss: loss.after.value - loss.before.value))

    @property
    def foreseen(self) -> Foreseen | None:
        """What was known to come of the command whose dice are looked at, and what of it has; None where nobody knew."""
        seen = self._foreseen
        if seen is None or not (self.request or self.rolls):
            return None
        cards = self.cards_by_id
        name = cards[seen.unit].name if seen.unit in cards else ""
        return Foreseen(seen, name, None if self.request else came(seen, self._before, cards))

    @property
    def lead(self) -> Lead | None:
        """Whom the dice have favoured so far."""
        return lead(self._throws.luck(), list(self.roles))

    @property
    def luck(self) -> Mapping[str, SideLuck]:
        """The luck of each side so far."""
        throws = self._throws.up_to_now()
        return {side: luck_of(throws, side) for side in self.roles}

    @property
    def report(self) -> Report | None:
        """Who did what, as it was told last since the game was over: what a game settles then is not counted any more."""
        session = self.session
        for entry in reversed(session.timeline.path()):
            state = session.state_at(entry.n)
            told = session.ruleset.view.report(state) if state.outcome else None
            if told or not state.outcome:
                return told
        return None

    @property
    def card(self) -> Card | None:
        """The chosen card."""
        return next((card for card in self.table.cards if card.id == self.chosen), None)

    @property
    def role(self) -> str:
        """The colour of the chosen unit's side, or of the one that is called upon."""
        return self.roles.get(self._own, "first")

    @property
    def _own(self) -> str:
        return self.card.side if self.card else self.side

    @property
    def offer(self) -> ActionList:
        """What the chosen unit and the side that is called upon may do; it is the unit's side that concedes."""
        card, own = self.card, self._own
        actions = list(self._actions(card.id)) if card else []
        actions += [action for action in self._actions(self.side) if own == self.side or action.do != CONCEDE]
        if own != self.side:
            actions += [action for action in self._actions(own) if action.do == CONCEDE]
        details = self.details(card.id) if card else ()
        return ActionList.of(actions, card, self.role, self.name(self.side), self.told, details)

    @property
    def faces(self) -> TypedFaces:
        """What was typed for the open question so far."""
        return self.typed.of(self.request.key if isinstance(self.request, DiceRequest) else "")

    @property
    def recalled(self) -> Dice:
        """The faces or the total that the open question had before an undo."""
        return self.session.recalled() or ()

    @property
    def has_sheets(self) -> bool:
        """Whether units of this game have sheets."""
        return self.session.ruleset.view.sheet is not None

    def sheet(self) -> Sheet | None:
        """The sheet of the chosen unit, with its history where the game is its own file; None where there is none."""
        make, session = self.session.ruleset.view.sheet, self.session
        if make is None or self.card is None:
            return None
        from vedette.view.sheet import with_history

        made = make(session.state, self.chosen)
        return with_history(made, chronicle(session)) if is_career(session.path) else made

    def tell_hex(self, hex: str) -> str:
        """What a hex of the map is to the chosen unit, in words."""
        tell = self.session.ruleset.view.look
        return tell(self.session.state, self.chosen, hex) if tell else ""

    @property
    def steppers(self) -> tuple[Stepper, ...]:
        """What of the chosen unit can be corrected by hand."""
        view, state = self.session.ruleset.view, self.session.state
        return view.steppers(state, self.chosen) if self.card else ()

    @property
    def conditions(self) -> Sequence[str] | None:
        """The texts of the chosen unit's conditions; None where there can be none."""
        if self.session.ruleset.conditions is None or not self.card:
            return None
        return [condition.text for condition in conditions_of(self.session.state, self.chosen)]

    def condition_form(self) -> FormEntry:
        """The form of a condition of the chosen unit."""
        session, by, unit = self.session, self.side, self.chosen

        def fill(draft: Draft) -> Form:
            return condition_form(session.ruleset, session.state, by, unit, draft)

        return FormEntry(fill, lambda target: {}, {})

    @property
    def can_place(self) -> bool:
        """Whether the chosen unit can be put on the board by hand."""
        return self.session.ruleset.view.place is not None and bool(self.card and self.table.board)

    def place_form(self) -> FormEntry:
        """The form that puts the chosen unit on the board."""
        session, unit = self.session, self.chosen

        def fill(draft: Draft) -> Form:
            return place_form(session.ruleset, session.state, unit, draft)

        return FormEntry(fill, lambda target: {}, {})

    def name(self, id: str) -> str:
        """The name of a side or a unit."""
        return self.session.names().get(id, id)

    def side_name(self, by: str) -> str:
        """The name of the side that somebody belongs to."""
        return self.name(self.session.ruleset.side_of(self.session.state, by))

    @property
    def cards_by_id(self) -> Mapping[str, Card]:
        """Every card by its unit."""
        return {card.id: card for card in self.table.cards}

    def details(self, unit: str) -> Sequence[Detail]:
        """What the card of a unit tells where it is opened."""
        details: Sequence[Detail] = self.session.ruleset.view.details(self.session.state, unit)
        return details

    def cards(self, side: str) -> tuple[Card, ...]:
        """The cards of a side."""
        return tuple(card for card in self.table.cards if card.side == side)

    def choose(self, unit: str) -> None:
        """Look at a unit; whoever comes back to its side looks at it again."""
        self.chosen, self.guard = unit, ""
        self.chosen_by_hand = True
        if self.card is not None:
            self._looked_at[self.card.side] = unit

    def beside(self, step: int) -> str:
        """The unit that many places from the chosen one on its side, going round; "" where there is none."""
        ids = [card.id for card in self.cards(self._own)]
        if self.chosen in ids:
            return ids[(ids.index(self.chosen) + step) % len(ids)]
        return ids[0 if step > 0 else -1] if ids else ""

    def across(self) -> str:
        """The unit of the next side that was looked at last, else the first that is not out of it; "" for none."""
        sides = [side.id for side in self.table.sides]
        at = sides.index(self._own)
        side = sides[(at + 1) % len(sides)]
        cards = {card.id: card for card in self.cards(side)}
        last = self._looked_at.get(side, "")
        there = [id for id in (last, *cards) if id in cards and cards[id].standing != "gone"]
        return next(iter((*there, *cards)), "")

    def form(self, action: Action) -> FormEntry:
        """The form of an action, filled with what was said before and still holds."""
        view = self.session.ruleset.view

        def fill(draft: Draft) -> Form:
            form: Form = view.form(self.session.state, action.do, action.by, draft)
            return form

        def about(target: Any) -> Draft:
            return self.memory.recall(action.do, action.by, target)

        return FormEntry(fill, about, self.memory.recall(action.do, action.by))

    def plan(self, form: Form) -> FormEntry | Feedback:
        """The form of the unit's attack as if the command of another form were given first, or why there is none."""
        ruleset, by = self.session.ruleset, form.by
        if form.refusal is not None:
            return refused(form.refusal)
        if not form.ready or form.error:
            return Feedback("Fill in the move first; then its attack can be planned.", "warn")
        plan = (*form.first, form.command)
        try:
            state = self._after(plan)
        except CommandError as error:
            return Feedback(f"No attack can be planned behind this: {error}", "warn")
        last, actions = self.memory.last_aimed(by), ruleset.view.actions(state, by)
        offered = [one for one in actions if one.do == last] + [one for one in actions if one.key == ATTACK]
        possible = next((one for one in offered if one.why_not is None and one.form), None)
        if possible is None:
            why = next((one.why_not for one in offered if one.why_not is not None), None)
            return refused(why) if why else Feedback("It has no attack then.", "warn")
        do = possible.do

        def fill(draft: Draft) -> Form:
            try:
                made: Form = ruleset.view.form(self._after(plan), do, by, draft)
            except CommandError as error:  # a value was corrected since
                made = replace(
                    ruleset.view.form(self.session.state, do, by, draft), error=str(error), ready=False
                )
            title = f"{form.title}, then {made.title.lower()}"
            return replace(made, title=title, planned=plan)

        return FormEntry(fill, lambda target: {}, {})

    def _after(self, plan: Sequence[Words]) -> GameState:
        """The game as it would stand after commands that ask nothing; raises CommandError where one can't be given."""
        from vedette.engine.odds.command import done_without_dice  # not before the first plan

        state = self.session.state
        for words in plan:
            state = done_without_dice(self.session.ruleset, state, words)
        return state

    def foresee(self, entry: FormEntry) -> Foresight:
        """A look at what may come of the command in a form."""
        from vedette.tui.foresight import Foresight  # not before the first form

        return Foresight(self.session, entry, self.cards_by_id)

    @property
    def foresees(self) -> bool:
        """Whether forms tell the odds."""
        return self.session.odds_shown

    def flip_odds(self) -> Feedback:
        """Odds for both players, or for none; kept with the game."""
        if self.request is not None:
            return Feedback("Answer this first; then odds can be shown or hidden.", "dim")
        shown = not self.session.odds_shown
        said = self._try(lambda: self.session.do({"do": ODDS, "by": self.side, "shown": shown}))
        self._acted = False
        if said.tone == "bad":
            return said
        return Feedback("Odds shown." if shown else "Odds hidden from both players.", "good")

    def again(self) -> Action | None:
        """The last action of the chosen unit that was aimed at somebody, as it stands now."""
        do = self.memory.last_aimed(self.chosen)
        return next((action for action in self._actions(self.chosen) if action.do == do), None)

    def forgotten(self, action: Action) -> str:
        """What could still be done before this action ends it; said once for each that ends and each round, else ""."""
        key = action.do, action.by, self.table.round
        if key in self._named or not self.session.ruleset.specs[action.do].ends:
            return ""
        unspent = self.session.ruleset.view.unspent(self.session.state, action.do, action.by)
        said = unspent or still_possible(self.session, self.memory, action.by)
        self._named |= {key} if said else set()
        return said

    def give(self, form: Form, seen: Outlook | None = None) -> Feedback:
        """Give the command of a form, after those that come first; where it is refused, none.

        `seen` is what was known to come of it.
        """
        if form.first and form.refusal is not None:
            self.refused = refusal_of(form)
            return refused(form.refusal)
        said = self.do(form.command, first=form.first)
        if said.tone != "bad":
            self._foreseen = seen
        return said

    def do(self, words: Words, *, override: str = "", first: Sequence[Words] = ()) -> Feedback:
        """Give a command after others, its declaration sealed; a refusal is kept, so that it can be explained or overruled."""
        for earlier in first:
            begun = self.do(earlier)
            if begun.tone == "bad":
                return begun
        before = self.cards_by_id
        said = self._try(lambda: self.session.do(sealed_words(words), override=override), words)
        if said.tone != "bad" and words.get("do") not in SAID:
            self._before, self._foreseen = before, None
        return said

    def answer(self, answer: Answer) -> Feedback:
        """Answer the open question."""
        said = self._try(lambda: self.session.answer(answer))
        if said.tone != "bad":
            self.typed = TypedFaces()
        return said

    def enter(self, faces: tuple[int, ...]) -> Feedback:
        """Answer with faces typed from real dice."""
        return self.answer(tuple(Die(face) for face in faces))

    def enter_total(self, total: int) -> Feedback:
        """Answer with what real dice came to."""
        return self.answer(TypedTotal(total))

    def throw(self, typed: tuple[int | None, ...] = (), *, afresh: bool = False) -> Feedback:
        """Answer with the assistant's dice, save those that were typed."""
        thrown = self.session.throw(afresh=afresh)
        if isinstance(thrown, TypedTotal):
            return self.answer(thrown)
        dice = tuple(
            die if face is None else Die(face)
            for die, face in zip(thrown, typed or (None,) * len(thrown), strict=True)
        )
        return self.answer(dice)

    def throw_where_set(self) -> None:
        """Roll at once for sides that have their dice rolled; never over faces from before an undo."""
        while (
            isinstance(self.request, DiceRequest)
            and not self.recalled
            and self._rolls_itself(self.request.side)
        ):
            if self.throw().tone == "bad":
                break

    def go_on(self) -> None:
        """Whatever needs nobody: dice of sides that have them rolled, and choices among what nothing tells apart.

        After an undo a choice is asked for, so that the undo can be seen.
        """
        self.throw_where_set()
        while self._acted and isinstance(self.request, ChoiceRequest):
            first, *others = distinct(self.request.options)
            if others or not first.alike or self.answer(first.value).tone == "bad":
                break
            self.throw_where_set()

    def flip_dice(self, side: str) -> Feedback:
        """Typed or rolled dice, for one side."""
        self.rolled[side] = not self.rolled[side]
        how = "Vedette rolls the dice of" if self.rolled[side] else "Real dice are typed for"
        return Feedback(f"{how} {self.name(side)}.", "good")

    def undo(self) -> Feedback:
        """Take the last decision back."""
        return self._moved(lambda: self.session.undo(self.side), UNDONE)

    def redo(self) -> Feedback:
        """Take an undo back."""
        return self._moved(lambda: self.session.redo(self.side))

    def goto(self, n: int) -> Feedback:
        """Go back to an entry, or on from one that was undone."""
        return self._moved(lambda: self.session.goto(n, self.side), UNDONE)

    def correct(self, correction: Correction[Any]) -> Feedback:
        """Make a correction: every later line that holds is played again behind it."""
        said = self._moved(lambda: self.session.correct(correction, self.side))
        if said.tone == "bad":
            return said
        behind = self.session.correcting
        follows = f" Answer this, and what came after follows: {behind} lines." if behind else ""
        return Feedback(
            f"Line {correction.entry.n} is corrected. {summary(correction)}.{follows} {said.text}".strip(),
            "warn",
        )

    def bookmark(self, n: int, note: str) -> Feedback:
        """Put a note to a line, or take its bookmark away where there are no words."""
        rolls = self.rolls
        said = self._try(lambda: self.session.bookmark(n, note, self.side))
        self.rolls, self._acted = rolls, False
        if said.tone == "bad":
            return said
        return Feedback(f"Bookmarked line {n}: {note}" if note else f"Line {n} has no bookmark now.", "good")

    def write_report(self) -> Feedback:
        """The battle report as a page beside the save."""
        from vedette.engine.files import why, write_over
        from vedette.view.report import battle_report
        from vedette.view.report_pages import report_html

        if self.session.path is None:
            return Feedback("This game has no save for a report to stand beside.", "warn")
        path = self.session.path.with_suffix(".html")
        try:
            write_over(path, report_html(battle_report(self.session)).encode())
        except OSError as error:
            return Feedback(f"{path.name}: {why(error)}.", "bad")
        return Feedback(f"Written: {path}", "good")

    def look(self) -> None:
        """Look at the table again; cards that say the same as before stay the same objects."""
        before = self.table.active, self.table.prompt
        fresh = self._table()
        acted = self._acted
        guard = self._guard_after(before[1].side, fresh.prompt.side)
        lost = _losses(self.cards_by_id, fresh) if acted else ()
        self.hurt = frozenset(loss.after.id for loss in lost)
        self.table = fresh
        self.rolls = self.session.rolls if self.rolls or self.request else ()
        if before != (self.table.active, self.table.prompt) or self.card is None:
            self._choose_ready()
            self.chosen_by_hand = False
        self.guard = guard

    def _guard_after(self, before: str, now: str) -> Guard:
        """Which keys only acknowledge what has just happened; the sides are those that were and are called upon."""
        answered, self._asked = self._asked, self.request is not None
        acted, self._acted = self._acted, False
        if not acted or self.request:
            return "" if acted else self.guard
        handed_over = before != now and {before, now} <= self.roles.keys()
        return "any" if handed_over else "enter" if answered else ""

    def deny(self, action: Action) -> Feedback:
        """An action that is not possible was picked."""
        assert action.why_not is not None
        words = {"do": action.do, "by": action.by}
        self.refused = Refused(action.why_not, words, action if action.form else None)
        return refused(action.why_not)

    def near(self, form: Form | None) -> tuple[Behind, ...]:
        """The rule that refused, and those that only the players can judge: of the open form, or of this moment."""
        refused = of_refusal(self.refused.refusal) if self.refused else ()
        return (*refused, *of_reminders(form.reminders if form else self.table.prompt.reminders))

    def behind(self, form: Form | None) -> tuple[Behind, ...]:
        """The rules behind what can be seen: a refusal, a form or a roll, and the chosen unit."""
        request, ruleset = self.request, self.session.ruleset
        made = [*of_form(form, ruleset.rules())] if form else [*self.near(None)]
        made += of_request(request) if isinstance(request, DiceRequest) else ()
        made += of_card(self.card, ruleset.view.chips) if self.card else ()
        return (*made, *(() if form or request else of_actions(self.offer.actions)))

    def rolls_of(self, n: int) -> tuple[Roll, ...]:
        """The rolls of a line of the log."""
        facts = self.session.facts(self.session.timeline.entry(n)) if n else ()
        return tuple(fact.roll for fact in facts if isinstance(fact, Rolled))

    def behind_line(self, n: int) -> tuple[Behind, ...]:
        """What decided each roll of a line of the log, and the rules behind it."""
        return tuple(one for roll in self.rolls_of(n) for one in of_roll(roll))

    def _call(self, side: str, text: str) -> PromptText:
        role = self.roles.get(side, "")
        return PromptText(self.name(side) if role else "", role, text)

    def _try(self, act: Callable[[], Outcome], words: Words | None = None) -> Feedback:
        """Do something with the session; whatever is wrong becomes one sentence, and so do homecomings."""
        home = Homecoming()
        try:
            with syncing(self.session, home):
                outcome = act()
        except VedetteError as error:
            self.lost = str(error) if isinstance(error, LostSaveError) else ""
            return Feedback(str(error), "bad")
        if outcome.refusal is not None:
            self.refused = Refused(outcome.refusal, words or {})
            return refused(outcome.refusal)
        self.refused = None
        self.rolls = self.session.rolls
        self._acted = True
        rules = ", ".join(outcome.overridden)
        told = [f"Overruled: {rules}."] if rules else []
        told += self._came(home)
        return Feedback(" ".join(told), "warn") if told else Feedback()

    def brought_home(self) -> list[str]:
        """Bring characters home whose game is settled: Vedette may have been stopped before they were."""
        waiting = at_stake(self.session) and not self.session.readonly
        return self._came(sync_characters(self.session)) if waiting else []

    def _came(self, home: Homecoming) -> list[str]:
        """What to say of homecomings; a file that may be another character's is asked about once."""
        strangers = {file: said for file, said in home.strangers.items() if file not in self._left}
        self.stranger = next(iter(strangers.items()), None)
        return [*home.said, *strangers.values()]

    def settle_stranger(self, file: str, *, theirs: bool) -> Feedback:
        """A file that may be another character's is theirs all the same, or stays as it is."""
        self._left.add(file)
        if not theirs:
            return Feedback()
        return Feedback(" ".join(self._came(sync_characters(self.session, [file]))), "warn")

    def _moved(self, act: Callable[[], Outcome], undone: str = "") -> Feedback:
        said = self._try(act)
        self.rolls, self.guard, self._acted = (), "", False
        self.typed, self._foreseen = TypedFaces(), None
        if said.tone == "bad":
            return said
        back = undone if self.session.timeline.can_redo else ""
        return Feedback(f"{back} {said.text}".strip(), "warn")

    def _rolls_itself(self, side: str) -> bool:
        return self.rolled[side] if side in self.rolled else all(self.rolled.values())

    def _table(self) -> Table:
        fresh: Table = self.session.ruleset.view.table(self.session.state, self.session.request)
        if not hasattr(self, "table"):
            return fresh
        return steady(fresh, self.table)

    def _choose_ready(self) -> None:
        """The unit that is acting, else the first of the side that is called upon that may do anything."""
        side = self.table.prompt.side
        mine = [card for card in self.table.cards if card.side == side or side not in self.roles]
        ordered = sorted(mine, key=lambda card: ORDER.get(card.standing, len(ORDER)))
        able = (card.id for card in ordered if self._may_act(card.id))
        fallback = self.table.active or next((card.id for card in ordered), "")
        self.choose(next(able, fallback))

    def _may_act(self, unit: str) -> bool:
        return any(action.why_not is None for action in self._actions(unit))

    def _actions(self, by: str) -> Sequence[Action]:
        """What a unit or a side may do now; a picture asks for it more than once."""
        state = self.session.state
        if state is not self._offered_of:
            self._offered_of, self._offered = state, {}
        if by not in self._offered:
            self._offered[by] = self.session.ruleset.view.actions(state, by)
        return self._offered[by]


def refusal_of(form: Form) -> Refused | None:
    """The first rule against a draft, with what would overrule it."""
    if form.refusal is None:
        return None
    return Refused(form.refusal, form.command, first=form.first)


def _losses(before: Mapping[str, Card], table: Table) -> Iterable[Loss]:
    """Who has less than before."""
    known = ((before.get(card.id), card) for card in table.cards)
    return [Loss(was, card) for was, card in known if was is not None and card.value < was.value]


def refused(refusal: Refusal) -> Feedback:
    """A rule's no, with the keys that have to do with it."""
    return Feedback(str(refusal), "bad", f"{WHY} · {OVERRULE}" if refusal.overridable else WHY)


def steady(fresh: Table, before: Table) -> Table:
    """The table with the cards of the one before, where they say the same: what is the same object isn't painted."""
    known = {card.id: card for card in before.cards}
    return replace(
        fresh, cards=tuple(known[card.id] if known.get(card.id) == card else card for card in fresh.cards)
    )
