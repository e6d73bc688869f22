"""The table as a whole: both brigades, what waits to be marked, and who must decide what."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.grammar import agree
from vedette.engine.requests import Request
from vedette.games.napoleonic.phases import events_due
from vedette.games.napoleonic.state import Battle
from vedette.games.napoleonic.tables import phases
from vedette.games.napoleonic.units import groups_limit, groups_of, in_order
from vedette.games.napoleonic.view.cards import card
from vedette.games.napoleonic.view.lines import can_fire, firing, single_ones
from vedette.kit.words import count
from vedette.view.vocabulary import Mark, Phase, Prompt, SideView, Table


def table(battle: Battle, request: Request | None) -> Table:
    """Everything on the table at a glance; of the nine phases (NA-T.1) which Vedette plays, and whose fire is not ended yet."""
    left = [battle.side_name(name) for name, side in battle.sides.items() if not side.fire_ended]
    fires = "both fire" if left or battle.phase != "skirmish" else "losses"
    if battle.phase == "skirmish" and len(left) == 1:
        fires = f"{left[0]} {agree(left[0], 'fires', 'fire')}"
    played = {"skirmish": fires, "movement": "groups"}
    return Table(
        title=battle.book.title or " – ".join(side.brigade or side.name for side in battle.sides.values()),
        round=f"Turn {battle.round}",
        phase=phases()[battle.phase].name,
        sides=tuple(_side(battle, name, request) for name in battle.sides),
        cards=tuple(
            card(battle, name) for name in in_order(battle) if battle.units[name].status != "recalled"
        ),
        marks=tuple(_marks(battle)),
        prompt=prompt(battle),
        outcome=battle.verdict,
        phases=tuple(
            Phase(row.brief, played.get(row.id, "your rules"), row.id in played) for row in phases().values()
        ),
        phase_at=list(phases()).index(battle.phase),
    )


def position(battle: Battle) -> str:
    return f"Turn {battle.round} · {phases()[battle.phase].name}"


def _side(battle: Battle, name: str, request: Request | None) -> SideView:
    side = battle.sides[name]
    own = [unit for unit, troop in battle.units.items() if troop.side == name and troop.on_table]
    fires = firing(battle) and not side.fire_ended
    if fires:
        score = f"{sum(bool(can_fire(battle, unit)) for unit in own)} can fire"
    elif battle.phase == "skirmish" and not battle.outcome:
        score = "fire ended"
    else:
        score = count(sum(not battle.units[unit].group for unit in own), "Unit")
    return SideView(name, battle.side_name(name), score, acting=request.side == name if request else fires)


def _marks(battle: Battle) -> Iterator[Mark]:
    """Fire at several targets, until it is spread, and the Special Events that are still to be settled."""
    for n, shared in enumerate(battle.shared):
        if shared.hits or shared.ones:
            single = f" and {single_ones(shared.ones)}" if shared.ones else ""
            text = f"{count(shared.hits, 'Hit')}{single}"
            yield Mark(f"shared-{n}", "Shared fire", text, shared.side, objective=False)
    for n, event in enumerate(battle.events):
        if not event.result:
            yield Mark(f"event-{n}", "Special Event", "due", battle.units[event.by].side, objective=False)


def prompt(battle: Battle) -> Prompt:
    """Who must decide what now; once it is over, who has won."""
    if battle.outcome:
        return Prompt("", f"{battle.verdict}.")
    if events_due(battle):
        event = next(event for event in battle.events if not event.result)
        text = f"{battle.units[event.by].name} threw a 0: what is the Special Event?"
        return Prompt("", text, "Find it in your rules, or say “none”. Nothing else goes on before.")
    units = {name: unit for name, unit in battle.units.items() if unit.on_table and not unit.group}
    match battle.phase:
        case "skirmish" if battle.exchange == "marked":
            return Prompt("", "Losses are marked: act on the Hits by your rules, then go on.")
        case "skirmish":
            left = [name for name, side in battle.sides.items() if not side.fire_ended]
            hint = "Hits wait until both sides have ended their fire (NA-3.3.6)."
            if len(left) == 1:
                return Prompt(left[0], "Fire what can still fire, then end the fire.", hint)
            told = "Both sides fire, in any order, until you end the fire."
            return Prompt("", told, hint, keys=(("end the fire", "cease_fire"),))
        case "movement":
            able = (name for name in units if len(groups_of(battle, name)) < groups_limit(battle, name))
            names = ", ".join(units[name].name for name in able)
            hint = f"May send groups: {names}." if names else "Nobody has a group left to send."
            return Prompt("", "Move by your own rules; groups are sent out and called in now.", hint)
        case "order":
            found = []
            for unit in units.values():
                markers = {"Drum": unit.drum, "Flag": unit.flag}
                if what := [name for name, here in markers.items() if not here]:
                    found.append(f"{unit.name} ({' and '.join(what)})")
            hint = f"Missing: {', '.join(found)}." if found else "No Drum or Flag is missing."
            return Prompt("", "Restore order by your own rules, and mark it.", hint)
    name = phases()[battle.phase].name
    return Prompt("", f"{name}: play it by your own rules.", "Mark what it does to a Unit, then go on.")
