"""A form field by field: what must be said is asked, the rest is told with its presets, and only what changes is said again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from vedette.controller import Feedback
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.figures import number
from vedette.kit.words import count
from vedette.plain.answers import NONE as NOTHING
from vedette.plain.answers import direction_said, pick, short, value_of
from vedette.plain.speech import WAYS, not_allowed, refused, spoken, spoken_list, spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.talk import LEFT, CancelledError, Talk
from vedette.plain.telling import planned_lines
from vedette.plain.words import Word, by_name, help_lines
from vedette.view.command_line import split_words
from vedette.view.fields import NONE
from vedette.view.foresight import Foresight
from vedette.view.form_draft import FormDraft, is_empty
from vedette.view.hexes import direction_between
from vedette.view.vocabulary import Choice, Field, Form, PlannedRoll

HOW = "Enter gives it. A number, or a field's name, changes a field; cancel leaves."
"""How a form is used; said once."""

BACK, DONE = "back", "done"
"""A step back on a way; enough said, though more could be asked."""


class FormFiller:
    """A form that is filled by lines until it is given; raises CancelledError where it is left."""

    words: ClassVar[Mapping[str, Word[Any]]] = {}

    def __init__(self, talk: Talk, draft: FormDraft, *, secret: bool = False) -> None:
        """Fill this draft. What is said in a `secret` form is not said again."""
        self.talk = talk
        self.draft = draft
        self.secret = secret
        self._told: tuple[str, ...] = ()
        self.how = HOW
        self._fields: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._more = self._skips = False

    @property
    def form(self) -> Form:
        return self.draft.form

    @property
    def title(self) -> str:
        return self.form.title

    def fill(self) -> None:
        self.talk.say(spoken_sentence(self.title))
        if any(one.kind == "number" and one.required and is_empty(one) for one in self.form.fields):
            limits = (line for line in self.form.lines if not isinstance(line, PlannedRoll))
            self._told = tuple(told for line in limits for told in planned_lines(line))
            self.talk.say(*self._told)
        self._ask_what_is_missing()
        # The way or the number that a form begins with is why it was opened, though it could be left out.
        field = next(iter(self.form.fields), None)
        if field is not None and field.kind in ("path", "number") and not field.required and is_empty(field):
            self.ask(field)
        while not self._decide():
            pass

    def hear(self, *question: str, raw: bool = False, secret: bool = False) -> str:
        return self.talk.hear(secret=secret)

    def give(self) -> bool:
        """Give the form that is filled; whether that was done."""
        raise NotImplementedError

    def _decide(self) -> bool:
        """Tell what is new, hear a line; whether the command was given."""
        self.tell()
        text = self.hear(*self._still_missing() or ("Enter gives it.",))
        first, _, rest = text.partition(" ")
        word = self.words.get(first.casefold())
        try:
            if not text:
                return self._is_full() and self.give()
            if word is not None and (word.takes or not rest):
                word.done(self, rest.strip())
            else:
                self._change(text)
        except CommandError as error:
            self.talk.complain(spoken_sentence(str(error)))
        return False

    def show_more(self, rest: str) -> None:
        self._more = True

    def finish(self, rest: str) -> None:
        self.talk.say("Enter gives it.")

    def leave(self, rest: str) -> None:
        self.talk.say(LEFT)
        raise CancelledError

    def help(self, rest: str) -> None:
        self.talk.say(self.how, *help_lines(self.words, rest))

    # --- what is told

    def tell(self) -> None:
        """What is against the draft, its fields, and what it would roll or cost: only what is not as it was told."""
        lines = tuple(self.lines())
        self.talk.say(*(line for line in lines if line not in self._told))
        self._told = lines
        self.talk.teach(self.how)
        if self.talk.silent:  # whoever says something hears something
            self.talk.say(*self._still_missing() or ("Enter gives it.",))

    def lines(self) -> Iterator[str]:
        form = self.form
        if form.refusal is not None:
            yield not_allowed(form.refusal)
        elif form.error and form.ready:
            yield spoken_sentence(form.error)
        now = {n: self.field_words(field) for n, field in self.shown_fields()}
        yield from (
            spoken_sentence(f"{n} {words}") for n, words in now.items() if self._fields.get(n) != words
        )
        folded = len(self.form.fields) - len(now)
        if folded and not self._fields:
            yield f"{count(folded, 'more field')}: the word more tells {'it' if folded == 1 else 'them'}."
        self._fields = now
        if not (self.secret and form.fields):  # what was sealed before is asked for by a form without any
            yield from (told for line in form.lines for told in planned_lines(line))
        yield from self._still_missing()

    def _still_missing(self) -> list[str]:
        return [f"{spoken(label)} is missing." for label in self._missing()]

    def shown_fields(self) -> list[tuple[int, Field]]:
        """The fields with their numbers, which run on as they are told; what is seldom needed only where it says something, or was asked for."""
        said = self.draft.draft
        if not self._numbers.keys() <= {field.name for field in self.form.fields}:
            self._numbers = {}  # another form: counted from 1 again
        shown = [one for one in self.form.fields if self._more or not one.advanced or one.name in said]
        return sorted(
            ((self._numbers.setdefault(one.name, len(self._numbers) + 1), one) for one in shown),
            key=lambda told: told[0],
        )

    def field_words(self, field: Field) -> str:
        """A field and what it says; that it is from before, where nobody has said it now."""
        if field.secret or self.secret:
            return f"{spoken(field.label)}: {'empty' if is_empty(field) else 'said'}"
        before = ", as before" if self.draft.remembered(field) and not is_empty(field) else ""
        return f"{spoken(field.label)}: {self.value_words(field)}{before}"

    def value_words(self, field: Field) -> str:
        value = field.value
        if field.kind == "toggle":
            return "not said" if value is None else "yes" if value else "no"
        if value in (None, NONE, "", [], ()):
            known = next((choice for choice in field.choices if choice.value == value), None)
            if known:
                return short(known)
            return spoken(field.hint) if field.kind == "many" and value is None and field.hint else "none"
        if field.kind in ("choice", "hex", "many"):
            values = value if isinstance(value, (list, tuple)) else [value]
            names = {str(choice.value): short(choice) for choice in field.choices}
            return spoken_list(names.get(str(one), spoken(str(one))) for one in values)
        if field.kind == "path":
            return f"{', '.join(_steps(field.start, value))} to {value[-1]}"
        if field.kind == "numbers":
            return spoken_list(number(one) for one in value)
        return spoken(f"{number(value)}{field.suffix}") if isinstance(value, (int, float)) else str(value)

    # --- what is asked

    def _ask_what_is_missing(self) -> None:
        """Every field that must be said, one after the other, also those that come up by what was said."""
        asked: set[str] = set()
        while True:
            missing = (
                one
                for one in self.form.fields
                if one.required and one.name not in asked and self.draft.is_open(one)
            )
            field = next(missing, None)
            if field is None or self._skips:
                self._skips = False
                return
            asked.add(field.name)
            self.ask(field)

    def ask(self, field: Field) -> None:
        """Ask for one field until there is an answer that makes sense; nothing said keeps what it is."""
        if field.kind == "path":
            self._walk(field)
            return
        question = tuple(self.question(field))
        self.talk.say(*question)
        while True:
            text = self.hear(*question, raw=field.kind == "text", secret=field.secret or self.secret)
            if text == "cancel":
                self.leave("")
                continue
            if text in ("", DONE):
                self._skips = text == DONE
                return
            try:
                if not (field.kind != "text" and self._set_several(text)):
                    self.set(field, text)
                return
            except CommandError as error:
                self.talk.complain(spoken_sentence(str(error)))

    def question(self, field: Field) -> Iterator[str]:
        hidden = is_empty(field) or self.secret or field.secret
        now = "" if hidden else f" Enter keeps {self.value_words(field)}."
        hint, unit = spoken(field.hint), _unit_words(field)
        unit = "" if unit.removeprefix("in ") in hint else unit
        about = f" ({', '.join(filter(None, (unit, hint)))})" if unit or hint else ""
        how = {"toggle": " Yes or no.", "many": " Numbers, all or none."}.get(field.kind, "")
        yield f"{spoken(field.label).rstrip('?')}{about}?{how}{now}"
        choices = field.choices
        open_to = [f"{n} {_told(choice)}." for n, choice in enumerate(choices, 1) if choice.why_not is None]
        yield from open_to if any("," in one for one in open_to) else (" ".join(open_to),)
        for n, choice in enumerate(choices, 1):
            if choice.why_not is not None:
                yield f"Not allowed: {n} {short(choice)}, {refused(choice.why_not, rules=False)}"

    def set(self, field: Field, text: str, *, by_id: bool = False) -> None:
        value = self._hex(field, text) if field.kind == "hex" else value_of(field, text, by_id=by_id)
        self.draft.set_value(field, value)
        choices = field.choices if field.kind == "choice" else ()
        choice = next((one for one in choices if one.value == value), None)
        if choice is not None and choice.why_not is not None and self.form.refusal is None:
            self.talk.say(not_allowed(choice.why_not))

    def _change(self, text: str) -> None:
        """`3`, `range`, `range 9`, `3 9`, or several as `range=9 los=clear`."""
        if self._set_several(text):
            return
        if self._is_choice(text):
            return
        field, rest = self._named(text)
        if rest and field.kind == "path":
            self._walk_on(field, rest)
        elif rest:
            self.set(field, rest)
        elif field.kind == "toggle" and not field.required:
            self.draft.set_value(field, not field.value)
        else:
            self.ask(field)
        self._ask_what_is_missing()

    def _is_choice(self, text: str) -> bool:
        """Whether a line is no field but one choice of a single one, such as `roll` for `roll 2d6`; then that is set."""
        if self._found(text) or text.isdigit():
            return False
        choices = [field for field in self.form.fields if field.kind == "choice"]
        fitting = [
            one for one in choices if pick(text, [short(choice) for choice in one.choices]) is not None
        ]
        if len(fitting) == 1:
            self.set(fitting[0], text)
        return len(fitting) == 1

    def _set_several(self, text: str) -> bool:
        """Values as `range=9 los=clear`, each behind its field; whether it was such a line. Raises CommandError."""
        words = split_words(text) if "=" in text else []
        if not words or not all("=" in word for word in words):
            return False
        for word in words:
            name, _, value = word.partition("=")
            field, value = self.form_field(name), value or NOTHING
            if field.kind == "path":
                self._walk_on(field, value)
            else:
                self.set(field, value, by_id=True)
        return True

    def _named(self, text: str) -> tuple[Field, str]:
        words = text.split()
        for length in range(len(words), 0, -1):
            found = self._found(" ".join(words[:length]))
            if found is not None:
                return found, " ".join(words[length:])
        raise CommandError(f"No field of this form is called “{shown(words[0])}”.")

    def form_field(self, name: str) -> Field:
        """The field of that name, label or number; raises CommandError."""
        found = self._found(name)
        if found is None:
            raise CommandError(f"No field of this form is called “{shown(name)}”.")
        return found

    def _found(self, name: str) -> Field | None:
        fields = self.form.fields
        if name.isdigit():
            return next((field for field in fields if str(self._numbers.get(field.name)) == name), None)
        exact = next((field for field in fields if field.name == name), None)
        place = pick(name, [field.label for field in fields])
        return exact or (fields[place] if place is not None else None)

    # --- hexes and ways

    def _hex(self, field: Field, text: str) -> str:
        board, way = self.form.board, direction_said(text)
        names = [str(choice.value) for choice in field.choices]
        if text in names:
            return text
        offered = [choice.label for choice in field.choices] if len(text) < 4 else []
        place = pick(text, offered)
        if place is not None and not way:
            return names[place]
        figure = board.figure(self.form.by) if board else None
        here = str(field.value or field.start or (figure.hex if figure else ""))
        hex = board.next(here, way) if board and way and here else text
        if board is None or not board.has(hex):
            raise CommandError(f"“{shown(text)}” is not a hex of this map.")
        return hex

    def _walk(self, field: Field) -> None:
        """A way, step by step or several steps at once, until Enter."""
        while True:
            field = self.form_field(field.name)
            question = tuple(self._way_lines(field))
            self.talk.say(*question)
            self.talk.teach(
                "Directions such as n ne ne, or a hex, go there; back takes a step back; Enter ends the way."
            )
            text = self.hear(*question)
            if text == "cancel":
                self.leave("")
                continue
            if text in ("", DONE):
                return
            try:
                if self._set_several(text):
                    return
                self._walk_on(field, text)
            except CommandError as error:
                self.talk.complain(spoken_sentence(str(error)))

    def _walk_on(self, field: Field, text: str) -> None:
        """Steps by direction, to a hex by the cheapest way, or back; raises CommandError at the first that cannot be."""
        for word in text.replace(",", " ").split():
            field = self.form_field(field.name)
            way = list(field.value or ())
            board = self.form.board
            if word == BACK:
                self.draft.set_value(field, way[:-1] or None)
            elif board is not None and word in board.reach:
                self.draft.set_value(field, list(board.reach[word].way))
            else:
                self.draft.set_value(field, [*way, self._step(field, word)])

    def _step(self, field: Field, word: str) -> str:
        here = (field.value or (field.start,))[-1]
        way = direction_said(word)
        ways = (
            {direction_between(here, str(choice.value)): choice for choice in field.choices} if here else {}
        )
        hexes = {str(choice.value): choice for choice in field.choices}
        choice = ways.get(way) if way else hexes.get(word)
        if choice is None:
            raise CommandError(f"There is no step “{shown(word)}” from {here or 'here'}.")
        if choice.why_not is not None:
            raise CommandError(f"No step there: {refused(choice.why_not)}")
        return str(choice.value)

    def _way_lines(self, field: Field) -> Iterator[str]:
        way = (
            f"Way: {self.value_words(field)}."
            if field.value
            else f"{spoken(field.label)} from {field.start}."
        )
        here = (field.value or (field.start,))[-1]
        ways = (
            [(direction_between(here, str(choice.value)), choice) for choice in field.choices] if here else []
        )
        open_to = [f"{WAYS[to]} {choice.value}" for to, choice in ways if to and choice.why_not is None]
        on = f"On to {spoken_list(open_to, 'or')}." if open_to else "No step leads on."
        yield from filter(None, (way, spoken_sentence(field.hint), on))
        for to, choice in ways:
            if to and choice.why_not:
                yield f"No way {WAYS[to]}: {refused(choice.why_not, rules=False)}"

    def _is_full(self) -> bool:
        """Whether everything is said; else what is missing is asked for."""
        missing = self._missing()
        if not missing and not self.form.error:
            return True
        self.talk.complain(
            spoken_sentence(f"{spoken_list(missing)} is missing" if missing else self.form.error)
        )
        self._ask_what_is_missing()
        return False

    def _missing(self) -> list[str]:
        return [field.label for field in self.form.fields if field.required and is_empty(field)]


FormFiller.words = by_name(
    (
        Word("more", "", "tell the fields that are seldom needed.", FormFiller.show_more),
        Word(DONE, "", "skip the questions that are left.", FormFiller.finish),
        Word("cancel", "", "leave; nothing has happened.", lambda form, rest: form.leave(rest)),
        Word("help", "[WORD]", "these words.", FormFiller.help),
    )
)


class FormTalk(FormFiller):
    """The form of a command, over a game."""

    def __init__(self, game: PlainTable, draft: FormDraft, *, secret: bool = False) -> None:
        super().__init__(game.talk, draft, secret=secret)
        self.game = game

    def fill(self) -> None:
        """Ask until the command is given; meanwhile the table knows the form."""
        before, self.game.form = self.game.form, self.draft
        try:
            super().fill()
        finally:
            self.game.form = before
            self.game.show_on_page()

    def tell(self) -> None:
        super().tell()
        if not self.secret:
            self.game.show_on_page(self.form)

    def hear(self, *question: str, raw: bool = False, secret: bool = False) -> str:
        """A line that answers a question; words that may be said at any time are done meanwhile."""
        return self.game.hear(*question, empty=True, raw=raw, secret=secret)

    def give(self) -> bool:
        return self.game.heed(self.game.controller.give(self.form))

    def best(self, rest: str) -> None:
        """Sort the choices of a field by what may come of each, the best first; raises CommandError."""
        game = self.game
        if not game.controller.foresees:
            raise CommandError("The players have hidden the odds; odds on shows them.")
        if not self.form.ready:
            raise CommandError("Fill the form in first; then its choices can be sorted by their odds.")
        field = self.form_field(rest) if rest else self._field_to_sort()
        foresight = Foresight(
            game.session, self.draft, lambda: self.form_field(field.name), game.controller.cards_by_id
        )
        while not foresight.done:
            foresight.look_on()
        worths = foresight.worths
        if not worths:
            raise CommandError(f"There are no odds to sort {spoken(field.label)} by.")
        self.draft.sort(field.name, sorted(worths, key=lambda value: worths[value].rank, reverse=True))
        choices = enumerate(self.form_field(field.name).choices, 1)
        told = (f"{n} {short(one)}: {worths[one.value].text}" for n, one in choices if one.value in worths)
        self.talk.say(spoken_sentence(f"{field.label}, the best first:"), *map(spoken_sentence, told))

    def _field_to_sort(self) -> Field:
        for field in self.form.fields:
            if field.kind == "choice" and sum(one.why_not is None for one in field.choices) > 1:
                return field
        raise CommandError("Nothing in this form has choices to sort.")

    def plan(self, rest: str) -> None:
        """The attack behind this move, both given together."""
        planned = self.game.controller.plan_behind(self.form)
        if isinstance(planned, Feedback):
            self.game.heed(planned)
        else:
            FormTalk(self.game, FormDraft(*planned)).fill()
            self.game.moved()


FormTalk.words = {
    **FormFiller.words,
    **by_name(
        (
            Word(
                "best", "[FIELD]", "sort the choices by what may come of each, the best first.", FormTalk.best
            ),
            Word("then", "", "in the form of a move: plan the attack behind it.", FormTalk.plan),
        )
    ),
}


def _unit_words(field: Field) -> str:
    """What a number is counted in, unless its label says that."""
    unit = "in inches" if field.unit == '"' else spoken(field.unit)
    return "" if unit.removeprefix("in ") in spoken(field.label).casefold() else unit


def _told(choice: Choice) -> str:
    return spoken(", ".join(filter(None, (choice.label, choice.note)))).rstrip(".")


def _steps(start: str, way: Sequence[Any]) -> list[str]:
    """A way as directions; the hexes themselves where one does not lie beside the one before."""
    before = [start, *map(str, way[:-1])]
    ways = [direction_between(one, str(other)) if one else "" for one, other in zip(before, way, strict=True)]
    return [WAYS[to] if to else str(hex) for to, hex in zip(ways, way, strict=True)]
