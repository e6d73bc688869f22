"""A first battle with a guide: a small game, and lessons that go by what the players have before them.

Both are data of a ruleset, `first_battle.toml`. A lesson says when it is due, what is to be known then, and what to press.
Nothing is forced: whatever else the players do, the lesson that fits what they see then is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from vedette.engine.data import Table
from vedette.engine.errors import DataError
from vedette.engine.library import read_toml, ruleset_folder
from vedette.engine.plain import faults
from vedette.engine.timeline import ChoiceEntry, CommandEntry, RollEntry

if TYPE_CHECKING:
    from vedette.engine.ruleset import Ruleset
    from vedette.engine.session import Session
    from vedette.engine.state import GameState

FILE = "first_battle.toml"

LONGEST = 210  # characters that a lesson may have with what to press: three rows of the smallest screen

On = Literal["actions", "handover", "form", "dice", "choice", "ended", "log", "elsewhere"]
"""What the keyboard is given to. `handover`: the other side has just been called upon, and the next key only says that it has seen it."""

KEYS: Mapping[str, str] = {
    "Enter": "enter",
    "Esc": "escape",
    "Tab": "tab",
    "Space": "space",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "?": "question_mark",
    "#": "number_sign",
    ">": "greater_than_sign",
}
"""Keys as a lesson writes them that have another name on a keyboard; a letter, a digit and a capital are themselves."""

_KEY = re.compile(r"`([^`]*)`")


Words = Annotated[
    tuple[str, ...],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    Field(strict=False),
]


class PlayersView(Struct, frozen=True):
    """What the players have before them.

    `do`: the command whose form is open, or whose dice or choice is asked; `field` the field of the form that is at hand, or what is missing.
    `asks`: what the dice or the choice is about, as the ruleset names it; "again" where an action asks for its key a second time. `waits`: the command that must come next.
    `can`, `cannot`: the commands that the unit looked at and its side may give now, and may not. `did`, `saw`: the commands
    that were given in this game, and its facts by their tags. `ready`: nothing is missing in the form. `refused`: a rule has
    just said no, or is against the form as it stands. `undone`: something was taken back, and can be done again.
    """

    on: On
    do: str = ""
    field: str = ""
    asks: str = ""
    waits: str = ""
    can: frozenset[str] = frozenset()
    cannot: frozenset[str] = frozenset()
    did: frozenset[str] = frozenset()
    saw: frozenset[str] = frozenset()
    ready: bool = False
    refused: bool = False
    undone: bool = False


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Situation(_Data):
    """Conditions on a moment; all that are given must hold.

    Of `on`, `do`, `field`, `asks` and `waits` one of the words must fit, of the others every one. `told`: lessons that are over.
    """

    on: Words = ()
    do: Words = ()
    field: Words = ()
    asks: Words = ()
    waits: Words = ()
    can: Words = ()
    cannot: Words = ()
    did: Words = ()
    saw: Words = ()
    told: Words = ()
    ready: bool = False
    refused: bool = False
    undone: bool = False

    def holds(self, moment: PlayersView, told: frozenset[str]) -> bool:
        """Whether the players have this before them."""
        for name in type(self).model_fields:
            wanted, there = getattr(self, name), told if name == "told" else getattr(moment, name)
            if isinstance(there, bool):
                fits = there or not wanted
            elif isinstance(there, frozenset):
                fits = there.issuperset(wanted)
            else:
                fits = not wanted or there in wanted
            if not fits:
                return False
        return True


class Lesson(_Data):
    """One thing that is explained once.

    It is due while `when` holds and `unless` does not, and over when that has passed, or `until` holds. `text` says what
    is seen, `press` what to do next; each key in it stands in backquotes, and pressed in their order they lead on.
    `again` is the short word for the same situation later. `plain` is said in place of the text where the game is played by
    lines: nothing where it is empty. What only comes up sometimes is an `aside`, and no step of the battle.
    """

    id: str
    text: str = ""
    press: str = ""
    again: str = ""
    plain: str | None = None
    aside: bool = False
    when: Situation = Situation()
    unless: Situation | None = None
    until: Situation | None = None

    @property
    def said(self) -> str:
        """What is said the first time."""
        return " ".join(filter(None, (self.text, self.press)))

    @property
    def spoken(self) -> str:
        """What is said where there are no keys."""
        return self.text if self.plain is None else self.plain

    def is_due(self, moment: PlayersView, told: frozenset[str]) -> bool:
        """Whether it fits what the players have before them."""
        return self.when.holds(moment, told) and not (self.unless and self.unless.holds(moment, told))

    def is_over(self, moment: PlayersView, told: frozenset[str]) -> bool:
        """Whether what it tells of has been done."""
        return self.until is not None and self.until.holds(moment, told)


class FirstBattle(_Data):
    """A small game to learn by: what it is in a line, its set-up without the ruleset, and its lessons, the most special first.

    `title`: what the game is called where the ruleset's id does not say it.
    """

    text: str
    title: str = ""
    game: Table
    lessons: Annotated[tuple[Lesson, ...], Field(strict=False)]


class About(Struct, frozen=True):
    """What the game is called, and its first battle in a line, or what is wrong with that."""

    title: str
    text: str


def about_first_battle(ruleset: str) -> About | None:
    """What the first battle of a ruleset is; None where it brings none. The ruleset is not loaded."""
    path, title = ruleset_folder(ruleset) / FILE, ruleset.replace("-", " ").title()
    if not path.is_file():
        return None
    try:
        row = read_toml(path)
    except DataError as error:
        return About(title, str(error))
    return About(str(row.get("title") or title), str(row.get("text", ruleset)))


def read_first_battle(ruleset: Ruleset[Any]) -> FirstBattle:
    """The first battle of a ruleset; raises DataError with every fault."""
    try:
        found = FirstBattle.model_validate(read_toml(ruleset_folder(ruleset.id) / FILE))
    except ValidationError as error:
        raise DataError([f"{FILE}: {fault}." for fault in faults(error)]) from error
    if wrong := [f"{FILE}: {fault}." for fault in _faults(found, ruleset)]:
        raise DataError(wrong)
    return found


def keys_in(text: str) -> list[str]:
    """The keys that a lesson asks for, in their order, by the names that a keyboard has for them."""
    return [KEYS.get(key, key) for key in _KEY.findall(text)]


def without_marks(text: str) -> str:
    """The words without what marks their keys."""
    return text.replace("`", "")


class Told(Struct, frozen=True):
    """What the guide says: a text, what to press, and how many steps are done, of how many."""

    text: str = ""
    press: str = ""
    step: int = 0
    of: int = 0

    def __str__(self) -> str:
        return " ".join(filter(None, (self.text, self.press)))


class Guide:
    """Tells the lesson that fits; remembers which ones are over. It may be told to be `quiet`, and says nothing then."""

    def __init__(self, lessons: Sequence[Lesson], told: frozenset[str] = frozenset()) -> None:
        self._lessons = lessons
        self.quiet = False
        self._told = told
        self._shown: Lesson | None = None
        self._step = 0

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is told now for the first time."""
        return self._shown

    def look(self, moment: PlayersView) -> Told:
        """What is to be said of a moment, if anything. It stays the same until the moment is another one."""
        if self.quiet:
            return Told()
        shown = self._shown
        self._told |= {lesson.id for lesson in self._lessons if lesson.is_over(moment, self._told)}
        if shown is not None and not shown.is_due(moment, self._told):
            self._told |= {shown.id}
        told = self._told
        due = (lesson for lesson in self._lessons if lesson.is_due(moment, told))
        first = next((lesson for lesson in due if lesson.id not in told or lesson.again), None)
        self._shown = first if first and first.id not in told else None
        if first is None:
            return Told()
        steps = {lesson.id for lesson in self._lessons if not lesson.aside}
        done = len(steps & self._told) + (first.id in steps - self._told)
        self._step = len(steps) if moment.on == "ended" else max(1, self._step, done)
        text, press = (first.text, first.press) if self._shown else _halves(first.again)
        return Told(text, press, self._step, len(steps))


def _halves(again: str) -> tuple[str, str]:
    """A short word, and its keys as what is to be pressed."""
    keys = " ".join(f"`{key}`" for key in _KEY.findall(again))
    return without_marks(again), f"Now press {keys}" if keys else ""


def guide_of(session: Session[GameState]) -> Guide:
    """The guide of a first battle, as far as it has been played; raises DataError where the ruleset has none any more."""
    lessons, path = read_first_battle(session.ruleset).lessons, session.timeline.path()
    commands = [entry for entry in path if isinstance(entry, CommandEntry)]
    done = {entry.input.do for entry in commands}
    answers = (entry.input.key for entry in path if isinstance(entry, RollEntry | ChoiceEntry))
    asked = {key.partition("/")[0] for key in answers}
    sides = {entry.who for entry in commands}
    told = set()
    for lesson in lessons:
        when = lesson.when
        by_now = done & {*when.do, *when.can, *when.waits} or asked & {*when.asks}
        if when.on == ("handover",):
            by_now = sides if len(sides) > 1 else set()
        if by_now and not (when.undone or when.refused):
            told.add(lesson.id)
    return Guide(lessons, frozenset(told))


def _faults(found: FirstBattle, ruleset: Ruleset[GameState]) -> Iterator[str]:
    ids = [lesson.id for lesson in found.lessons]
    if not ids:
        yield "it has no lesson"
    yield from (f"lesson {id} is there twice" for id in sorted({id for id in ids if ids.count(id) > 1}))
    known = {
        "on": set(get_args(On)),
        "do": set(ruleset.specs),
        "can": set(ruleset.specs),
        "cannot": set(ruleset.specs),
        "did": set(ruleset.specs),
        "saw": set(ruleset.facts),
        "told": set(ids),
    }
    for lesson in found.lessons:
        for name, there in known.items():
            situations = filter(None, (lesson.when, lesson.unless, lesson.until))
            words = {word for situation in situations for word in getattr(situation, name)}
            unknown = sorted(words - there)
            yield from (f"lesson {lesson.id}: there is no {word} for {name}" for word in unknown)
        for said in (lesson.said, lesson.again):
            if len(without_marks(said)) > LONGEST:
                yield f"lesson {lesson.id}: it has more than {LONGEST} characters"
            if said.count("`") % 2 or any(len(key) != 1 for key in keys_in(said) if key not in KEYS.values()):
                yield f"lesson {lesson.id}: in backquotes stands a letter, a digit, or one of {', '.join(KEYS)}"
