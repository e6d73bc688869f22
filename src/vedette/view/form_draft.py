"""A form that is being filled: the draft, the form that the game makes of it, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from vedette.engine.data import Row, Table, Words
from vedette.engine.ruleset import Ruleset
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.engine.timeline import CommandEntry
from vedette.view.asked import as_drafted
from vedette.view.fields import NOTHING, Draft
from vedette.view.vocabulary import Field, Form

Fill = Callable[[Row], Form]  # the form for a draft, as the ruleset's view makes it
Recall = Callable[[Any], Row]  # what still holds of what was said the last time about a target
TARGET = "target"  # the field whose value decides which facts are remembered
UNMEASURED = (TARGET, "weapon")  # what still holds after somebody has moved: at whom, and with what
TARGETS = "at"  # the word of a command that may be aimed at several at once


def aimed_at(words: Words) -> str:
    """The unit that a command is aimed at, "" for none or several."""
    aimed = words.get(TARGETS, words.get(TARGET))
    if isinstance(aimed, list | tuple) and len(aimed) == 1:
        aimed = aimed[0]
    return aimed if isinstance(aimed, str) else ""


class FormSource(NamedTuple):
    """What a form is made by: the form of a draft, what is remembered about a target, and the draft to begin with."""

    fill: Fill
    recall: Recall = lambda target: {}
    remembered: Draft = {}


class FormDraft:
    """A draft, and the form that the game makes of it."""

    def __init__(self, fill: Fill, recall: Recall, remembered: Draft, said: Draft = NOTHING) -> None:
        self._order: dict[str, Sequence[Any]] = {}
        self._asked = fill
        self._recall = recall
        self._typed = set(said)
        self._last_target = remembered.get(TARGET)
        self.draft = {**remembered, **said}
        self.refill()

    @property
    def target(self) -> str:
        """The unit that the draft is aimed at, "" for none or several."""
        return aimed_at(self.form.command)

    @property
    def is_repeated(self) -> bool:
        """Whether it is complete as it was said before, at the same target, with nothing to be warned of."""
        warned = any(line.kind == "warning" for line in self.form.lines)
        return self.form.ready and not warned and bool(self.target) and self.target == self._last_target

    def remembered(self, field: Field) -> bool:
        """Whether the value is one from before that nobody has touched yet."""
        return field.name in self.draft and field.name not in self._typed

    def refill(self) -> None:
        """The same draft as things stand now, after a value was corrected.

        What is remembered about a target that can't be chosen any more holds for no other one.
        """
        self.form = self._fill(self.draft)
        field = self._aim()
        if field is None or TARGET not in self.draft:
            return
        refused = {choice.value: choice.why_not is not None for choice in field.choices}
        lost = self.remembered(field) and refused.get(field.value, False)
        if lost and not all(refused.values()):  # there is another that may be chosen
            self._begin_with(self._said({}))
            field = self._aim()
            if field is not None and field.value is not None:
                self._begin_with(self._said(self._recall(field.value)))
        elif field.value != self.draft[TARGET]:
            self._begin_with({} if field.value is None else dict(self._recall(field.value)))

    def put(self, name: str, value: Any) -> None:
        """A value that was chosen elsewhere."""
        self._typed.add(name)
        self._begin_with({**self.draft, name: value})

    def form_with(self, name: str, value: Any) -> Form:
        """The form as it would be with another value of a field."""
        draft = self._said(self._recall(value)) if name == TARGET else self.draft
        return self._fill({**draft, name: value})

    def sort(self, name: str, order: Sequence[Any]) -> None:
        """Put the choices of a field in another order; those that it doesn't name follow as they were."""
        self._order[name] = order
        self.form = self._fill(self.draft)

    def is_sorted(self, name: str) -> bool:
        """Whether the choices of a field stand in an order of their own."""
        return bool(self._order.get(name))

    def set_text(self, name: str, text: str) -> None:
        """Words typed into a field."""
        field = next(field for field in self.form.fields if field.name == name)
        if (field.value or "") != text:
            self.set_value(field, text or None)

    def clear(self, field: Field) -> None:
        """Nothing is said there any more."""
        self.set_value(field, None)

    def set_value(self, field: Field, value: Any) -> None:
        """Something is said there; None says nothing. Another target brings its own facts with it."""
        if value is None:
            self._typed.discard(field.name)
            self.draft.pop(field.name, None)
        else:
            self._typed.add(field.name)
            self.draft[field.name] = value
            if field.name == TARGET:  # facts of another one don't hold
                self.draft = self._said(self._recall(value))
        self.form = self._fill(self.draft)

    def _aim(self) -> Field | None:
        return next((field for field in self.form.fields if field.name == TARGET), None)

    def _begin_with(self, draft: Table) -> None:
        self.draft = draft
        self.form = self._fill(draft)

    def _said(self, recalled: Draft) -> Table:
        """What is remembered, and what has been said since on top of it."""
        mine = {name: value for name, value in self.draft.items() if name in self._typed}
        return {**recalled, **mine}

    def is_open(self, field: Field) -> bool:
        """Empty, or filled by the game though there is something to choose from."""
        chosen_for_them = field.kind == "choice" and field.name not in self.draft
        possible = sum(choice.why_not is None for choice in field.choices)
        return is_empty(field) or (chosen_for_them and possible > 1)

    def _fill(self, draft: Draft) -> Form:
        form = self._asked(draft)
        if not any(self._order.values()):
            return form
        fields = []
        for field in form.fields:
            order = [*self._order.get(field.name, ()), *(choice.value for choice in field.choices)]
            in_order = sorted(field.choices, key=lambda choice: order.index(choice.value))
            fields.append(replace(field, choices=tuple(in_order)))
        return replace(form, fields=tuple(fields))


def is_empty(field: Field) -> bool:
    """Whether it says nothing."""
    return field.value is None or field.value == ""


# --- what was said of the table before


class _Step(NamedTuple):
    """What an entry is to the memory: the command and who gave it ("" for an answer), and who stands elsewhere after it."""

    do: str
    by: str
    moved: frozenset[str]


class FormMemory:
    """Drafts out of earlier commands that name another unit, by who gave them; the latest comes first.

    What was said holds until one of the two has moved. Nothing is kept that is not in the log, so that it is the same in another round, after an undo, and in a game that was
    left. What an entry says is looked up once: a log may be long.
    """

    def __init__(self, session: Session[GameState]) -> None:
        self._session = session
        self._steps: list[_Step] = []
        self._following: dict[int, list[int]] = {}

    def recall(self, do: str, by: str, target: Any = None) -> Draft:
        """What holds of the latest command of this kind by this unit; with a target, of the latest one at it."""
        known = (draft for _, draft in self._of(by, do))
        return next((draft for draft in known if target is None or draft.get(TARGET) == target), {})

    def last_aimed(self, by: str) -> str:
        """The kind of the latest command by this unit that had a target, "" for none."""
        return next((do for do, draft in self._of(by) if TARGET in draft), "")

    def _of(self, by: str, do: str = "") -> Iterator[tuple[str, Draft]]:
        """The commands of a unit from now on back, each with what holds of it; those of which nothing does are left out."""
        ruleset, state = self._session.ruleset, self._session.state
        for entry in self._session.timeline.entries[len(self._steps) :]:
            done, giver = (entry.input.do, entry.input.by) if isinstance(entry, CommandEntry) else ("", "")
            spec = ruleset.specs.get(done)
            went = {giver} if spec is not None and spec.moves else set()
            if went & state.sides.keys():
                went = set(state.units)
            for event in entry.events:
                who = ruleset.facts[event.tag].moves if event.tag in ruleset.facts else ""
                if who:
                    went.add(str(event.of.get(who)))
            self._steps.append(_Step(done, giver, frozenset(went)))
            if done:
                self._following.setdefault(entry.parent, []).append(entry.n)
        moved: set[str] = set()
        after = 0
        for n in (*(entry.n for entry in reversed(self._session.timeline.path())), 0):
            undone = [one for one in reversed(self._following.get(n, ())) if one != after]
            for one in [
                *undone,
                *([n] if n else []),
            ]:  # each entry after the commands that were undone behind it
                step = self._steps[one - 1]
                if step.by == by and do in ("", step.do):
                    draft = self._holding(one, moved | step.moved)
                    if draft:
                        yield step.do, draft
            moved |= self._steps[n - 1].moved if n else set()
            after = n

    def _holding(self, n: int, moved: Collection[str]) -> Draft:
        """What a command said, as far as those it names still stand where they stood then."""
        ruleset, units = self._session.ruleset, self._session.state.units
        given = self._session.timeline.command_at(n).input
        said = [value for name, value in given.words.items() if name not in ("do", "by")]
        if given.do not in ruleset.specs or not any(_named(value, units) for value in said):
            return {}
        draft = drafted(ruleset, given.words)
        aimed = [
            value
            for value in said
            if not isinstance(value, list) or any(isinstance(part, Mapping) for part in value)
        ]
        if given.by in moved or _named([draft.get(TARGET), *aimed], moved):
            return {name: draft[name] for name in UNMEASURED if name in draft}
        return {
            name: [one for one in value if one not in moved] if isinstance(value, list) else value
            for name, value in draft.items()
        }


def drafted(ruleset: Ruleset[GameState], words: Draft) -> Draft:
    """The words of an earlier command as its form holds them."""
    by_hand = ruleset.view.drafts.get(words["do"])
    return by_hand(words) if by_hand else as_drafted(ruleset.specs[words["do"]].model, words)


def _named(value: Any, units: Collection[str]) -> bool:
    """Whether a value is one of these units, or a list with one among it; groups of an attack are looked into."""
    if isinstance(value, Mapping):
        return any(_named(part, units) for part in value.values())
    if isinstance(value, (list, tuple)):
        return any(_named(part, units) for part in value)
    return isinstance(value, str) and value in units
