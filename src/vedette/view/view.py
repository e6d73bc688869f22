"""What a game gives to the screens: functions from its state to the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Table, Words
from vedette.engine.driver import Procedure
from vedette.engine.requests import Request
from vedette.view import vocabulary
from vedette.view.forms import Filled

if TYPE_CHECKING:  # not before somebody sets a game up, makes a character or opens a sheet
    from vedette.engine.played import PlayedCommand
    from vedette.view.course import Course
    from vedette.view.editors import Builder, MapEditor
    from vedette.view.packs import PackKind
    from vedette.view.roster import Catalogue
    from vedette.view.sheet import Sheet

S = TypeVar("S")


def is_secret(path: str, secret: Collection[str]) -> bool:
    """Whether the value of a path is, or holds, what only one side may know."""
    return any(f"{path}.".startswith(f"{one}.") or one.startswith(f"{path}.") for one in secret)


def when_asked(where: str) -> Callable[..., Any]:
    """The function `module:name`, whose module is imported when it is first called."""
    module, _, name = where.partition(":")

    def called(*arguments: Any) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return called


class View(Struct, Generic[S], frozen=True):
    """The screen's side of a ruleset.

    table: everything at a glance; the request is the open question, if any.
    actions: what a unit or a side may do now, and why not the rest.
    form: what a command asks of the table, filled with a draft (field name to value).
    position: a few words for where the game stands, for a replay.
    card: one card of the table by itself, where it can be had without the others.
    sharing: the units whose cards tell more than the units hold, such as what waits for several of them together.
    details: what the card of a unit tells where it is opened: its weapons, and all that a glance may do without.
    roster: what may be chosen for a new game; it reads data, so it is called late. Raises DataError.
    faults: the rules that a game breaks before its first command; with a side those that it breaks by itself.
    sheet: everything about one unit, where the game has such sheets.
    drafts: how the words of an earlier command stand in its form, where its fields have other names.
    chips: the rules behind the chips and tokens of a card, by the words that these begin with.
    look: what a hex of the board is to a unit, in words, where the game is played on one.
    builder: how characters with files of their own are made, where the game has such.
    map_editor: how its maps are drawn, where the game is played on such; it reads data, so it is called late.
    packs: the kinds of things that packs of house profiles may hold; it reads data, so it is called late.
    steppers: what of a unit can be corrected by hand, what is corrected most often first.
    place: what is asked to put a unit on the board by hand, where the game is played on one.
    story: the words in which its battle report tells losses.
    hidden: what only one side may see, for its own eyes, where a game has such things; None for a game that can have none.
    secret_paths: the values of the state that only one side may know now; nobody is told what is at or below them.
    open_words: an earlier command as everybody may read it now, without what only one side may know.
    terms: the names of other things that a command may say by their ids, such as spells.
    course: what a longer business has come to, such as a chain of tests; of the last command, and the open question. None for nothing.
    unspent: what a command would give up, or what could still be done before one that ends it, in a sentence; what is told is beyond what the
        screens find by themselves, such as shots at a range that nobody has said yet.
    awaited: whom the table has to ask before a command of that name, which would end their chance to answer what has
        just happened: screens and the command line give it only afterwards, though no rule forbids it; None for nobody.
    report: what the units did and what became of them, once the game is over; None where nobody asks for it.
    traits: what a unit has that it could be without, and that no modifier tells of, by its name (no attribute that every unit has); each with the game as if it were not so.
    sets_off: what a command brings about later, such as the blast of a grenade where it is to land; None for nothing.
    """

    table: Callable[[S, Request | None], vocabulary.Table]
    actions: Callable[[S, str], tuple[vocabulary.Action, ...]]
    form: Callable[[S, str, str, Row], vocabulary.Form]
    position: Callable[[S], str]
    roster: Callable[[], Catalogue] = when_asked("vedette.view.roster:Catalogue")
    faults: Callable[[S, str], tuple[Refusal, ...]] = lambda state, side: ()
    sheet: Callable[[S, str], Sheet] | None = None
    chips: Mapping[str, tuple[str, ...]] = {}
    drafts: Mapping[str, Callable[[Row], Row]] = {}
    look: Callable[[S, str, str], str] | None = None
    builder: Builder[Any] | None = None
    map_editor: Callable[[], MapEditor[Any]] | None = None
    steppers: Callable[[S, str], tuple[vocabulary.Stepper, ...]] = lambda state, unit: ()
    card: Callable[[S, str], vocabulary.Card] | None = None
    sharing: Callable[[S], Collection[str]] = lambda state: ()
    place: Callable[[S, str, Row], Filled] | None = None
    details: Callable[[S, str], Sequence[vocabulary.Detail]] = lambda state, unit: ()
    unspent: Callable[[S, str, str], str] = lambda state, do, by: ""
    awaited: Callable[[S, str], Refusal | None] = lambda state, do: None
    report: Callable[[S], vocabulary.Report | None] = lambda state: None
    traits: Callable[[S, str], Mapping[str, S]] = lambda state, unit: {}
    sets_off: Callable[[S, Row], Procedure[S] | None] = lambda state, words: None
    story: vocabulary.StoryWords = vocabulary.USUAL_WORDS
    hidden: Callable[[S, str], Sequence[vocabulary.Detail] | None] = lambda state, side: None
    secret_paths: Callable[[S], Collection[str]] = lambda state: ()
    open_words: Callable[[S, Words], Words] = lambda state, words: words
    terms: Callable[[S], Mapping[str, str]] = lambda state: {}
    course: Callable[[S, PlayedCommand | None, Request | None], Course | None] = lambda *told: None
    packs: Callable[[], tuple[PackKind, ...]] = lambda: ()

    def open_paths(self, state: S, paths: Table) -> Table:
        """The values of a state without those that only one side may know."""

        def left(values: Table, before: str) -> Table:
            kept = {key: value for key, value in values.items() if f"{before}{key}" not in secret}
            return {key: within(value, f"{before}{key}.") for key, value in kept.items()}

        def within(value: Any, before: str) -> Any:
            if isinstance(value, list):
                return [within(one, f"{before}{n}.") for n, one in enumerate(value)]
            return left(value, before) if isinstance(value, dict) else value

        secret = self.secret_paths(state)
        return left(paths, "") if secret else paths

    def card_of(self, state: S, unit: str) -> vocabulary.Card:
        """The card of a unit that is on the table."""
        if self.card is not None:
            return self.card(state, unit)
        return next(card for card in self.table(state, None).cards if card.id == unit)
