"""A hit: armor, wounds, places, falling, what it breaks, stun (steps 6 to 12); grenades and explosives that go off."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, Names, one_of
from vedette.engine.lazy_numbers import greater
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import FLAME_THROWER, Arm, deciding, fencing, figures, martial_arts
from vedette.games.close_quarters.checks import save, saves, throw
from vedette.games.close_quarters.damage import armor, fire, harm, microgravity
from vedette.games.close_quarters.damage.armor import Hit, Impact, Kind, Protection, Reckoning
from vedette.games.close_quarters.derived import Damage, conscious, knows
from vedette.games.close_quarters.near import aspect, is_alive, is_free
from vedette.games.close_quarters.state import Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays, weapons
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.terrain import hemmed, is_dangerous, nearest_direction
from vedette.kit.tables import applying
from vedette.kit.words import count
from vedette.view.hexes import step, vector

EXPLOSIVE = "explosive"

MULTIPLES = ("double", "triple")
"""The bands of a roll to hit that multiply the damage."""


@fact("{unit} may be knocked over.")
class Staggered(Fact, frozen=True):
    """The roll for balance comes next; what it comes to is told by itself."""

    aside = True
    unit: str


@fact("{unit} is knocked back to {to:word}.", moment="hurt", headline="{unit} knocked back to {to:word}")
class KnockedBack(Fact, frozen=True):
    unit: str
    to: str


@fact("The energy shield of {unit} is broken.", moment="fail")
class EnergyShieldBroken(Fact, frozen=True):
    unit: str


@fact(
    "The tank of the flame thrower of {unit} bursts.",
    moment="fail",
    headline="The tank of {unit} BURSTS",
    tale="{unit} had the tank of the flame thrower burst",
)
class TankBurst(Fact, frozen=True):
    unit: str


@fact("{unit} is hit in practice: {hits:# hit} so far.", headline="{unit} hit in practice: {hits}")
class Recorded(Fact, frozen=True):
    unit: str
    hits: int


@fact(
    "{unit} is entangled, and free again after standing up.",
    moment="hurt",
    headline="{unit} ENTANGLED",
    tale="{unit} was entangled",
)
class Entangled(Fact, frozen=True):
    unit: str


class Absorbed(Fact, frozen=True):
    """Shielding or smoke leaves nothing of an energy weapon's shot; `shielding` and `smoke` took off so many dice."""

    unit: str
    shielding: int = 0
    smoke: int = 0

    def sentence(self, names: Names) -> str:
        taken = (("shielding", self.shielding), ("smoke", self.smoke))
        said = [f"{what} takes off {count(dice, 'die', 'dice')}" for what, dice in taken if dice]
        nothing = f"othing of it reaches {names(self.unit)}."
        return f"{' and '.join(said).capitalize()}: n{nothing}" if said else f"N{nothing}"

    def headline(self, names: Names) -> str:
        return f"Nothing reaches {names(self.unit)}"


_GRENADES = {
    "explosive": "An explosive grenade goes off",
    "incendiary": "An incendiary grenade goes off",
    "smoke": "A smoke grenade goes off",
    "gas": "A gas grenade goes off",
    "anti-laser": "An anti-laser smoke grenade goes off",
}


@fact("{kind:grenade} in {hex:word}.", grenade=_GRENADES.__getitem__)
class WentOff(Fact, frozen=True):
    grenade: str
    kind: Annotated[str, one_of(_GRENADES)]
    hex: str


@fact("A grenade is lost.")
class GrenadeLost(Fact, frozen=True):
    grenade: str


# --- a hit of a weapon


async def strike(play: Play[Fight], hit: Hit) -> int:
    """One hit: all steps of section 10 in their order; gives back the points done."""
    target, energy = hit.target, hit.is_a("energy")
    if hit.weapon is not None and hit.weapon.quality == "practice":  # CQ-SCN-15: counted, and nothing else
        tally = play.state.units[target].tally
        tally = replace(tally, recorded=tally.recorded + 1)
        play.commit(play.state.with_unit(target, tally=tally), Recorded(target, tally.recorded))
        return 0
    if hit.is_a("entangles"):  # CH 5: no damage; a save on DEX, or he falls and is held till he has stood up
        dice, told = number("save_dice"), " against being entangled"
        if not await saves(play, target, "dex", dice, "hold_on", "CQ-WPN-1", told=told):
            harm.fall(play, target)
            play.commit(play.state.with_unit(target, entangled=True), Entangled(target))
        return 0
    place = await harm.place_hit(play, hit)
    guard = armor.guard_against(play.state, hit, place)
    damage = await _roll_damage(play, hit, guard)  # 1 to 4
    if damage is not None and energy:
        damage = await fire.through_field(play, hit, damage)  # 5
    if damage is None:
        return 0
    impact = Impact(
        target=target,
        damage=damage,
        guard=guard,
        hex=hit.hex,
        side=play.state.units[hit.by].side,
        by=hit.by,
        kind=_damage_kind(play.state, hit),
        place=place,
        stuns=hit.is_a("stuns"),
        energy=energy,
        tank=hit.tank,
        readings=kinds_read(play.state, hit),
    )
    done = await land(play, impact)  # 6 to 12
    if is_alive(play.state, target):
        master = hit.weapon is None and martial_arts(play.state.units[hit.by]) >= number("martial_master")
        if master and done >= number("master_disarms_at") and conscious(play.state, target):  # CQ-MRT-6
            harm.drop_first(play, target)
        await microgravity.pushed(play, hit)  # 13
        await _catch_fire(play, hit)  # 14
    return done


def _damage_kind(game: Fight, hit: Hit) -> Kind:
    """CQ-OPT-3: the kind of damage. Bare hands bludgeon, and blunt weapons as the game reads it; stun weapons stun."""
    if hit.weapon is None:
        return "bludgeoning"
    if hit.is_a("stuns"):
        return "stunning"
    own = hit.weapon.kind
    blunt = own == "damaging" and hit.is_a("blunt") and plays(game, "clubs_nonlethal", "bludgeoning")
    return "bludgeoning" if blunt else own


def kinds_read(game: Fight, hit: Hit) -> tuple[Remark, ...]:
    if not game.options.nonlethal:
        return ()
    return deciding(game, ("clubs_nonlethal",), lambda read: _damage_kind(read, hit))


async def _roll_damage(play: Play[Fight], hit: Hit, guard: Protection) -> Reckoning | None:
    """Steps 1 to 4: what the dice, the bonus and all multiples make; None for an energy weapon without dice."""
    energy, written = hit.is_a("energy"), Damage.parse(hit.damage)
    lost = fire.loss(play.state, hit) if energy else fire.Loss()
    dice = written.dice - lost.shielding - lost.smoke
    armor.wear_shielding(play, hit.target, lost.shielding)
    if energy and dice <= 0:
        play.emit(Absorbed(hit.target, lost.shielding, lost.smoke))
        return None
    kindled = hit.weapon is not None and hit.weapon.burning and not hit.is_a("burning")
    burning = number("burning_weapon_damage") if kindled else 0  # CQ-FIR-1: a torch has it in its damage
    bonuses = {
        "of the weapon": written.bonus, "extra strength": hit.bonus, "burning": burning, "smoke": -lost.points,
    }  # fmt: skip
    bonus = sum(bonuses.values())
    fewer = (("Shielding", lost.shielding, ("CQ-NRG-4",)), ("Smoke", lost.smoke, ("CQ-GRN-12", "CQ-ENV-20")))
    remarks = [
        Remark(what, f"{count(dice, 'die', 'dice')} less", rules) for what, dice, rules in fewer if dice
    ]
    said = [f"{figure(points, '+')} {what}" for what, points in bonuses.items() if points]
    if len(said) > 1:
        remarks.append(Remark("Bonus", ", ".join(said), ("CQ-DMG-1",)))
    bullet = f", bullet {hit.bullet} of {hit.bullets}" if hit.bullets > 1 else ""
    total = await throw(
        play,
        dice,
        why="damage",
        side=play.state.units[hit.by].side,
        rules=("CQ-DMG-1",),
        told=f"Damage to {play.state.units[hit.target].name}{bullet}",
        modifiers=applying(modifier("damage_bonus", bonus)),
        remarks=tuple(remarks),
        readings=(*hit.readings, *lost.readings),
    )
    # CQ-DMG-2: at least a point where nothing that the target wears stops any of it
    there = play.state.units[hit.target].hex
    own_field = energy and fire.field_between(play.state, hit.hex, there) == hit.target
    least = 0 if guard.stops or lost.shielding or own_field else number("least_damage")
    damage = Reckoning.of(total + bonus)
    damage = damage.to(greater(least, damage.points), "least")
    for what, times in (_multiple(play.state, hit), ("charge", hit.multiple)):
        damage = damage.to(damage.points * times, what, times)
    return damage.to(damage.points // number("beyond_divisor"), "beyond") if hit.halved else damage


def _multiple(game: Fight, hit: Hit) -> tuple[str, int]:
    """CQ-ATK-2, CQ-SKL-33: what the roll to hit multiplies the damage by: triple, double, or as a fencer's it counts."""
    roll = hit.result
    if roll is None:
        return "", 1
    sword = hit.way == "melee" and hit.is_a("sword")
    if sword and roll.dice == number("to_hit_dice") and fencing(game, hit.by):
        if roll.total <= number("fencing_triple"):
            return "fencing", number("triple_times")
        return "fencing", number("double_times") if roll.total <= number("fencing_double") else 1
    return roll.band, number(f"{roll.band}_times") if roll.band in MULTIPLES else 1


async def _catch_fire(play: Play[Fight], hit: Hit) -> None:
    """CQ-FIR-2: a burning weapon sets the drenched on fire on 4 to 6."""
    character, least = play.state.units[hit.target], number("catch_fire_at")
    burning = hit.weapon is not None and (hit.weapon.burning or hit.is_a("burning"))
    if not burning or not character.flammable:
        return
    dice, side = number("catch_fire_dice"), play.state.units[hit.by].side
    told = f"Whether {character.name} catches fire, on {least} or higher"
    face = await throw(play, dice, why="catch_fire", side=side, rules=("CQ-FIR-2",), told=told)
    if face >= least and character.burning != "soaked":
        fire.ignite(play, hit.target, "whole")


# --- what of it reaches armor


async def land(play: Play[Fight], impact: Impact) -> int:
    """Steps 6 to 12 of a hit; gives back the points done."""
    name = impact.target
    from_behind = aspect(play.state, name, impact.hex) == "rear"
    through = harm.no_more_than_counts(armor.gets_through(play, impact), impact.place)  # 6, 7
    harm.wound(play, name, through, raw=impact.points, by=impact.by, place=impact.place)  # 8
    if through.both:
        harm.open_leak(play, name)
    if conscious(play.state, name):
        await harm.effects(play, impact, through.both)  # 9
        await _keep_feet(play, impact)  # 10
    if from_behind:
        await _break_from_behind(play, impact)  # 11
    if impact.stuns and through.both and conscious(play.state, name):
        await harm.stun(play, name)  # 12
    return through.both


async def _keep_feet(play: Play[Fight], impact: Impact) -> None:
    """CQ-DMG-7: 8 points in a turn fell; 8 before armor ask once for a save.

    Who keeps his feet is moved back one hex, away from the attacker, if that hex is free, open and not dangerous.
    """
    name = impact.target
    if harm.fall_by_wounds(play, name) or not harm.stands(play.state, name):
        return
    character = play.state.units[name]
    if character.checked or character.raw_turn < number("fall_at"):
        return
    play.commit(play.state.with_unit(name, checked=True), Staggered(name))
    acrobat = knows(character, "acrobatics")
    easier = acrobat and plays(play.state, "acrobat_balance", "easier")
    saved = await save(
        play,
        name,
        "dex",
        number("keep_feet_dice_easier" if easier else "keep_feet_dice"),
        why="keep_feet",
        rules=("CQ-DMG-7",),
        told=f"{character.name} to stay upright",
        modifiers=() if acrobat else (modifier("hit"),),
        readings=(house_rule(play.state, "acrobat_balance"),) if acrobat else (),
    )
    if not saved.success:
        harm.fall(play, name)
        return
    map, here = play.state.map, play.state.units[name].hex
    to = step(here, nearest_direction(vector(impact.hex, here)))
    if is_free(play.state, to) and not hemmed(map, here, to) and not is_dangerous(map, to):
        game = play.state.with_unit(name, hex=to, aim_target="", aim_turns=0, overwatch=None)
        play.commit(game, KnockedBack(name, to))
        fire.breathe(play, name, (to,))


async def _break_from_behind(play: Play[Fight], impact: Impact) -> None:
    """CQ-NRG-7, CQ-ARM-16, CQ-FLM-5: what a hit from the rear breaks, on 4d6 up to its points before armor.

    Not aimed, that is a worn energy shield; then the tank of a flame thrower with fuel, on 3d6 if it is aimed at.
    """
    name, character = impact.target, play.state.units[impact.target]
    if character.energy_shield and not character.energy_shield_broken and not impact.place:
        dice, told = number("shield_breaks_dice"), "energy shield breaks"
        if await _breaks(play, impact, dice, "shield_breaks", "CQ-NRG-7", told):
            game = play.state.with_unit(name, energy_shield_on=False, energy_shield_broken=True)
            play.commit(game, EnergyShieldBroken(name))
    filled = [held.id for held in character.weapons if held.type == FLAME_THROWER and held.ammo > 0]
    if filled:
        dice = number("tank_dice_aimed" if impact.tank else "tank_dice")
        if await _breaks(play, impact, dice, "tank", "CQ-FLM-5", "tank bursts"):
            play.commit(play.state.with_weapon(name, filled[0], broken="permanent", ammo=0), TankBurst(name))
            await fire.molotov_bursts(play, character.hex, impact.by, tank=True)


async def _breaks(play: Play[Fight], impact: Impact, dice: int, why: str, rule: str, what: str) -> bool:
    told = f"Whether {play.state.units[impact.target].name}'s {what}, on {impact.points} or lower"
    return await throw(play, dice, why=why, side=impact.side, rules=(rule,), told=told) <= impact.points


# --- grenades that go off (CQ-GRN-4 to CQ-GRN-8)


async def grenades(play: Play[Fight], fuse: Literal["turn", "movement"], side: str = "") -> None:
    """CQ-GRN-4: all grenades with that fuse that are due go off, in the order thrown; `side` gives the command."""
    due = [
        id
        for id, grenade in play.state.map.grenades.items()
        if grenade.fuse == fuse and grenade.due <= play.state.round and not grenade.lit
    ]
    for id in due:  # where it lies; one that lies nowhere is lost
        grenade = play.state.map.grenades[id]
        hex = play.state.units[grenade.held].hex if grenade.held else grenade.hex
        fact = WentOff(id, grenade.kind, hex) if hex else GrenadeLost(id)
        if hex and grenade.kind not in (EXPLOSIVE, "incendiary"):
            play.emit(fact)
            fire.smoke_out(play, id, hex)
            continue
        play.commit(play.state.off_map("grenades", id), fact)
        if hex and grenade.kind == EXPLOSIVE:
            await explode(play, grenade, hex, side)
        elif hex:
            await fire.incendiary_bursts(play, hex, grenade.by)


def zones(arm: Arm) -> list[str]:
    """The damage of a grenade in the multihex and, if it reaches so far, around it: `4d6/2d6`."""
    return arm.damage.split("/")


async def explode(play: Play[Fight], grenade: Grenade, hex: str, side: str = "") -> None:
    """CQ-GRN-5: one roll for all in the multihex, one for all around it; nearest first. Walls don't help.

    Who is where is settled before the first roll. Everybody is hit as by any hit, from the side of the burst.
    """
    usual = next(row.id for row in weapons().values() if row.is_a(EXPLOSIVE))  # where only its kind is known
    arm = figures(grenade.weapon or Weapon(EXPLOSIVE, usual))
    by, stuns = grenade.by if grenade.by in play.state.units else "", arm.is_a("stuns")
    inner = fire.within(play.state, hex, 0, number("inner_radius"))
    outer = fire.within(play.state, hex, number("inner_radius") + 1, number("outer_radius"))
    for names, written in zip((inner, outer), zones(arm), strict=False):
        if not names:
            continue
        damage, caught = Damage.parse(written), ", ".join(play.state.units[name].name for name in names)
        total = await throw(
            play,
            damage.dice,
            why="blast",
            side=side,
            rules=("CQ-GRN-5",),
            told=f"The blast, on {caught}",
            modifiers=applying(modifier("blast_bonus", damage.bonus)),
        )
        points = max(0, total + damage.bonus)
        for name in fire.nearest_first(play.state, hex, names):
            if not is_alive(play.state, name):
                continue
            guard, whole = armor.guard_from(play.state, name, hex, "blast"), Reckoning.of(points)
            impact = Impact(
                target=name,
                damage=whole if guard.stops else whole.to(max(points, number("least_damage")), "least"),
                guard=guard,
                hex=hex,
                side=play.state.units[by].side if by else side,
                by=by,
                kind="stunning" if stuns else "damaging",
                stuns=stuns,
            )
            await land(play, impact)


# --- the end of the turn as far as it hurts: steps 1 to 10 of section 6.7, in their order (CQ-TRN-7)


async def end_steps(play: Play[Fight], side: str) -> None:
    """Steps 1 to 10; `side` gives the command, and rolls for the blasts."""
    await fire.fires(play)  # 1
    await fire.held_grenades(play)  # 2
    await fire.energy_fields(play)  # 3
    await microgravity.leaks(play)  # 4
    await harm.recovery(play)  # 5
    await microgravity.drift(play)  # 6
    await fire.clouds(play)  # 7
    await fire.oil_burns_down(play)  # 8
    await grenades(play, "turn", side)  # 9
    fire.all_breathe(play)  # 10
