"""What there is to read about the choice at hand of a new game."""

from __future__ import annotations

from vedette.engine.readings import completed, house_rules
from vedette.tui.armies import Army, called
from vedette.tui.new_game_setup import Plan
from vedette.tui.widgets.page import Paragraph
from vedette.view.roster import CatalogueItem

Told = tuple[str, tuple[Paragraph, ...]]
"""A heading, and what stands below it."""


def told(plan: Plan, focus: str) -> Told:
    """About the mission, the army or the expansions; else the whole game in short."""
    what, _, side = focus.partition(".")
    if what == "mission" and plan.mission is not None:
        return plan.mission.name, _mission(plan.mission)
    if what == "expansions":
        rows = (
            Paragraph(offered.name, offered.text, apart=i > 0)
            for i, offered in enumerate(plan.roster.expansions)
        )
        return "Expansions", tuple(rows)
    if what == "readings":
        return "House rules", _house_rules(plan)
    if side in plan.armies:
        return _army(plan, plan.armies[side])
    return _game(plan)


def _mission(mission: CatalogueItem) -> tuple[Paragraph, ...]:
    return Paragraph(text=mission.line, tone="dim"), Paragraph(text=mission.text, apart=True)


def _house_rules(plan: Plan) -> tuple[Paragraph, ...]:
    """What is played otherwise than usual, and what else could be."""
    chosen = completed(plan.readings, plan.setup.get("readings", {}))
    differ = [Paragraph(remark.name, remark.text) for remark in house_rules(plan.readings, chosen)]
    usual = [
        Paragraph(text=reading.title, tone="dim")
        for id, reading in plan.readings.items()
        if chosen[id] == reading.usual
    ]
    about = "Where the text can be read in two ways, your table decides. Space changes it."
    return Paragraph(text=about), *differ, Paragraph("Read as usual", apart=True), *usual


def _army(plan: Plan, army: Army) -> Told:
    """All units, one a line."""
    words = plan.roster.words
    units = [Paragraph(called(unit, plan.roster.profiles), words.unit(unit)) for unit in army.units]
    about = [Paragraph(text=words.army(army.units), tone="dim"), Paragraph(text=army.text)]
    title = army.name or ("Units put together" if units else "No army yet")
    return title, (*(paragraph for paragraph in about if paragraph.text), *units, *_left_out(plan))


def _game(plan: Plan) -> Told:
    sides = plan.setup["sides"]
    rows = [
        Paragraph(str(side["name"]), _line(plan, str(side["name"]), plan.armies[side["id"]]), apart=i == 0)
        for i, side in enumerate(sides)
    ]
    mission = [Paragraph(plan.mission.name, plan.mission.text)] if plan.mission else []
    return plan.game.name, (*mission, *rows, *_left_out(plan))


def _left_out(plan: Plan) -> list[Paragraph]:
    """Files of the players' own that are broken."""
    return [Paragraph(text=one, tone="warn", apart=i == 0) for i, one in enumerate(plan.roster.left_out)]


def _line(plan: Plan, name: str, army: Army) -> str:
    summed = plan.roster.words.army(army.units) if army.units else army.fault
    return " · ".join(part for part in (army.name, summed) if part not in ("", name))
