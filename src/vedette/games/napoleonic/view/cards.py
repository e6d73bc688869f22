"""The table as a whole, a Unit or a group as a card, the rules behind its chips and tokens, and what of it is corrected by hand."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.engine.grammar import agree, the
from vedette.engine.requests import Request
from vedette.games.napoleonic import units
from vedette.games.napoleonic.phases import events_due
from vedette.games.napoleonic.skirmishing import arithmetic
from vedette.games.napoleonic.specs import CONDITIONS
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import formations, phases, plays
from vedette.games.napoleonic.view.actions import can_fire, firing, silent, single_ones
from vedette.kit.words import count
from vedette.view import steppers as by_hand
from vedette.view.common_forms import condition_badges, condition_details, reading_lines
from vedette.view.signs import Standing
from vedette.view.vocabulary import (
    Badge,
    Card,
    Detail,
    Mark,
    Phase,
    Pip,
    Prompt,
    SideView,
    Stepper,
    Table,
    Token,
)

CHIPS: dict[str, tuple[str, ...]] = {
    "Hits": ("NA-3.3.4", "NA-T.5"), "Hits waiting": ("NA-3.3.6",), "shared Hits": ("NA-3.3.6.1",),
    "single 1s": ("NA-3.3.1.6.1",), "shared 1s": ("NA-3.3.1.6.1", "NA-3.3.6.1"), "lost": ("NA-T.3",),
    "shots": ("NA-3.3.1.2", "NA-3.3.1.2.4"), "all shots fired": ("NA-3.3.1.2",), "fire ended": ("NA-3.3.6",),
    "cavalry": ("NA-3.3.1.1",), "artillery": ("NA-3.3.1.1",), "no skirmishers": ("NA-3.3.1.1", "NA-3.3.1.2.4"),
    "no shot so formed": ("NA-3.3.1.2.2",), "groups out": ("NA-3.3.1.2.3",), "no carbines": ("NA-3.3.3.3.1",),
    "Special Event due": ("NA-3.3.5",), "square": ("NA-3.3.1.2.2",), "garrison": ("NA-3.3.1.2.2",),
    "no Drum": ("NA-3.3.1.1.2", "NA-3.3.2.4.1"), "no Flag": ("NA-3.3.1.1.2",), "gun": ("NA-3.3.1.4",),
    "gun fired": ("NA-3.3.1.4",), "flank spent": ("NA-3.3.1.3",),
}  # fmt: skip


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
            card(battle, name) for name in units.in_order(battle) if battle.units[name].status != "recalled"
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
        score = f"{sum(can_fire(battle, unit) for unit in own)} can fire"
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
    if battle.outcome:
        return Prompt("", f"{battle.verdict}.")
    if events_due(battle):
        event = next(event for event in battle.events if not event.result)
        text = f"{battle.units[event.by].name} threw a 0: what is the Special Event?"
        return Prompt(
            "", text, "Look it up in your rules and type the result, or “none”. The game waits for it."
        )
    there = {name: unit for name, unit in battle.units.items() if unit.on_table and not unit.group}
    match battle.phase:
        case "skirmish" if battle.exchange == "marked":
            told = "Losses marked. Apply the Hits, then go on."
            return Prompt("", told, "What Hits do is up to your own rules.", keys=(("go on", "next_phase"),))
        case "skirmish":
            left = [name for name, side in battle.sides.items() if not side.fire_ended]
            if len(left) == 1:
                return Prompt(left[0], "Fire what can still fire, then end the fire.")
            told = "Both sides fire, in any order, until you end the fire."
            return Prompt("", told, keys=(("end the fire", "cease_fire"),))
        case "movement":
            return Prompt("", "Move by your own rules; groups are sent out and called in now.")
        case "order":
            found = []
            for unit in there.values():
                markers = {"Drum": unit.drum, "Flag": unit.flag}
                if what := [name for name, here in markers.items() if not here]:
                    found.append(f"{unit.name} ({' and '.join(what)})")
            hint = f"Missing: {', '.join(found)}." if found else "No Drum or Flag is missing."
            return Prompt("", "Restore order by your own rules, and mark it.", hint)
    name = phases()[battle.phase].name
    hint = "Record what this phase did, then go to the next phase."
    keys = (("go to the next phase", "next_phase"),)
    return Prompt("", f"{name}: play it by your own rules.", hint, keys=keys)


# --- a Unit or a group as a card: lives, skirmishers, shots, groups, and what waits to be marked

COUNTED = 9
"""The limit of a counter that has none of its own."""


def card(battle: Battle, name: str) -> Card:
    unit, full = battle.units[name], units.lives_max(battle, name)
    mother, _, number = unit.name.rpartition(", ")
    fires = firing(battle) and unit.on_table
    return Card(
        id=name,
        # a group by its number, so that two are told apart where the name is cut: `Group 1, 9e Légère`
        name=f"{number[number.find('Group') :]}, {mother}" if unit.group else unit.name,
        side=unit.side,
        standing=_standing(battle, name, unit),
        pips=tuple(Pip(int(n < unit.lives), 1, name="life") for n in range(full)),
        value=unit.lives,
        full=full,
        tokens=_tokens(battle, name, unit),
        badges=tuple(_badges(battle, name, unit)),
        stats=tuple(_stats(battle, name, unit)) if unit.on_table else (),
        figure="" if fires else None,
        counted=("life" if unit.lives == 1 else "lives") if fires else "",
        shots=_shots(battle, name, unit) if fires else (0, 0),
        # a Special Event is told once, and nobody fires
        reason="" if not fires or events_due(battle) or can_fire(battle, name) else silent(battle, name),
    )


def _shots(battle: Battle, name: str, unit: Unit) -> tuple[int, int]:
    """The shots that its skirmishers or the group have left in this phase, and those that they had."""
    if unit.group:
        has = unit.group != "screening" or units.has_carbines(battle, name)
        return int(has and not unit.fired), int(has)
    return units.shots_left(battle, name), units.shots_available(battle, name)


def _tokens(battle: Battle, name: str, unit: Unit) -> tuple[Token, ...]:
    """Hits that are marked, and what waits for the end of the exchange (NA-3.3.6): its own, and what it shares with others."""
    needed = battle.book.options.hits_per_life
    effect = f"{needed} take a life" if needed else ""
    lives = unit.hits + unit.hits_coming, needed
    shared = [one for one in battle.shared if name in one.at]
    hits, ones = sum(one.hits for one in shared), sum(one.ones for one in shared)
    return (
        Token("Hits", unit.hits, COUNTED, effect, "Hit"),
        Token("Hits waiting", unit.hits_coming, COUNTED, "marked when the fire ends", "Hit waiting", lives),
        Token("shared Hits", hits, COUNTED, "spread when the fire ends", "shared Hit"),
        Token("single 1s", unit.ones_coming, COUNTED, "two are a Hit", "single 1"),
        Token("shared 1s", ones, COUNTED, "two are a shared Hit", "shared 1"),
    )


def sharing(battle: Battle) -> frozenset[str]:
    """Whom several were fired at with, until what hit them together is spread (NA-3.3.6.1)."""
    return frozenset(name for shared in battle.shared for name in shared.at)


def _standing(battle: Battle, name: str, unit: Unit) -> Standing:
    if unit.status == "lost":
        return "gone"
    if unit.status == "recalled":
        return "away"
    if not firing(battle):
        return "here"
    return "ready" if can_fire(battle, name) else "done"


def _badges(battle: Battle, name: str, unit: Unit) -> Iterator[Badge]:
    """The states in words: who can shoot and why not, what waits for the marking, what is missing."""
    if not unit.on_table:
        yield Badge("lost" if unit.status == "lost" else "called in", "dim")
        return
    if firing(battle) and unit.regimental_gun:
        yield Badge("gun fired", "dim") if unit.gun_fired else Badge("gun", "good")
    yield from condition_badges(battle, name)
    if unit.group:
        return
    if unit.formation in ("square", "garrison"):
        yield Badge(formations()[unit.formation].name, "warn")
    if not unit.drum:
        yield Badge("no Drum", "bad")
    if not unit.flag:
        yield Badge("no Flag", "bad")
    if unit.side_shot_used:
        yield Badge("flank spent", "dim")


def _stats(battle: Battle, name: str, unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.group == "skirmish":
        yield "Needs", f"{units.profile(battle, name).fire} or less"
        if added := int(units.score_modifier(battle, name).value):
            yield "Die", f"+{added}"
    elif unit.group:
        yield "Needs", "a 1"
        yield "Carbines", "yes" if units.has_carbines(battle, name) else "none"
    if units.is_infantry(battle, name):
        yield "Skirmishers", str(units.skirmishers(battle, name))
        if not firing(battle):  # else they are pips
            yield "Shots", str(units.shots_available(battle, name))
    if limit := units.groups_limit(battle, name):
        yield "Group" if limit == 1 else "Groups", f"{len(units.groups_of(battle, name))} of {limit}"


def details(battle: Battle, name: str) -> Iterator[Detail]:
    unit = battle.units[name]
    waits, ones = list[str](), unit.ones_coming
    if ones:  # what waits for the end of the exchange besides its own Hits (NA-3.3.6)
        waits.append(f"{single_ones(ones)} {'waits' if ones == 1 else 'wait'}")
    for shared in battle.shared:
        if name in shared.at and shared.hits:
            others = battle.unit_names(one for one in shared.at if one != name)
            side, what = battle.side_name(shared.side), "it" if shared.hits == 1 else "them"
            said = f"with {others}; {the(side)} {agree(side, 'spreads', 'spread')} {what}"
            yield Detail(f"Shares {count(shared.hits, 'Hit')}", said, rules=("NA-3.3.6.1",))
            waits.append(f"shares {count(shared.hits, 'Hit')}")
        if name in shared.at and shared.ones:
            waits.append(f"shares {single_ones(shared.ones)}")
    if firing(battle) and unit.on_table and not can_fire(battle, name):
        yield Detail("No fire", silent(battle, name))
    if waits:
        yield Detail("Waits", ", ".join(waits))
    yield from condition_details(CONDITIONS, battle, name)
    if unit.group:
        yield Detail("Sent out by", battle.units[unit.mother].name)
        return
    if units.is_infantry(battle, name):
        yield from reading_lines(arithmetic(battle, name))
        if firing(battle):
            aside = "spent" if unit.side_shot_used else "may still be fired"
            yield Detail("Shot to flank or rear", aside)
    if unit.regimental_gun and firing(battle):
        yield Detail("Regimental Gun", "has fired" if unit.gun_fired else "1 shot", unit.gun_fired)
    own = units.profile(battle, name)
    for id in units.groups_of(battle, name):
        group, added = battle.units[id], int(units.score_modifier(battle, id).value)
        die = f", die +{added}" if added else ""
        needs = f"{own.fire} or less{die}" if group.group == "skirmish" else "a 1"
        hits = f"; {count(group.hits, 'Hit')}" if group.hits else ""
        fires = f"; {'has fired' if group.fired else 'may still fire'}" if firing(battle) else ""
        yield Detail(group.name, f"needs {needs}{hits}{fires}")
    parts = [f"{own.sort}, Type {own.type}, Drill {own.drill}, Experience {own.experience}"]
    parts += [formations()[unit.formation].name] if unit.formation else []
    parts += ["Regimental Gun"] if unit.regimental_gun else []
    parts += ["carbines" if unit.carbines else "no carbines"] if own.arm == "cavalry" else []
    yield Detail("Unit", ", ".join([*parts, f"ammo {unit.ammo}"]))


# --- what of it is corrected by hand

STEPPED = 20
"""The most that is stepped to where the rules know no limit; more is set in the list of all values."""


def steppers(battle: Battle, name: str) -> tuple[Stepper, ...]:
    unit, path = battle.units[name], f"units.{name}"
    made = [
        by_hand.counter("Lives", f"{path}.lives", unit.lives, units.lives_max(battle, name), "i"),
        by_hand.counter("Hits", f"{path}.hits", unit.hits, STEPPED, "h"),
        by_hand.counter("Hits that wait", f"{path}.hits_coming", unit.hits_coming, STEPPED, "w"),
    ]
    if plays(battle, "ones_of_different_shooters", "together"):
        made.append(by_hand.counter("Single 1 that waits", f"{path}.ones_coming", unit.ones_coming, 1, "n"))
    if unit.group:
        made.append(by_hand.flag("Has fired", f"{path}.fired", unit.fired, "f"))
        gone = {"on_table": "on the table", "recalled": "called in", "lost": "lost"}
        return (*made, by_hand.words("Where it is", f"{path}.status", unit.status, gone, "t"))
    if units.is_infantry(battle, name):
        most = units.shots_available(battle, name)
        made.append(by_hand.counter("Shots fired", f"{path}.shots_fired", unit.shots_fired, most, "s"))
        made.append(by_hand.flag("Flank shot spent", f"{path}.side_shot_used", unit.side_shot_used, "k"))
    if unit.regimental_gun:
        made.append(by_hand.flag("Gun has fired", f"{path}.gun_fired", unit.gun_fired, "g"))
    made.append(by_hand.flag("Drum", f"{path}.drum", unit.drum, "d"))
    made.append(by_hand.flag("Flag", f"{path}.flag", unit.flag, "f"))
    arm = units.profile(battle, name).arm
    offered = {id: formation.name for id, formation in formations().items() if arm in formation.arms}
    if unit.formation:
        made.append(by_hand.words("Formation", f"{path}.formation", unit.formation, offered, "o"))
    made.append(by_hand.counter("Ammo", f"{path}.ammo", unit.ammo, STEPPED, "a"))
    gone = {"on_table": "on the table", "lost": "lost"}
    return (*made, by_hand.words("Where it is", f"{path}.status", unit.status, gone, "t"))
