"""What there is to read about the choice at hand of a new game; nothing about what the table and the armies show already."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len

from vedette.engine.readings import completed, house_rules
from vedette.engine.settings import GameOption
from vedette.tui.text import Line, clean, fit, line, rows_of, rule
from vedette.tui.widgets.page import Paragraph, Text, text_lines
from vedette.view.armies import called
from vedette.view.new_game_setup import Plan
from vedette.view.palette import side_roles


def at_hand(plan: Plan, focus: str, keys: Mapping[str, GameOption], width: int) -> list[Line]:
    """About the mission, the start, an army, the expansions, house rules or optional rules; nothing about other fields."""
    what, _, side = focus.partition(".")
    if what == "mission" and plan.mission is not None and plan.mission.text:
        return _told(plan.mission.name, (Paragraph(text=plan.mission.text),), width)
    places = plan.roster.places, plan.setup.get(plan.roster.place)
    named = {"edition": (plan.roster.editions, plan.edition), "place": places}
    if what in named:
        offered, id = named[what]
        told = (_told(one.name, (Paragraph(text=one.text),), width) for one in offered if one.id == id)
        return next(told, [])
    if what == "game" and plan.game.text:
        return _told(plan.game.name, (Paragraph(text=plan.game.text), *_left_out(plan)), width)
    if what == "expansions":
        return _told("Expansions", [Paragraph(one.name, one.text) for one in plan.roster.expansions], width)
    if what == "readings":
        chosen = completed(plan.readings, plan.setup.get("readings", {}))
        differ = [Paragraph(one.name, one.text, "warn") for one in house_rules(plan.readings, chosen)]
        usual = Paragraph(text=f"All {len(plan.readings)} unclear rules use their standard readings.")
        return _told("House rules", differ or [usual], width)
    if what == "options":
        return _options(plan, keys, width)
    if what == "army" and side in plan.armies:
        return _army(plan, side, width)
    return _told("", _left_out(plan), width) if plan.roster.left_out else []


def _told(title: str, text: Text, width: int) -> list[Line]:
    return [*([rule(title, width)] if title else []), *text_lines(text, width)]


def _options(plan: Plan, keys: Mapping[str, GameOption], width: int) -> list[Line]:
    agreement = plan.agreements["options"]
    differs = agreement.said(agreement.now)
    name = max((cell_len(one.name) for one in keys.values()), default=0) + 2
    most = max((cell_len(one.said(agreement.now[one.id])) for one in keys.values()), default=0) + 2
    made = [rule("Optional rules", width)]
    for key, one in keys.items():
        role = "warn strong" if one.id in differs else ""
        value = one.said(agreement.now[one.id])
        head = line(
            (f"{key} ", "key"), (f"{clean(one.name):<{name}}", role), (f"{value:<{most}}", role or "dim")
        )
        made.append(line(*head.pieces, (fit(clean(one.text), width - head.width), "dim")))
    return made


def _army(plan: Plan, id: str, width: int) -> list[Line]:
    army, style = plan.armies[id], f"{side_roles(plan.armies)[id]} strong"
    summed = plan.roster.words.army(army.units) if army.units else army.fault
    made = [rule(army.name or "Units of your own", width, summed)]
    made += text_lines([Paragraph(text=army.text)] if army.text else [], width)
    for unit in army.units:
        made.append(line((fit(called(unit, plan.roster.profiles), width), style)))
        made += rows_of(plan.roster.words.unit(unit), width, "dim", lead="  ")
    return [*made, *text_lines(_left_out(plan), width)]


def _left_out(plan: Plan) -> list[Paragraph]:
    return [Paragraph(text=one, tone="warn") for one in plan.roster.left_out]
