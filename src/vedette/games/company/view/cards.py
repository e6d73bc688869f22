"""A Group as a card, the rules behind its chips, and its traits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from vedette.games.company import groups, tables
from vedette.games.company.groups import is_captains, profile
from vedette.games.company.resilience import resilience_words
from vedette.games.company.specs import COMMANDS, CONDITIONS
from vedette.games.company.state import TURN, Group, Skirmish
from vedette.games.company.tables import Profile, number
from vedette.kit.words import count
from vedette.view.common_forms import condition_badges, condition_details
from vedette.view.signs import Standing
from vedette.view.vocabulary import Badge, Card, Detail, Pip

CHIPS: dict[str, tuple[str, ...]] = {
    "ROUTED": ("CO-ROU-1",),
    "DESERTED": ("CO-CAP-3",),
    "reserve": ("CO-MAG-4", "CO-MAG-5",),
    "off table": ("CO-SET-11",),
    "SHAKEN": ("CO-SHK-1", "CO-SHK-2", "CO-SHK-3",),
    "in melee": ("CO-ATK-4", "CO-RET-6",),
    "Bloodied": ("CO-GEN-5",),
    "formation": ("CO-TRA-4",),
    "Ward": ("CO-MAG-6",),
    "Captain": ("CO-SET-4", "CO-RES-9", "CO-SHK-4",),
    "must Rally": ("CO-RAL-1", "CO-RAL-2",),
    "Reckless check": ("CO-REC-1", "CO-REC-2", "CO-REC-3",),
    "tested": ("CO-ACT-1",),
    "checked": ("CO-ACT-1",),
}  # fmt: skip


# --- a Group as a card (section 9)


def card(game: Skirmish, unit: str) -> Card:
    """One Group: R, badges, orders, values, traits."""
    group, own = game.units[unit], profile(game, unit)
    return Card(
        id=unit,
        name=group.name,
        side=group.side,
        standing=_standing(game, group),
        pips=(Pip(group.r, own.r_max, own.captain, group.name),),
        value=group.r,
        full=own.r_max,
        badges=tuple(_badges(game, unit, group)),
        stats=tuple(_stats(game, unit, own)) if group.in_play or own.reserve else (),
    )


def _standing(game: Skirmish, group: Group) -> Standing:
    """Whoever must be tested next is at hand; of several each may be the next, and none is yet."""
    if group.routed or group.deserted:
        return "gone"
    if not group.in_play:
        return "away"
    if game.outcome or game.phase not in TURN:
        return "here"
    if group.must_rally or group.awaits_check:
        due = (*groups.due_to_rally(game, group.side), *groups.due_to_check(game, group.side))
        return "ready" if due[1:] else "active"
    done = group.activated or group.rallied or group.checked or group.shaken
    return "done" if done else "ready"


def _badges(game: Skirmish, unit: str, group: Group) -> Iterator[Badge]:
    if group.routed or group.deserted:
        yield Badge("DESERTED" if group.deserted else "ROUTED", "dim")
        return
    if not group.in_play:
        yield Badge("reserve" if profile(game, unit).reserve else "off table", "dim")
        return
    active = group.side == game.active
    if active and (group.must_rally or group.awaits_check):
        yield Badge("must Rally" if group.must_rally else "Reckless check", "bad", risk=False)
    if group.shaken:
        yield Badge("SHAKEN", "bad")
    if group.in_melee_with:
        yield Badge("in melee", "bad", risk=False)
    yield from condition_badges(game, unit)
    if groups.bloodied(game, unit):
        yield Badge("Bloodied", "warn")
    if group.defensive:
        yield Badge("formation", "good")
    if group.warded:
        yield Badge("Ward", "good")
    if is_captains(game, unit):
        yield Badge("Captain", "plain")
    if active and game.phase in TURN and (group.rallied or group.checked):
        yield Badge("tested" if group.rallied else "checked", "dim")


def _stats(game: Skirmish, unit: str, own: Profile) -> Iterator[tuple[str, str]]:
    """Orders, by the keys that give them, with their numbers, then T and ME; MI and MO are opened up."""
    for order, value in own.activation.items():
        yield COMMANDS[order].key.upper(), str(value)
    now = groups.toughness(game, unit)
    yield "T", str(own.t) if now == own.t else f"{own.t}→{now}"
    if own.me:
        yield "ME", f"{own.me.attack}/{own.me.defend}"


def details(game: Skirmish, unit: str) -> list[Detail]:
    return list(_details(game, unit))


def _details(game: Skirmish, unit: str) -> Iterator[Detail]:
    group, company, own = game.units[unit], groups.company_of(game, unit), profile(game, unit)
    if own.me:
        attack, defend = own.me.attack, own.me.defend
        text = f"ME: hits on {attack}+ in an attack, on {defend}+ in defence"
        yield Detail("Melee", text, kind="weapon", brief=f"{attack}+ / {defend}+")
    if own.mi:
        text = f'MI: hits on {own.mi.hit}+, up to {own.mi.range:g}"'
        yield Detail("Missiles", text, kind="weapon", brief=f'{own.mi.range:g}" {own.mi.hit}+')
    if group.in_melee_with:
        yield Detail("In melee with", ", ".join(game.units[other].name for other in group.in_melee_with))
    yield from condition_details(CONDITIONS, game, unit)
    if group.in_play:
        yield Detail("Tests", resilience_words(game, unit, rally=group.must_rally))
        yield Detail("Moves", f'{own.mo:g}", Retreats {groups.retreat_distance(game, unit)}"')
    yield Detail("Worth", f"{count(groups.worth(game, unit), 'point')}, {count(own.models, 'model')}")
    yield Detail(company.name, _company_words(game, group.company))
    if is_captains(game, unit) and company.trait:
        trait = tables.captain_traits()[company.trait]
        works = groups.captained(game, unit, company.trait)
        yield Detail(f"Captain: {trait.name}", trait.text, struck=not works, kind="ability")
    for name in own.traits:
        named = tables.traits()[name]
        yield Detail(named.name, named.text, struck=not groups.has(game, unit, name), kind="ability")
    for spell in own.spells:
        known = groups.spells_of(game)[spell]
        yield Detail(known.name, known.text, kind="ability")


def _company_words(game: Skirmish, name: str) -> str:
    """A Company: points lost against half, what comes next, its ambition."""
    company = game.companies[name]
    half = -(-company.points // number("half_divisor"))
    role = game.sides[company.side].role
    parts: list[str] = [role] if role else []
    parts.append(f"{company.points_lost} of {company.points} points lost")
    if groups.below_half(company):
        parts.append("tests at −1 (CO-RES-8)")
    if not company.half_lost and company.points:
        parts.append(f"all test at {half} (CO-RES-5)")
    if len(groups.in_play(game, name)) == 2:
        parts.append("the next rout leaves the last (CO-RES-3)")
    if company.ambition:
        own = game.book.ambitions[company.ambition]
        parts.append(f"ambition: {own.name}, {own.vp} VP" + (" (scored)" if company.ambition_done else ""))
    return " · ".join(parts)


# --- the traits of a Group, each with the game as it would be without it: what decided a volley or a melee is found that way


def traits(game: Skirmish, unit: str) -> Mapping[str, Skirmish]:
    own, found = profile(game, unit), {}
    for trait in own.traits:
        without = replace(own, traits=tuple(one for one in own.traits if one != trait))
        book = replace(game.book, units={**game.book.units, unit: without})
        found[tables.traits()[trait].name] = replace(game, book=book)
    return found
