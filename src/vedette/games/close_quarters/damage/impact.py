"""What a hit does once its points are known: armor, wounds, places, falling, what it breaks, stun (steps 6 to 12)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.checks import save, throw
from vedette.games.close_quarters.damage.armor import gets_through
from vedette.games.close_quarters.damage.clouds import breathe
from vedette.games.close_quarters.damage.fire import break_from_behind, molotov_bursts
from vedette.games.close_quarters.damage.harm import fall, fall_by_wounds, stands, stun, wound
from vedette.games.close_quarters.damage.hit import Impact
from vedette.games.close_quarters.damage.locations import effects, no_more_than_counts
from vedette.games.close_quarters.damage.microgravity import open_leak
from vedette.games.close_quarters.derived.effective import conscious
from vedette.games.close_quarters.derived.skills import knows
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.facts import fire as fire_facts
from vedette.games.close_quarters.map.hexes import nearest_direction, step, vector
from vedette.games.close_quarters.map.terrain import is_dangerous
from vedette.games.close_quarters.map.walls import hemmed
from vedette.games.close_quarters.near import aspect, is_free
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import house_rule, modifier, number, plays
from vedette.games.close_quarters.weapon import Weapon

FLAME_THROWER = "flame-thrower"


async def land(play: Play[Fight], hit: Impact) -> int:
    """Steps 6 to 12 of a hit; gives back the points done."""
    name = hit.target
    from_behind = aspect(play.state, name, hit.hex) == "rear"
    through = no_more_than_counts(gets_through(play, hit), hit.place)  # 6, 7
    wound(play, name, through, raw=hit.points, by=hit.by, place=hit.place)  # 8
    if through.both:
        open_leak(play, name)
    if conscious(play.state, name):
        await effects(play, hit, through.both)  # 9
        await keep_feet(play, hit)  # 10
    if from_behind:
        await break_from_behind(play, hit)  # 11
        await _hit_tank(play, hit)
    if hit.stuns and through.both and conscious(play.state, name):
        await stun(play, name)  # 12
    return through.both


async def keep_feet(play: Play[Fight], hit: Impact) -> None:
    """CQ-DMG-7: 8 points in a turn fell; 8 before armor ask once for a save, and move back who keeps his feet."""
    name = hit.target
    if fall_by_wounds(play, name) or not stands(play.state, name):
        return
    character = play.state.units[name]
    if character.checked or character.raw_turn < number("fall_at"):
        return
    play.commit(play.state.with_unit(name, checked=True), facts.Staggered(name))
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
        knock_back(play, name, hit.hex)
    else:
        fall(play, name)


def knock_back(play: Play[Fight], name: str, hex: str) -> None:
    """He is moved back one hex, away from that hex, if the hex behind him is free, open and not dangerous."""
    character = play.state.units[name]
    to = step(character.hex, nearest_direction(vector(hex, character.hex)))
    if not _can_be_knocked_to(play.state, character, to):
        return
    game = play.state.with_unit(name, hex=to, aim_target="", aim_turns=0, overwatch=None)
    play.commit(game, facts.KnockedBack(name, to))
    breathe(play, name, (to,))


def _can_be_knocked_to(game: Fight, character: Character, to: str) -> bool:
    return is_free(game, to) and not hemmed(game.map, character.hex, to) and not is_dangerous(game.map, to)


# --- the tank of a flame thrower


async def _hit_tank(play: Play[Fight], hit: Impact) -> None:
    """CQ-FLM-5: a flame thrower with fuel may burst: 4d6, aimed at it 3d6, up to the points before armor."""
    tank = _tank(play.state.units[hit.target])
    if tank is None:
        return
    character = play.state.units[hit.target]
    rolled = await throw(
        play,
        number("tank_dice_aimed" if hit.tank else "tank_dice"),
        why="tank",
        side=hit.side,
        rules=("CQ-FLM-5",),
        told=f"Whether {character.name}'s tank bursts, on {hit.points} or lower",
    )
    if rolled.total <= hit.points:
        game = play.state.with_weapon(hit.target, tank.id, broken="permanent", ammo=0)
        play.commit(game, fire_facts.TankBurst(hit.target))
        await molotov_bursts(play, character.hex, hit.by, tank=True)


def _tank(character: Character) -> Weapon | None:
    """The flame thrower that he carries, if there is fuel in it."""
    return next(
        (weapon for weapon in character.weapons if weapon.type == FLAME_THROWER and weapon.ammo > 0), None
    )
