"""A hit: armor, wounds, places, falling, what it breaks, stun (steps 6 to 12); grenades and explosives that go off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, Names, one_of
from vedette.engine.lazy_numbers import greater
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import FLAME_THROWER, Arm, deciding, fencing, figures, martial_arts
from vedette.games.close_quarters.checks import save, saves, throw
from vedette.games.close_quarters.damage.armor import (
    Hit,
    Impact,
    Kind,
    Place,
    Protection,
    Reckoning,
    gets_through,
    guard_against,
    guard_from,
    wear_shielding,
)
from vedette.games.close_quarters.damage.fire import (
    Loss,
    break_from_behind,
    breathe,
    clouds,
    energy_fields,
    field_between,
    fires,
    gas,
    held_grenades,
    ignite,
    incendiary_bursts,
    loss,
    molotov_bursts,
    nearest_first,
    oil_burns_down,
    smoke_out,
    through_field,
    within,
)
from vedette.games.close_quarters.damage.harm import (
    drop_first_ready,
    effects,
    fall,
    fall_by_wounds,
    no_more_than_counts,
    open_leak,
    place_hit,
    recovery,
    stands,
    stun,
    wound,
)
from vedette.games.close_quarters.damage.microgravity import drift, leaks, pushed
from vedette.games.close_quarters.derived import Damage, conscious, knows
from vedette.games.close_quarters.near import aspect, is_alive, is_free
from vedette.games.close_quarters.state import Character, Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays, weapons
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.terrain import hemmed, is_dangerous, nearest_direction
from vedette.kit.tables import applying
from vedette.kit.words import count
from vedette.view.hexes import step, vector


async def land(play: Play[Fight], impact: Impact) -> int:
    """Steps 6 to 12 of a hit; gives back the points done."""
    name = impact.target
    from_behind = aspect(play.state, name, impact.hex) == "rear"
    through = no_more_than_counts(gets_through(play, impact), impact.place)  # 6, 7
    wound(play, name, through, raw=impact.points, by=impact.by, place=impact.place)  # 8
    if through.both:
        open_leak(play, name)
    if conscious(play.state, name):
        await effects(play, impact, through.both)  # 9
        await keep_feet(play, impact)  # 10
    if from_behind:
        await break_from_behind(play, impact)  # 11
        await _hit_tank(play, impact)
    if impact.stuns and through.both and conscious(play.state, name):
        await stun(play, name)  # 12
    return through.both


@fact("{unit} may be knocked over.")
class Staggered(Fact, frozen=True):
    """The roll for balance comes next; what it comes to is told by itself."""

    aside = True
    unit: str


@fact("{unit} is knocked back to {to:word}.", moment="hurt", headline="{unit} knocked back to {to:word}")
class KnockedBack(Fact, frozen=True):
    unit: str
    to: str


async def keep_feet(play: Play[Fight], impact: Impact) -> None:
    """CQ-DMG-7: 8 points in a turn fell; 8 before armor ask once for a save, and move back who keeps his feet."""
    name = impact.target
    if fall_by_wounds(play, name) or not stands(play.state, name):
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
    if saved.success:
        knock_back(play, name, impact.hex)
    else:
        fall(play, name)


def knock_back(play: Play[Fight], name: str, hex: str) -> None:
    """He is moved back one hex, away from that hex, if the hex behind him is free, open and not dangerous."""
    character = play.state.units[name]
    to = step(character.hex, nearest_direction(vector(hex, character.hex)))
    if not _can_be_knocked_to(play.state, character, to):
        return
    game = play.state.with_unit(name, hex=to, aim_target="", aim_turns=0, overwatch=None)
    play.commit(game, KnockedBack(name, to))
    breathe(play, name, (to,))


def _can_be_knocked_to(game: Fight, character: Character, to: str) -> bool:
    return is_free(game, to) and not hemmed(game.map, character.hex, to) and not is_dangerous(game.map, to)


# --- the tank of a flame thrower


@fact(
    "The tank of the flame thrower of {unit} bursts.",
    moment="fail",
    headline="The tank of {unit} BURSTS",
    tale="{unit} had the tank of the flame thrower burst",
)
class TankBurst(Fact, frozen=True):
    unit: str


async def _hit_tank(play: Play[Fight], impact: Impact) -> None:
    """CQ-FLM-5: a flame thrower with fuel may burst: 4d6, aimed at it 3d6, up to the points before armor."""
    tank = _tank(play.state.units[impact.target])
    if tank is None:
        return
    character = play.state.units[impact.target]
    total = await throw(
        play,
        number("tank_dice_aimed" if impact.tank else "tank_dice"),
        why="tank",
        side=impact.side,
        rules=("CQ-FLM-5",),
        told=f"Whether {character.name}'s tank bursts, on {impact.points} or lower",
    )
    if total <= impact.points:
        game = play.state.with_weapon(impact.target, tank.id, broken="permanent", ammo=0)
        play.commit(game, TankBurst(impact.target))
        await molotov_bursts(play, character.hex, impact.by, tank=True)


def _tank(character: Character) -> Weapon | None:
    """The flame thrower that he carries, if there is fuel in it."""
    return next(
        (weapon for weapon in character.weapons if weapon.type == FLAME_THROWER and weapon.ammo > 0), None
    )


MULTIPLES = ("double", "triple")
"""The bands of a roll to hit that multiply the damage."""

ENERGY, BURNING, SWORD, BLUNT = "energy", "burning", "sword", "blunt"


async def strike(play: Play[Fight], hit: Hit) -> int:
    """One hit: all steps of section 10 in their order; gives back the points done."""
    if hit.weapon is not None and hit.weapon.quality == "practice":
        return _record(play, hit)
    if hit.is_a("entangles"):
        return await _entangle(play, hit)
    place = await place_hit(play, hit)
    guard = guard_against(play.state, hit, place)
    damage = await _roll_damage(play, hit, guard)  # 1 to 4
    if damage is not None and hit.is_a(ENERGY):
        damage = await through_field(play, hit, damage)  # 5
    if damage is None:
        return 0
    done = await land(play, _impact(play.state, hit, damage, guard, place))  # 6 to 12
    if is_alive(play.state, hit.target):
        _disarm(play, hit, done)
        await pushed(play, hit)  # 13
        await _catch_fire(play, hit)  # 14
    return done


def _impact(game: Fight, hit: Hit, damage: Reckoning, guard: Protection, place: Place) -> Impact:
    """What of the blow reaches the armor."""
    return Impact(
        target=hit.target,
        damage=damage,
        guard=guard,
        hex=hit.hex,
        side=game.units[hit.by].side,
        by=hit.by,
        kind=damage_kind(game, hit),
        place=place,
        stuns=hit.is_a("stuns"),
        energy=hit.is_a(ENERGY),
        tank=hit.tank,
        readings=kinds_read(game, hit),
    )


def damage_kind(game: Fight, hit: Hit) -> Kind:
    """CQ-OPT-3: the kind of damage. Bare hands bludgeon, and blunt weapons as the game reads it; stun weapons stun."""
    if hit.weapon is None:
        return "bludgeoning"
    if hit.is_a("stuns"):
        return "stunning"
    own = hit.weapon.kind
    blunt = own == "damaging" and hit.is_a(BLUNT) and plays(game, "clubs_nonlethal", "bludgeoning")
    return "bludgeoning" if blunt else own


def kinds_read(game: Fight, hit: Hit) -> tuple[Remark, ...]:
    """The house rule that the kind of damage rests on, where kinds matter."""
    if not game.options.nonlethal:
        return ()
    return deciding(game, ("clubs_nonlethal",), lambda read: damage_kind(read, hit))


# --- what does no damage


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


def _record(play: Play[Fight], hit: Hit) -> int:
    """CQ-SCN-15: a hit of a practice weapon is counted, and nothing else."""
    tally = play.state.units[hit.target].tally
    hits = tally.recorded + 1
    game = play.state.with_unit(hit.target, tally=replace(tally, recorded=hits))
    play.commit(game, Recorded(hit.target, hits))
    return 0


async def _entangle(play: Play[Fight], hit: Hit) -> int:
    """CH 5: no damage; a save on DEX, or he falls and is held till he has stood up."""
    dice, told = number("save_dice"), " against being entangled"
    if not await saves(play, hit.target, "dex", dice, "hold_on", "CQ-WPN-1", told=told):
        fall(play, hit.target)
        play.commit(play.state.with_unit(hit.target, entangled=True), Entangled(hit.target))
    return 0


# --- steps 1 to 4


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


async def _roll_damage(play: Play[Fight], hit: Hit, guard: Protection) -> Reckoning | None:
    """What the dice, the bonus and all multiples make; None for an energy weapon without dice."""
    lost = loss(play.state, hit) if hit.is_a(ENERGY) else Loss()
    dice = Damage.parse(hit.damage).dice - lost.dice
    wear_shielding(play, hit.target, lost.shielding)
    if hit.is_a(ENERGY) and dice <= 0:
        play.emit(Absorbed(hit.target, lost.shielding, lost.smoke))
        return None
    parts = _bonuses(hit, lost)
    bonus = sum(parts.values())
    total = await throw(
        play,
        dice,
        why="damage",
        side=play.state.units[hit.by].side,
        rules=("CQ-DMG-1",),
        told=_damage_to(play.state, hit),
        modifiers=applying(modifier("damage_bonus", bonus)),
        remarks=(*_weakened(lost), *_made_up(parts)),
        readings=(*hit.readings, *lost.readings),
    )
    damage = Reckoning.of(total + bonus)
    damage = damage.to(greater(_least(play.state, hit, guard, lost), damage.points), "least")
    return multiplied(play.state, hit, damage)


def _damage_to(game: Fight, hit: Hit) -> str:
    """Whose damage it is, and by which bullet of a burst."""
    bullet = f", bullet {hit.bullet} of {hit.bullets}" if hit.bullets > 1 else ""
    return f"Damage to {game.units[hit.target].name}{bullet}"


def _bonuses(hit: Hit, lost: Loss) -> dict[str, int]:
    """What is added to the dice, by where it comes from."""
    return {
        "of the weapon": Damage.parse(hit.damage).bonus,
        "extra strength": hit.bonus,
        "burning": _burning_bonus(hit),
        "smoke": -lost.points,
    }


def _made_up(bonuses: Mapping[str, int]) -> tuple[Remark, ...]:
    """What the bonus is made up of, where it is more than the weapon's own."""
    said = [f"{figure(points, '+')} {what}" for what, points in bonuses.items() if points]
    return (Remark("Bonus", ", ".join(said), ("CQ-DMG-1",)),) if len(said) > 1 else ()


def _weakened(lost: Loss) -> tuple[Remark, ...]:
    """The dice that an energy weapon has lost on its way."""
    found = (("Shielding", lost.shielding, ("CQ-NRG-4",)), ("Smoke", lost.smoke, ("CQ-GRN-12", "CQ-ENV-20")))
    return tuple(
        Remark(what, f"{count(dice, 'die', 'dice')} less", rules) for what, dice, rules in found if dice
    )


def multiplied(game: Fight, hit: Hit, damage: Reckoning) -> Reckoning:
    """Steps 3 and 4: the multiples of the roll to hit and of a charge; half beyond the effective range."""
    for what, times in (multiple(game, hit), ("charge", hit.multiple)):
        damage = damage.to(damage.points * times, what, times)
    return damage.to(damage.points // number("beyond_divisor"), "beyond") if hit.halved else damage


def _burning_bonus(hit: Hit) -> int:
    """CQ-FIR-1: what a burning weapon adds; a torch has it in its damage already."""
    kindled = hit.weapon is not None and hit.weapon.burning and not hit.is_a(BURNING)
    return number("burning_weapon_damage") if kindled else 0


def _least(game: Fight, hit: Hit, guard: Protection, lost: Loss) -> int:
    """CQ-DMG-2: a hit does at least 1 point where nothing that the target wears stops any of it."""
    own_field = hit.is_a(ENERGY) and field_between(game, hit.hex, game.units[hit.target].hex) == hit.target
    return 0 if guard.stops or lost.shielding or own_field else number("least_damage")


def multiple(game: Fight, hit: Hit) -> tuple[str, int]:
    """CQ-ATK-2, CQ-SKL-33: what the roll to hit multiplies the damage by: triple, double, or as a fencer's it counts."""
    roll = hit.result
    if roll is None:
        return "", 1
    sword = hit.way == "melee" and hit.is_a(SWORD)
    if sword and roll.dice == number("to_hit_dice") and fencing(game, hit.by):
        if roll.total <= number("fencing_triple"):
            return "fencing", number("triple_times")
        return "fencing", number("double_times") if roll.total <= number("fencing_double") else 1
    return roll.band, number(f"{roll.band}_times") if roll.band in MULTIPLES else 1


# --- what follows a hit


def _disarm(play: Play[Fight], hit: Hit, points: int) -> None:
    """CQ-MRT-6: 3 points of a Master's bare hands make the target drop its first weapon."""
    master = hit.weapon is None and martial_arts(play.state.units[hit.by]) >= number("martial_master")
    if master and points >= number("master_disarms_at") and conscious(play.state, hit.target):
        drop_first_ready(play, hit.target)


async def _catch_fire(play: Play[Fight], hit: Hit) -> None:
    """CQ-FIR-2: a burning weapon sets the drenched on fire on 4 to 6."""
    character = play.state.units[hit.target]
    burning = hit.weapon is not None and (hit.weapon.burning or hit.is_a(BURNING))
    if not burning or not character.flammable:
        return
    face = await throw(
        play,
        number("catch_fire_dice"),
        why="catch_fire",
        side=play.state.units[hit.by].side,
        rules=("CQ-FIR-2",),
        told=f"Whether {character.name} catches fire, on {number('catch_fire_at')} or higher",
    )
    if face >= number("catch_fire_at") and character.burning != "soaked":
        ignite(play, hit.target, "whole")


# --- grenades that go off (CQ-GRN-4 to CQ-GRN-8)


EXPLOSIVE = "explosive"


async def grenades(play: Play[Fight], fuse: Literal["turn", "movement"], side: str = "") -> None:
    """CQ-GRN-4: all grenades with that fuse that are due go off, in the order thrown; `side` gives the command."""
    due = [
        id
        for id, grenade in play.state.map.grenades.items()
        if grenade.fuse == fuse and grenade.due <= play.state.round and not grenade.lit
    ]
    for id in due:
        await go_off(play, id, side)


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


async def go_off(play: Play[Fight], id: str, side: str = "") -> None:
    """A live grenade goes off where it lies; one that lies nowhere is lost."""
    grenade = play.state.map.grenades[id]
    hex = play.state.units[grenade.held].hex if grenade.held else grenade.hex
    if not hex:
        _remove(play, id, grenade, hex)
    elif grenade.kind == EXPLOSIVE:
        _remove(play, id, grenade, hex)
        await explode(play, grenade, hex, side)
    elif grenade.kind == "incendiary":
        _remove(play, id, grenade, hex)
        await incendiary_bursts(play, hex, grenade.by)
    else:
        play.emit(WentOff(id, grenade.kind, hex))
        smoke_out(play, id, hex)


def _remove(play: Play[Fight], id: str, grenade: Grenade, hex: str) -> None:
    fact = WentOff(id, grenade.kind, hex) if hex else GrenadeLost(id)
    play.commit(play.state.off_map("grenades", id), fact)


# --- explosives


async def explode(play: Play[Fight], grenade: Grenade, hex: str, side: str = "") -> None:
    """CQ-GRN-5: one roll for all in the multihex, one for all around it; nearest first. Walls don't help.

    Who is where is settled before the first roll.
    """
    arm = figures(grenade.weapon or Weapon(EXPLOSIVE, usual_explosive()))
    inner = within(play.state, hex, 0, number("inner_radius"))
    outer = within(play.state, hex, number("inner_radius") + 1, number("outer_radius"))
    for names, written in zip((inner, outer), zones(arm), strict=False):
        if names:
            points = await _roll(play, written, names, side)
            for name in nearest_first(play.state, hex, names):
                await _blast(play, name, points, arm, grenade, hex, side)


def zones(arm: Arm) -> list[str]:
    """The damage of a grenade in the multihex and, if it reaches so far, around it: `4d6/2d6`."""
    return arm.damage.split("/")


def usual_explosive() -> str:
    """The type of a grenade of which only its kind is known: the first explosive of the table."""
    return next(row.id for row in weapons().values() if row.is_a(EXPLOSIVE))


async def _roll(play: Play[Fight], written: str, names: Sequence[str], side: str) -> int:
    damage, hit = Damage.parse(written), ", ".join(play.state.units[name].name for name in names)
    total = await throw(
        play,
        damage.dice,
        why="blast",
        side=side,
        rules=("CQ-GRN-5",),
        told=f"The blast, on {hit}",
        modifiers=applying(modifier("blast_bonus", damage.bonus)),
    )
    return max(0, total + damage.bonus)


async def _blast(
    play: Play[Fight], name: str, points: int, arm: Arm, grenade: Grenade, hex: str, side: str
) -> None:
    """One victim of a blast: as any hit, from the side of the burst."""
    if not is_alive(play.state, name):
        return
    by = grenade.by if grenade.by in play.state.units else ""
    guard = guard_from(play.state, name, hex, "blast")
    damage, stuns = Reckoning.of(points), arm.is_a("stuns")
    impact = Impact(
        target=name,
        damage=damage if guard.stops else damage.to(max(points, number("least_damage")), "least"),
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
    await fires(play)  # 1
    await held_grenades(play)  # 2
    await energy_fields(play)  # 3
    await leaks(play)  # 4
    await recovery(play)  # 5
    await drift(play)  # 6
    await clouds(play)  # 7
    await oil_burns_down(play)  # 8
    await grenades(play, "turn", side)  # 9
    await gas(play)  # 10
