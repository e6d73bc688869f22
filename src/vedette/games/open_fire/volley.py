"""Action: Attack, steps 1 and 2: the attack pool, hits, and the defence pool (damage.py is step 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Roll, Tests
from vedette.engine.play import Again, Play
from vedette.engine.requests import ChoiceRequest, Option
from vedette.games.open_fire import attack_facts
from vedette.games.open_fire.damage import (
    apply_damage,
    failures_but_ones,
    loss_read_so,
    model_label,
    remove_models,
    resilient,
)
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.sequence import is_active
from vedette.games.open_fire.state import Battle, GroupResult
from vedette.games.open_fire.tables import house_rule, modifier, number, plays
from vedette.games.open_fire.units import (
    condition,
    defending_model,
    has,
    inspired,
    leader,
    profile,
    skirmish,
    x_of,
)
from vedette.kit.tables import applying

FACES_MATTER = {
    "Unstable": "A 1 kills its shooter here",
    "Impact": "A critical hit counts as two here",
    "Rending": "A critical hit does more damage here",
}
"""OF-WSR-10: with Torrent dice are rolled only where one of these makes the faces matter, and why it does."""


@dataclass(frozen=True, slots=True)
class Group:
    """Models that attack one target with one weapon. `range` is in inches.

    `contact`: the target is within assault range. `nobody`: the rule by which no model is left.
    """

    target: str
    weapon: Weapon
    models: tuple[int, ...]
    range: float
    los: str
    arc: str
    contact: bool
    screened: bool = False
    reroll_hits: bool = False
    modifier: int = 0
    defence_modifier: int = 0
    nobody: str = ""

    @property
    def wants_criticals(self) -> bool:
        """OF-ASW-1: within assault range a weapon without Assault hits only on a critical success."""
        return self.contact and "Assault" not in self.weapon.special

    def with_models(self, models: tuple[int, ...], nobody: str = "") -> Group:
        """The same group with these models."""
        return replace(self, models=models, nobody=nobody)


@dataclass(frozen=True, slots=True)
class Struck:
    """What the attack pool of a group comes to; `exploded` are the models whose own weapon has killed them."""

    dice: int
    hits: int
    criticals: int = 0
    exploded: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What holds for all groups of an attack."""

    unit: str
    near: tuple[str, ...]
    moved: bool
    advanced: bool
    free: bool


async def fire(play: Play[Battle], at: Circumstances, groups: tuple[Group, ...]) -> None:
    """OF-ATK-6: every group in turn, each split by battle skill (decision 9)."""
    for group in groups:
        for part in _split_by_skill(play.state, at.unit, group):
            before = play.state.units[part.target].hp
            result = await _resolve(play, at, part)
            battle = replace(play.state, last_attack=(*play.state.last_attack, result))
            play.commit(battle, _attack_made(battle, at, part, result, before))


def _attack_made(
    battle: Battle, at: Circumstances, group: Group, result: GroupResult, before: int
) -> attack_facts.AttackMade:
    """What is told of a group; `before` it the target had so many hit points."""
    untold = not (result.dice or result.skipped)  # the dice tell what they rest on
    return attack_facts.AttackMade(
        at.unit,
        group.target,
        group.weapon.name,
        result.hits,
        result.tests,
        result.failed,
        result.damage,
        result.skipped,
        " ".join(remark.text for remark in read_so(battle, at, group)) if untold else "",
        result.damage - (before - battle.units[group.target].hp),
    )


def _split_by_skill(battle: Battle, unit: str, group: Group) -> list[Group]:
    models = profile(battle, unit).models
    skills = dict.fromkeys(models[n].skl for n in group.models)
    return [group.with_models(tuple(n for n in group.models if models[n].skl == skill)) for skill in skills]


async def _resolve(play: Play[Battle], at: Circumstances, group: Group) -> GroupResult:
    """One group: attack pool, Unstable, Rending, defence pool, damage (4.11)."""
    group = group.with_models(tuple(n for n in group.models if n in play.state.units[at.unit].living))
    result = GroupResult(group.target, group.weapon.id)
    if not group.models or play.state.units[group.target].destroyed:
        return replace(result, skipped=True)  # OF-TGT-2
    _spend(play, at.unit, group)
    modifier = _sum(_attack_modifiers(play.state, at, group, group.models[0]))
    struck = await _attack_pool(play, at, group)
    vulnerable = is_vulnerable(play.state, group)
    await _explode(play, at.unit, group, struck.exploded)
    damage = await _rend(play, group, struck.criticals, vulnerable=vulnerable)
    result = replace(
        result,
        dice=struck.dice,
        modifier=modifier,
        hits=struck.hits,
        criticals=struck.criticals,
        damage=damage,
    )
    if not result.hits or play.state.units[group.target].destroyed:
        return result
    return await _defend(play, at.unit, group, result, vulnerable=vulnerable)


def _spend(play: Play[Battle], unit: str, group: Group) -> None:
    """OF-WSR-7: a One Use weapon is marked as used."""
    if "One Use" not in group.weapon.special:
        return
    battle = play.state
    for model in group.models:
        used = battle.units[unit].models[model].used
        if group.weapon.id not in used:
            battle = battle.with_model(unit, model, used=(*used, group.weapon.id))
    play.commit(battle, attack_facts.WeaponSpent(unit, group.weapon.name, group.models))


def attacks_of(weapon: Weapon, reach: float) -> int:
    """OF-WPN-3, OF-WSR-8: attack dice of one model; one more with Rapid Fire within half range."""
    half = weapon.maximum / number("rapid_fire_divisor")
    rapid = "Rapid Fire" in weapon.special and reach <= half
    return weapon.attacks + (number("rapid_fire_attacks") if rapid else 0)


async def _attack_pool(play: Play[Battle], at: Circumstances, group: Group) -> Struck:
    """OF-ATK-1, OF-USR-12: the attacks of a group, rolled where the dice matter."""
    each = attacks_of(group.weapon, group.range)
    attacks = each * len(group.models)
    if not rolls_attacks(play.state, group):
        return Struck(dice=0, hits=attacks)
    pool, side, rules = (
        attack_tests(play.state, at, group, each),
        play.state.units[at.unit].side,
        ("OF-ATK-1",),
    )
    again, faces = _skilled(play.state, at, group), _why_faces(group)
    if not (again or faces):
        roll = await play.recorded_total(pool, why="Attack", side=side, rules=rules)
        return Struck(attacks, roll.successes, roll.criticals)
    return _struck(
        group, await play.roll(pool, why="Attack", side=side, rules=rules, again=again, faces=faces)
    )


def _why_faces(group: Group) -> str:
    """OF-WSR-6, OF-WSR-9, OF-WSR-11: why each attack die counts; "" where the hits are enough."""
    return next((why for rule, why in FACES_MATTER.items() if rule in group.weapon.special), "")


def rolls_attacks(battle: Battle, group: Group) -> bool:
    """OF-WSR-10: attacks that hit by themselves are rolled only where the faces matter."""
    return not hits_by_itself(battle, group) or any(rule in group.weapon.special for rule in FACES_MATTER)


def hits_by_itself(battle: Battle, group: Group) -> bool:
    """OF-WSR-10: Torrent, within assault range (OF-ASW-1) as the table reads it (decision 38)."""
    reaches = not group.wants_criticals or plays(battle, "torrent_in_contact", "hits")
    return "Torrent" in group.weapon.special and reaches


def read_so(battle: Battle, at: Circumstances, group: Group) -> tuple[Remark, ...]:
    """How the text is read where this group would have attacked otherwise, or not at all."""
    special = group.weapon.special
    torrent = "Torrent" in special and group.wants_criticals
    heavy = "Heavy" in special and at.free and battle.units[at.unit].has_moved
    told = [house_rule(battle, "torrent_in_contact")] if torrent else []
    if heavy and plays(battle, "heavy_free_attack", "fires"):
        told.append(house_rule(battle, "heavy_free_attack"))
    return tuple(told)


def attack_tests(battle: Battle, at: Circumstances, group: Group, each: int) -> Tests:
    """The attack pool of a group: the modifiers are those of its first model."""
    per_model = [_attack_modifiers(battle, at, group, n) for n in group.models]
    first = _sum(per_model[0])
    own = tuple(_sum(modifiers) - first for modifiers in per_model for _ in range(each))
    always = hits_by_itself(battle, group)
    return Tests(
        dice=each * len(group.models),
        sides=number("die_sides"),
        target=profile(battle, at.unit).models[group.models[0]].skl,
        modifiers=per_model[0],
        hits="always" if always else "criticals" if group.wants_criticals else "target",
        own=own if any(own) else (),
        readings=read_so(battle, at, group),
    )


def _attack_modifiers(battle: Battle, at: Circumstances, group: Group, model: int) -> tuple[Modifier, ...]:
    """OF-TST-4: every modifier of a battle skill test, by name (section 7)."""
    weapon = group.weapon.special
    obstructed = group.los == "obstructed" and "Blast" not in weapon  # OF-WSR-3
    rear = is_active(battle, at.unit) and not at.free and battle.activation.rear_of == group.target
    far = skirmish(battle) and not at.moved and group.range > number("long_range_beyond")
    damaged, hurt = condition(battle, at.unit, model)
    return applying(
        modifier("stress", battle.units[at.unit].stress),
        modifier("advance") if at.advanced else None,
        modifier("obstructed") if obstructed else None,
        modifier("accurate") if "Accurate" in weapon and not at.moved else None,
        modifier("unwieldy") if "Unwieldy" in weapon else None,
        None if group.contact else modifier("stealth", x_of(battle, group.target, "Stealth")),
        damaged,
        hurt,
        modifier("into-the-rear") if rear and skirmish(battle) else None,
        modifier("long-range") if far else None,
        modifier("other", group.modifier),
        *condition_modifiers(battle, attack=at.unit, attack_against=group.target),
    )


def _skilled(battle: Battle, at: Circumstances, group: Group) -> Again | None:
    """OF-USR-12: misses but ones are rolled again; hits too on demand; with Unstable the side is asked."""
    if not (has(battle, at.unit, "Skilled") or inspired(battle, at.unit, at.near)):
        return None
    which = _all_but_ones_and_criticals if group.reroll_hits else failures_but_ones
    if "Unstable" not in group.weapon.special:
        return Again(which, alone=True)
    options = (Option("reroll", "roll again"), Option("keep", "keep them"))
    why = f"Roll again with {group.weapon.name}? A 1 makes it explode."
    side = battle.units[at.unit].side
    return Again(
        which, ChoiceRequest(name="reroll", side=side, options=options, why=why, rules=("OF-USR-12",))
    )


def _all_but_ones_and_criticals(roll: Roll) -> tuple[int, ...]:
    keep = (number("always_fails"), number("critical"))
    return tuple(i for i, die in enumerate(roll.dice) if die.face not in keep)


def _struck(group: Group, roll: Roll) -> Struck:
    """OF-WSR-6: a critical hit with Impact counts as two."""
    more = number("impact_hits") - 1 if "Impact" in group.weapon.special else 0
    models = _exploding(group, roll) if "Unstable" in group.weapon.special else ()
    return Struck(len(roll.dice), roll.successes + more * roll.criticals, roll.criticals, models)


def _exploding(group: Group, roll: Roll) -> tuple[int, ...]:
    """OF-WSR-11: with Unstable a 1 kills its own model (decision 47)."""
    each = len(roll.dice) // len(group.models)
    ones = [i // each for i, face in enumerate(roll.faces) if face == number("always_fails")]
    return tuple(group.models[place] for place in dict.fromkeys(ones))


async def _explode(play: Play[Battle], unit: str, group: Group, models: tuple[int, ...]) -> None:
    """OF-WSR-11: models that their own weapon kills outright."""
    if models:
        read = loss_read_so(play.state, unit, models)
        because = attack_facts.WeaponExploded(unit, group.weapon.name, models, read)
        remove_models(play, unit, models, because)
        await _name_leader(play, unit)


async def _name_leader(play: Play[Battle], unit: str) -> None:
    """Decision 10: when the leader exploded its side names a new one."""
    troop = play.state.units[unit]
    if troop.destroyed or troop.leader in troop.living:
        return
    options = tuple(Option(n, model_label(play.state, unit, n)) for n in troop.living)
    why = f"The leader of {troop.name} is dead: who leads now?"
    new = int(await play.choose("leader", side=troop.side, options=options, why=why, rules=("OF-FRM-1",)))
    play.commit(play.state.with_unit(unit, leader=new), attack_facts.LeaderNamed(unit, new))


async def _rend(play: Play[Battle], group: Group, criticals: int, *, vulnerable: bool) -> int:
    """OF-WSR-9: X damage at once for each critical hit. The damage, in hit points."""
    damage = group.weapon.special.x("Rending") * criticals
    await apply_damage(play, group.target, damage, vulnerable=vulnerable)
    return damage


def is_vulnerable(battle: Battle, group: Group) -> bool:
    """OF-USR-16, OF-VEH-7: the attack comes from one of the target's vulnerable arcs."""
    return group.arc in leader(battle, group.target).special.arcs


async def _defend(
    play: Play[Battle], by: str, group: Group, result: GroupResult, *, vulnerable: bool
) -> GroupResult:
    """OF-DFN-1, OF-DFN-2, OF-USR-7: one defence test per hit and point of damage."""
    pool = defence_tests(play.state, by, group, result.hits, vulnerable=vulnerable)
    side, rules = play.state.units[group.target].side, ("OF-DFN-1", "OF-DFN-2")
    again = resilient(play.state, group.target, defending_model(play.state, group.target))
    if again:
        saved = (await play.roll(pool, why="Defence", side=side, rules=rules, again=again)).successes
    else:
        saved = await play.total(pool, why="Defence", side=side, rules=rules)
    failed = pool.dice - saved
    await apply_damage(play, group.target, failed, vulnerable=vulnerable)
    return replace(
        result,
        tests=pool.dice,
        defence_modifier=_sum(pool.modifiers),
        failed=failed,
        damage=result.damage + failed,
    )


def defence_tests(battle: Battle, by: str, group: Group, hits: int, *, vulnerable: bool) -> Tests:
    """OF-DFN-1: the defence pool against so many hits of a group of that unit, with its modifiers."""
    model = defending_model(battle, group.target)
    defender = profile(battle, group.target).models[model]
    damaged, hurt = condition(battle, group.target, model)
    modifiers = applying(
        modifier("piercing", max(number("least_piercing"), group.weapon.piercing - _armour(battle, group))),
        modifier("vulnerable") if vulnerable else None,
        damaged,
        hurt,
        modifier("other", group.defence_modifier),
        *condition_modifiers(battle, defence=group.target, defence_against=by),
    )
    dice = hits * damage_of(battle, group)
    return Tests(dice=dice, sides=number("die_sides"), target=defender.def_, modifiers=modifiers)


def damage_of(battle: Battle, group: Group) -> int:
    """OF-DFN-1, OF-USR-7: the defence tests that each hit brings."""
    return max(number("least_damage"), group.weapon.damage - _armour(battle, group))


def _armour(battle: Battle, group: Group) -> int:
    model = defending_model(battle, group.target)
    return profile(battle, group.target).models[model].special.x("Heavy Armour")


def _sum(modifiers: tuple[Modifier, ...]) -> float:
    return sum(modifier.value for modifier in modifiers)
