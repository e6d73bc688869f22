"""Action: Attack, its dice: the attack pool, hits, the defence pool, and what damage does (steps 1 to 3)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.conditions import Condition, condition_modifiers
from vedette.engine.dice import Modifier, Remark, Roll, Tests
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.grammar import at_start, name_of, the
from vedette.engine.marks import WORDS
from vedette.engine.play import Again, Play
from vedette.engine.readings import told_house_rules
from vedette.engine.requests import ChoiceRequest, Option
from vedette.games.open_fire import units
from vedette.games.open_fire.profiles import Weapon
from vedette.games.open_fire.sequence import destroy, is_active
from vedette.games.open_fire.state import Battle, GroupResult
from vedette.games.open_fire.tables import house_rule, modifier, number, plays, weapon_modifiers
from vedette.kit.sentences import fact
from vedette.kit.tables import applying
from vedette.kit.words import count, whose, with_reading


@fact("{unit}{left:?: a model lost {lost:# hit point}, {left} left| lost a model}.")
class Damaged(Fact, frozen=True):
    aside = True
    unit: str
    model: int
    lost: int
    left: int


@fact(
    "{unit} survived with 1 hit point{reading:so}.",
    headline="{unit} survived with 1 hit point",
    tale="{unit} survived on 1 hit point",
)
class SurvivedKilling(Fact, frozen=True):
    unit: str
    model: int
    reading: Annotated[str, WORDS] = ""


@fact("{unit} used up {weapon:word}.", headline="{weapon:word} used up")
class WeaponSpent(Fact, frozen=True):
    unit: str
    weapon: str
    models: tuple[int, ...]


@fact(
    "{weapon:word} exploded: {unit} lost {models:# model}{reading:so}.",
    moment="hurt",
    headline="{weapon:word} EXPLODED: {unit} −{models:# model}",
    tale="{unit} had {weapon:a} blow up",
)
class WeaponExploded(Fact, frozen=True):
    unit: str
    weapon: str
    models: tuple[int, ...]
    reading: Annotated[str, WORDS] = ""


@fact("Another model of {unit} leads now.")
class LeaderNamed(Fact, frozen=True):
    aside = True

    unit: str
    model: int


class AttackMade(Fact, frozen=True):
    """One group of an attack was resolved; the `damage` `beyond` the hit points that the target had cost it nothing.

    `models`: how many were lost, where each of the target's models has one hit point.
    """

    unit: str
    target: str
    weapon: str
    hits: int
    tests: int
    failed: int
    damage: int
    skipped: bool
    reading: Annotated[str, WORDS] = ""
    beyond: Annotated[int, WORDS] = 0
    models: Annotated[int, WORDS] = 0

    def sentence(self, names: Names) -> str:
        if self.skipped:
            return f"{at_start(whose(names(self.unit)))} attack with {self.weapon} was lost: nobody was left."
        came = count(self.hits, "hit")
        if self.tests and not self.damage:
            came += f", {self._saved}: no damage"
        elif self.tests:
            came += f", {self.tests - self.failed} of {self.tests} saved: {self._lost}"
        elif self.damage:
            came += f": {self._lost}"
        return with_reading(f"{self.weapon} at {the(names(self.target))}: {came}.", self.reading)

    def headline(self, names: Names) -> str:
        if self.skipped:
            return f"{self.weapon}: nobody was left"
        hits = count(self.hits, "hit")
        if lost := self.damage - self.beyond:
            what = count(self.models, "model") if self.models else f"{lost} HP"
            return f"{names(self.target)} −{what}, {hits}"
        return f"{hits}, {'no loss' if self.damage else self._saved}" if self.hits else hits

    @property
    def _saved(self) -> str:
        return "saved" if self.hits == 1 else "all saved"

    @property
    def _lost(self) -> str:
        lost = self.damage - self.beyond
        what = count(self.models, "model") if self.models else f"{lost} HP"
        return f"{what} lost" if lost else "nothing lost"

    @property
    def moment(self) -> Moment:
        return "hurt" if self.damage else ""

    def arithmetic(self, names: Names) -> str:
        """From hits to what is lost: each hit brings as many defence tests as the weapon has DMG (OF-DFN-1)."""
        return self._sum(least=1)

    def short_arithmetic(self, names: Names) -> str:
        return self._sum(least=2)

    def _sum(self, least: int) -> str:
        """The sum, in which a damage of at `least` so many is told."""
        if not self.tests:
            return ""
        each, more = self.tests // max(1, self.hits), self.damage - self.failed
        times = f" × damage {each} = {count(self.tests, 'die', 'dice')}" if each >= least else ""
        sum = f"{count(self.hits, 'hit')}{times} − {self.tests - self.failed} saved{f' + {more} Rending' if more else ''}"
        return f"{sum} = {f'{self.damage}, ' if self.beyond else ''}{self._lost}"


async def apply_damage(play: Play[Battle], group: Group, damage: int) -> None:
    """OF-DMG-1 to OF-DMG-3: the target of a group loses hit points model by model, until damage or models run out."""
    unit = group.target
    while damage > 0 and play.state.units[unit].living:
        model = await _casualty(play, unit, damage)
        hp = play.state.units[unit].models[model].hp
        last = units.skirmish(play.state) and damage >= hp
        if last and await _killing_test(play, group, model, damage - hp):
            return
        lost = min(hp, damage)
        battle = play.state.with_model(unit, model, hp=hp - lost).with_unit(unit, took_damage=True)
        play.commit(battle, Damaged(unit, model, lost, hp - lost))
        damage -= lost
    if play.state.units[unit].destroyed:
        destroy(play, unit)


async def _casualty(play: Play[Battle], unit: str, damage: int) -> int:
    """OF-DMG-3, OF-DMG-1: damaged models first, then the others, the leader only when it is alone; its side chooses (decision 45).

    Each comes with the first one that nothing tells apart from it.
    """
    troop, options = play.state.units[unit], _casualties(play.state, unit)
    if damage >= sum(troop.models[int(option.value)].hp for option in options):
        return int(options[0].value)
    why = f"{damage} damage to {troop.name}: which model?"
    return int(await play.choose("casualty", side=troop.side, options=options, why=why, rules=("OF-DMG-1",)))


def _casualties(battle: Battle, unit: str) -> tuple[Option, ...]:
    full, now = units.profile(battle, unit).models, battle.units[unit].models
    open_to = units.can_be_damaged(battle, unit)
    models = [n for n in open_to if now[n].hp < full[n].hp] or open_to
    each = [(full[n], now[n]) for n in models]
    return tuple(
        Option(n, model_label(battle, unit, n), alike=str(models[each.index(one)]))
        for n, one in zip(models, each, strict=True)
    )


def model_label(battle: Battle, unit: str, model: int) -> str:
    """A model in a few words: its name, with its number, counted from 1, where others of its unit have the same, and its hit points."""
    models = units.profile(battle, unit).models
    full = models[model]
    number = f" {model + 1}" if [one.name for one in models].count(full.name) > 1 else ""
    return f"{full.name}{number} ({battle.units[unit].models[model].hp} of {full.hp} HP)"


async def _killing_test(play: Play[Battle], group: Group, model: int, excess: int) -> bool:
    """OFS-KIL-1: a model that would lose its last hit point may stay at 1. True if it does (decisions 56, 80 and 83)."""
    unit, last = group.target, number("survives_at")
    before = units.condition(play.state, unit, model)
    at_the_last = units.condition(play.state.with_model(unit, model, hp=last), unit, model)
    pierced = _piercing(play.state, group)
    told = [house_rule(play.state, "killing_test_piercing")] if pierced.value else []
    told += [house_rule(play.state, "killed_from_full")] if before != at_the_last else []
    pool = _defence(
        play.state,
        group,
        model,
        1,
        (
            modifier("excess-damage", excess),
            pierced if plays(play.state, "killing_test_piercing", "yes") else None,
        ),
        at_the_last if plays(play.state, "killed_from_full", "yes") else before,
    )
    test = await play.roll(
        replace(pool, readings=tuple(told)),
        why="Killing test",
        side=play.state.units[unit].side,
        rules=("OFS-KIL-1", "OFS-KIL-2"),
        again=resilient(play.state, unit, model),
    )
    if test.successes:
        harmed = play.state.units[unit].took_damage
        stresses = harmed or plays(play.state, "survived_is_damage", "yes")
        battle = play.state.with_model(unit, model, hp=last).with_unit(unit, took_damage=stresses)
        read = "" if harmed else told_house_rules([house_rule(play.state, "survived_is_damage")])
        play.commit(battle, SurvivedKilling(unit, model, read))
    return test.successes > 0


def _defence(
    battle: Battle,
    group: Group,
    model: int,
    dice: int,
    first: tuple[Modifier | None, ...],
    then: tuple[Modifier | None, ...],
) -> Tests:
    """So many dice against the DEF of a model of the target. OF-USR-16, OF-VEH-7: from a vulnerable arc it is worse."""
    vulnerable = group.arc in units.leader(battle, group.target).special.arcs
    return Tests(
        dice=dice,
        sides=number("die_sides"),
        target=units.profile(battle, group.target).models[model].def_,
        modifiers=applying(*first, modifier("vulnerable") if vulnerable else None, *then),
        basis=units.basis(battle, group.target, model, "def_"),
    )


def resilient(battle: Battle, unit: str, model: int) -> Again | None:
    """OF-USR-10: failed defence tests are rolled again, except rolls of 1."""
    return Again(failures_but_ones, alone=True) if units.model_has(battle, unit, model, "Resilient") else None


def failures_but_ones(roll: Roll) -> tuple[int, ...]:
    return tuple(i for i in roll.failures if roll.dice[i].face != number("always_fails"))


def remove_models(play: Play[Battle], unit: str, models: tuple[int, ...], because: Fact) -> None:
    """Models are gone without damage points and without a killing test (decisions 20 and 58)."""
    battle = play.state
    if plays(battle, "models_lost", "damage"):
        battle = battle.with_unit(unit, took_damage=True)
    for model in models:
        battle = battle.with_model(unit, model, hp=0)
    play.commit(battle, because)
    if battle.units[unit].destroyed:
        destroy(play, unit)


def loss_read_so(battle: Battle, unit: str, models: tuple[int, ...]) -> str:
    """Whether models lost count as damage, where that matters: to a unit that lives on, unharmed so far."""
    troop = battle.units[unit]
    matters = not troop.took_damage and set(troop.living) > set(models)
    return told_house_rules([house_rule(battle, "models_lost")] if matters else ())


# --- steps 1 and 2: the attack pool, hits, and the defence pool


FACES_MATTER = {
    "Unstable": "A 1 kills its shooter here",
    "Impact": "A critical hit counts as two here",
    "Rending": "A critical hit does more damage here",
}
"""OF-WSR-10: with Torrent dice are rolled only where one of these makes the faces matter, and why it does."""


class Group(Struct, frozen=True):
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


class Declared(Struct, frozen=True):
    """An attack with everything that goes without saying, and what its unit has done in its activation before.

    `free`: a free attack (OF-LAR-2); it is outside of the activation, whatever the unit did in that (decision 31).
    """

    do: str
    by: str
    groups: tuple[Group, ...]
    near: tuple[str, ...]
    moved: bool
    advanced: bool
    free: bool


async def fire(play: Play[Battle], at: Declared) -> None:
    """OF-ATK-6: every group in turn, each split by battle skill (decision 9)."""
    for group in at.groups:
        models = units.profile(play.state, at.by).models
        skills = dict.fromkeys(models[n].skl for n in group.models)
        for part in [
            replace(group, models=tuple(n for n in group.models if models[n].skl == skill))
            for skill in skills
        ]:
            before = play.state.units[part.target].hp
            result = await _resolve(play, at, part)
            battle = replace(play.state, last_attack=(*play.state.last_attack, result))
            play.commit(battle, _told(battle, at, part, result, before))


def _told(battle: Battle, at: Declared, group: Group, result: GroupResult, before: int) -> AttackMade:
    """What is told of a group; `before` it the target had so many hit points."""
    untold = not (result.dice or result.skipped)  # the dice tell what they rest on
    lost, models = before - battle.units[group.target].hp, units.profile(battle, group.target).models
    single = len(models) > 1 and all(model.hp == 1 for model in models)
    return AttackMade(
        at.by,
        group.target,
        group.weapon.name,
        result.hits,
        result.tests,
        result.failed,
        result.damage,
        result.skipped,
        " ".join(remark.text for remark in read_so(battle, at, group)) if untold else "",
        result.damage - lost,
        lost if single else 0,
    )


async def _resolve(play: Play[Battle], at: Declared, group: Group) -> GroupResult:
    """One group: attack pool, Unstable, Rending, defence pool, damage (4.11)."""
    group = replace(group, models=tuple(n for n in group.models if n in play.state.units[at.by].living))
    if not group.models or play.state.units[group.target].destroyed:
        return GroupResult(group.target, group.weapon.id, skipped=True)  # OF-TGT-2
    if "One Use" in group.weapon.special:  # OF-WSR-7
        battle = play.state
        for model in group.models:
            used = battle.units[at.by].models[model].used
            if group.weapon.id not in used:
                battle = battle.with_model(at.by, model, used=(*used, group.weapon.id))
        play.commit(battle, WeaponSpent(at.by, group.weapon.name, group.models))
    result, exploded = await _attack_pool(play, at, group)
    if exploded:  # OF-WSR-11
        read = loss_read_so(play.state, at.by, exploded)
        remove_models(play, at.by, exploded, WeaponExploded(at.by, group.weapon.name, exploded, read))
        await _name_leader(play, at.by)
    await apply_damage(play, group, result.damage)
    if not result.hits or play.state.units[group.target].destroyed:
        return result
    # OF-DFN-1, OF-DFN-2, OF-USR-7: one defence test per hit and point of damage
    pool = defence_tests(play.state, at.by, group, result.hits)
    side, rules = play.state.units[group.target].side, ("OF-DFN-1", "OF-DFN-2")
    again = resilient(play.state, group.target, units.defending_model(play.state, group.target))
    if again:
        saved = (await play.roll(pool, why="Defence", side=side, rules=rules, again=again)).successes
    else:
        saved = await play.total(pool, why="Defence", side=side, rules=rules)
    failed = pool.dice - saved
    await apply_damage(play, group, failed)
    return replace(
        result, tests=pool.dice, defence_modifier=pool.modifier, failed=failed, damage=result.damage + failed
    )


async def _attack_pool(play: Play[Battle], at: Declared, group: Group) -> tuple[GroupResult, tuple[int, ...]]:
    """OF-ATK-1, OF-USR-12: the attacks of a group, rolled where the dice matter, and the models that exploded."""
    each = attacks_of(group.weapon, group.range)
    pool, side = attack_tests(play.state, at, group, each), play.state.units[at.by].side
    if not rolls_attacks(play.state, group):
        return _struck(group, 0, pool.modifier, pool.dice), ()
    again = skilled(play.state, at, group)
    # OF-WSR-6, OF-WSR-9, OF-WSR-11: why each die counts
    faces = next((why for rule, why in FACES_MATTER.items() if rule in group.weapon.special), "")
    if again or faces:
        roll = await play.roll(pool, why="Attack", side=side, rules=("OF-ATK-1",), again=again, faces=faces)
    else:
        roll = await play.recorded_total(pool, why="Attack", side=side, rules=("OF-ATK-1",))
    return _struck(group, pool.dice, pool.modifier, roll.successes, roll.criticals), _exploded(group, roll)


def _struck(group: Group, dice: int, modifier: float, successes: int, criticals: int = 0) -> GroupResult:
    """OF-WSR-6: a critical hit with Impact counts as two. OF-WSR-9: Rending does X damage at once for each."""
    more = number("impact_hits") - 1 if "Impact" in group.weapon.special else 0
    return GroupResult(
        group.target,
        group.weapon.id,
        dice=dice,
        modifier=modifier,
        hits=successes + more * criticals,
        criticals=criticals,
        damage=group.weapon.special.x("Rending") * criticals,
    )


def _exploded(group: Group, roll: Roll) -> tuple[int, ...]:
    """OF-WSR-11: with Unstable a 1 kills its own model (decision 47)."""
    if "Unstable" not in group.weapon.special:
        return ()
    each = len(roll.dice) // len(group.models)
    ones = [i // each for i, face in enumerate(roll.faces) if face == number("always_fails")]
    return tuple(group.models[place] for place in dict.fromkeys(ones))


def attacks_of(weapon: Weapon, reach: float) -> int:
    """OF-WPN-3: attack dice of one model."""
    return weapon.attacks + rapid_attacks(weapon, reach)


def rapid_attacks(weapon: Weapon, reach: float) -> int:
    """OF-WSR-8: how many of its attack dice Rapid Fire gives a model, within half range."""
    return number("rapid_fire_attacks") if reach <= rapid_range(weapon) else 0


def rapid_range(weapon: Weapon) -> float:
    """OF-WSR-8: how far Rapid Fire reaches; not at all with another weapon."""
    return weapon.maximum / number("rapid_fire_divisor") if "Rapid Fire" in weapon.special else -1


def rolls_attacks(battle: Battle, group: Group) -> bool:
    """OF-WSR-10: attacks that hit by themselves are rolled only where the faces matter."""
    return not hits_by_itself(battle, group) or any(rule in group.weapon.special for rule in FACES_MATTER)


def hits_by_itself(battle: Battle, group: Group) -> bool:
    """OF-WSR-10: Torrent, within assault range (OF-ASW-1) as the table reads it (decision 38)."""
    reaches = not group.wants_criticals or plays(battle, "torrent_in_contact", "hits")
    return "Torrent" in group.weapon.special and reaches


def read_so(battle: Battle, at: Declared, group: Group) -> tuple[Remark, ...]:
    """How the text is read where this group would have attacked otherwise, or not at all."""
    special = group.weapon.special
    torrent = "Torrent" in special and group.wants_criticals
    moved = at.free and battle.units[at.by].has_moved
    stands = any(one.unmoved and one.special in special for one in weapon_modifiers())
    told = [house_rule(battle, "torrent_in_contact")] if torrent else []
    if moved and "Heavy" in special and plays(battle, "heavy_free_attack", "fires"):
        told.append(house_rule(battle, "heavy_free_attack"))
    if moved and stands:
        told.append(house_rule(battle, "accurate_free_attack"))
    far = units.skirmish(battle) and group.range > number("long_range_beyond")
    if (far or stands) and not at.free and units.deployed_is_moved(battle, at.by):
        told.append(house_rule(battle, "deploying_is_moving"))
    return tuple(told)


def attack_tests(battle: Battle, at: Declared, group: Group, each: int) -> Tests:
    """OF-TST-4: the attack pool of a group with every modifier by name (section 7), those of its first model."""
    weapon, first, target = group.weapon.special, group.models[0], group.target
    obstructed = group.los == "obstructed" and "Blast" not in weapon  # OF-WSR-3
    rear = is_active(battle, at.by) and not at.free and battle.activation.rear_of == target
    far = units.skirmish(battle) and not at.moved and group.range > number("long_range_beyond")
    stirred = at.moved or (  # OF-WSR-1
        at.free and battle.units[at.by].has_moved and plays(battle, "accurate_free_attack", "no")
    )
    modifiers = applying(
        modifier("stress", battle.units[at.by].stress),
        modifier("advance") if at.advanced else None,
        modifier("obstructed") if obstructed else None,
        *(
            modifier(one.id, weapon.x(one.special) if one.times_x else 1)
            for one in weapon_modifiers()
            if one.special in weapon and not (one.unmoved and stirred)
        ),
        None if group.contact else modifier("stealth", units.x_of(battle, target, "Stealth")),
        *units.condition(battle, at.by, first),
        modifier("into-the-rear") if rear and units.skirmish(battle) else None,
        modifier("long-range") if far else None,
        modifier("other", group.modifier),
        *_from_conditions(battle, at.by, group, attack=at.by, attack_against=target),
    )
    hindered = [sum(one.value for one in applying(*units.condition(battle, at.by, n))) for n in group.models]
    own = tuple(one - hindered[0] for one in hindered for _ in range(each))
    always = hits_by_itself(battle, group)
    return Tests(
        dice=each * len(group.models),
        sides=number("die_sides"),
        target=units.profile(battle, at.by).models[first].skl,
        modifiers=modifiers,
        hits="always" if always else "criticals" if group.wants_criticals else "target",
        own=own if any(own) else (),
        readings=read_so(battle, at, group),
        basis=units.basis(battle, at.by, first, "skl"),
    )


def _from_conditions(battle: Battle, by: str, group: Group, **rolls: str) -> tuple[Modifier, ...]:
    """OF-ABL-1: what conditions add to a roll of an attack, as far as the abilities that brought them say."""

    def counts(condition: Condition) -> bool:
        brought = units.brought_by(battle, condition)
        if brought is None:
            return True
        other = group.target if condition.unit == by else by
        distance = 0 if group.contact else group.range
        return (
            brought.weapon in ("", group.weapon.id)
            and (brought.beyond is None or distance > brought.beyond)
            and (not brought.between or (brought.between == "source") == (other == condition.source))
        )

    return condition_modifiers(battle, counts, **rolls)


def skilled(battle: Battle, at: Declared, group: Group) -> Again | None:
    """OF-USR-12: misses but ones are rolled again; hits too on demand; with Unstable the side is asked."""
    if not (units.has(battle, at.by, "Skilled") or units.inspired(battle, at.by, at.near)):
        return None
    which = _all_but_ones_and_criticals if group.reroll_hits else failures_but_ones
    if "Unstable" not in group.weapon.special:
        return Again(which, alone=True)
    options = (
        Option("reroll", "roll again", assumed="the dice are rolled again"),
        Option("keep", "keep them", assumed="the dice are kept"),
    )
    why, side = f"Roll again with {group.weapon.name}? A 1 makes it explode.", battle.units[at.by].side
    asked = ChoiceRequest(name="reroll", side=side, options=options, why=why, rules=("OF-USR-12",))
    return Again(which, asked)


def _all_but_ones_and_criticals(roll: Roll) -> tuple[int, ...]:
    keep = (number("always_fails"), number("critical"))
    return tuple(i for i, die in enumerate(roll.dice) if die.face not in keep)


async def _name_leader(play: Play[Battle], unit: str) -> None:
    """Decision 10: when the leader exploded its side names a new one."""
    troop = play.state.units[unit]
    if troop.destroyed or troop.leader in troop.living:
        return
    options = tuple(Option(n, model_label(play.state, unit, n)) for n in troop.living)
    why = f"The leader of {the(name_of(troop))} is dead: who leads now?"
    new = int(await play.choose("leader", side=troop.side, options=options, why=why, rules=("OF-FRM-1",)))
    play.commit(play.state.with_unit(unit, leader=new), LeaderNamed(unit, new))


def defence_tests(battle: Battle, by: str, group: Group, hits: int) -> Tests:
    """OF-DFN-1: the defence pool against so many hits of a group of that unit, with its modifiers."""
    model, other = units.defending_model(battle, group.target), modifier("other", group.defence_modifier)
    said = _from_conditions(battle, by, group, defence=group.target, defence_against=by)
    then = (*units.condition(battle, group.target, model), other, *said)
    dice = hits * damage_of(battle, group)
    return _defence(battle, group, model, dice, (_piercing(battle, group),), then)


def _piercing(battle: Battle, group: Group) -> Modifier:
    """OF-DFN-2, OF-USR-7: the weapon's penalty to the defence dice of its target."""
    return modifier(
        "piercing", max(number("least_piercing"), group.weapon.piercing - armour_against(battle, group))
    )


def damage_of(battle: Battle, group: Group) -> int:
    """OF-DFN-1, OF-USR-7: the defence tests that each hit brings."""
    return max(number("least_damage"), group.weapon.damage - armour_against(battle, group))


def armour_against(battle: Battle, group: Group) -> int:
    """OF-USR-7: the Heavy Armour that counts against a group."""
    model = units.defending_model(battle, group.target)
    return units.profile(battle, group.target).models[model].special.x("Heavy Armour")
