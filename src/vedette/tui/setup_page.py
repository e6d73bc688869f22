"""What there is to read about the choice at hand of a new game."""

from __future__ import annotations

from vedette.engine.data import Row
from vedette.engine.readings import completed, house_rules
from vedette.tui.widgets.forces_lines import FEW_ROWS, ROWS, Balance, Picture
from vedette.tui.widgets.page import Drawable, PageEntry, Paragraph, Text
from vedette.view.armies import called
from vedette.view.new_game_setup import Plan
from vedette.view.palette import side_roles
from vedette.view.roster import CatalogueItem

SKETCHED = 32
"""From this many rows on the table is sketched beside its text."""

PICTURED = 48
"""From this many rows on the table's sketch is a large one."""

ABOUT = 22
"""Rows that the game's mission and the heads of its armies may take beside their units."""

Told = tuple[str, Text]
"""A heading, and what stands below it."""


def setup_told(plan: Plan, focus: str, room: int = 0) -> Told:
    """About the mission, the army or the expansions; else the whole game, with profiles where so many rows have room for them."""
    what, _, side = focus.partition(".")
    if what == "mission" and plan.mission is not None:
        return plan.mission.name, _mission(plan, plan.mission, room)
    if what == "expansions":
        rows = (
            Paragraph(offered.name, offered.text, apart=i > 0)
            for i, offered in enumerate(plan.roster.expansions)
        )
        return "Expansions", tuple(rows)
    if what == "readings":
        return "House rules", _house_rules(plan)
    if what == "options":
        return "Optional rules", _options(plan)
    if side in plan.armies:
        return "", (*_army(plan, side), *_left_out(plan))
    return _game(plan, room)


def _mission(plan: Plan, mission: CatalogueItem, room: int) -> Text:
    about = Paragraph(text=mission.line, tone="dim")
    return about, *(_pictured(plan, mission, room, ROWS) or (Paragraph(text=mission.text, apart=True),))


def _pictured(plan: Plan, mission: CatalogueItem, room: int, rows: int) -> tuple[Drawable, ...]:
    """The mission's table as a sketch of so many rows beside its text, where there is room and its data have one."""
    sketch = plan.roster.words.sketch(mission.row) if room >= SKETCHED else None
    names = {str(side["id"]): str(side["name"]) for side in plan.setup["sides"]}
    roles = side_roles(plan.armies)
    return (Picture(sketch, mission.text, names, roles, rows),) if sketch else ()


def _house_rules(plan: Plan) -> tuple[Paragraph, ...]:
    """What is played otherwise than usual, and what else could be."""
    chosen = completed(plan.readings, plan.setup.get("readings", {}))
    differ = [Paragraph(remark.name, remark.text) for remark in house_rules(plan.readings, chosen)]
    usual = [
        Paragraph(text=reading.title, tone="dim")
        for id, reading in plan.readings.items()
        if chosen[id] == reading.usual
    ]
    about = "Your table decides how to read unclear rules. Space changes it."
    return Paragraph(text=about), *differ, Paragraph("Read as usual", apart=True), *usual


def _options(plan: Plan) -> tuple[Paragraph, ...]:
    agreement = plan.agreements["options"]
    said = agreement.said(agreement.now)
    rows = [
        Paragraph(field.label, lines[0][1], "plain" if field.name in said else "dim")
        for field, lines in agreement.fields(agreement.now)
    ]
    order = sorted(rows, key=lambda row: row.tone == "dim")
    return Paragraph(text="Your table's choice. Space changes it."), *order


def _army(plan: Plan, id: str) -> list[Paragraph | PageEntry]:
    """A side's army in full: what it is, and each unit with its profile."""
    army = plan.armies[id]
    head, style = _head(plan, id)
    about = [Paragraph(text=text) for text in (army.text,) if text]
    return [*head, *about, *(_unit(plan, unit, style, full=True) for unit in army.units)]


def _game(plan: Plan, room: int) -> Told:
    """The whole game: its mission, and both armies; each unit with its profile where they are few."""
    full = 2 * sum(len(army.units) for army in plan.armies.values()) <= room - ABOUT
    mission: list[Paragraph | Drawable] = [Paragraph(text=plan.game.text)] if plan.game.text else []
    if plan.mission:
        pictured = _pictured(plan, plan.mission, room, ROWS if room > PICTURED else FEW_ROWS)
        mission += pictured or (Paragraph(plan.mission.name, plan.mission.text),)
    rows: list[Paragraph | PageEntry] = []
    for id in plan.armies:
        head, style = _head(plan, id, apart=True)
        rows += [
            *(head[:1] if plan.sums else head),
            *(_unit(plan, unit, style, full=full) for unit in plan.armies[id].units),
        ]
    own = plan.mission is None or plan.game.row.get(plan.roster.mission) in (
        None,
        plan.mission.row,
        plan.mission.id,
    )
    named = (plan.game.name if own else "", plan.mission.name if plan.mission else "")
    name = " · ".join(filter(None, named))
    return name, (*mission, *rows, *_balance(plan), *_left_out(plan))


def _balance(plan: Plan) -> tuple[Drawable, ...]:
    """What two sides have, as bars."""
    roles = tuple(side_roles(plan.armies).values())
    return (Balance(plan.sums, roles),) if plan.sums and len(roles) == len(plan.sums[0].of_sides) == 2 else ()


def _head(plan: Plan, id: str, *, apart: bool = False) -> tuple[list[Paragraph | PageEntry], str]:
    """The name of a side's army in the side's colour, and what it comes to; and the style of its units."""
    army, role = plan.armies[id], side_roles(plan.armies)[id]
    side = next(str(side["name"]) for side in plan.setup["sides"] if side["id"] == id)
    name = army.name or ("Units put together" if army.units else "No army yet")
    summed = plan.roster.words.army(army.units) if army.units else army.fault
    beside = side if side != name else ""
    head = PageEntry(f" {name.upper()}", f"{beside} ", ground=f"{role}-block", apart=apart)
    return [head, Paragraph(text=summed, tone="dim")], f"{role} strong"


def _unit(plan: Plan, unit: Row, style: str, *, full: bool = False) -> PageEntry:
    """A unit: how many models it has, or whatever its game says first of it; in full the rest below."""
    first, _, rest = plan.roster.words.unit(unit).partition(" · ")
    return PageEntry(called(unit, plan.roster.profiles), first, style, below=rest if full else "")


def _left_out(plan: Plan) -> list[Paragraph]:
    return [Paragraph(text=one, tone="warn", apart=i == 0) for i, one in enumerate(plan.roster.left_out)]
