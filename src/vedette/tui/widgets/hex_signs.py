"""What stands in one hex, at each of the zooms: a tile with its ground, and the rows on it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from rich.cells import cell_len

from vedette.tui.sides import BRACKETS
from vedette.tui.text import clean, fit, pad
from vedette.view.board import Cell, Figure
from vedette.view.hexes import ARROWS
from vedette.view.signs import (
    CURSOR,
    FAILURE,
    FIGURES,
    FIRE,
    GAS,
    GONE,
    GRAIN,
    GRENADE,
    LEVEL,
    LOW,
    SENSELESS,
    SHOT,
    SMOKE,
    STANDING,
    TARGET,
    THING,
    THREAT,
    UNREACHED,
    lit_cells,
)

Row = tuple[tuple[str, str], ...]
"""A row of a tile: texts and their styles, as wide as the tile without its edge."""

NEAR, CLOSE = 4, 9
"""Cells of a row."""

FARTHEST = 2
"""Cells of a hex that has one of body and one of edge."""

LINE = "▁"
"""The lower side of a hex without colours."""


class Spot(Struct, frozen=True):
    """All that a tile is drawn from.

    shade: which of the three shades its ground has. roles: the colour role of each figure's side. chosen, target:
    the figure that is looked at, and the one that is aimed at. number: the name of the hex, where it is shown; at: it is looked at.
    path: the arrow of a step of the path, `•` for its start; spent: what the path costs up to here, in units.
    step: the key of a hex that may be picked, "" where it has none; None where it may not.
    chance: how likely whoever stands here is hit or harmed; it stands in the place of the hits.
    line: a line of fire goes through, is stopped here, or would have gone on. wall: the weight of the wall on the
    upper side. lined: without colours, hexes are drawn with lines. filled: where colours can't tell the grounds apart, solid hexes are filled.
    """

    shade: int
    cell: Cell
    figures: tuple[Figure, ...] = ()
    roles: tuple[str, ...] = ()
    chosen: str = ""
    target: str = ""
    number: str = ""
    at: bool = False
    path: str = ""
    spent: int | None = None
    unit: str = ""
    step: str | None = None
    refused: bool = False
    line: str = ""
    threat: bool = False
    reach: int | None = None
    acts: bool = False
    blast: str = ""
    chance: str = ""
    wall: int = 0
    lined: bool = False
    filled: bool = False


class Tile(Struct, frozen=True, eq=False):
    """A hex as it is drawn: the style of its ground, its rows, and the brackets of who stands in it.

    edge: from afar, what stands in the cell to the right of it and how, where anything does. empty: nothing stands
    in its first row, not even the pattern of a ground. wall: the weight of the wall on its upper side, where its first
    row has no room for half of it and the cells beside it show it.
    Equal spots have the same tile: it is compared by itself.
    """

    ground: str
    rows: tuple[Row, ...]
    ends: tuple[str, str] = ("", "")
    edge: tuple[str, str] | tuple[()] = ()
    empty: bool = True
    wall: int = 0


@lru_cache(maxsize=4096)
def tile(spot: Spot, across: int) -> Tile:
    """The tile of a spot, so many cells wide with its edge."""
    ground = _ground(spot)
    people = _seen(spot)
    make = {2: _overview, 3: _overview, 5: _near, 10: _close}[across]
    rows = make(spot, people, ground)
    if len(rows) > 1:
        rows = (_with_wall(rows[0], spot, ground), *rows[1:])
    shown = "".join(text for text, _ in rows[0])
    wall = spot.wall if spot.wall and 2 * shown.count(LEVEL[spot.wall]) < len(shown) else 0
    block = _block(spot, *people[0]) if people and len(people) == 1 else ""
    standing = bool(block) and not block.startswith(ground)
    ends = BRACKETS.get(people[0][1], ("", "")) if spot.lined and standing else ("", "")
    edge = (ends[1].strip(), block) if ends[1].strip() and len(rows) == 1 else ()
    empty = not any(text.strip() for text, _ in rows[0])
    if wall and len(rows) == 1:
        if (
            edge or across == FARTHEST
        ):  # the cell beside it is taken: the wall is told before where somebody looks
            rows = (((shown[0], rows[0][0][1]), (LEVEL[wall], rows[0][0][1])),)
        else:
            edge = LEVEL[wall], f"{ground} {wall_role(wall)}"
    if across == FARTHEST:
        rows, edge = _parted(rows[0])
    return Tile(block if standing else ground, rows, ends, edge, empty, wall)


def wall_role(weight: int) -> str:
    """The style of a wall by its weight."""
    return "strong" if weight == max(LEVEL) else "warn strong"


def _parted(row: Row) -> tuple[tuple[Row, ...], tuple[str, str]]:
    """A row of two cells as the one of a body and the one of the edge beside it."""
    body, edge = (cell for text, role in row for cell in ((sign, role) for sign in text))
    return ((body,),), edge


# --- the ground


def _ground(spot: Spot) -> str:
    cell = spot.cell
    kinds = {
        "chosen": bool(spot.path),
        f"wall-{spot.shade}": cell.solid,
        f"threat-{spot.shade}": spot.threat,
        f"blast-{spot.shade}": bool(spot.blast),
        f"reach-{spot.shade}": spot.acts or spot.step is not None,
        f"fire-{spot.shade}": cell.fire,
        f"gas-{spot.shade}": cell.gas,
        f"smoke-{spot.shade}": bool(cell.smoke),
    }
    there = next((kind for kind, holds in kinds.items() if holds), "")
    return there or (
        f"floor-{spot.shade}" if cell.ground in ("clear", "broken") else f"{cell.ground}-{spot.shade}"
    )


def _filling(spot: Spot, row: int) -> str:
    """The pattern of a row: a threat zone in every other one, else what burns or hides, else what the ground is made of."""
    cell = spot.cell
    over = {
        "wall": cell.solid,
        "fire": cell.fire,
        "gas": cell.gas,
        "dense": cell.smoke > 1,
        "smoke": cell.smoke > 0,
    }
    kind = next((kind for kind, holds in over.items() if holds), cell.ground)
    if spot.threat and (row % 2 == 0 or kind == "clear"):
        kind = "threat"
    if kind == "wall" and not spot.filled:
        kind = "clear"
    return GRAIN.get(kind, ("    ", "    "))[row % 2]


def _grained(spot: Spot, row: int, width: int, ground: str) -> Row:
    pattern = _filling(spot, row)
    text = (pattern * (width // len(pattern) + 1))[:width]
    if spot.lined and not text.strip() and row == _last(width):
        return ((LINE * width, f"{ground} edge"),)
    return ((text, f"{ground} {'edge' if spot.lined and spot.cell.ground != 'wall' else 'grain'}"),)


def _last(width: int) -> int:
    return 1 if width == NEAR else 3


def _over(spot: Spot, row: int, width: int, ground: str, text: str, role: str) -> Row:
    if not text:
        return _grained(spot, row, width, ground)
    said = fit(text, width)
    left = (width - len(said)) // 2
    pattern = _grained(spot, row, width, ground)[0]
    return (
        (pattern[0][:left], pattern[1]),
        (said, f"{ground} {role}"),
        (pattern[0][left + len(said) :], pattern[1]),
    )


def _with_wall(row: Row, spot: Spot, ground: str) -> Row:
    """The upper row with the wall over it, wherever nothing is written."""
    if not spot.wall:
        return row
    sign, role, made = LEVEL[spot.wall], wall_role(spot.wall), []
    for text, style in row:
        if not text.strip() or "grain" in style.split() or "edge" in style.split():
            made.append((sign * len(text), f"{style.replace('grain', '')} {role}"))
        else:
            before, said, after = text.partition(text.strip())
            beside = f"{ground} {role}"
            made += [(sign * len(before), beside), (said, style), (sign * len(after), beside)]
    return tuple(piece for piece in made if piece[0])


# --- what lies over the ground


def _upper(spot: Spot) -> tuple[str, str]:
    """The words of the upper row: the name of the hex, a step that may come next, a line of fire."""
    if spot.number:
        return spot.number, "chosen strong" if spot.at else "strong" if spot.path else _dim(spot)
    if spot.path:
        return spot.path, "strong"
    if spot.step:
        return f" {spot.step} ", "key"
    if spot.refused:
        return FAILURE, _dim(spot)
    return _shot(spot)


def _shot(spot: Spot) -> tuple[str, str]:
    signs = {"open": SHOT * 2, "stop": FAILURE, "beyond": UNREACHED * 2}
    return signs.get(spot.line, ""), "bad strong" if spot.line == "stop" else "warn strong"


def _lower(spot: Spot) -> tuple[str, str]:
    """The words of the lower row: what a path has cost, what lies here, what it would cost to come here."""
    cell = spot.cell
    if spot.path:
        arrow = spot.path if spot.number else ""
        return f"{arrow}{spot.spent}" if spot.spent else arrow, "strong"
    if cell.grenade:
        return f"{GRENADE}{_due(cell)}", "bad strong" if _plain(spot) else "strong"
    if spot.blast:
        return spot.blast, "strong"
    if spot.threat and spot.reach is not None:
        return "stop", "strong"
    if spot.reach is not None:
        thing = THING if cell.thing else ""
        return f"{spot.reach}{thing}", "good strong" if spot.acts else _dim(spot)
    return (f"{THING}{cell.thing}"[:NEAR], "") if cell.thing else ("", "")


def _due(cell: Cell) -> str:
    return str(cell.due) if cell.due else "now"


def _plain(spot: Spot) -> bool:
    """Whether the ground is one on which faint words can be read."""
    return _ground(spot).startswith("floor")


def _dim(spot: Spot) -> str:
    return "dim" if _plain(spot) else ""


def _note(spot: Spot) -> tuple[str, str] | None:
    """What matters most in a hex without a figure, for two cells; None where nothing does."""
    for text, role in (_shot(spot) if spot.line else ("", ""), _brief(spot)):
        if text:
            return text, role
    return None


def _brief(spot: Spot) -> tuple[str, str]:
    if spot.path:
        return f"{spot.path}", "strong"
    if spot.step is not None:
        return spot.step or "+", "key"
    if spot.cell.grenade:
        return f"{GRENADE}{spot.cell.due or ''}", "strong"
    if spot.threat:
        return (FIRE * 2, "strong") if spot.cell.fire else (THREAT * 2, "grain")
    if spot.reach is not None:
        return f"{spot.reach}", "good strong" if spot.acts else _dim(spot)
    if spot.cell.thing:
        return THING, "strong"
    return (LEVEL[spot.wall] * 2, "strong") if spot.wall else ("", "")


# --- figures


def _seen(spot: Spot) -> tuple[tuple[Figure, str], ...]:
    """Who is drawn, with the role of the side: those who are out of it only where nobody else is."""
    people = tuple(zip(spot.figures, spot.roles, strict=True))
    return tuple(one for one in people if one[0].standing != "gone") or people[:1]


def _block(spot: Spot, figure: Figure, role: str) -> str:
    """The style of a figure: its side's colour; whoever is out has none, the dead are struck out, and lines have brackets instead."""
    if figure.standing == "gone":
        struck = "" if figure.alive else "struck"
        return " ".join(filter(None, (_ground(spot), _dim(spot), struck)))
    if figure.id == spot.target:
        return "ink-block strong under"
    if spot.lined and BRACKETS.get(role, (" ",))[0] != " ":
        return "strong"
    return f"{role}-block strong"


def _hurt(spot: Spot, figure: Figure, role: str) -> str:
    block = _block(spot, figure, role)
    return f"{role}-ground strong" if block.startswith(f"{role}-block") else block


def _letters(figure: Figure) -> str:
    letters = pad(clean(figure.letters)[:2], 2)
    return letters.lower() if figure.down or figure.standing == "gone" else letters


def _sign(spot: Spot, figure: Figure) -> str:
    """What stands before the letters: a step to there, who acts, is aimed at, is looked at, else what is there as well."""
    if spot.step or spot.refused:
        return spot.step or FAILURE
    if figure.standing == "active":
        return STANDING["active"]
    if figure.id == spot.target:
        return TARGET
    return CURSOR if figure.id == spot.chosen else _standing_in(spot)


def _standing_in(spot: Spot) -> str:
    cell = spot.cell
    signs = (
        (GRENADE, cell.grenade),
        (FIRE, cell.fire),
        (GAS, cell.gas),
        (SMOKE, cell.smoke),
        (THING, cell.thing),
    )
    found = next((sign for sign, there in signs if there), "")
    return found or GRAIN.get(cell.ground, " ")[0][0]


def _bar(spot: Spot, figure: Figure, role: str, text: str) -> Row:
    full = lit_cells(figure.left, figure.full, len(text)) if figure.full else len(text)
    block = _block(spot, figure, role)
    return ((text[:full], block), (text[full:], _hurt(spot, figure, role)))


def _state(figure: Figure) -> str:
    return "".join(FIGURES[status] for status in figure.statuses)


def _near(spot: Spot, people: tuple[tuple[Figure, str], ...], ground: str) -> tuple[Row, ...]:
    """Two rows: letters and facing, hits and what is most to be known; or what the hex is and what is said of it."""
    if not people:
        return tuple(_over(spot, row, NEAR, ground, *said(spot)) for row, said in enumerate((_upper, _lower)))
    if len(people) > 1:
        return _halves(spot, people)
    figure, role = people[0]
    block = _block(spot, figure, role)
    if figure.standing == "gone":
        under = spot.step or _standing_in(spot) if spot.reach is None else f"{spot.reach}"
        out = SENSELESS if figure.alive else GONE
        lower = pad(f" {out}{under}" if len(under) > 1 else f" {out} {under}", NEAR)
        return ((" ", f"{ground}"), (_letters(figure), block), (" ", f"{ground}")), (
            (lower, f"{ground} {_dim(spot)}"),
        )
    upper = (f"{_sign(spot, figure)}{_letters(figure)}{ARROWS.get(figure.facing, ' ')}", block)
    if spot.path and spot.spent:
        return ((upper,), ((pad(f"{spot.spent}{spot.unit}", NEAR), block),))
    if spot.chance:
        return ((upper,), _bar(spot, figure, role, f"{spot.chance:>{NEAR}}"))
    state = ((LOW if figure.low else "") + _state(figure))[:2]
    marked = _sign(spot, figure) in (STANDING["active"], TARGET, CURSOR)
    state += _standing_in(spot).strip() if marked and len(state) < 2 else ""
    return ((upper,), _bar(spot, figure, role, f"{figure.left:>2}{pad(state, 2)}"))


def _halves(spot: Spot, people: tuple[tuple[Figure, str], ...]) -> tuple[Row, ...]:
    """Two in one hex, side by side, each with his hits."""
    (first, one), (second, other) = people[:2]
    upper = ((_letters(first), _block(spot, first, one)), (_letters(second), _block(spot, second, other)))
    left, right = f"{first.left:>2}", "+ " if len(people) > 2 else f"{second.left:>2}"
    return (upper, (*_bar(spot, first, one, left), *_bar(spot, second, other, right)))


def _close(spot: Spot, people: tuple[tuple[Figure, str], ...], ground: str) -> tuple[Row, ...]:
    """Four rows: with names, postures and hits in words."""
    if not people:
        said = (_upper(spot), _lower(spot), ("", ""), ("", ""))
        return tuple(_over(spot, row, CLOSE, ground, *words) for row, words in enumerate(said))
    if len(people) > 1:
        return tuple(row for pair in people[:2] for row in _person(spot, *pair)[:2])
    return _person(spot, *people[0])


def _person(spot: Spot, figure: Figure, role: str) -> tuple[Row, ...]:
    """Name, facing and posture, hits as a bar, states in words."""
    if figure.standing == "gone":
        return _fallen(spot, figure)
    block = _block(spot, figure, role)
    name = clean(figure.name).lower() if figure.down else clean(figure.name)
    hits = f"{figure.left}/{figure.full}" if figure.full else clean(figure.note)
    states = " ".join(figure.statuses) or _standing_in(spot)
    if spot.path and spot.spent:
        states = f"{spot.spent} {spot.unit}"
    elif spot.chance:
        states = f"hit {spot.chance}"
    rows = (
        _sign(spot, figure) + name,
        f" {hits}",
        ARROWS.get(figure.facing, " ") + clean(figure.posture),
        f" {states}",
    )
    first, bar, third, fourth = (pad(row, CLOSE) for row in rows)
    return ((first, block),), _bar(spot, figure, role, bar), ((third, block),), ((fourth, block),)


def _fallen(spot: Spot, figure: Figure) -> tuple[Row, ...]:
    """Somebody who is out of it: only the name is struck through."""
    ground = f"{_ground(spot)} {_dim(spot)}"
    name = fit(clean(figure.name).lower(), CLOSE - 1)
    rest = " " * (CLOSE - 1 - cell_len(name))
    posture, under = pad(f" {clean(figure.posture)}", CLOSE), pad(f" {_standing_in(spot)}", CLOSE)
    empty = ((" " * CLOSE, ground),)
    return (
        (
            (SENSELESS if figure.alive else GONE, ground),
            (name, ground if figure.alive else f"{ground} struck"),
            (rest, ground),
        ),
        ((posture, ground),),
        ((under, ground),),
        empty,
    )


def _overview(spot: Spot, people: tuple[tuple[Figure, str], ...], ground: str) -> tuple[Row, ...]:
    """Two cells: whoever is there, two of them side by side, else what matters most."""
    if len(people) > 1:
        return (tuple((_letters(figure)[0], _block(spot, figure, role)) for figure, role in people[:2]),)
    if people:
        figure, role = people[0]
        out = SENSELESS if figure.alive else GONE
        facing = out if figure.standing == "gone" else ARROWS.get(figure.facing, " ")
        sign = STANDING["active"] if figure.standing == "active" else facing
        chance = spot.chance.rstrip("%")
        text = f"{chance:>2}" if chance and len(chance) <= 2 else f"{_letters(figure)[0]}{sign}"
        return (_bar(spot, figure, role, text),)
    text, role = _note(spot) or ("", "")
    if text:
        return (((pad(text, 2), f"{ground} {role}"),),)
    ((pattern, style),) = _grained(spot, 0, NEAR, ground)
    return (((pattern[0] + pattern[-1], style),),)
