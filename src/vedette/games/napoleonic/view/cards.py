"""A Unit or a group as a card, the rules behind its chips and tokens, and what makes its fire good."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.napoleonic import units
from vedette.games.napoleonic.phases import events_due
from vedette.games.napoleonic.specs import CONDITIONS
from vedette.games.napoleonic.state import Battle, Unit
from vedette.games.napoleonic.tables import formations
from vedette.games.napoleonic.view import lines
from vedette.games.napoleonic.view.lines import can_fire, firing
from vedette.kit.words import count
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.signs import Standing
from vedette.view.vocabulary import Badge, Card, Detail, Pip, Token

CHIPS: dict[str, tuple[str, ...]] = {
    "Hits": ("NA-3.3.4", "NA-T.5",),
    "Hits waiting": ("NA-3.3.6",),
    "single 1s": ("NA-3.3.1.6.1",),
    "shared Hits": ("NA-3.3.6.1",),
    "shared 1s": ("NA-3.3.1.6.1", "NA-3.3.6.1",),
    "lost": ("NA-T.3",),
    "shots": ("NA-3.3.1.2", "NA-3.3.1.2.4",),
    "all shots fired": ("NA-3.3.1.2",),
    "fire ended": ("NA-3.3.6",),
    "cavalry": ("NA-3.3.1.1",),
    "artillery": ("NA-3.3.1.1",),
    "no skirmishers": ("NA-3.3.1.1", "NA-3.3.1.2.4",),
    "no shot so formed": ("NA-3.3.1.2.2",),
    "groups out": ("NA-3.3.1.2.3",),
    "no carbines": ("NA-3.3.3.3.1",),
    "Special Event due": ("NA-3.3.5",),
    "square": ("NA-3.3.1.2.2",),
    "garrison": ("NA-3.3.1.2.2",),
    "no Drum": ("NA-3.3.1.1.2", "NA-3.3.2.4.1",),
    "no Flag": ("NA-3.3.1.1.2",),
    "gun": ("NA-3.3.1.4",),
    "gun fired": ("NA-3.3.1.4",),
    "flank spent": ("NA-3.3.1.3",),
}  # fmt: skip


# --- a Unit or a group as a card: lives, skirmishers, shots, groups, and what waits to be marked

COUNTED = 9
"""The limit of a counter that has none of its own."""


def card(battle: Battle, name: str) -> Card:
    unit, full = battle.units[name], units.lives_max(battle, name)
    mother, _, number = unit.name.rpartition(", ")
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
        figure=lines.shots_to_fire(battle, name) if firing(battle) else None,
    )


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
    """In the phase of skirmish fire, whether it can still shoot."""
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
    if firing(battle):
        ready = can_fire(battle, name)
        if ready:
            yield Badge(ready, "good")
        elif not events_due(battle):  # else the event is told once, and nobody fires
            yield Badge(lines.silent(battle, name), "dim")
    yield from condition_badges(battle, name)
    if unit.group:
        return
    if unit.formation in ("square", "garrison"):
        yield Badge(formations()[unit.formation].name, "warn")
    if not unit.drum:
        yield Badge("no Drum", "bad")
    if not unit.flag:
        yield Badge("no Flag", "bad")
    if unit.gun_fired:
        yield Badge("gun fired", "dim")
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
        left, most = units.shots_left(battle, name), units.shots_available(battle, name)
        yield ("Shots left", f"{left} of {most}") if firing(battle) else ("Shots", f"{most}")
    if limit := units.groups_limit(battle, name):
        yield "Group" if limit == 1 else "Groups", f"{len(units.groups_of(battle, name))} of {limit}"


def details(battle: Battle, name: str) -> tuple[Detail, ...]:
    return tuple(_details(battle, name, battle.units[name]))


def _details(battle: Battle, name: str, unit: Unit) -> Iterator[Detail]:
    yield from lines.sharing_lines(battle, name)
    if firing(battle) and unit.on_table and not can_fire(battle, name):
        yield Detail("No fire", lines.silent(battle, name))
    if told := [*lines.waiting(battle, name)]:
        yield Detail("Waits", ", ".join(told))
    yield from condition_details(CONDITIONS, battle, name)
    if unit.group:
        yield Detail("Sent out by", battle.units[unit.mother].name)
        return
    if units.is_infantry(battle, name):
        yield from lines.arithmetic_lines(battle, name)
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
