"""What the chosen unit and its side may do, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct
from textual.message import Message

from vedette.kit.words import some
from vedette.tui.figures import GLYPHS, TALL, tall
from vedette.tui.keys import EVERYWHERE, OF_TABLE, RESERVED, TABLE, letters
from vedette.tui.text import WITH_IDS, Line, Piece, clean, ends, filled, fit, line, rule, without_ids, wrap
from vedette.tui.widgets.panel_host import Acknowledged, BadKey, Panel, Result, swallowed
from vedette.view.signs import STANDING, STANDING_WORDS
from vedette.view.vocabulary import Action, Card, Detail

NEVER = "not now"

JUDGED = "at the table"
"""Over the rules that only eyes at the table can judge."""

AT_TABLE = "Table"
"""The entry behind which everything stands that belongs to the table."""

NOTHING_TO = {
    "a": "No attack is possible now.",
    "m": "No move is possible now.",
    "e": "There is nothing to end now.",
}
"""What is said to a letter that means the same in every game, where it is not even listed."""


Guard = Literal["", "enter", "any"]
"""Keys that only acknowledge: none; Enter, after the last die; Enter and all letters, where the other side decides now."""

SHORT_HINT = 3
"""A hint of more rows than this stands below the actions."""

ROOMY = 22
"""From this many rows on the actions stand below each other, whatever is shown above them."""


class ActionList(Struct, frozen=True):
    """Actions with the letters that pick them, possible ones first, usual ones before all, for one unit or none."""

    actions: tuple[Action, ...]
    keys: tuple[str, ...]
    card: Card | None
    role: str
    heading: str
    told: str = ""
    of_table: tuple[Action, ...] = ()
    details: Sequence[Detail] = ()

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
        """The first action that is possible, for Enter; none that ends, passes or gives something up, and none instead of such a one that comes before all."""
        possible = [action for action in self.actions if action.why_not is None]
        given = (action for action in possible if not action.deliberate)
        return None if possible and possible[0].usual and possible[0].deliberate else next(given, None)


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
        self._guard = guard

    @property
    def is_guarded(self) -> bool:
        return bool(self._guard)

    def least(self, width: int, height: int) -> int:
        """The possible actions, in running text where rows are scarce, or while a great moment is looked at."""
        listed = self._actions(width)
        return min(len(listed) if height >= ROOMY and not self._guard else len(self._flow(width)), height)

    def draw(self, width: int, height: int) -> list[Line]:
        """The unit, what it may do, what not and why, and its abilities: as much of it as there is room for."""
        blocks = self._blocks(width)
        for large in (True, False):
            profile = self._profile(width, large=large)
            roomy = spaced(profile, *blocks)
            if len(roomy) <= height:
                return roomy
        tight = [*profile, *(row for block in blocks for row in block)]
        return tight if len(tight) <= height or width >= WITH_IDS else [*profile, *self._in_brief(width)]

    def _in_brief(self, width: int) -> list[Line]:
        """Where not all has room: why an action is not possible its letter tells, and the weapons come before the abilities."""
        abilities, weapons = self._abilities(width)
        denied = [(key, action.title, action_target(action)) for action, key in self._pairs(possible=False)]
        refused = [rule(NEVER, width), *_flowed(denied, width, "dim", "dim")] if denied else []
        blocks = (*self._told_and_actions(width), refused, weapons, abilities)
        return [row for block in blocks for row in block]

    def below(self, width: int, height: int) -> list[Line]:
        """Below the dice of the last command: what may be done now, and of the rest only what fits whole."""
        made: list[Line] = []
        for block in (self._profile(width, large=False), *self._blocks(width)):
            if len(made) + len(block) + 1 <= height:
                made = spaced(made, block)
        actions = self._actions(width)
        return (
            made
            if all(row in made for row in actions)
            else actions
            if len(actions) <= height
            else self._flow(width)[:height]
        )

    def _blocks(self, width: int) -> list[list[Line]]:
        return [*self._told_and_actions(width), self._refused(width), *self._abilities(width)]

    def _told_and_actions(self, width: int) -> list[list[Line]]:
        """What is said of the moment and the actions; what is long is read below them."""
        hint, *reminders = self.offer.told.splitlines() or [""]
        told = [line((row, "dim")) for row in wrap(clean(hint), width)] if hint else []
        heading = [rule(JUDGED, width)] if hint and reminders else []
        eyes = [line((f" {row}", "dim")) for one in reminders for row in wrap(clean(one), width - 1, 2)]
        told += [*heading, *eyes]
        heads = [told, self._actions(width)]
        return heads if len(told) <= SHORT_HINT else heads[::-1]

    def _refused(self, width: int) -> list[Line]:
        denied = self._denied(width)
        return [rule(NEVER, width), *denied] if denied else []

    def _actions(self, width: int) -> list[Line]:
        possible = [self._possible(action, key, width) for action, key in self._pairs(possible=True)]
        return [rule("Actions", width), *self._acknowledging(width), *possible, self._table_entry(width)]

    def _table_entry(self, width: int) -> Line:
        """The entry behind which the table's own list stands, with what is in it as far as there is room."""
        within = [*(action.title for action in self.offer.of_table), *(key.label for key in OF_TABLE)]
        room = width - len(AT_TABLE) - 8
        told = fit(clean(" · ".join(within)), room) if room > 0 else ""
        entry = Piece("  "), Piece(TABLE.show, "key"), Piece(f"  {AT_TABLE}…  "), Piece(told, "dim")
        return Line(entry, target=AT_TABLE)

    def _acknowledging(self, width: int) -> list[Line]:
        go_on = (Piece("▸ ", "key"), Piece("Enter", "key"), Piece("  Go on", "strong"))
        return [Line(filled(go_on, width), "chosen")] if self._guard else []

    def _pairs(self, possible: bool) -> list[tuple[Action, str]]:
        pairs = zip(self.offer.actions, self.offer.keys, strict=True)
        return [(action, key) for action, key in pairs if (action.why_not is None) is possible]

    def _profile(self, width: int, *, large: bool) -> list[Line]:
        card, role = self.offer.card, self.offer.role
        if card is None:
            return [line((fit(clean(self.offer.heading), width), f"{role} strong"))]
        said = f"{STANDING[card.standing]} {STANDING_WORDS[card.standing]}"
        head = Line(ends([Piece(clean(card.name), f"{role} strong")], [Piece(f" {said}", "dim")], width))
        figures = _tall_stats(card, width) if large else []
        return [head, *(figures or _stats(card, width)), *_effects(card, width)]

    def _possible(self, action: Action, key: str, width: int) -> Line:
        first = action is self.offer.first and not self._guard
        lead = Piece("▸ " if first else "  ", "key")
        title = Piece(f"  {clean(action.title)}{'…' if action.form else ''}", "strong" if first else "")
        made = ends(
            [lead, Piece(key, "key"), title],
            [Piece(f" {action.rule} " if width >= WITH_IDS else "", "dim")],
            width,
        )
        return Line(made, "chosen" if first else "", action_target(action))

    def _denied(self, width: int) -> list[Line]:
        """What is not possible, with its rule and the reason; said once where it holds for several."""
        groups: dict[str, list[tuple[Action, str]]] = {}
        for action, key in self._pairs(possible=False):
            if action.why_not is not None:
                why = action.why_not
                said = clean(f"{why.rule} {why.sentence}" if width >= WITH_IDS else why.sentence)
                groups.setdefault(said, []).append((action, key))
        return [row for said, pairs in groups.items() for row in self._because(said, pairs, width)]

    def _because(self, said: str, pairs: list[tuple[Action, str]], width: int) -> list[Line]:
        """Actions that share a reason, and the reason: behind them where it fits, else below."""
        entries = [(key, action.title, action_target(action)) for action, key in pairs]
        heads = [Line((Piece("  "), *row.pieces)) for row in _flowed(entries, width - 2, "dim", "dim")]
        if len(heads) == 1 and heads[0].width + len(said) <= width:
            return [Line((*heads[0].pieces, Piece(said, "dim")))]
        return [*heads, *(line(("     " + row, "dim")) for row in wrap(said, width - 5))]

    def _abilities(self, width: int) -> list[list[Line]]:
        details = self.offer.details
        weapons = [detail for detail in details if detail.kind == "weapon"]
        others = [detail for detail in details if detail.kind != "weapon"]
        title = "Abilities" if any(detail.kind == "ability" for detail in others) else "Details"
        return [_block(title, others, width), _block("Weapons", weapons, width)]

    def _flow(self, width: int) -> list[Line]:
        return [
            rule("Actions", width),
            *self._acknowledging(width),
            *_flowed(
                [
                    *(
                        (key, action.title, action_target(action))
                        for action, key in self._pairs(possible=True)
                    ),
                    (TABLE.show, f"{AT_TABLE}…", AT_TABLE),
                ],
                width,
                "key",
                "",
            ),
        ]

    def key(self, key: str, char: str) -> Result:
        """A letter picks its action, Enter the first possible one, unless what has just happened is to be seen first."""
        if (self._guard and key == "enter") or (self._guard == "any" and self.offer.with_key(char)):
            return Acknowledged()
        action = self.offer.first if key == "enter" else self.offer.with_key(char)
        if action is None and (swallowed(char) or (key == "enter" and not self._pairs(possible=True))):
            return BadKey(self._nothing_to(char if swallowed(char) else "Enter"))
        return Picked(action) if action else False

    def _nothing_to(self, char: str) -> str:
        """What is said to a letter that picks nothing; where it means the same in every game, what is possible or why nothing is."""
        if char not in NOTHING_TO and self._pairs(possible=True):
            return f"{char} does nothing now."
        possible = [one.title for one in self.offer.actions if one.why_not is None]
        reasons = (one.why_not.sentence for one in self.offer.actions if one.why_not)
        reason = next(reasons, self.offer.told.partition("\n")[0])
        said = f"Possible: {some(possible)}." if possible else reason
        return f"{NOTHING_TO.get(char, f'{char} does nothing now.')} {said}".strip()

    def click(self, target: str) -> Result:
        if target == AT_TABLE:
            return TableOpened()
        return next(
            (Picked(action) for action in self.offer.actions if target == action_target(action)), False
        )


def spaced(*blocks: Sequence[Line], height: int | None = None) -> list[Line]:
    """Blocks of lines with a free row between them, in so many rows only as far as there are any; empty blocks take none."""
    there = [block for block in blocks if block]
    free = len(there) if height is None else height - sum(map(len, there))
    made: list[Line] = []
    for i, block in enumerate(there):
        made += [*([Line()] if 0 < i <= free else []), *block]
    return made


def _block(title: str, details: Sequence[Detail], width: int) -> list[Line]:
    """A heading, and a line or more for each detail; neighbours of a few words share a line."""
    rows: list[Line] = []
    brief = False
    for detail in details:
        made = _detail(detail, width)
        was_brief, brief = brief, len(made) == 1 and detail.kind != "weapon" and not detail.struck
        shares = was_brief and brief and rows[-1].width + made[0].width + 1 <= width
        rows[-1:] = [Line((*rows[-1].pieces, Piece(" "), *made[0].pieces))] if shares else [*rows[-1:], *made]
    return [rule(title, width), *rows] if rows else []


def _detail(detail: Detail, width: int) -> list[Line]:
    struck = "dim struck" if detail.struck else ""
    label = clean(detail.label)
    text = clean(detail.text) if width >= WITH_IDS else without_ids(clean(detail.text))
    first, *more = wrap(f"{label}  {text}", width - 1, 2)
    head = Piece(f" {first[: len(label)]}", f"{struck} strong")
    return [
        line(head, (first[len(label) :], struck or "dim")),
        *(line((f" {row}", struck or "dim")) for row in more),
    ]


def _effects(card: Card, width: int) -> list[Line]:
    return [
        line((fit(f"{token.count} {token.called(token.count)}: {clean(token.effect)}", width), "warn"))
        for token in card.tokens
        if token.count and token.effect
    ]


def _stats(card: Card, width: int) -> list[Line]:
    """The profile in a row, set closer where it is too wide for that, and in two rows where even so."""
    least = sum(len(name) + len(value) + 2 for name, value in card.stats) - 1
    gap = "  " if least + len(card.stats) - 1 <= width else " "
    half = len(card.stats) if least <= width else (len(card.stats) + 1) // 2
    return [
        Line(
            filled(
                [
                    piece
                    for i, (name, value) in enumerate(row)
                    for piece in (Piece(f"{gap if i else ''}{name} ", "dim"), Piece(value, "strong"))
                ],
                width,
            )
        )
        for row in (card.stats[:half], card.stats[half:])
        if row
    ]


def _tall_stats(card: Card, width: int) -> list[Line]:
    """The profile in tall figures; nothing where it is too wide, or where not all of it are numbers."""
    if not card.stats or any(char not in GLYPHS for _, value in card.stats for char in value):
        return []
    rows: list[list[Piece]] = [[] for _ in range(TALL)]
    for name, value in card.stats:
        for row, figure in zip(rows, tall(value), strict=True):
            row += [
                Piece(f"{name if row is rows[-1] else '':>{len(name) + 1}} ", "dim"),
                Piece(f"{figure}   ", "strong"),
            ]
    made = [Line(tuple(row)) for row in rows]
    return made if made[0].width - 3 <= width else []


def action_target(action: Action) -> str:
    """What a click on an action means; a command may be offered with a form and without."""
    return f"action:{action.by}:{action.do}{'…' if action.form else ''}"


def _flowed(entries: Iterable[tuple[str, str, str]], width: int, key_role: str, role: str) -> list[Line]:
    """Entries (key, title, target of a click), as many in a row as fit."""
    rows: list[list[Piece]] = [[]]
    used = 0
    for key, words, target in entries:
        title = clean(words)
        size = len(key) + len(title) + 4
        if used and used + size > width + 3:
            rows.append([])
            used = 0
        rows[-1] += [Piece(f"{key} ", key_role, target), Piece(f"{title}   ", role, target)]
        used += size
    return [Line(tuple(row)) for row in rows if row]
