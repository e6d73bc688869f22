"""A table that is heard: lines are said, lines are heard, and some words may be said whatever is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from vedette.controller import Feedback, GameController
from vedette.engine.errors import ForbiddenError, JournalError, VedetteError
from vedette.engine.saves import free_path, save_folder
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.plain.answers import pick
from vedette.plain.speech import not_allowed, spoken, spoken_sentence
from vedette.plain.talk import LEFT, CancelledError, MovedError, Talk
from vedette.plain.words import Word
from vedette.shared_page import SharedPage
from vedette.view.command_line import by_name, command_words, split_words
from vedette.view.form_draft import FormDraft
from vedette.view.guide import Guide
from vedette.view.vocabulary import Action, Form


class PlainTable:
    """One session, its controller, the unit that is looked at, and the form that is open."""

    def __init__(
        self, session: Session[GameState], talk: Talk, words: Mapping[str, Word[PlainTable]]
    ) -> None:
        self.session = session
        self.talk = talk
        self.words = words
        self.controller = GameController(session)
        self.unit = self.controller.ready_unit()
        self.form: FormDraft | None = None
        self.guide: Guide | None = None
        self.page = SharedPage(lambda viewers: None)
        self.page.look_at(session, self.controller.log)
        self._said: dict[str, str] = {}
        self._question: tuple[str, ...] = ()

    # --- saying and hearing

    def say(self, *lines: str) -> None:
        self.talk.say(*lines)

    def complain(self, line: str, *, forbidden: bool = False) -> None:
        """Say why a line changed nothing: it made no sense, or the game forbids it now."""
        say = self.talk.refuse if forbidden else self.talk.complain
        say(spoken_sentence(line))

    def ask(self, *question: str, empty: bool = False) -> str:
        """Say a question, unless it is the one that was said last and something answers the last line, and hear the answer."""
        if question != self._question or self.talk.silent:
            self._question = question
            self.say(*question)
        return self.hear(*question, empty=empty)

    def ask_or_leave(self, *question: str, empty: bool = False) -> str:
        """Ask for what a word still needs; raises CancelledError where it is not wanted any more."""
        answer = self.ask(*question, empty=empty)
        if answer.casefold() == "cancel":
            self.say(LEFT)
            raise CancelledError
        return answer

    def hear(self, *question: str, empty: bool = False, raw: bool = False, secret: bool = False) -> str:
        """A line that answers a question; words that may be said at any time are done meanwhile.

        The question is said again after a word that has asked something else, said nothing or was left, and after an empty line,
        unless that is an answer (`empty`). A `raw` line is text whatever it says.
        """
        while True:
            self._question = question
            line = self.talk.hear(secret=secret)
            first, _, rest = line.partition(" ")
            if raw or (not line and empty):
                return line
            if not line:
                self.say(*question)
                continue
            word = None if self._is_field(first) else self.words.get(first.casefold())
            try:
                if word is not None:
                    word.done(self, rest.strip())
                elif self._is_command(line):
                    self._command(line)
                else:
                    return line
            except VedetteError as error:
                self.complain(str(error), forbidden=isinstance(error, ForbiddenError))
            except CancelledError:
                self._question = ()
            if self.talk.silent or self._question != question:
                self.say(*question)

    def _is_field(self, word: str) -> bool:
        """Whether the open form has a field of that name: it comes before a word that means something else at the table."""
        fields = self.form.form.fields if self.form else ()
        return any(word.casefold() in (field.name, spoken(field.label).casefold()) for field in fields)

    def sure(self, question: str) -> bool:
        return self.ask(f"{question} Yes or no?").casefold() in ("y", "yes")

    def heed(self, said: Feedback) -> bool:
        """Say what came of something; whether it was done."""
        controller = self.controller
        if said.refusal is not None:
            self.talk.refuse(not_allowed(said.refusal))
        elif said.tone == "bad":
            self.complain(said.text, forbidden=said.forbidden)
        else:
            self.say(spoken_sentence(said.text))
        if controller.lost:
            controller.lost = ""
            self._keep_beside()
        if controller.stranger:
            file, told = controller.stranger
            controller.stranger = None
            self.heed(
                controller.settle_stranger(
                    file, theirs=self.sure(f"{spoken_sentence(told)} Is it theirs all the same?")
                )
            )
        return said.tone != "bad"

    def done(self, said: Feedback) -> None:
        """Say what came of something; where it was done the game has gone on."""
        if self.heed(said):
            self.moved()

    def moved(self) -> NoReturn:
        raise MovedError

    def name(self, id: str) -> str:
        return spoken(self.controller.name(id))

    def new(self, what: str, line: str) -> None:
        """Say a line of its kind, unless it is the one that was said last."""
        if self._said.get(what) != line:
            self._said[what] = line
            self.say(line)

    def offered(self) -> list[Action]:
        """Everything that the unit at hand and the side may do or not, what the game waits for first."""
        actions = self.controller.offered_to(self.unit)
        return sorted(actions, key=lambda action: (action.why_not is not None, not action.usual))

    def possible(self) -> list[Action]:
        return [action for action in self.offered() if action.why_not is None and not action.of_table]

    def unit_called(self, text: str) -> str:
        """The unit that is meant: by its id, its name, or how that begins; "" for none."""
        cards = self.controller.table.cards
        if any(card.id == text for card in cards):
            return text
        place = None if text.isdigit() else pick(text, [card.name for card in cards])
        return "" if place is None else cards[place].id

    def show_on_page(self, form: Form | None = None) -> None:
        """Show the table on the page, where it is open, with a form that everybody may see."""
        self.page.show(self.controller.table, form, None, "")

    # --- commands in full

    def _is_command(self, line: str) -> bool:
        """Whether a line is a command as `vedette do` takes it: after `do`, or the command, who gives it, and its words."""
        first, second = [*line.split(), "", ""][:2]
        if first == "do":
            return True
        known = {**self.session.state.units, **self.session.state.sides}
        return first in self.session.ruleset.specs and (second in known or "=" in second)

    def _command(self, line: str) -> None:
        """Give a command in full; raises CommandError where it makes no sense."""
        do, *words = split_words(line.removeprefix("do "))
        with by_name(self.session.ruleset, self.session.state, command_words(do, words)) as meant:
            heeded = self.heed(self.controller.do(meant))
        if heeded:
            self.moved()

    def _keep_beside(self) -> None:
        """The save was touched by somebody else: go on in another one beside it."""
        try:
            path = free_path(self.session.path or Path(), save_folder())
            self.session.write_to(path)
        except JournalError as error:
            self.say(f"{error} The game could not be kept.")
            return
        self.say(f"The whole game is now in {path}. Repeat what was not saved.")

    # --- what a game does, and words at any time want of it

    def take(self, action: Action) -> None:
        """Give an action, with its form where it has one; or say why not."""
        raise NotImplementedError

    def open_form(self, action: Action) -> None:
        raise NotImplementedError
