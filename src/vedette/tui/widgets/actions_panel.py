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
from vedette.tui.text import (
    WITH_IDS,
    Line,
    Said,
    clean,
    filled,
    fit,
    flowing,
    line,
    rows_of,
    rule,
    spread,
    without_ids,
    wrap,
)
from vedette.tui.widgets.panel_host import Acknowledged, BadKey, Panel, Result
from vedette.view.signs import STANDING, STANDING_WORDS
from vedette.view.vocabulary import Action, Card, Detail

NEVER = "not now"

JUDGED = "at the table"  # over the rules that only eyes at the table can judge
AT_TABLE = "Table"  # the entry behind which everything stands that belongs to the table

NOTHING_TO = {
    "a": "No attack is possible now.",
    "m": "No move is possible now.",
    "e": "There is nothing to end now.",
}
"""What is said to a letter that means the same in every game, where it is not even listed."""


Guard = Literal["", "enter", "any"]
"""Keys that only acknowledge: none; Enter, after the last die; Enter and all letters, where the other side decides now."""

SHORT_HINT = 3  # a hint of more rows than this stands below the actions
ROOMY = 22  # from this many rows on the actions stand below each other, whatever is shown above them


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
        """The unit, what it may do, what not and why, and its abilities: as much of it as there is room for.

        Where not all has room, why an action is not possible its letter tells, and the weapons come before the abilities.
        """
        heads, (abilities, weapons) = self._heads(width), self._abilities(width)
        blocks = (*heads, self._refused(width), abilities, weapons)
        for large in (True, False):
            profile = self._profile(width, large=large)
            roomy = spaced(profile, *blocks)
            if len(roomy) <= height:
                return roomy
        tight = [*profile, *_joined(*blocks)]
        if len(tight) <= height or width >= WITH_IDS:
            return tight
        denied = _flowed(_entries(self._pairs(possible=False)), width, "dim")
        refused = [rule(NEVER, width), *denied] if denied else []
        return [*profile, *_joined(*heads, refused, weapons, abilities)]

    def below(self, width: int, height: int) -> list[Line]:
        """Below the dice of the last command: what may be done now, and of the rest only what fits whole."""
        made: list[Line] = []
        profile, heads = self._profile(width, large=False), self._heads(width)
        for block in (profile, *heads, self._refused(width), *self._abilities(width)):
            if len(made) + len(block) + 1 <= height:
                made = spaced(made, block)
        actions = self._actions(width)
        if all(row in made for row in actions):
            return made
        return actions if len(actions) <= height else self._flow(width)[:height]

    def _heads(self, width: int) -> list[list[Line]]:
        """What is said of the moment and the actions; what is long is read below them."""
        hint, *reminders = self.offer.told.splitlines() or [""]
        told = rows_of(hint, width, "dim") if hint else []
        told += [rule(JUDGED, width)] if hint and reminders else []
        told += [row for one in reminders for row in rows_of(one, width, "dim", 2, " ")]
        heads = [told, self._actions(width)]
        return heads if len(told) <= SHORT_HINT else heads[::-1]

    def _pairs(self, possible: bool) -> list[tuple[Action, str]]:
        pairs = zip(self.offer.actions, self.offer.keys, strict=True)
        return [(action, key) for action, key in pairs if (action.why_not is None) is possible]

    def _possible(self, width: int) -> list[Line]:
        made = []
        for action, key in self._pairs(possible=True):
            first = action is self.offer.first and not self._guard
            title = f"  {clean(action.title)}{'…' if action.form else ''}", "strong" if first else ""
            left = [("▸ " if first else "  ", "key"), (key, "key"), title]
            right = [(f" {action.rule} " if width >= WITH_IDS else "", "dim")]
            made.append(spread(left, right, width, "chosen" if first else "", action_target(action)))
        return made

    def _actions(self, width: int) -> list[Line]:
        """Those that are possible; last the entry behind which the table's own list stands, with what is in it as far as there is room."""
        within = [*(action.title for action in self.offer.of_table), *(key.label for key in OF_TABLE)]
        room = width - len(AT_TABLE) - 8
        told = fit(clean(" · ".join(within)), room) if room > 0 else ""
        entry = line("  ", (TABLE["table"].show, "key"), f"  {AT_TABLE}…  ", (told, "dim"), target=AT_TABLE)
        return [rule("Actions", width), *self._acknowledging(width), *self._possible(width), entry]

    def _flow(self, width: int) -> list[Line]:
        entries = [*_entries(self._pairs(possible=True)), (TABLE["table"].show, f"{AT_TABLE}…", AT_TABLE)]
        return [rule("Actions", width), *self._acknowledging(width), *_flowed(entries, width)]

    def _acknowledging(self, width: int) -> list[Line]:
        go_on = [("▸ ", "key"), ("Enter", "key"), ("  Go on", "strong")]
        return [spread(go_on, [], width, "chosen")] if self._guard else []

    def _profile(self, width: int, *, large: bool) -> list[Line]:
        """Who it is, the profile, in figures that can be read aloud where there is room, and what tokens do."""
        card, role = self.offer.card, f"{self.offer.role} strong"
        if card is None:
            return [line((fit(clean(self.offer.heading), width), role))]
        said = f" {STANDING[card.standing]} {STANDING_WORDS[card.standing]}"
        figures = _tall_stats(card, width) if large else []
        effects = [
            line((fit(f"{token.count} {token.called(token.count)}: {clean(token.effect)}", width), "warn"))
            for token in card.tokens
            if token.count and token.effect
        ]
        head = spread([(clean(card.name), role)], [(said, "dim")], width)
        return [head, *(figures or _stats(card, width)), *effects]

    def _refused(self, width: int) -> list[Line]:
        """What is not possible, with its rule and the reason, behind them where it fits, else below; said once where it holds for several."""
        groups: dict[str, list[tuple[Action, str]]] = {}
        for action, key in self._pairs(possible=False):
            if why := action.why_not:
                said = clean(f"{why.rule} {why.sentence}" if width >= WITH_IDS else why.sentence)
                groups.setdefault(said, []).append((action, key))
        made: list[Line] = []
        for said, pairs in groups.items():
            heads = [line("  ", *row.pieces) for row in _flowed(_entries(pairs), width - 2, "dim")]
            if len(heads) == 1 and heads[0].width + len(said) <= width:
                made.append(line(*heads[0].pieces, (said, "dim")))
            else:
                made += [*heads, *rows_of(said, width, "dim", lead="     ")]
        return [rule(NEVER, width), *made] if made else []

    def _abilities(self, width: int) -> list[list[Line]]:
        details = self.offer.details
        weapons = [detail for detail in details if detail.kind == "weapon"]
        others = [detail for detail in details if detail.kind != "weapon"]
        title = "Abilities" if any(detail.kind == "ability" for detail in others) else "Details"
        return [_block(title, others, width), _block("Weapons", weapons, width)]

    def key(self, key: str, char: str) -> Result:
        """A letter picks its action, Enter the first possible one, unless what has just happened is to be seen first."""
        if (self._guard and key == "enter") or (self._guard == "any" and self.offer.with_key(char)):
            return Acknowledged()
        action = self.offer.first if key == "enter" else self.offer.with_key(char)
        if action is None and key == "enter" and not self._pairs(possible=True):
            return BadKey(self.no_use("Enter"))
        return Picked(action) if action else False

    def no_use(self, char: str) -> str:
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


def _joined(*blocks: Sequence[Line]) -> list[Line]:
    return [row for block in blocks for row in block]


def _block(title: str, details: Sequence[Detail], width: int) -> list[Line]:
    """A heading, and a line or more for each detail; neighbours of a few words share a line."""
    rows: list[Line] = []
    brief = False
    for detail in details:
        struck, label = "dim struck" if detail.struck else "", clean(detail.label)
        text = clean(detail.text) if width >= WITH_IDS else without_ids(clean(detail.text))
        first, *more = wrap(f"{label}  {text}", width - 1, 2)
        head = f" {first[: len(label)]}", f"{struck} strong"
        made = [line(head, (first[len(label) :], struck or "dim"))]
        made += [line((f" {row}", struck or "dim")) for row in more]
        was_brief, brief = brief, len(made) == 1 and detail.kind != "weapon" and not detail.struck
        shares = was_brief and brief and rows[-1].width + made[0].width + 1 <= width
        rows[-1:] = [line(*rows[-1].pieces, " ", *made[0].pieces)] if shares else [*rows[-1:], *made]
    return [rule(title, width), *rows] if rows else []


def _stats(card: Card, width: int) -> list[Line]:
    """The profile in a row, set closer where it is too wide for that, and in two rows where even so."""
    least = sum(len(name) + len(value) + 2 for name, value in card.stats) - 1
    gap = "  " if least + len(card.stats) - 1 <= width else " "
    half = len(card.stats) if least <= width else (len(card.stats) + 1) // 2
    made = []
    for row in filter(None, (card.stats[:half], card.stats[half:])):
        pairs = [
            ((f"{gap if i else ''}{name} ", "dim"), (value, "strong")) for i, (name, value) in enumerate(row)
        ]
        made.append(Line(filled([piece for pair in pairs for piece in pair], width)))
    return made


def _tall_stats(card: Card, width: int) -> list[Line]:
    """The profile in tall figures; nothing where it is too wide, or where not all of it are numbers."""
    if not card.stats or any(char not in GLYPHS for _, value in card.stats for char in value):
        return []
    made = []
    for i in range(TALL):
        said: list[Said] = []
        for name, value in card.stats:
            label = name if i == TALL - 1 else ""
            said += [(f"{label:>{len(name) + 1}} ", "dim"), (f"{tall(value)[i]}   ", "strong")]
        made.append(line(*said))
    return made if made[0].width - 3 <= width else []


def action_target(action: Action) -> str:
    """What a click on an action means; a command may be offered with a form and without."""
    return f"action:{action.by}:{action.do}{'…' if action.form else ''}"


def _entries(pairs: Iterable[tuple[Action, str]]) -> list[tuple[str, str, str]]:
    return [(key, action.title, action_target(action)) for action, key in pairs]


def _flowed(entries: Iterable[tuple[str, str, str]], width: int, role: str = "") -> list[Line]:
    cells = [
        [(f"{key} ", role or "key", target), (f"{clean(title)}   ", role, target)]
        for key, title, target in entries
    ]
    return flowing(cells, width, 3)
