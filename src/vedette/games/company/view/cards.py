"""A Group as a card (section 9)."""

from __future__ import annotations

from vedette.games.company.groups import (
    bloodied,
    captained,
    company_of,
    has,
    is_captains,
    profile,
    retreat_distance,
    toughness,
    worth,
)
from vedette.games.company.profiles import Profile
from vedette.games.company.resilience import resilience_words
from vedette.games.company.state import TURN, Group, Skirmish
from vedette.games.company.tables import captain_traits, spells, traits
from vedette.view.tones import Standing
from vedette.view.vocabulary import Badge, Card, Detail, Pip

ORDER_NAMES = {
    "move": "Move", "shoot": "Shoot", "attack": "Attack", "retreat": "Retreat", "cast": "Cast", "summon": "Summon",
}  # fmt: skip


def card(game: Skirmish, unit: str) -> Card:
    """One Group: R, badges, orders, values, traits."""
    group, own = game.units[unit], profile(game, unit)
    return Card(
        id=unit,
        name=group.name,
        side=group.side,
        standing=_standing(group),
        pips=(Pip(group.r, own.r_max, own.captain, group.name),),
        value=group.r,
        full=own.r_max,
        badges=tuple(_badges(game, unit, group)),
        stats=_stats(game, unit, own) if group.in_play or own.reserve else (),
        details=tuple(_details(game, unit, own)),
    )


def _standing(group: Group) -> Standing:
    if group.routed or group.deserted:
        return "gone"
    if not group.in_play:
        return "away"
    if group.must_rally or group.must_check:
        return "active"
    done = group.activated or group.rallied or group.checked or group.shaken
    return "done" if done else "ready"


def _badges(game: Skirmish, unit: str, group: Group) -> list[Badge]:
    """The states of a Group in words, the most urgent first."""
    if group.routed or group.deserted:
        return [Badge("deserted" if group.deserted else "Routed", "dim")]
    if not group.in_play:
        return [Badge("in reserve" if profile(game, unit).reserve else "off the table", "dim")]
    badges = _due_badges(game, group)
    if group.shaken:
        badges.append(Badge("Shaken", "bad"))
    if group.in_melee_with:
        names = ", ".join(game.units[one].name for one in group.in_melee_with)
        badges.append(Badge(f"in melee with {names}", "bad"))
    if bloodied(game, unit):
        badges.append(Badge("Bloodied", "warn"))
    if group.defensive:
        badges.append(Badge("formation", "good"))
    if group.warded:
        badges.append(Badge("Ward", "good"))
    if is_captains(game, unit):
        badges.append(Badge(_captain(game, unit), "plain"))
    if game.phase in TURN and group.side == game.active:
        badges += _done_badges(group)
    return badges


def _due_badges(game: Skirmish, group: Group) -> list[Badge]:
    """What comes first in the turn of its side."""
    if group.side != game.active:
        return []
    if group.must_rally:
        return [Badge("due: rally", "bad")]
    return [Badge("due: reckless", "bad")] if group.must_check else []


def _done_badges(group: Group) -> list[Badge]:
    if group.rallied:
        return [Badge("tested to Rally", "dim")]
    if group.checked:
        return [Badge("checked for Reckless", "dim")]
    return [Badge("activated", "dim")] if group.activated else []


def _captain(game: Skirmish, unit: str) -> str:
    trait = company_of(game, unit).trait
    return f"Captain ({captain_traits()[trait].name})" if trait else "Captain"


def _stats(game: Skirmish, unit: str, own: Profile) -> tuple[tuple[str, str], ...]:
    """Orders with their numbers, then T, ME, MI, MO."""
    stats = [(ORDER_NAMES[order], str(value)) for order, value in own.activation.items()]
    now = toughness(game, unit)
    stats.append(("T", str(own.t) if now == own.t else f"{own.t}→{now}"))
    if own.me:
        stats.append(("ME", f"{own.me.attack}+/{own.me.defend}+"))
    if own.mi:
        stats.append(("MI", f'{own.mi.hit}+ {own.mi.range:g}"'))
    stats.append(("MO", f'{own.mo:g}"'))
    return tuple(stats)


def _details(game: Skirmish, unit: str, own: Profile) -> list[Detail]:
    """The test that it would take, its Company, its traits and spells, a line each."""
    group, company = game.units[unit], company_of(game, unit)
    details = []
    if group.in_play:
        details.append(Detail("Tests", resilience_words(game, unit, rally=group.must_rally)))
        details.append(Detail("Retreats", f"{retreat_distance(game, unit)} inches"))
    details.append(Detail(company.name, f"{worth(game, unit)} points, {own.models} models"))
    if is_captains(game, unit) and company.trait:
        trait = captain_traits()[company.trait]
        works = captained(game, unit, company.trait)
        details.append(Detail(f"Captain: {trait.name}", trait.text, struck=not works))
    for name in own.traits:
        named = traits()[name]
        details.append(Detail(named.name, named.text, struck=not has(game, unit, name)))
    details += [Detail(spells()[name].name, spells()[name].text) for name in own.spells]
    return details
