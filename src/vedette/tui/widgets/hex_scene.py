"""What is to be drawn of a board: the game's board with what the screen lays over it, and each of its hexes as a tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cached_property, lru_cache
from itertools import pairwise

from msgspec import Struct
from rich.cells import cell_len

from vedette.tui.sides import BRACKETS
from vedette.tui.text import clean, fit, pad
from vedette.view import signs
from vedette.view.board import Board, Cell, Figure, Weight, shade
from vedette.view.hexes import ARROWS, Direction, direction_between, neighbour

EMPTY = Cell()

START = "•"  # where a path begins

Row = tuple[tuple[str, str], ...]
"""A row of a tile: texts and their styles, as wide as the tile without its edge."""

Person = tuple[Figure, str, str]
"""Who is drawn in a hex, the role of the side, and the style of the figure."""

NEAR, CLOSE = 4, 9  # cells of a row
FARTHEST = 2  # cells of a hex that has one of body and one of edge
LINE = "▁"  # the lower side of a hex without colours


class Scene(Struct, frozen=True, dict=True):
    """A board and who looks at it.

    roles: the colour role of each side, in order. chosen: the unit that is looked at; target: the one that is
    aimed at. steps: the hexes that may be picked now, with the key that does it ("" where there is none); refused:
    those that a rule is against. chances: how likely whoever stands there is hit or harmed, in words. path: replaces the board's own where a path is being said. look: what a hex
    is to the unit that is looked at, in words. numbers: every hex
    has its name; threats: threat zones are shown; lined: without colours, hexes are drawn with lines.
    filled: where colours can't tell the grounds apart, solid hexes are filled.
    """

    board: Board
    roles: Mapping[str, str] = {}
    chosen: str = ""
    target: str = ""
    steps: Mapping[str, str] = {}
    refused: frozenset[str] = frozenset()
    chances: Mapping[str, str] = {}
    path: tuple[str, ...] = ()
    cursor: str = ""
    look: Callable[[str], str] = lambda _: ""
    numbers: bool = False
    threats: bool = True
    lined: bool = False
    filled: bool = False

    @cached_property
    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        found: dict[str, tuple[Figure, ...]] = {}
        for figure in self.board.figures:
            found[figure.hex] = (*found.get(figure.hex, ()), figure)
        return found

    @cached_property
    def level(self) -> Mapping[str, Weight]:
        """The walls that lie across, by the hex south of them; the heaviest counts."""
        across = sorted((e for e in self.board.edges if e.side in ("n", "s")), key=lambda e: e.weight)
        return {e.hex if e.side == "n" else neighbour(e.hex, "s"): e.weight for e in across}

    @cached_property
    def slanted(self) -> Mapping[tuple[str, Direction], Weight]:
        """The others, by the hex on their left and its side; the heaviest counts."""
        found: dict[tuple[str, Direction], Weight] = {}
        for edge in sorted(self.board.edges, key=lambda edge: edge.weight):
            if edge.side in ("ne", "se"):
                found[edge.hex, edge.side] = edge.weight
            elif edge.side in ("nw", "sw"):
                found[neighbour(edge.hex, edge.side), "se" if edge.side == "nw" else "ne"] = edge.weight
        return found

    @cached_property
    def line_of_fire(self) -> Mapping[str, str]:
        """What the line of fire comes to in each of its hexes."""
        line = self.board.line
        if line is None:
            return {}
        stop = line.hexes.index(line.blocked) if line.blocked in line.hexes else len(line.hexes)
        return {
            hex: "open" if i < stop else "stop" if i == stop else "beyond" for i, hex in enumerate(line.hexes)
        }

    @cached_property
    def _steps(self) -> Mapping[str, tuple[str, int | None]]:
        """The hexes of the path: the arrow that leads into each, and what it has cost up to there."""
        ways = (direction_between(here, there) for here, there in pairwise(self.path))
        arrows = [START, *(ARROWS[way] if way else START for way in ways)]
        spent = self.board.spent if len(self.board.spent) == len(self.path) else (None,) * len(self.path)
        return {hex: (arrow, cost) for hex, arrow, cost in zip(self.path, arrows, spent, strict=False)}

    @property
    def at(self) -> str:
        """The hex that is looked at: the cursor's, else the chosen figure's."""
        figure = self.board.figure(self.chosen)
        return self.cursor or self.board.cursor or (figure.hex if figure else "")

    def cell(self, hex: str) -> Cell:
        return self.board.cells.get(hex, EMPTY)

    def spot(self, hex: str) -> Spot:
        board, figures = self.board, self.figures.get(hex, ())
        arrow, spent = self._steps.get(hex, ("", None))
        reach = board.reach.get(hex)
        pointed = hex in (self.cursor, board.cursor)
        return Spot(
            shade=shade(hex),
            cell=board.cells.get(hex, EMPTY),
            figures=figures,
            roles=tuple(self.roles.get(figure.side, "") for figure in figures),
            chosen=self.chosen if figures else "",
            target=self.target if figures else "",
            number=hex if self.numbers or arrow or pointed else "",
            at=pointed,
            path=arrow,
            spent=spent,
            unit=board.unit if figures else "",
            step=self.steps.get(hex, "" if hex in board.choices else None),
            refused=hex in self.refused,
            line=self.line_of_fire.get(hex, ""),
            threat=self.threats and hex in board.threats,
            reach=reach.cost if reach else None,
            acts=reach.acts if reach else False,
            blast=board.blast.get(hex, ""),
            chance=self.chances.get(hex, "") if figures else "",
            wall=self.level.get(hex, 0),
            lined=self.lined,
            filled=self.filled,
        )

    def changes(self, before: Scene) -> Set[str] | None:
        """The hexes that are drawn otherwise than before; None where all may be."""
        board, old = self.board, before.board
        if (board.cells, board.edges, self._manner) != (old.cells, old.edges, before._manner):
            return None
        pairs: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...] = (
            (self.figures, before.figures),
            (self._steps, before._steps),
            (self.line_of_fire, before.line_of_fire),
            (self.steps, before.steps),
            (self.chances, before.chances),
            (board.reach, old.reach),
            (board.blast, old.blast),
        )
        marked = {self.cursor, before.cursor, board.cursor, old.cursor}
        marked |= self.refused ^ before.refused | board.choices ^ old.choices | board.threats ^ old.threats
        if (self.chosen, self.target) != (before.chosen, before.target):
            signed = {self.chosen, self.target, before.chosen, before.target}
            marked |= {figure.hex for figure in (*board.figures, *old.figures) if figure.id in signed}
        for one, other in pairs:
            if one is not other:
                marked |= {hex for hex in one.keys() | other.keys() if one.get(hex) != other.get(hex)}
        return marked - {""}

    @property
    def _manner(self) -> tuple[object, ...]:
        board = self.board
        wanted = self.numbers, self.threats, self.lined, self.filled
        return board.cols, board.rows, board.unit, self.roles, *wanted


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
    ground, people = _ground(spot), _people(spot)
    if across <= 3:
        rows = _overview(spot, people, ground)
    elif not people:
        width, height = (NEAR, 2) if across == 5 else (CLOSE, 4)
        said = (_upper(spot), _lower(spot), ("", ""), ("", ""))[:height]
        rows = tuple(_over(spot, row, width, ground, *words) for row, words in enumerate(said))
    elif across == 5:
        rows = _near(spot, people, ground)
    else:  # two rows for each where there are several
        height = 4 if len(people) == 1 else 2
        rows = tuple(row for one in people[:2] for row in _person(spot, one)[:height])
    if len(rows) > 1 and spot.wall:
        rows = (_with_wall(rows[0], spot, ground), *rows[1:])
    shown = "".join(text for text, _ in rows[0])
    wall = spot.wall if spot.wall and 2 * shown.count(signs.LEVEL[spot.wall]) < len(shown) else 0
    _, role, block = people[0] if len(people) == 1 else (None, "", "")
    standing = bool(block) and not block.startswith(ground)
    ends = BRACKETS.get(role, ("", "")) if spot.lined and standing else ("", "")
    edge = (ends[1].strip(), block) if ends[1].strip() and len(rows) == 1 else ()
    empty = not any(text.strip() for text, _ in rows[0])
    if wall and len(rows) == 1:
        if edge or across == FARTHEST:  # the cell beside it is taken: the wall is told to who looks there
            rows = (((shown[0], rows[0][0][1]), (signs.LEVEL[wall], rows[0][0][1])),)
        else:
            edge = signs.LEVEL[wall], f"{ground} {wall_role(wall)}"
    if across == FARTHEST:  # of the two cells one is the edge
        body, edge = (cell for text, role in rows[0] for cell in ((sign, role) for sign in text))
        rows = ((body,),)
    return Tile(block if standing else ground, rows, ends, edge, empty, wall)


def wall_role(weight: int) -> str:
    return "strong" if weight == max(signs.LEVEL) else "warn strong"


# --- the ground, and what lies over it


def _ground(spot: Spot) -> str:
    cell = spot.cell
    kinds = {
        "wall": cell.solid,
        "threat": spot.threat,
        "blast": bool(spot.blast),
        "reach": spot.acts or spot.step is not None,
        "fire": cell.fire,
        "gas": cell.gas,
        "smoke": bool(cell.smoke),
        "floor": cell.ground in ("clear", "broken"),
    }
    kind = next((kind for kind, holds in kinds.items() if holds), cell.ground)
    return "chosen" if spot.path else f"{kind}-{spot.shade}"


def _grained(spot: Spot, row: int, width: int, ground: str) -> tuple[str, str]:
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
    pattern = signs.GRAIN.get(kind, ("    ", "    "))[row % 2]
    text = (pattern * (width // len(pattern) + 1))[:width]
    if spot.lined and not text.strip() and row == (1 if width == NEAR else 3):
        return LINE * width, f"{ground} edge"
    return text, f"{ground} {'edge' if spot.lined and cell.ground != 'wall' else 'grain'}"


def _over(spot: Spot, row: int, width: int, ground: str, text: str, role: str) -> Row:
    pattern, style = _grained(spot, row, width, ground)
    if not text:
        return ((pattern, style),)
    said = fit(text, width)
    left = (width - len(said)) // 2
    return (pattern[:left], style), (said, f"{ground} {role}"), (pattern[left + len(said) :], style)


def _with_wall(row: Row, spot: Spot, ground: str) -> Row:
    """The upper row with the wall over it, wherever nothing is written."""
    sign, role, made = signs.LEVEL[spot.wall], wall_role(spot.wall), []
    for text, style in row:
        if not text.strip() or "grain" in style.split() or "edge" in style.split():
            made.append((sign * len(text), f"{style.replace('grain', '')} {role}"))
        else:
            before, said, after = text.partition(text.strip())
            beside = f"{ground} {role}"
            made += [(sign * len(before), beside), (said, style), (sign * len(after), beside)]
    return tuple(piece for piece in made if piece[0])


def _upper(spot: Spot) -> tuple[str, str]:
    """The words of the upper row: the name of the hex, a step that may come next, a line of fire."""
    if spot.number:
        return spot.number, "chosen strong" if spot.at else "strong" if spot.path else _dim(spot)
    if spot.path:
        return spot.path, "strong"
    if spot.step:
        return f" {spot.step} ", "key"
    return (signs.FAILURE, _dim(spot)) if spot.refused else _shot(spot)


def _shot(spot: Spot) -> tuple[str, str]:
    shown = {"open": signs.SHOT * 2, "stop": signs.FAILURE, "beyond": signs.UNREACHED * 2}
    return shown.get(spot.line, ""), "bad strong" if spot.line == "stop" else "warn strong"


def _lower(spot: Spot) -> tuple[str, str]:
    """The words of the lower row: what a path has cost, what lies here, what it would cost to come here."""
    cell = spot.cell
    if spot.path:
        arrow = spot.path if spot.number else ""
        return f"{arrow}{spot.spent}" if spot.spent else arrow, "strong"
    if cell.grenade:
        return f"{signs.GRENADE}{cell.due or 'now'}", "bad strong" if _dim(spot) else "strong"
    if spot.blast:
        return spot.blast, "strong"
    if spot.threat and spot.reach is not None:
        return "stop", "strong"
    if spot.reach is not None:
        thing = signs.THING if cell.thing else ""
        return f"{spot.reach}{thing}", "good strong" if spot.acts else _dim(spot)
    return (f"{signs.THING}{cell.thing}"[:NEAR], "") if cell.thing else ("", "")


def _dim(spot: Spot) -> str:
    """The style of faint words; on other grounds than the floor they could not be read."""
    return "dim" if _ground(spot).startswith("floor") else ""


def _brief(spot: Spot) -> tuple[str, str]:
    """What matters most in a hex without a figure, for two cells."""
    if spot.line in ("open", "stop", "beyond"):
        return _shot(spot)
    if spot.path:
        return spot.path, "strong"
    if spot.step is not None:
        return spot.step or "+", "key"
    if spot.cell.grenade:
        return f"{signs.GRENADE}{spot.cell.due or ''}", "strong"
    if spot.threat:
        return (signs.FIRE * 2, "strong") if spot.cell.fire else (signs.THREAT * 2, "grain")
    if spot.reach is not None:
        return f"{spot.reach}", "good strong" if spot.acts else _dim(spot)
    if spot.cell.thing:
        return signs.THING, "strong"
    return (signs.LEVEL[spot.wall] * 2, "strong") if spot.wall else ("", "")


# --- figures


def _people(spot: Spot) -> list[Person]:
    """Who is drawn: those who are out of it only where nobody else is."""
    people = list(zip(spot.figures, spot.roles, strict=True))
    shown = [one for one in people if one[0].standing != "gone"] or people[:1]
    return [(figure, role, _block(spot, figure, role)) for figure, role in shown]


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


def _letters(figure: Figure) -> str:
    letters = pad(clean(figure.letters)[:2], 2)
    return letters.lower() if figure.down or figure.standing == "gone" else letters


def _sign(spot: Spot, figure: Figure) -> str:
    """What stands before the letters: a step to there, who acts, is aimed at, is looked at, else what is there as well."""
    if spot.step or spot.refused:
        return spot.step or signs.FAILURE
    if figure.standing == "active":
        return signs.STANDING["active"]
    if figure.id == spot.target:
        return signs.TARGET
    return signs.CURSOR if figure.id == spot.chosen else _standing_in(spot)


def _standing_in(spot: Spot) -> str:
    cell = spot.cell
    things = {
        signs.GRENADE: cell.grenade,
        signs.FIRE: cell.fire,
        signs.GAS: cell.gas,
        signs.SMOKE: cell.smoke,
        signs.THING: cell.thing,
    }
    found = next((sign for sign, there in things.items() if there), "")
    return found or signs.GRAIN.get(cell.ground, " ")[0][0]


def _bar(person: Person, text: str) -> Row:
    figure, role, block = person
    full = signs.lit_cells(figure.left, figure.full, len(text)) if figure.full else len(text)
    hurt = f"{role}-ground strong" if block.startswith(f"{role}-block") else block
    return (text[:full], block), (text[full:], hurt)


def _near(spot: Spot, people: list[Person], ground: str) -> tuple[Row, ...]:
    """Two rows: letters and facing, hits and what is most to be known; of two in one hex the letters and hits side by side."""
    figure, _, block = people[0]
    if len(people) > 1:
        upper = tuple((_letters(one), style) for one, _, style in people[:2])
        right = "+ " if len(people) > 2 else f"{people[1][0].left:>2}"
        return upper, (*_bar(people[0], f"{figure.left:>2}"), *_bar(people[1], right))
    if figure.standing == "gone":
        under = spot.step or _standing_in(spot) if spot.reach is None else f"{spot.reach}"
        out = signs.SENSELESS if figure.alive else signs.GONE
        lower = pad(f" {out}{under}" if len(under) > 1 else f" {out} {under}", NEAR)
        return ((" ", ground), (_letters(figure), block), (" ", ground)), ((lower, f"{ground} {_dim(spot)}"),)
    sign = _sign(spot, figure)
    first = ((f"{sign}{_letters(figure)}{ARROWS.get(figure.facing, ' ')}", block),)
    if spot.path and spot.spent:
        return first, ((pad(f"{spot.spent}{spot.unit}", NEAR), block),)
    if spot.chance:
        return first, _bar(people[0], f"{spot.chance:>{NEAR}}")
    states = "".join(signs.FIGURES[status] for status in figure.statuses)
    state = ((signs.LOW if figure.low else "") + states)[:2]
    marked = sign in (signs.STANDING["active"], signs.TARGET, signs.CURSOR)
    state += _standing_in(spot).strip() if marked and len(state) < 2 else ""
    return first, _bar(people[0], f"{figure.left:>2}{pad(state, 2)}")


def _person(spot: Spot, person: Person) -> tuple[Row, ...]:
    """Name, facing and posture, hits as a bar, states in words; of somebody who is out of it only the name is struck through."""
    figure, _, block = person
    if figure.standing == "gone":
        ground = f"{_ground(spot)} {_dim(spot)}"
        name = fit(clean(figure.name).lower(), CLOSE - 1)
        return (
            (
                (signs.SENSELESS if figure.alive else signs.GONE, ground),
                (name, ground if figure.alive else f"{ground} struck"),
                (" " * (CLOSE - 1 - cell_len(name)), ground),
            ),
            *(
                ((pad(f" {said}", CLOSE), ground),)
                for said in (clean(figure.posture), _standing_in(spot), "")
            ),
        )
    name = clean(figure.name).lower() if figure.down else clean(figure.name)
    hits = f"{figure.left}/{figure.full}" if figure.full else clean(figure.note)
    states = " ".join(figure.statuses) or _standing_in(spot)
    if spot.path and spot.spent:
        states = f"{spot.spent} {spot.unit}"
    elif spot.chance:
        states = f"hit {spot.chance}"
    posture = ARROWS.get(figure.facing, " ") + clean(figure.posture)
    rows = (_sign(spot, figure) + name, f" {hits}", posture, f" {states}")
    first, bar, third, fourth = (pad(row, CLOSE) for row in rows)
    return ((first, block),), _bar(person, bar), ((third, block),), ((fourth, block),)


def _overview(spot: Spot, people: list[Person], ground: str) -> tuple[Row, ...]:
    """Two cells: whoever is there, two of them side by side, else what matters most."""
    if len(people) > 1:
        return (tuple((_letters(figure)[0], block) for figure, _, block in people[:2]),)
    if people:
        figure, chance = people[0][0], spot.chance.rstrip("%")
        sign = ARROWS.get(figure.facing, " ")
        if figure.standing == "gone":
            sign = signs.SENSELESS if figure.alive else signs.GONE
        elif figure.standing == "active":
            sign = signs.STANDING["active"]
        text = f"{chance:>2}" if chance and len(chance) <= 2 else f"{_letters(figure)[0]}{sign}"
        return (_bar(people[0], text),)
    text, role = _brief(spot)
    if text:
        return (((pad(text, 2), f"{ground} {role}"),),)
    pattern, style = _grained(spot, 0, NEAR, ground)
    return (((pattern[0] + pattern[-1], style),),)
