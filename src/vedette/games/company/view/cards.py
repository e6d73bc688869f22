"""A Group as a card, the rules behind its chips, and its traits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from vedette.games.company.groups import (
    below_half,
    bloodied,
    captained,
    company_of,
    due_to_check,
    due_to_rally,
    has,
    in_play,
    is_captains,
    profile,
    retreat_distance,
    spells_of,
    toughness,
    worth,
)
from vedette.games.company.resilience import resilience_words
from vedette.games.company.specs import CONDITIONS
from vedette.games.company.state import TURN, Group, Skirmish
from vedette.games.company.tables import Profile, captain_traits, number
from vedette.games.company.tables import traits as known_traits
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

ORDER_LETTERS = {"move": "M", "shoot": "S", "attack": "A", "retreat": "R", "cast": "C", "summon": "G"}
"""What the number of an order is called on a card: the key that gives it."""


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
        stats=_stats(game, unit, own) if group.in_play or own.reserve else (),
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
        due = (*due_to_rally(game, group.side), *due_to_check(game, group.side))
        return "ready" if due[1:] else "active"
    done = group.activated or group.rallied or group.checked or group.shaken
    return "done" if done else "ready"


def _badges(game: Skirmish, unit: str, group: Group) -> list[Badge]:
    """The states of a Group in words, the most urgent first."""
    if group.routed or group.deserted:
        return [Badge("DESERTED" if group.deserted else "ROUTED", "dim")]
    if not group.in_play:
        return [Badge("reserve" if profile(game, unit).reserve else "off table", "dim")]
    badges = _due_badges(game, group)
    if group.shaken:
        badges.append(Badge("SHAKEN", "bad"))
    if group.in_melee_with:
        badges.append(Badge("in melee", "bad", risk=False))
    badges += condition_badges(game, unit)
    if bloodied(game, unit):
        badges.append(Badge("Bloodied", "warn"))
    if group.defensive:
        badges.append(Badge("formation", "good"))
    if group.warded:
        badges.append(Badge("Ward", "good"))
    if is_captains(game, unit):
        badges.append(Badge("Captain", "plain"))
    if game.phase in TURN and group.side == game.active:
        badges += _done_badges(group)
    return badges


def _due_badges(game: Skirmish, group: Group) -> list[Badge]:
    """What comes first in the turn of its side."""
    if group.side != game.active:
        return []
    if group.must_rally:
        return [Badge("must Rally", "bad", risk=False)]
    return [Badge("Reckless check", "bad", risk=False)] if group.awaits_check else []


def _done_badges(group: Group) -> list[Badge]:
    """What else than an order it has done."""
    if group.rallied:
        return [Badge("tested", "dim")]
    return [Badge("checked", "dim")] if group.checked else []


def _stats(game: Skirmish, unit: str, own: Profile) -> tuple[tuple[str, str], ...]:
    """Orders with their numbers, then T and ME; MI and MO are opened up."""
    stats = [(ORDER_LETTERS[order], str(value)) for order, value in own.activation.items()]
    now = toughness(game, unit)
    stats.append(("T", str(own.t) if now == own.t else f"{own.t}→{now}"))
    if own.me:
        stats.append(("ME", f"{own.me.attack}/{own.me.defend}"))
    return tuple(stats)


def _weapons(own: Profile) -> Iterator[Detail]:
    """ME and MI."""
    if own.me:
        attack, defend = own.me.attack, own.me.defend
        text = f"ME: hits on {attack}+ in an attack, on {defend}+ in defence"
        yield Detail("Melee", text, kind="weapon", brief=f"{attack}+ / {defend}+")
    if own.mi:
        text = f'MI: hits on {own.mi.hit}+, up to {own.mi.range:g}"'
        yield Detail("Missiles", text, kind="weapon", brief=f'{own.mi.range:g}" {own.mi.hit}+')


def details(game: Skirmish, unit: str) -> list[Detail]:
    """Weapons, the test that it would take, its Company, its traits and spells, a line each."""
    group, company, own = game.units[unit], company_of(game, unit), profile(game, unit)
    told = [*_weapons(own)]
    if group.in_melee_with:
        told.append(
            Detail("In melee with", ", ".join(game.units[other].name for other in group.in_melee_with))
        )
    told += condition_details(CONDITIONS, game, unit)
    if group.in_play:
        told.append(Detail("Tests", resilience_words(game, unit, rally=group.must_rally)))
        told.append(Detail("Moves", f'{own.mo:g}", Retreats {retreat_distance(game, unit)}"'))
    told.append(Detail("Worth", f"{count(worth(game, unit), 'point')}, {count(own.models, 'model')}"))
    told.append(Detail(company.name, company_words(game, group.company)))
    if is_captains(game, unit) and company.trait:
        trait = captain_traits()[company.trait]
        works = captained(game, unit, company.trait)
        told.append(Detail(f"Captain: {trait.name}", trait.text, struck=not works, kind="ability"))
    for name in own.traits:
        named = known_traits()[name]
        told.append(Detail(named.name, named.text, struck=not has(game, unit, name), kind="ability"))
    known = (spells_of(game)[name] for name in own.spells)
    told += [Detail(spell.name, spell.text, kind="ability") for spell in known]
    return told


def company_words(game: Skirmish, name: str) -> str:
    """A Company: points lost against half, what comes next, its ambition."""
    company = game.companies[name]
    half = -(-company.points // number("half_divisor"))
    role = game.sides[company.side].role
    parts: list[str] = [role] if role else []
    parts.append(f"{company.points_lost} of {company.points} points lost")
    if below_half(company):
        parts.append("tests at −1 (CO-RES-8)")
    if not company.half_lost and company.points:
        parts.append(f"all test at {half} (CO-RES-5)")
    if len(in_play(game, name)) == 2:
        parts.append("the next rout leaves the last (CO-RES-3)")
    if company.ambition:
        own = game.book.ambitions[company.ambition]
        parts.append(f"ambition: {own.name}, {own.vp} VP" + (" (scored)" if company.ambition_done else ""))
    return " · ".join(parts)


# --- the traits of a Group, each with the game as it would be without it: what decided a volley or a melee is found that way


def traits(game: Skirmish, unit: str) -> Mapping[str, Skirmish]:
    """Its own traits; what its Captain brings is told by the modifiers."""
    own = profile(game, unit)
    return {
        known_traits()[trait].name: replace(
            game,
            book=replace(
                game.book,
                units={
                    **game.book.units,
                    unit: replace(own, traits=tuple(one for one in own.traits if one != trait)),
                },
            ),
        )
        for trait in own.traits
    }
