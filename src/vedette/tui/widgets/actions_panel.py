"""The table at rest: who is at hand, what it may do with a word or a number each, and folded away what it can't."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Literal

from msgspec import Struct
from rich.cells import cell_len
from textual.message import Message

from vedette.engine.grammar import in_a_sentence
from vedette.kit.words import some
from vedette.tui.keys import EVERYWHERE, OF_TABLE, RESERVED, TABLE, letters
from vedette.tui.text import (
    WITH_IDS,
    Line,
    Piece,
    Said,
    clean,
    filled,
    fit,
    flowing,
    line,
    rows_of,
    rule,
    spread,
    whole,
)
from vedette.tui.widgets.objectives import Objectives
from vedette.tui.widgets.panel_host import Acknowledged, BadKey, Panel, Result
from vedette.view.signs import TOKEN
from vedette.view.vocabulary import Action, Card, Detail

NEVER = "not possible now"

JUDGED = "at the table"  # over the rules that only eyes at the table can judge
AT_TABLE = "Table"  # the entry behind which everything stands that belongs to the table
FOLD = "+"  # the key and the sign that opens what is folded

NOTHING_TO = {
    "a": "No attack is possible now.",
    "m": "No move is possible now.",
    "e": "Nothing to end now.",
}
"""What is said to a letter that means the same in every game, where it is not even listed."""


Guard = Literal["", "enter", "any"]
"""Keys that only acknowledge: none; Enter, after the last die; Enter and all letters, where the other side decides now."""

HABIT = 0.4
"""Seconds after the last die in which an Enter still belongs to the dice, and does nothing else."""

SHORT_HINT = 3  # a hint of more rows than this stands below the actions
ROOMY = 22  # from this many rows on the actions stand below each other, whatever is shown above them
MOST_WIDE = 76  # cells that a row takes at most: a longer one is hard to follow to its end
ENTER = 8  # cells of the key at the end of the row
LEAST_NAMED = 12  # cells in which the names of what is folded have room
NAMED, NOTED = 5, 21
"""Cells before the name of an action, and before what is told of it where names leave room."""


class ActionList(Struct, frozen=True):
    """Actions with the letters that pick them, possible ones first, usual ones before all, for one unit or none.

    `told` is the hint of the moment, shown while it is nobody's turn alone; `of_both`: it is not. `measure` is what the unit's
    points are called; `objectives` are listed where the score board has no room for them; `mapped`: no cards stand beside it.
    """

    actions: tuple[Action, ...]
    keys: tuple[str, ...]
    card: Card | None
    role: str
    heading: str
    told: str = ""
    of_table: tuple[Action, ...] = ()
    details: Sequence[Detail] = ()
    of_both: bool = False
    measure: str = ""
    objectives: Objectives | None = None
    mapped: bool = False

    @staticmethod
    def of(
        actions: Sequence[Action],
        card: Card | None,
        role: str,
        heading: str,
        told: str = "",
        details: Sequence[Detail] = (),
    ) -> ActionList:
        """Give every action a letter that the table doesn't need; `told` is read below the possible ones.

        What belongs to the table is kept for its own list.
        """
        ordered = sorted(actions, key=lambda action: (action.why_not is not None, not action.usual))
        own = [action for action in ordered if not action.of_table]
        of_table = tuple(action for action in ordered if action.of_table)
        return ActionList(tuple(own), _lettered(own), card, role, heading, told, of_table, details)

    @property
    def at_table(self) -> ActionList:
        return ActionList(self.of_table, _lettered(self.of_table), None, self.role, AT_TABLE)

    def with_key(self, key: str) -> Action | None:
        return next((action for action, one in zip(self.actions, self.keys, strict=True) if one == key), None)

    def key_of(self, action: Action) -> str:
        return next(key for one, key in zip(self.actions, self.keys, strict=True) if one == action)

    @property
    def first(self) -> Action | None:
        """What Enter does: the first action that is possible and not seldom wanted, else what ends the unit's own time to act.

        None that passes or gives something up while there is something else to do, and none instead of such a one that comes before all.
        """
        possible = [action for action in self.actions if action.why_not is None]
        if possible and possible[0].usual and possible[0].deliberate:
            return None
        given = [action for action in possible if not action.deliberate]
        ends = (action for action in possible if self.card and action.by == self.card.id)
        likely = (action for action in given if not action.seldom)
        return next(chain(likely, (action for action in ends if action.deliberate), given), None)


def _lettered(actions: Sequence[Action]) -> tuple[str, ...]:
    """A letter for each, and the letters that mean the same in every game for nothing else."""
    taken = RESERVED | (EVERYWHERE - {action.key for action in actions})
    return letters(tuple((action.key, action.title) for action in actions), taken)


@dataclass
class Picked(Message):
    """An action was picked, possible or not."""

    action: Action


@dataclass
class TableOpened(Message):
    """What belongs to the table is to be listed."""


class ActionsPanel(Panel):
    """The list of actions; a row of letters where something else is shown above and room is short."""

    def __init__(self, offer: ActionList, guard: Guard = "") -> None:
        """Offer these actions; `guard` says which keys only acknowledge what has just happened."""
        self.offer = offer
        self._guard = guard if guard == "any" else ""
        self._settled = monotonic() + HABIT if guard == "enter" else 0.0
        self._unfolded = False

    @property
    def is_guarded(self) -> bool:
        return bool(self._guard)

    def only_acknowledges(self, key: str) -> bool:
        return key == "enter" and (self.is_guarded or monotonic() < self._settled)

    def least(self, width: int, height: int) -> int:
        """The possible actions, in running text where rows are scarce, or while a great moment is looked at."""
        listed = [*self._acknowledging(width), *self._possible(width)]
        if self._unfolded:
            return min(len(self._opened(width)), height)
        return min(len(listed) if height >= ROOMY and not self._guard else len(self.flow(width)), height)

    def draw(self, width: int, height: int) -> list[Line]:
        """The unit, what it may do, what is folded, as roomy as there are rows; on small screens the objectives below."""
        width = min(width, MOST_WIDE)
        head, folded, table = self._profile(width), self._folded(width), [self._table_row(width)]
        shown = self.offer.told and (self.offer.of_both or self.offer.mapped)
        told = rows_of(self.offer.told, width, "dim") if shown else []
        first, last = (told, []) if self.offer.of_both and len(told) <= SHORT_HINT else ([], told)
        acts = [*self._acknowledging(width), *self._possible(width)]
        if self._unfolded:
            return spaced(head, self._opened(width))
        apart = [row for act in acts for row in (act, Line())][:-1]
        goals = self._objectives(width, height)
        roomy = spaced([*head, Line()], first, [*apart, Line()], [*folded, *table], last, goals)
        if len(roomy) <= height:
            return roomy
        dense = spaced(head, first, [*acts, *folded, *table], last, goals)
        if len(dense) <= height or (last and not self.offer.mapped):
            return dense
        return spaced(head, first, [*acts, *folded, *(table if self.offer.mapped else ())], goals)

    def below(self, width: int, height: int) -> list[Line]:
        """Below the dice of the last command: what may be done now, and of the rest only what fits whole."""
        if self._unfolded:
            return self._opened(width)[:height]
        made = [*self._acknowledging(width), *self._possible(width)]
        if len(made) > height:
            return self.flow(width)[:height]
        for row in (*self._folded(width), self._table_row(width)):
            made += [row] if len(made) < height else []
        return made

    def _opened(self, width: int) -> list[Line]:
        """All actions, and why each of those is not possible that are else folded away."""
        acts = [*self._acknowledging(width), *self._possible(width)]
        return spaced(acts, self._refused(width), [line("  ", (FOLD, "key"), "  fold", target=FOLD)])

    def _objectives(self, width: int, height: int) -> list[Line]:
        """The list of objectives where the score board has none; those that are scored yield first."""
        if self.offer.objectives is None or width >= WITH_IDS or self._guard:
            return []
        acts = len(self._acknowledging(width)) + len(self._possible(width)) + len(self._folded(width))
        room = height - len(self._profile(width)) - acts - 2
        return self.offer.objectives.listed(width)[: max(0, room)]

    def _pairs(self, possible: bool) -> list[tuple[Action, str]]:
        pairs = zip(self.offer.actions, self.offer.keys, strict=True)
        return [(action, key) for action, key in pairs if (action.why_not is None) is possible]

    def _possible(self, width: int) -> list[Line]:
        """Letter, name, and a word or number: below each other where all have room so, else at the end of their rows."""
        pairs = self._pairs(possible=True)
        notes = [clean(action.note) for action, _ in pairs]
        longest = max((cell_len(clean(action.title)) for action, _ in pairs), default=0)
        at = max(NOTED if width >= WITH_IDS else 0, NAMED + longest + 2)
        in_column = all(at + cell_len(note) <= width for note in notes)
        made = []
        for (action, key), note in zip(pairs, notes, strict=True):
            first = action is self.offer.first and not self._guard
            title = Piece(f"  {clean(action.title)}", "strong")
            named = filled([title], at - NAMED + 2) if in_column else [title, Piece("  ")]
            left = [Piece("▸ " if first else "  "), Piece(key, "key"), *named]
            room = width - NAMED - cell_len(title.text) - 1  # the name of an action is never cut
            told = Piece(
                fit(note, room) if room >= min(LEAST_NAMED, cell_len(note)) else "", "" if first else "dim"
            )
            right = [] if in_column else [told, Piece(" ")]
            left += [told] if in_column else []
            if first and line(*left, *right).width + ENTER <= width:
                right.append(Piece(" Enter ", "key"))
            made.append(spread(left, right, width, "chosen" if first else "", action_target(action)))
        return made

    def _folded(self, width: int) -> list[Line]:
        """What is not possible, in one line: how many, and as many of their names as fit."""
        titles = [clean(action.title) for action, _ in self._pairs(possible=False)]
        if not titles:
            return []
        said = f"{len(titles)} more, {NEVER}"
        room = width - NAMED - cell_len(said) - 3
        told = f"{said}: {fit(_joined(titles), room)}" if room >= LEAST_NAMED else said
        return [line("  ", (FOLD, "key"), (f"  {told}", "dim"), target=FOLD)]

    def _table_row(self, width: int) -> Line:
        """The entry behind which the table's own list stands, with what is in it as far as there is room."""
        within = [*(action.title for action in self.offer.of_table), *(key.label for key in OF_TABLE)]
        told = fit(f"the table: {_joined(within)}", width - NAMED - 1)
        said = told if width >= WITH_IDS else "the table"
        return line("  ", (TABLE["table"].show, "key"), (f"  {said}", "dim"), target=AT_TABLE)

    def flow(self, width: int) -> list[Line]:
        """Letters and names in running text, where rows are scarce."""
        entries = [*_entries(self._pairs(possible=True)), (TABLE["table"].show, AT_TABLE, AT_TABLE)]
        return [*self._acknowledging(width), *_flowed(entries, width)]

    def _acknowledging(self, width: int) -> list[Line]:
        go_on = [("▸ ", ""), ("Enter", "key"), ("  Go on", "strong")]
        return [spread(go_on, [], width, "chosen")] if self._guard else []

    def _profile(self, width: int) -> list[Line]:
        """Who it is and what of it is left, the profile in a row, and what tokens and conditions cost it."""
        card, role = self.offer.card, f"{self.offer.role} strong"
        if card is None:
            return [line((fit(clean(self.offer.heading), width), role))]
        rows = [spread([(clean(card.name), role)], self._strength(card, width), width), *_stats(card, width)]
        if self.offer.mapped:  # no card stands beside the map
            weapons = [one for one in self.offer.details if one.kind == "weapon" and not one.struck]
            rows += [
                line(fit(f"{clean(one.label)}  {clean(one.brief or one.text)}", width)) for one in weapons[:1]
            ]
        for token in card.tokens:
            if token.count and token.effect:
                said = f" {token.count} {token.called(token.count).lower()}: {clean(token.effect)}"
                rows.append(line((TOKEN, "warn strong"), (fit(said, width - 1), "dim")))
        for badge in card.badges:
            if badge.effect:
                said = f"{clean(badge.text)}: "
                rows.append(line((said + whole(clean(badge.effect), width - cell_len(said)), "warn")))
        return rows

    def _strength(self, card: Card, width: int) -> list[Said]:
        """What sort of unit it is and how many of it are left; where there is little room the numbers alone."""
        if not card.full:
            return []
        value, full = card.value, card.full
        if len(card.pips) > 1:
            value, full = sum(pip.value > 0 for pip in card.pips), len(card.pips)
        if width < WITH_IDS:
            of = f"/{full} {self.offer.measure}".rstrip()
            return [(f"{value}", f"{card.hurt} strong"), (of, "dim")] if card.figure is None else []
        left = f"{value} of {full}" if value < full else ""
        named = clean(card.kind) or (left and self.offer.measure)
        return [(f"{', '.join(filter(None, (named, left)))} " if card.kind else f"{left} {named} ", "dim")]

    def _refused(self, width: int) -> list[Line]:
        """What is not possible, one reason each, behind the name where it fits, else below; a reason of several is told once."""
        groups: dict[str, list[tuple[Action, str]]] = {}
        for action, key in self._pairs(possible=False):
            if action.why_not:
                groups.setdefault(clean(action.why_not.words), []).append((action, key))
        made: list[Line] = []
        for said, pairs in groups.items():
            heads = [line("  ", *row.pieces) for row in _flowed(_entries(pairs), width - 2, "dim")]
            if len(heads) == 1 and heads[0].width + cell_len(said) <= width:
                made.append(line(*heads[0].pieces, (said, "dim")))
            else:
                made += [*heads, *rows_of(said, width, "dim", lead=" " * NAMED)]
        return [rule(NEVER, width), *made] if made else []

    def key(self, key: str, char: str) -> Result:
        """A letter picks its action, Enter the first possible one, unless what has just happened is to be seen first."""
        if self.only_acknowledges(key) or (self._guard and self.offer.with_key(char)):
            return Acknowledged()
        if char == FOLD and self._pairs(possible=False):
            self._unfolded = not self._unfolded
            return True
        if self._unfolded and key == "escape":
            self._unfolded = False
            return True
        action = self.offer.first if key == "enter" else self.offer.with_key(char)
        if action is None and key == "enter":
            return BadKey(self.no_use("Enter"))
        return Picked(action) if action else False

    def no_use(self, char: str) -> str:
        """What is said to a letter that picks nothing; where it means the same in every game, what is possible or why nothing is."""
        if char not in {*NOTHING_TO, "Enter"} and self._pairs(possible=True):
            return f"{char} does nothing now."
        possible = [one.title for one in self.offer.actions if one.why_not is None]
        reasons = (one.why_not.sentence for one in self.offer.actions if one.why_not)
        reason = next(reasons, self.offer.told.partition("\n")[0])
        said = f"Possible: {some(possible)}." if possible else reason
        return f"{NOTHING_TO.get(char, f'{char} does nothing now.')} {said}".strip()

    def click(self, target: str) -> Result:
        if target == AT_TABLE:
            return TableOpened()
        if target == FOLD:
            return self.key("plus", FOLD)
        picked = (Picked(one) for one in self.offer.actions if target == action_target(one))
        return next(picked, False)


def spaced(*blocks: Sequence[Line], height: int | None = None) -> list[Line]:
    """Blocks of lines with a free row between them, in so many rows only as far as there are any; empty blocks take none."""
    there = [block for block in blocks if block]
    free = len(there) if height is None else height - sum(map(len, there))
    made: list[Line] = []
    for i, block in enumerate(there):
        made += [*([Line()] if 0 < i <= free else []), *block]
    return made


def _stats(card: Card, width: int) -> list[Line]:
    """The profile in a row, set closer where it is too wide for that, and in two rows where even so; what has changed is gold."""
    stats = [(name, value.rpartition("→")[2], "→" in value) for name, value in card.stats]
    least = sum(cell_len(name) + cell_len(value) + 2 for name, value, _ in stats) - 1
    gap = next((gap for gap in (4, 2) if least + (len(stats) - 1) * (gap - 1) <= width), 1)
    half = len(stats) if least <= width else (len(stats) + 1) // 2
    made = []
    for row in filter(None, (stats[:half], stats[half:])):
        said: list[Said] = []
        for name, value, changed in row:
            role = "warn strong" if changed else "strong"
            said += [(f"{' ' * gap if said else ''}{name} ", "dim"), (value, role)]
        made.append(Line(filled(said, width)))
    return made


def _joined(titles: Iterable[str]) -> str:
    """Titles as parts of a sentence, in which names stay as they are."""
    return ", ".join(in_a_sentence(clean(title)) for title in titles)


def action_target(action: Action) -> str:
    """What a click on an action means; a command may be offered with a form and without."""
    return f"action:{action.by}:{action.do}{'…' if action.form else ''}"


def _entries(pairs: Iterable[tuple[Action, str]]) -> list[tuple[str, str, str]]:
    return [(key, action.title, action_target(action)) for action, key in pairs]


def _flowed(entries: Iterable[tuple[str, str, str]], width: int, role: str = "") -> list[Line]:
    cells = ([(f"{key} ", role or "key", at), (f"{clean(title)}   ", role, at)] for key, title, at in entries)
    return flowing(cells, width, 3)
