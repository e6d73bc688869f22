"""What the rules ask of Groups, Companies and Captains, and who gives a command."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, Protocol, TypeVar

from pydantic import Field

from vedette.engine.commands import TEXT_LIMIT, Command, shown
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.games.company import tables
from vedette.games.company.state import TURN, Company, Group, Skirmish
from vedette.games.company.tables import modifier, number, plays
from vedette.kit.tables import applying

C = TypeVar("C", bound=Command)

Reason = Annotated[str, Field(min_length=1, max_length=TEXT_LIMIT)]

DISTANCES = ("CO-GEN-2", "CO-GEN-3", "CO-TER-6")
"""How distances are measured, which only the table can do."""


def profile(game: Skirmish, unit: str) -> tables.Profile:
    return game.book.units[unit]


def edition(game: Skirmish) -> tables.Edition:
    return tables.editions()[game.edition]


def spells_of(game: Skirmish) -> Mapping[str, tables.Spell]:
    """All spells by id, those of the house as well, as the set-up has them."""
    return {**tables.spells(game.edition), **game.book.spells}


def company_of(game: Skirmish, unit: str) -> Company:
    return game.companies[game.units[unit].company]


def is_captains(game: Skirmish, unit: str) -> bool:
    return company_of(game, unit).captain == unit


def taunts_of(game: Skirmish, unit: str) -> Iterator[tuple[tables.Taunt, str]]:
    """CO-TNT-1: the taunts that a Group has Proclaimed, each with the enemy that it named ("": none)."""
    for proclaimed in game.units[unit].taunts:
        yield tables.taunts(game.edition)[proclaimed.taunt], proclaimed.target


def traits_of(game: Skirmish, unit: str, *against: str) -> list[tables.Trait]:
    """CO-TNT-8: the traits of a Group, with those that its taunts give and without those that they take.

    Some that a taunt gives it has `against` its target only.
    """
    own = list(profile(game, unit).traits)
    for taunt, target in taunts_of(game, unit):
        given = taunt.gains if taunt.gains_against != "target" or target in against else ()
        own = [trait for trait in dict.fromkeys((*own, *given)) if trait not in taunt.loses]
    return own


def has(game: Skirmish, unit: str, trait: tables.Trait, *against: str) -> bool:
    """A Group has its traits, some only `against` an enemy; the Captain's own Group not while it is Shaken (CO-SHK-4)."""
    return trait in traits_of(game, unit, *against) and not _does_without(game, unit)


def _does_without(game: Skirmish, unit: str) -> bool:
    """CO-SHK-4: the traits of the Captain's own Group are off while it is Shaken."""
    return game.units[unit].counts_as_shaken and is_captains(game, unit)


def trait_row(game: Skirmish, trait: str) -> tables.Named:
    """What a trait is called and does in this edition; those of our own are the same in each."""
    return tables.all_traits(game.edition)[trait]


def is_played(game: Skirmish, unit: str) -> bool:
    return game.phase in TURN and game.units[unit].in_play


def bloodied(game: Skirmish, unit: str) -> bool:
    """CO-GEN-5: half of its printed R or less, or by the table's house rule (decision 1)."""
    left, printed = game.units[unit].r, profile(game, unit).r_max
    if plays(game, "bloodied_at", "any-loss"):
        return left < printed
    twice = left * number("bloodied_divisor")
    return twice < printed or (twice == printed and plays(game, "bloodied_at", "half"))


def must_rally(game: Skirmish, unit: str) -> bool:
    """CO-RAL-1, CO-SPL-9: Shaken, or under a Confuse that a Rally can end (reading `confuse`)."""
    group = game.units[unit]
    return group.shaken or (group.counts_as_shaken and plays(game, "confuse", "rally"))


def models_left(game: Skirmish, unit: str) -> int:
    """CO-FS-3: the models on the table, in proportion to what is left, rounded up."""
    own = profile(game, unit)
    return -(-own.models * game.units[unit].r // own.r_max)


def taunted(
    game: Skirmish, unit: str, effect: Callable[[tables.Taunt], int], enemy: str = "*"
) -> Iterator[Modifier]:
    """CO-TNT-7: what each taunt of a Group adds to a number; where the number is about an `enemy`, not those at another."""
    for taunt, target in taunts_of(game, unit):
        if (value := effect(taunt)) and (enemy == "*" or target in ("", enemy)):
            yield Modifier("taunt", value, ("CO-TNT-7",), taunt.name)


def toughness_modifiers(
    game: Skirmish, unit: str, enemy: str = "", *, shooting: bool = False, attacking: bool = False
) -> tuple[Modifier, ...]:
    """What adds to T, by name: formation, Ward, Shielded against Shooting, and taunts (CO-TNT-7).

    Against the hits of an `enemy`, which Shoots it, or which it is `attacking`.
    """
    group = game.units[unit]
    formed = group.defensive and not _does_without(game, unit)
    shot = shooting and enemy and game.enemies(unit, enemy)
    return applying(
        modifier("formation") if formed else None,
        modifier("ward") if group.warded else None,
        modifier("shielded") if shooting and has(game, unit, "shielded") else None,
        *taunted(game, unit, lambda taunt: taunt.t),
        *(taunted(game, unit, lambda taunt: taunt.t_attack, enemy) if attacking else ()),
        *(taunted(game, unit, lambda taunt: taunt.t_shot) if shot else ()),
    )


def toughness(
    game: Skirmish, unit: str, enemy: str = "", *, shooting: bool = False, attacking: bool = False
) -> int:
    """T with what is in force now (CO-TRA-4, CO-TRA-10, CO-MAG-6, CO-TNT-7), at least 1."""
    more = toughness_modifiers(game, unit, enemy, shooting=shooting, attacking=attacking)
    return max(number("least_t"), profile(game, unit).t + int(sum(modifier.value for modifier in more)))


def captain_of(game: Skirmish, unit: str) -> Group | None:
    captain = game.units.get(company_of(game, unit).captain)
    return captain if captain is not None and captain.in_play else None


def captained(game: Skirmish, unit: str, *traits: tables.CaptainTrait) -> bool:
    """Whether a Captain who works (4.3), in play and not Shaken, gives one of these traits to the Company of a Group.

    Decision 23, CO-SHK-4.
    """
    captain = captain_of(game, unit)
    return captain is not None and not captain.counts_as_shaken and company_of(game, unit).trait in traits


def captain_bonus(game: Skirmish, unit: str, *, rally: bool) -> Modifier | None:
    """CO-RES-9: the bonus of a nearby Captain; for the Captain's own Group by the table's house rule (decision 21)."""
    theirs = is_captains(game, unit) and plays(game, "captains_own_group", "no")
    return None if theirs else bonus_to_others(game, unit, rally=rally)


def bonus_to_others(game: Skirmish, unit: str, *, rally: bool) -> Modifier | None:
    """CO-RES-9, CO-CAP-4, CO-CAP-7, CO-CAP-11, CO-CAP-12: this Captain's bonus for the tests of other Groups.

    For a Shaken Captain by the table's house rule (decision 22), without a trait (CO-SHK-4).
    """
    captain = captain_of(game, unit)
    if captain is None or captained(game, unit, "vapid"):
        return None
    if captain.counts_as_shaken:
        return modifier("captain-near") if plays(game, "shaken_captain", "bonus") else None
    if captained(game, unit, "inspiring", "legendary"):
        return modifier("captain-near-inspiring")
    if rally and captained(game, unit, "steady"):
        return modifier("captain-near-steady")
    return modifier("captain-near")


def tested_against(game: Skirmish, unit: str) -> int:
    """CO-RES-6, CO-FS-2: what a test must reach: Resolve where the Group has it, else R, as printed or what is left (decision 3)."""
    own = profile(game, unit).resolve
    if own is not None:
        return own
    return profile(game, unit).r_max if plays(game, "tests_against", "printed") else game.units[unit].r


def types_of(game: Skirmish, unit: str) -> set[str]:
    """CO-PRO-3: the type of its archetype and its kinds, which a Foe or a bane may name."""
    own = profile(game, unit)
    return {tables.type_of(own.base), *own.kinds}


def reckless_against(game: Skirmish, unit: str) -> Mapping[str, str]:
    """CO-REC-1, CO-TRA-16, CO-TNT-6: the enemies in play that a Group must try to Attack, each with the rule that says so."""
    enemies = [name for name, group in game.units.items() if group.in_play and game.enemies(unit, name)]
    if has(game, unit, "reckless"):
        return dict.fromkeys(enemies, "CO-TRA-1")
    found = {}
    for enemy in enemies:
        goads = any(
            taunt.reckless == "all"
            or (taunt.reckless == "missile" and profile(game, enemy).mi is not None)
            or (taunt.reckless == "target" and target == enemy)
            for taunt, target in taunts_of(game, unit)
        )
        if goads or any(taunt.lure for taunt, _ in taunts_of(game, enemy)):
            found[enemy] = "CO-TNT-6"
        elif {*profile(game, unit).foes} & types_of(game, enemy):
            found[enemy] = "CO-TRA-16"
    return found


def can_be_checked(game: Skirmish, unit: str) -> bool:
    """CO-REC-1: a Reckless Group that may still activate; not an engine, nor that of a Blood-shy Captain (CO-CAP-5)."""
    group, own = game.units[unit], profile(game, unit)
    fights = tables.can_attack(own.me, own.activation)
    shy = is_captains(game, unit) and captained(game, unit, "blood-shy")
    if not group.in_play or group.counts_as_shaken or group.activated or shy or not fights:
        return False
    return bool(reckless_against(game, unit))


def is_checked(game: Skirmish, unit: str) -> bool:
    """CO-REC-1, CO-ACT-1: the same, unless it tested to Rally and the table lets it off (decision 26)."""
    exempt = game.units[unit].rallied and plays(game, "rallied_reckless", "exempt")
    return can_be_checked(game, unit) and not exempt


def needed_for(game: Skirmish, unit: str, order: str) -> int | None:
    """CO-ACT-3: what 2d6 must reach for an order; a trait or the scenario may give its own.

    CO-PRO-2: an ordered Retreat falls back on the ME activation or on Move (reading `retreat_value`, decision 31).
    """
    given = next((row.value for row in tables.traits(game.edition).values() if row.order == order), 0)
    given = given or scenario_value(game, unit, order)
    values, instead = profile(game, unit).activation, tuple[str, ...]()
    if order == "retreat":
        instead = ("attack", "move") if plays(game, "retreat_value", "attack") else ("move",)
        instead += ("attack",) if plays(game, "retreat_value", "move") else ()
    return given or next((values[one] for one in (order, *instead) if one in values), None)


def retreats_by_reading(game: Skirmish, unit: str) -> bool:
    """CO-PRO-2: whether the number for an ordered Retreat is a question of how the text is read."""
    values = profile(game, unit).activation
    alike = "retreat" in values or values.get("attack") == values.get("move")
    return not alike and "retreat_value" in game.readings


def foe_of(game: Skirmish, unit: str, target: str) -> str:
    """CO-TRA-16: the type of its Foe that the target has; "" for none."""
    types = types_of(game, target)
    return next((foe for foe in profile(game, unit).foes if foe in types), "")


def bane_of(game: Skirmish, unit: str, target: str) -> str:
    """CO-TRA-18: the type of its bane that the target has; "" for none."""
    types = set[str]() if _does_without(game, unit) else types_of(game, target)
    return next((bane for bane in profile(game, unit).banes if bane in types), "")


def scenario_value(game: Skirmish, unit: str, order: str) -> int:
    """CO-SCN-5, CO-SCN-7, CO-SCN-10: what 2d6 must reach for an order of the scenario; 0 where it has no such order."""
    own = game.book.scenario
    if order == "bring_on" and own.bring_on:
        return own.bring_on.captain_value if is_captains(game, unit) else own.bring_on.value
    if order == "take" and own.take:
        return own.take.value
    return own.destroy.value if order == "destroy" and own.destroy else 0


def under(game: Skirmish, unit: str, spell: str) -> bool:
    """CO-SPL-5: that lasting spell is on it, however often."""
    return any(effect.spell == spell for effect in game.units[unit].effects)


def movement(game: Skirmish, unit: str, enemy: str | None = None) -> float:
    """CO-MOV-1, CO-TNT-7: MO in inches with what taunts add; half of it for a Group that Moves with a token (CO-SCN-8).

    Not for a Move, but to reach an `enemy` ("": anybody), doubled where there can be only one.
    """
    own = profile(game, unit).mo
    if enemy is None and game.units[unit].carrying:
        own = math.floor(own / number("carrier_divisor"))
    more = sum(modifier.value for modifier in taunted(game, unit, lambda taunt: taunt.mo))
    doubled = enemy and any(taunted(game, unit, lambda taunt: taunt.mo_double, enemy))
    return (own + more) * (2 if doubled else 1)


def retreat_distance(game: Skirmish, unit: str) -> int:
    """CO-RET-2, CO-GEN-1: half of MO, rounded down."""
    return math.floor(movement(game, unit, "") / number("retreat_divisor"))


def worth(game: Skirmish, unit: str) -> int:
    """The points of a Group; a summoned one has none (CO-MAG-5)."""
    own = profile(game, unit)
    return own.points if edition(game).counts(own.reserve) else number("summoned_points")


def may_be_held_back(game: Skirmish) -> bool:
    """CO-DEP-1: Groups are held back in setup, where the edition has that."""
    return game.phase == "setup" and edition(game).reserve_worth


def undeployed(game: Skirmish, by: str) -> Mapping[str, str]:
    """CO-SUM-1, CO-SCN-5: the Groups of a side that are held back still, for a Group that may bring one in."""
    return {
        name: group.name
        for name, group in game.units.items()
        if group.reserve and not (group.in_play or group.routed or group.escaped or game.enemies(by, name))
    }


def in_play(game: Skirmish, company: str) -> list[str]:
    return [name for name, group in game.units.items() if group.company == company and group.in_play]


def companies_of(game: Skirmish, side: str) -> list[str]:
    return [name for name, company in game.companies.items() if company.side == side]


def points(game: Skirmish, side: str) -> int:
    return sum(game.companies[name].points for name in companies_of(game, side))


def points_lost(game: Skirmish, side: str) -> int:
    """CO-ROU-3: the points of a side's Routed Groups."""
    return sum(game.companies[name].points_lost for name in companies_of(game, side))


def half_gone(company: Company) -> bool:
    """CO-RES-5: Groups worth half or more of the points are lost."""
    return company.points > 0 and company.points_lost * number("half_divisor") >= company.points


def below_half(company: Company) -> bool:
    """CO-RES-8: less than half of the points are still in play (decision 19)."""
    return company.points_lost * number("half_divisor") > company.points


def number_in_play(game: Skirmish) -> int:
    return sum(group.in_play for group in game.units.values())


def location(game: Skirmish) -> tables.Location | None:
    return tables.locations(game.edition).get(game.location)


def way_off(game: Skirmish, unit: str) -> Literal["", "any", "far"]:
    """CO-SCN-2: the edge by which the scenario lets this Group leave the table."""
    escape = game.book.scenario.escape
    if escape is None:
        return ""
    marked = escape.role == "marked" and unit == game.scenario.marked
    return escape.edge if marked or escape.role == game.sides[game.units[unit].side].role else ""


def must_stay(game: Skirmish, unit: str) -> bool:
    """CO-SCN-13: the marked Group, where the scenario keeps it in its place."""
    return game.book.scenario.mark_stays and unit == game.scenario.marked


def cannot_retreat(game: Skirmish, unit: str) -> bool:
    """CO-SCN-13, CO-TNT-5: a forced Retreat costs it something instead."""
    known = tables.taunts(game.edition)
    held = any(known[one.taunt].no_retreat for one in game.units[unit].taunts)
    return held or must_stay(game, unit)


def due(game: Skirmish, step: str, side: str) -> tuple[str, ...]:
    """CO-RAL-1, CO-REC-1: the Groups of a side that must test to Rally in that step of a turn, or be checked for Reckless."""
    found = []
    for name, group in game.units.items():
        waits = {"rally": group.must_rally, "reckless": group.awaits_check}.get(step, False)
        if waits and group.side == side and group.in_play:
            found.append(name)
    return tuple(found)


def without_melees(game: Skirmish, unit: str) -> Skirmish:
    """CO-RET-6: the melees of a Group end, on both sides."""
    return game.with_mutual("in_melee_with", unit, ())


def taken_off(game: Skirmish, unit: str, **changes: Any) -> Skirmish:
    """A Group is out of play: its melees are over, it is due for nothing, and it carries nothing."""
    gone = dict.fromkeys(("in_play", "must_rally", "must_check", "carrying"), False)
    return without_melees(game, unit).with_unit(unit, **gone, **changes)


def brought_on(game: Skirmish, unit: str, **changes: Any) -> Skirmish:
    """A Group is in play, whatever it was before (Routed only where a command on it was forced)."""
    return game.with_unit(unit, in_play=True, routed=False, deserted=False, escaped=False, **changes)


# --- nonsense is an error, not a refusal: unknown Groups, sides and the like (4.1)


def by_group(game: Skirmish, command: C) -> C:
    if command.by in game.sides:
        raise CommandError(f"{command.do} is given by a Group, not by a side.")
    known(game, command.by)
    return command


def known(game: Skirmish, unit: str) -> None:
    if unit not in game.units:
        raise CommandError(f"There is no Group {shown(unit)}.")


def naming(field: str) -> Callable[[Skirmish, C], C]:
    def understood(game: Skirmish, command: C) -> C:
        by_group(game, command)
        known(game, getattr(command, field))
        return command

    return understood


def own_company(game: Skirmish, side: str, company: str | None) -> str:
    own = companies_of(game, side)
    if company is None and len(own) == 1:
        return own[0]
    if company is None:
        raise CommandError(f"{game.sides[side].name}: several Companies; say which.")
    if company not in own:
        raise CommandError(f"{game.sides[side].name}: no Company {shown(company)}.")
    return company


class OnItsWay(Protocol):
    """A command of a Group that says how far it moves, and how much of that is difficult."""

    by: str
    inches: float | None
    difficult: float


def difficult_inches(command: OnItsWay) -> None:
    """Raise CommandError unless the difficult inches are part of the inches."""
    if command.difficult and command.inches is None:
        raise CommandError("Say how many inches it moves in all.")
    if command.inches is not None and command.difficult > command.inches:
        raise CommandError("It cannot move farther in difficult terrain than it moves in all.")


def in_a_turn(game: Skirmish) -> None:
    """Raise CommandError where no turn runs: there a command of a turn cannot be forced either."""
    if game.phase not in TURN:
        raise ForbiddenError("No turn is being played.")
