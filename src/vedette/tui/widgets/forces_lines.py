"""A new game at a glance: both armies mirrored towards the table between them, what the mission asks, and what both sides have as bars."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct
from rich.cells import cell_len

from vedette.tui.text import (
    Line,
    Piece,
    Said,
    clean,
    ends,
    filled,
    fit,
    line,
    pieces,
    rows_of,
    rule,
    spread,
    wrap,
)
from vedette.tui.widgets.cards import profile
from vedette.tui.widgets.table_sketch import TableSketch, legend
from vedette.view.armies import called
from vedette.view.new_game_setup import ForcesSum, Plan
from vedette.view.palette import side_roles
from vedette.view.signs import FREE_OBJECTIVE, LEFT
from vedette.view.vocabulary import Card

ARMY, MOST_ARMY = 21, 36  # columns of an army
NARROW = 80  # columns from which the armies stand on both sides of the table
PROFILES = 5  # units of a side up to which each has its profile
LONGEST = 28  # cells of the longest bar
HEAD = 3  # rows above the armies and the table
TALLEST = 42  # rows of the table at most


class Unit(Struct, frozen=True):
    """A unit in its army: how it is called, its card where the game could begin, and what it is in a line."""

    name: str
    card: Card | None
    text: str


def stage_lines(plan: Plan, width: int, height: int, foot: Sequence[Line]) -> list[Line]:
    """The mission, the table between the armies, and the sums, or what is to be read at the `foot` in their place."""
    sketch, sides, roles = plan.sketch, list(plan.armies), side_roles(plan.armies)
    if plan.board is not None:
        return [*heading(plan, width), *_above_map(plan, width), *([Line()] if foot else []), *foot]
    sums = [] if foot else balance(plan, width)
    below = [Line(), *(foot or [line(("─" * width, "edge")), *sums])] if foot or sums else []
    if len(sides) != 2 or width < NARROW:
        room = height - HEAD - (len(below) if foot else 0)
        return [*heading(plan, width), *_stacked(plan, width, room), *(below if foot else [])]
    is_empty = sketch is None and not plan.goals  # between the armies
    army = max(ARMY, min(MOST_ARMY, (width - 6) // 2 if is_empty else (width - 40) // 3))
    middle = width - 2 * army - 2
    goals = [*goal_lines(plan, middle), Line(), *(legend(sketch, middle) if sketch else [])]
    room = min(TALLEST, height - HEAD - len(goals) - (0 if foot else len(below)))
    table = TableSketch(sketch, names_of(plan), roles).draw(middle, room) if sketch and room > HEAD else []
    blank = (middle - table[0].width) // 2 if table else 0
    centre = [Line((Piece(" " * blank), *row.pieces)) for row in table]
    centre = [*centre, *([Line()] if table else []), *goals]
    left, right = (army_lines(plan, id, army, roles[id], mirrored=i == 1) for i, id in enumerate(sides))
    made = heading(plan, width)
    for one, two, three in zip_longest(left, centre, right, fillvalue=Line()):
        outer, gap = (filled(one.pieces, army), filled(three.pieces, army)), Piece(" ")
        made.append(Line((*outer[0], gap, *filled(two.pieces, middle), gap, *outer[1])))
    room = max(0, height - len(below))
    room = room if foot else min(room, max(len(made), room - 2))
    return [*made[:room], *[Line()] * (room - len(made)), *below]


def names_of(plan: Plan) -> dict[str, str]:
    return {str(side["id"]): str(side["name"]) for side in plan.setup["sides"]}


def _above_map(plan: Plan, width: int) -> list[Line]:
    """Two armies above a map, a row for each unit."""
    roles, half = side_roles(plan.armies), (width - 2) // 2
    columns: list[list[Line]] = [[], []]
    for i, id in enumerate(list(plan.armies)[:2]):
        head, *_ = army_lines(plan, id, half, roles[id], mirrored=i == 1)
        made = [head]
        for unit in units_of(plan, id):
            card, name = unit.card, (clean(unit.name), f"{roles[id]} strong")
            value = (f"{card.full}" if card and card.full else "", "strong")
            numbers: list[Said] = [*(profile(card, half - cell_len(name[0]) - 6) if card else [])]
            left, right = [value, "  ", *numbers], [name]
            made.append(
                Line(ends(left, right, half) if i % 2 else ends([name], [*numbers, "  ", value], half))
            )
        columns[i] = made
    pairs = zip_longest(*columns, fillvalue=Line())
    return [Line((*filled(one.pieces, half), Piece("  "), *filled(two.pieces, half))) for one, two in pairs]


def heading(plan: Plan, width: int) -> list[Line]:
    mission = plan.mission
    told = [plan.sketch.inches if plan.sketch else "", mission.line if mission else ""]
    right = " · ".join(filter(None, told))
    return [rule(mission.name if mission else plan.game.name, width, right, "brand"), Line()]


def goal_lines(plan: Plan, width: int) -> list[Line]:
    goals = plan.goals
    if not goals:
        return []
    placed = any(goal.objective for goal in goals)
    made = [rule("Objectives" if placed else "Victory points", width, "VP")]
    name = min(max(cell_len(goal.name) for goal in goals), width - 8) + 1
    for goal in goals:
        said = clean(goal.name[:1].upper() + goal.name[1:])
        is_beside = name + cell_len(goal.need) + 6 <= width
        first, *more = wrap(said, width - 6)
        left = [(f"{FREE_OBJECTIVE if goal.objective else ' '} {first:<{name}}", "strong")]
        left += [(goal.need, "dim")] if is_beside else []
        made.append(spread(left, [(f" {goal.vp}", "strong")], width))
        made += [line((f"  {row}", "strong")) for row in more]
        made += [] if is_beside else rows_of(goal.need, width - 4, "dim", lead="  ")
    return made


def army_lines(plan: Plan, id: str, width: int, role: str, *, mirrored: bool) -> list[Line]:
    """An army: its name on the colour of its side, and its units; those of the second side are mirrored."""
    army = plan.armies[id]
    side = names_of(plan)[id]
    name = army.name or ("Units of your own" if army.units else "No army yet")
    one, many = plan.story.units
    count = f"1 {one}" if len(army.units) == 1 else f"{len(army.units)} {many}"
    whole = plan.roster.words.army(army.units) if army.units else count
    below = f"{side}, {count}" if side != name else whole if cell_len(whole) <= width - 2 else count
    place = _right if mirrored else filled
    block = f"{role}-block"
    made = [line(*place([(f" {clean(text)} ", block)], width, block)) for text in (name, below)]
    units = units_of(plan, id)
    is_roomy = max(len(plan.armies[one].units) for one in plan.armies) <= PROFILES
    made += [Line(), Line()] if is_roomy else [Line()]
    for unit in units:
        card = unit.card
        value = f"{card.full}" if card and card.full else ""
        named, points = (fit(clean(unit.name), width - len(value) - 1), f"{role} strong"), (value, "strong")
        made.append(Line(ends([points], [named], width) if mirrored else ends([named], [points], width)))
        if card is None:
            made.append(line(*place([(fit(clean(unit.text), width), "dim")], width)))
            made += [Line()] if is_roomy else []
            continue
        made.append(line(*place([(blocks(card, width, mirrored=mirrored), role)], width)))
        if is_roomy:
            made += [line(*place(profile(card, width), width)), Line()]
    return made


def units_of(plan: Plan, id: str) -> list[Unit]:
    """The units of a side; as cards where the game could begin."""
    words, cards = plan.roster.words, [card for card in plan.cards if card.side == id]

    if cards:
        return [Unit(card.name, card, "") for card in cards]
    return [
        Unit(called(unit, plan.roster.profiles), None, words.unit(unit)) for unit in plan.armies[id].units
    ]


def blocks(card: Card, width: int, *, mirrored: bool = False) -> str:
    """One cell for each hit point, joined cells for each model; without gaps, or in one bar, where they have no room."""
    models = [LEFT * pip.full for pip in card.pips]
    apart = " ".join(reversed(models) if mirrored else models)
    return apart if len(apart) <= width else LEFT * min(width, card.full)


def balance(plan: Plan, width: int) -> list[Line]:
    roles = tuple(side_roles(plan.armies).values())
    sums = plan.sums
    return sum_lines(sums, roles, width) if sums and len(roles) == len(sums[0].of_sides) == 2 else []


def sum_lines(sums: Sequence[ForcesSum], roles: Sequence[str], width: int) -> list[Line]:
    """A row for each sum: bar, number, what it is, number, bar; the largest number of all has the longest bar."""
    label = max(cell_len(one.name) for one in sums)
    number = max(len(str(value)) for one in sums for value in one.of_sides)
    most = max(value for one in sums for value in one.of_sides) or 1
    room = max(1, (width - label - 2 * number - 6) // 2)
    longest = min(room, LONGEST)
    made = []
    for one in sums:
        left, right = one.of_sides
        bars = [LEFT * max(1 if value else 0, round(longest * value / most)) for value in one.of_sides]
        said: list[Said] = [
            (f"{bars[0]:>{room}} ", roles[0]),
            (f"{left:>{number}}", "strong"),
            (f"  {clean(one.name):^{label}}  ", "dim"),
            (f"{right:<{number}}", "strong"),
            (f" {bars[1]}", roles[1]),
        ]
        made.append(line(*said))
    return made


def _stacked(plan: Plan, width: int, height: int) -> list[Line]:
    """Where there is little room: the table at the left, and beside it the objectives and both armies, a row for each unit."""
    roles, sketch = side_roles(plan.armies), plan.sketch
    table: list[Line] = []
    if sketch and width >= 60:
        table = TableSketch(sketch, names_of(plan), roles).draw(min(38, width // 2), height)
    wide = table[0].width + 2 if table else 0
    room = width - wide
    made = goal_lines(plan, room)
    for id in plan.armies:
        head, *_ = army_lines(plan, id, room, roles[id], mirrored=False)
        made += [*([Line()] if made else []), head]
        for unit in units_of(plan, id):
            value = f" {unit.card.full}" if unit.card and unit.card.full else ""
            made.append(spread([(clean(unit.name), roles[id])], [(value, "strong")], room))
    if sketch:
        table += legend(sketch, wide - 2) if len(table) + 2 <= height else []
    pairs = zip_longest(table, made, fillvalue=Line())
    return [Line((*filled(one.pieces, wide), *two.pieces)) for one, two in pairs]


def _right(said: Sequence[Said], width: int, ground: str = "") -> tuple[Piece, ...]:
    made = tuple(pieces(said))
    free = width - sum(cell_len(piece.text) for piece in made)
    return (Piece(" " * free, ground), *made) if free >= 0 else filled(made, width, ground)
