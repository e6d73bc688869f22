"""All cards of one side, in one layout on both sides: four rows a unit with tall hit points, two in big armies, one on small screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len
from textual.message import Message

from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.text import Line, Piece, clean, ends, filled, fit, flowing, line, lit, spread, wrap
from vedette.tui.widgets.line_widget import LineWidget
from vedette.view import signs
from vedette.view.vocabulary import Card, Detail, Pip, Token

Place = Literal["", "chosen", "target", "acting"]
"""What a card is for the players now: one of many, the one they look at, the one that is aimed at, or the one that acts."""

TALL_ROWS, WORDY, PACKED, BRIEF = 4, 3, 2, 1
"""Rows of a card: with tall figures; of two with a third for words that have no room beside the blocks; of two; the name alone."""

ROOMY = 28
"""From this width on a card may be tall, with a free cell between the sign and the name and one at the end."""

MOST_TALL, MOST_PAIRS = 7, 6
"""Units of the larger army up to which cards are tall, and have two rows on small screens."""

BLOCK = 4  # cards after which a big army has a free row
FOOT, LONG_FOOT = 6, 12  # rows at the foot of the column for what the opened card tells; in a long one
LONG = 45  # from how many rows on a column is long

BLOCKS = f"{signs.LEFT}{signs.LOST}{signs.HANGING}{signs.HANGING_LOST}▀▄█ "  # what bars and tall figures are made of
INDENT, NARROW_INDENT, GAP = 3, 2, 2  # cells before everything but the name, and between two conditions
LEAST_CHIP = 7  # cells of a lone condition at least
COUNT_ROOM = 8  # cells in which `▆ ×12` has room
WORDS_AT = 7  # cells between where blocks begin and words beside them, so that words stand below each other
LETTERS = 4  # a longer name of a value of the profile is a word, and no abbreviation
QUIET = frozenset({"done", "away", "gone"})  # of these nothing is expected
URGENT = ("bad", "warn", "good", "", "dim")  # conditions by their tone, what must be seen first
COUNTED = 5  # a token with a higher limit than this shows a number instead of signs

_SHORTER = (
    (re.compile(r"(?<=[( ])[^()\d]+ (?=\d)"), ""),
    (re.compile(r" \((\d+)\)"), r"/\1"),
    (re.compile(r"^[\d.]+→"), ""),
)
"""How a number that others' numbers follow in brackets, or that has changed, is written in fewer cells."""


class Spread(Struct, frozen=True):
    """How the cards of both armies lie: the rows of each, and after how many a row is free; 0 for never."""

    rows: int
    every: int = 0

    @staticmethod
    def of(units: int, width: int, height: int) -> Spread:
        """The roomiest for the larger of both armies, so that both sides look alike."""
        if width >= ROOMY:
            ways = [Spread(TALL_ROWS, 1), Spread(TALL_ROWS)] if units <= MOST_TALL else []
            ways += [Spread(PACKED, BLOCK), Spread(PACKED)]
        else:
            ways = [Spread(WORDY, 1), Spread(PACKED, 1)] if units <= MOST_PAIRS else []
        return next((way for way in ways if way.height(units) <= height), Spread(BRIEF))

    def height(self, units: int) -> int:
        return units * self.rows + (max(0, units - 1) // self.every if self.every else 0)


class CardWall(LineWidget):
    """The cards of a side, always in the order of its army; those who are out of it share the last line."""

    DEFAULT_CSS = "CardWall { width: 22; }"

    @dataclass
    class CardChosen(Message):
        """A card was clicked."""

        unit: str

    def __init__(self, role: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._side_role = role
        self._cards: tuple[Card, ...] = ()
        self._chosen = self._target = self._acting = ""
        self._army = 0
        self._asked: Mapping[str, str] = {}
        self._details: Callable[[str], Sequence[Detail]] = lambda unit: ()

    def show(
        self,
        cards: tuple[Card, ...],
        chosen: str,
        target: str = "",
        acting: str = "",
        *,
        details: Callable[[str], Sequence[Detail]],
        army: int = 0,
        asked: Mapping[str, str] = {},
    ) -> None:
        """Put the side's cards up; `target` is the unit that is aimed at by the `acting` one, `details` what the foot of the column tells of one of them.

        `army` is how many units the larger army has: the cards of both lie alike. `asked` are units between which a question
        is, each with the key of its answer.
        """
        self._cards, self._chosen, self._target, self._details = cards, chosen, target, details
        self._acting, self._army, self._asked = acting, max(army, len(cards)), asked
        self.redraw()
        rows = [row for row, line in enumerate(self._lines) if chosen and line.target == chosen]
        if rows:
            self.show_row(rows[0], rows[-1])

    def flash_units(self, units: Collection[str]) -> None:
        """The bars and the tall figures of units that have just been hurt, briefly."""
        self.flash({y: lit(row, BLOCKS) for y, row in enumerate(self._visible_lines) if row.target in units})

    def draw(self, width: int, height: int) -> Sequence[Line]:
        """The cards, those that are gone, and at the foot of the column what the one at hand has."""
        spread = Spread.of(self._army, width, height)
        here = [card for card in self._cards if card.standing != "gone"]
        gone = tuple(card for card in self._cards if card.standing == "gone")
        lost = [gone_line(gone, width)] if gone else []
        if spread.rows == BRIEF:
            return [*self._rows_of_one(here, width, height - len(lost)), *lost]
        made: list[Line] = []
        for at, card in enumerate(here, 1):
            made += self._card(card, width, spread.rows)
            made += [Line()] if spread.every and at % spread.every == 0 else []
        made += lost
        while made and not made[-1].pieces:
            made.pop()
        most = LONG_FOOT if height >= LONG else FOOT
        free = max(0, height - most - len(made))
        foot = self._foot(width, most)[: height - len(made) - max(1, free)] if width >= ROOMY else []
        return [*made, *[Line()] * max(1, free), *foot] if len(foot) > 1 else made

    def _card(self, card: Card, width: int, rows: int, *, blocks: bool = True) -> tuple[Line, ...]:
        places: dict[str, Place] = {self._chosen: "chosen", self._target: "target", self._acting: "acting"}
        key = self._asked.get(card.id, "")
        return card_lines(card, Room(width, rows, blocks), places.get(card.id, ""), self._side_role, key)

    def _rows_of_one(self, here: Sequence[Card], width: int, height: int) -> list[Line]:
        """A row for each, and one more for those who have most to say; where even so not all have room, those in reserve share rows."""
        shared: list[Line] = []
        if len(here) > height:
            away = [card for card in here if card.standing == "away"]
            here = [card for card in here if card.standing != "away"]
            shared = _away_lines(away, self._chosen, self._side_role, width) if away else []
        left = height - len(here) - len(shared)
        at_hand = {self._chosen, self._target, self._acting}
        words = []
        for card in here:
            tones = [badge.tone.replace("plain", "dim") for badge in card.badges]
            tones += ["warn" for token in card.tokens if token.count]
            tones += ["good"] if card.shots[0] else []  # what can still fire
            if tones:
                is_other = card.id not in at_hand and card.standing != "active"
                words.append((is_other, min(map(URGENT.index, tones)), card.id))
        calm = URGENT.index("")
        told = {id for other, tone, id in sorted(words)[: max(0, left)] if not other or tone < calm}
        made: list[Line] = []
        for card in here:
            made += self._card(card, width, PACKED if card.id in told else BRIEF, blocks=width >= ROOMY)
        return [*made, *shared]

    def _foot(self, width: int, most: int) -> list[Line]:
        """Weapons first, then whatever else is short, of the target, of the card that is looked at, or of the one that acts."""
        acts = next((card.id for card in self._cards if card.standing == "active"), "")
        wanted = (self._target, self._chosen, self._acting, acts)
        card = next((card for id in wanted for card in self._cards if id and card.id == id), None)
        if card is None or card.standing == "gone":
            return []
        name = fit(clean(card.name), width - INDENT)
        line_to_end = "─" * max(0, width - cell_len(name) - INDENT)
        made = [line((f" {name} ", f"{self._side_role} strong"), (line_to_end, "edge"), target=card.id)]
        details = sorted(self._details(card.id), key=lambda detail: detail.kind != "weapon")
        for detail in details[: most - 1]:
            label, text = clean(detail.label), clean(detail.brief or detail.text)
            if detail.kind == "weapon":  # its numbers are whole, of anything else its name
                label = fit(label, width - INDENT - cell_len(text) - 2)
            named = f"{' ' * INDENT}{label}", "dim struck" if detail.struck else ""
            if (fits := width - INDENT - cell_len(label) - 2) >= cell_len(text) or detail.kind == "weapon":
                made.append(spread([named], [(f" {fit(text, fits)} ", "dim")], width, target=card.id))
            else:  # below its name
                rows = wrap(f"{label} {text}", width - INDENT - 1, INDENT - 1)
                told = rows[0].removeprefix(label)
                made.append(line(named, (told, "dim"), target=card.id))
                made += [line((f"{' ' * INDENT}{row}", "dim"), target=card.id) for row in rows[1:]]
        return made[:most]

    def clicked(self, target: str) -> None:
        self.post_message(self.CardChosen(target))


class Room(Struct, frozen=True):
    """How a card may spread: its width and rows, and whether blocks stand below the name or words alone."""

    width: int
    rows: int
    blocks: bool = True


@lru_cache(maxsize=400)  # the cards on the table, and some that a replay will come back to
def card_lines(card: Card, room: Room, place: Place, role: str, key: str = "") -> tuple[Line, ...]:
    """The card in that many rows; `role` is the side's colour, `key` that of the answer that it is in a question.

    What a game says of a unit has its place: hit points as blocks, with a word beside them where nothing is called out
    (`Card.counted`); shots as pips (`Card.shots`), then tokens and badges; last the profile, or in its place why it can't act now (`Card.reason`).
    """
    width, body = room.width, list[Line]()
    roomy = width >= ROOMY
    if room.rows == TALL_ROWS:
        body = _tall_body(card, width)
    elif room.rows > BRIEF and roomy:  # words at the end of the row of blocks
        models = bar(card, width, hanging=True)
        said = chips(card, width - INDENT - line(*models).width - 2)
        body = [spread([" " * INDENT, *models], [*said, " "], width)]
    elif room.rows > BRIEF:
        body = _narrow_body(card, room)
    acts = place == "acting" or (card.standing == "active" and place != "target")
    head = _head(card, width, place, role, key, acts=acts, total=room.rows < TALL_ROWS)
    ground = "surface" if place == "chosen" or acts else ""
    return replace(head, target=card.id), *(Line(row.pieces, ground, card.id) for row in body)


def _tall_body(card: Card, width: int) -> list[Line]:
    """Blocks, conditions and profile beside the tall hit points, or across where nothing is called out."""
    of = f"/{card.full} " if card.full and card.figure is None else " "
    at = width - tall_width(card.called) - len(of) - 1 if card.called else width - 1
    counted = [Piece("  "), Piece(f"{card.value}", "strong"), Piece(f" {card.counted}", "dim")]
    models = [*bar(card, at + 1), *(counted if card.counted else ())]
    last = [Piece(fit(clean(card.reason), at - INDENT), "dim")] if card.reason else profile(card, at - INDENT)
    rows = [
        filled((" " * INDENT, *part), at) for part in (models, chips(card, at - INDENT, reason=False), last)
    ]
    if not card.called:
        return [Line((*row, Piece(" "))) for row in rows]
    style = f"{card.hurt} strong" if card.hurt else "dim" if card.standing in QUIET else "strong"
    return with_figure([(*row, Piece(" ")) for row in rows], card.called, of, style)


def _narrow_body(card: Card, room: Room) -> list[Line]:
    """Blocks and words in a row; words that have no room beside the blocks in one of their own, where there is one."""
    width, lead, spare = room.width, Piece(" " * NARROW_INDENT), room.rows == WORDY
    most = width - NARROW_INDENT
    for cells in (width, INDENT + 1 + COUNT_ROOM):
        models = bar(card, cells, hanging=True) if room.blocks else []
        taken = max(line(*models).width + 1, WORDS_AT) if models else 0
        said, alone = chips(card, most - taken), chips(card, most)
        if line(*said).width <= most - taken and (not spare or line(*alone).width <= most - taken):
            break
        if spare:
            return [Line(filled((lead, *row), width)) for row in (models, alone)]
    beside = Line(filled((lead, *filled(models, taken), *said), width))
    return [beside, Line()] if spare else [beside]


def with_figure(
    rows: Sequence[Sequence[Piece]], figure: str, of: str, style: str, ground: str = ""
) -> list[Line]:
    """Three rows with a tall figure at their end, behind its last row what it is `of`."""
    last = (" " * len(of),) * (TALL - 1) + (of,)
    return [
        Line((*row, Piece(tall_row, f"{ground} {style}".strip()), Piece(end, f"{ground} dim".strip())))
        for row, tall_row, end in zip(rows, tall(figure), last, strict=True)
    ]


def gone_line(cards: tuple[Card, ...], width: int) -> Line:
    names = fit(", ".join(clean(card.name) for card in cards), width - INDENT)
    return line((f" {signs.GONE} ", "bad strong"), (names, "dim struck"), target=cards[-1].id)


def _away_lines(cards: Sequence[Card], chosen: str, role: str, width: int) -> list[Line]:
    """Those in reserve, as many to a row as have room; the chosen one can be seen."""
    lead = f" {signs.STANDING['away']} " if width >= ROOMY else f"{signs.STANDING['away']} "
    room = width - len(lead)
    cells = []
    for card in cards:
        style = "chosen" if card.id == chosen else "dim"
        cells.append([Piece(fit(clean(card.name), room), style, card.id), Piece("  ")])
    return [line((lead, role), *row.pieces) for row in flowing(cells, room, GAP)]


def _head(card: Card, width: int, place: Place, role: str, key: str, *, acts: bool, total: bool) -> Line:
    """Sign and name; at the end what the card is now, or its hit points, or the key of its answer to a question."""
    roomy, aimed = width >= ROOMY, place == "target"
    sign = signs.TARGET if aimed else signs.STANDING["active" if acts else card.standing]
    word = "" if total else "ACTING" if acts else "TARGET" if aimed else ""
    word = word if width >= cell_len(clean(card.name)) + len(word) + INDENT + 2 else ""
    value = card.called if total else ""
    of = f"/{card.full}" if roomy and value and card.figure is None else ""
    cursor = signs.CURSOR if place in ("chosen", "acting") else " "
    free = " " if roomy else ""
    if acts:
        lead = f"{cursor}{sign} " if roomy else f"{sign} "
        said = [f"{lead}{clean(card.name)}"]
        return Line(ends(said, [f" {word}{value}{of}{free}"], width, f"{role}-block"))
    hurt = card.hurt if card.standing != "gone" else ""
    can_act = card.standing in ("ready", "here")
    strong = f"{role} strong" if can_act or aimed else role if hurt else ""
    named = strong or ("dim struck" if card.standing == "gone" else "dim")
    shown = Piece(signs.ASKED, "warn strong") if key else Piece(sign, strong or role)
    lead_pieces = (Piece(cursor, "key"), shown, Piece(" ")) if roomy else (shown, Piece(cursor, "key"))
    left = [*lead_pieces, Piece(clean(card.name), f"{named}{' under' if aimed else ''}")]
    right = [
        Piece(f" {word}" if word else "", f"{role} strong"),
        Piece(f" {key}" if key else "", "key"),
        Piece(f" {value}" if value else "", f"{hurt} strong" if can_act or aimed or hurt else "dim"),
        Piece(of, "dim"),
        Piece(free),
    ]
    return Line(ends(left, right, width, {"chosen": "chosen", "target": f"{role}-ground"}.get(place, "")))


def bar(card: Card, width: int, *, hanging: bool = False) -> list[Piece]:
    """A cell for each hit point, those of a model joined, models apart; lost models come last.

    Where there is no room for that: a block and how many models are left, or a bar by proportion. `hanging` blocks hang from
    the name above them.
    """
    room = width - INDENT - 1
    if not card.full or room < min(2, card.full):  # a single cell could not tell what is lost
        return []
    on, off = (signs.HANGING, signs.HANGING_LOST) if hanging else (signs.LEFT, signs.LOST)
    role = signs.severity(card.value, card.full) or ("dim" if card.standing in QUIET else "")
    pips = card.pips if len(card.pips) > 1 else (Pip(card.value, card.full),)
    if card.apart:
        pips = tuple(Pip(int(point < card.value), 1) for point in range(card.full))
    if sum(pip.full + 1 for pip in pips) - 1 > room:
        if len(pips) > 1 and room >= COUNT_ROOM:
            alive = sum(pip.value > 0 for pip in pips)
            return [Piece(on, role), Piece(f" ×{alive}", f"{role} strong"), Piece(f"/{len(pips)}", "dim")]
        left = signs.lit_cells(card.value, card.full, room)
        made = [Piece(on * left, role), Piece(off * (room - left), "dim")]
    else:
        made = []
        for pip in sorted(pips, key=lambda pip: pip.value <= 0):
            made += [Piece(" "), Piece(on * pip.value, role), Piece(off * (pip.full - pip.value), "dim")]
        made = made[1:]
    return [piece for piece in made if piece.text]


def chips(card: Card, width: int, *, reason: bool = True) -> list[Piece]:
    """Shots, tokens and conditions, in words, what is worst first.

    Where not all have room, as many as have, and how many more there are; of a lone one what stands before its colon.
    Without the `reason` why it can't act, where that has a row of its own.
    """
    left, of = card.shots
    made = [Piece(signs.SHOT_LEFT * left + signs.SHOT_FIRED * (of - left))] if of else []
    pips = len(made)
    several = sum(1 for one in card.tokens if one.count) > 1
    for token in card.tokens:
        if token.count:
            called = f" {token.called(token.count)}" if several or token.limit > COUNTED else ""
            made.append(Piece(f"{_count(token)}{called}", "warn"))
    made += [Piece(clean(one.text), "dim" if one.tone == "plain" else one.tone) for one in card.badges]
    made += [Piece(clean(card.reason), "dim")] if card.reason and reason else []
    if not made:
        return []
    said = [*made[:pips], *sorted(made[pips:], key=lambda chip: URGENT.index(chip.role))]
    for shown in range(len(said), 0, -1):
        more = [Piece(f"{len(said) - shown} more", "dim")] if shown < len(said) else []
        spaced = [piece for chip in (*said[:shown], *more) for piece in (Piece(" " * GAP), chip)][1:]
        if line(*spaced).width <= width:
            return spaced
    return [replace(said[0], text=fit(said[0].text.partition(":")[0], max(width, LEAST_CHIP)))]


def _count(token: Token) -> str:
    if token.limit > COUNTED or token.count > token.limit:
        return f"{signs.TOKEN}{token.count}"
    return signs.TOKEN * token.count + signs.NO_TOKEN * (token.limit - token.count)


def profile(card: Card, width: int) -> list[Piece]:
    """The profile, names faint and values in ink; a word and its value stand apart.

    Where room is short, numbers of other models lose the names of whose they are, `8 (7)`, then the brackets, `8/7`;
    then of a changed number what it was before, and then the last values go.
    """
    stats = card.stats
    for pattern, kept in _SHORTER:
        if sum(cell_len(name) + cell_len(value) + 1 for name, value in stats) > width + 1:
            stats = tuple((name, pattern.sub(kept, value)) for name, value in stats)
    value_role = "dim" if card.standing in QUIET else ""
    made: list[Piece] = []
    for name, value in stats:
        said = f"{' ' if made else ''}{name}{' ' if len(name) > LETTERS else ''}"
        width -= cell_len(said) + cell_len(value)
        if width < 0:
            break
        made += [Piece(said, "dim"), Piece(value, value_role)]
    return made
