"""Throwing a grenade into a hex: `throw_grenade`, where it scatters, and where misses go (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.dice import Modifier, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks.hitting import Attacked, bullets, go_past, hit, roll_to_hit
from vedette.games.close_quarters.attacks.to_hit import (
    Attempt,
    aiming_into,
    autofire,
    bodies,
    breakdown,
    figures_beyond,
    in_the_way,
    range_modifier,
    read_of_clear_miss,
    spares_those_in_the_way,
    spread_at,
    to_hit_roll,
)
from vedette.games.close_quarters.attacks.weapon_checks import (
    FUSES,
    MOLOTOV,
    grenades_at_hand,
    has_fuse,
    nearest_in_front,
    the_hex_is_in_front,
)
from vedette.games.close_quarters.candidates import by_unit, hex_name, is_on_map, named, own_hex
from vedette.games.close_quarters.checks import check as attribute_check
from vedette.games.close_quarters.checks import explained, pick, throw
from vedette.games.close_quarters.damage.fire import all_breathe, molotov_bursts
from vedette.games.close_quarters.damage.harm import laid, name_on_map, places_without
from vedette.games.close_quarters.derived import e_dex, full_str
from vedette.games.close_quarters.near import brawl, is_out
from vedette.games.close_quarters.state import Character, Fight, Grenade, Weapon
from vedette.games.close_quarters.tables import FAILURES, Result, house_rule, modifier, never, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure, hidden_by_wall
from vedette.games.close_quarters.turn.order import attack_checks, offered_in, use_action
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import DIRECTIONS, distance, on_map, step
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- throwing a grenade into a hex


Kind = Literal["explosive", "incendiary", "smoke", "gas", "anti-laser"]

KINDS: tuple[Kind, ...] = ("explosive", "incendiary", "smoke", "gas", "anti-laser")
"""The kinds of grenades that lie on the map; a molotov bursts at once."""

LIT_TYPES: Mapping[str, str] = {
    "smoke": "smoke-grenade",
    "gas": "gas-grenade",
    "anti-laser": "anti-laser-smoke-grenade",
}
"""What a lit grenade that was put on the map by its kind alone is."""

QUARTERS = 4
"""Parts of a hex in which the reach for each point of STR is kept."""


def grenade_in_hand(game: Fight, by: str, id: str) -> Weapon | None:
    """A grenade that he has: an own one, or a lit one that he picked up (CQ-GRN-10)."""
    own = game.units[by].weapon(id)
    live = game.map.grenades.get(id)
    if own is not None or live is None or live.held != by:
        return own
    return live.weapon or Weapon(id=id, type=LIT_TYPES.get(live.kind, MOLOTOV))


@fact(
    "The {type:thing} of {by} {hex:?lands in {hex:word}|flies off the map}.",
    headline="The {type:thing} {hex:?lands in {hex:word}|flies off the map}",
)
class GrenadeThrown(Fact, frozen=True):
    """Where a grenade landed; "" is off the map."""

    by: str
    type: str
    hex: str


Fuse = Literal["", "turn", "movement"]
"""When a grenade goes off (CQ-GRN-4): at the end of the turn, or of the next movement phase."""


def _nearest(game: Fight, words: Words) -> str:
    return nearest_in_front(game, words["by"])


def _is_timed(game: Fight, words: Words) -> bool:
    """Whether it is his to say; what burns already goes off by itself."""
    grenade = words.get("weapon", "")
    return grenade not in game.map.grenades and has_fuse(game.units[words["by"]].weapon(grenade))


def _fuses(game: Fight, by: str) -> Mapping[str, str]:
    return FUSES


def _at_the_end(game: Fight, words: Words) -> str:
    return "turn"


def _unseen(game: Fight, words: Words) -> str:
    eight = plays(game, "grenade_over_wall", "eight")
    return signed(modifier("over_wall_more" if eight else "over_wall").value)


def _over_a_wall(game: Fight, words: Words) -> bool | None:
    """CQ-GRN-11: what the map knows of it; it may not know it, nor does anybody without a hex."""
    thrower, hex = game.units[words["by"]], words.get("hex", "")
    if not thrower.hex or not on_map(game.map, hex):
        return False
    return hidden_by_wall(game.map, Figure(thrower.hex, thrower.posture), hex)


class ThrowGrenade(Command):
    """Throw a grenade into a hex."""

    hex: Annotated[
        str, Asked("Into hex", "h", after=("weapon",), default=_nearest, hex=is_on_map, stand_in=own_hex)
    ]
    weapon: Annotated[str, Asked("Grenade", "g", grenades_at_hand)]
    fuse: Annotated[
        Fuse,
        Asked("Goes off", "f", _fuses, judged=False, after=("weapon",), default=_at_the_end, shown=_is_timed),
        Field(description="when it goes off"),
    ] = ""
    over_wall: Annotated[
        bool,
        Asked(
            "Over a wall, unseen",
            "o",
            default=_over_a_wall,
            after=("hex",),
            hint=_unseen,
            advanced=lambda game, words: _over_a_wall(game, words) is False,
        ),
        Field(description="as the map shows it by default"),
    ] = False


def throw_grenade_understood(game: Fight, command: ThrowGrenade) -> ThrowGrenade:
    """A character, a grenade that he has, and a hex."""
    by_unit(game, command)
    if grenade_in_hand(game, command.by, command.weapon) is None:
        raise CommandError(f"{game.units[command.by].name} has no {shown(command.weapon)}.")
    hex_name(command.hex)
    return command


@forbids("CQ-ACT-16", reads=("weapon",), alternative="ready it")
def it_is_in_hand(game: Fight, command: Any) -> str | None:
    """The grenade is ready."""
    character = game.units[command.by]
    held = grenade_in_hand(game, command.by, command.weapon)
    if held is None or (held.id in character.ready and not held.broken):
        return None
    return f"{character.name} has no grenade in hand."


@forbids("CQ-GRN-1", reads=("weapon", "hex"), overridable=False)
def it_can_be_thrown_there(game: Fight, command: Any) -> WhyNot:
    """A grenade, at a hex of the map, up to 2.25 hexes for each point of STR."""
    character = game.units[command.by]
    held = grenade_in_hand(game, command.by, command.weapon)
    if held is not None and figures(held).use != "grenade":
        return "That is not a grenade."
    if not on_map(game.map, command.hex):
        return f"{command.hex} is not on the map."
    return not_within_a_throw(character, command.hex)


def not_within_a_throw(character: Character, hex: str) -> Refusal | None:
    """CQ-GRN-1: why he can't throw a grenade as far as that hex, if so."""
    reach = number("grenade_reach_quarters") * full_str(character) // QUARTERS
    if character.hex and distance(character.hex, hex) > reach:
        return Refusal("CQ-GRN-1", f"{character.name} throws {reach} hexes at most.", f"{reach} hexes")
    return None


@forbids("CQ-GRN-4", reads=("weapon", "fuse"), alternative="turn, or movement", overridable=False)
def the_fuse_is_said(game: Fight, command: Any) -> str | None:
    """When it goes off is said beforehand; molotovs burst at once, and lit grenades burn already."""
    held = grenade_in_hand(game, command.by, command.weapon)
    if command.fuse or held is None or figures(held).is_a(MOLOTOV) or is_lit_grenade(game, command):
        return None
    return "Say when it goes off."


def is_lit_grenade(game: Fight, command: Any) -> bool:
    """CQ-GRN-10: whether it is a smoking grenade that he picked up."""
    live = game.map.grenades.get(command.weapon)
    return live is not None and live.held == command.by and live.lit


def grenade_of(game: Fight, command: ThrowGrenade) -> Attempt:
    """The throw that the command describes."""
    return Attempt(
        by=command.by,
        way="grenade",
        weapon=grenade_in_hand(game, command.by, command.weapon),
        hex=command.hex,
        over_wall=command.over_wall,
        aiming=aiming_into(game, command.by, command.hex),
    )


def _what_it_does(game: Fight, by: str, command: ThrowGrenade | None) -> tuple[Detail, ...]:
    if command is None:
        return ()
    thrower = game.units[by]
    rolled = breakdown(to_hit_roll(game, grenade_of(game, command)), thrower.side) if thrower.hex else ()
    return (*victims(game, by, grenade_in_hand(game, by, command.weapon), command.hex), *rolled)


@COMMANDS.add(
    ThrowGrenade,
    "Throw a grenade",
    throw_grenade_understood,
    (
        *attack_checks(),
        it_is_in_hand,
        it_can_be_thrown_there,
        the_fuse_is_said,
        the_hex_is_in_front,
    ),
    rules=(
        "CQ-GRN-1", "CQ-GRN-2", "CQ-GRN-3", "CQ-GRN-4", "CQ-GRN-6", "CQ-GRN-10", "CQ-GRN-11", "CQ-ENV-6",
        "CQ-RNG-5",
    ),
    reminders=("CQ-ARM-9",),
    key="g",
    offered=offered_in("slot", where=lambda game, by: bool(grenades_at_hand(game, by))),
    lines=_what_it_does,
    known=lambda game, command: {"over_wall": True} if _over_a_wall(game, command.model_dump()) else {},
)  # fmt: skip
async def throw_grenade(play: Play[Fight], command: ThrowGrenade) -> None:
    """CQ-GRN-1 to CQ-GRN-4: roll to hit the hex; a miss scatters, an 18 stays with the thrower."""
    attempt = grenade_of(play.state, command)
    use_action(play, command.by)
    attacked = await roll_to_hit(play, attempt)
    hex = await where_it_lands(play, attacked)
    if is_lit_grenade(play.state, command):
        move_lit(play, command, hex)
    else:
        assert attempt.weapon is not None  # the command named a grenade
        await come_down(play, command.by, attempt.weapon, hex, command.fuse)


async def come_down(play: Play[Fight], by: str, grenade: Weapon, hex: str, fuse: Fuse) -> None:
    """CQ-GRN-4, CQ-GRN-6: a grenade of his lands in a hex: a molotov bursts, others lie there till they go off."""
    if not figures(grenade).is_a(MOLOTOV):
        arm_grenade(play, by, grenade, hex, fuse)
        return
    play.commit(gone(play.state, by, grenade.id), GrenadeThrown(by, grenade.type, hex))
    if hex:
        await molotov_bursts(play, hex, by)


async def where_it_lands(play: Play[Fight], attacked: Attacked) -> str:
    """CQ-GRN-2, CQ-GRN-3: the hex named, the thrower's own, or as many hexes off as it missed by; "" off the map."""
    attempt, result = attacked.attempt, attacked.result
    character = play.state.units[attempt.by]
    if result is None or result.success:
        return attempt.hex
    if result.total >= number("grenade_drop"):
        return character.hex
    face = await throw(
        play,
        1,
        why="scatter",
        side=character.side,
        rules=("CQ-GRN-3",),
        told="Where it scatters: 1 is north, clockwise",
    )
    hex = attempt.hex
    for _ in range(max(attacked.missed_by, number("scatter_least"))):
        hex = step(hex, DIRECTIONS[face - 1])
        if not hex:
            return ""
    return hex if on_map(play.state.map, hex) else ""


def gone(game: Fight, by: str, id: str) -> Fight:
    """The game with the grenade out of his hands."""
    character = game.units[by]
    return game.with_unit(by, **places_without(character, id), weapons=character.weapons_but(id))


def arm_grenade(play: Play[Fight], by: str, weapon: Weapon, hex: str, said: Fuse) -> None:
    """CQ-GRN-4: it lies there, and goes off at the end of this turn, or of the next movement phase."""
    game = gone(play.state, by, weapon.id)
    if hex:
        fuse = said or "turn"
        live = Grenade(
            kind=next((kind for kind in KINDS if figures(weapon).is_a(kind)), "explosive"),
            hex=hex,
            fuse=fuse,
            due=game.round if fuse == "turn" else game.round + 1,
            weapon=weapon,
            by=by,
        )
        id = name_on_map(game, by, weapon.id)
        game = game.with_map(grenades={**game.map.grenades, id: live})
    play.commit(game, GrenadeThrown(by, weapon.type, hex))


def move_lit(play: Play[Fight], command: ThrowGrenade, hex: str) -> None:
    """CQ-GRN-10: a lit grenade takes its cloud with it; off the map both are gone."""
    game, id = play.state, command.weapon
    kind = game.map.grenades[id].kind
    if hex:
        game = laid(game, command.by, id, hex)
        clouds = {
            name: replace(cloud, hex=hex) if name == id else cloud for name, cloud in game.map.clouds.items()
        }
        game = game.with_map(clouds=clouds)
    else:
        game = gone(game, command.by, id).off_map("grenades", id).off_map("clouds", id)
    play.commit(game, GrenadeThrown(command.by, LIT_TYPES.get(kind, kind), hex))
    all_breathe(play)


BLASTS = ("explosive", "incendiary", "molotov")
"""Grenades that reach beyond their hex."""


def victims(game: Fight, by: str, held: Weapon | None, hex: str) -> tuple[Detail, ...]:
    """Who would be in the middle of it, and who at its edge; a warning of those who are of his own side, himself among them."""
    if held is None or not on_map(game.map, hex) or not any(figures(held).is_a(kind) for kind in BLASTS):
        return ()
    there = {
        name: distance(character.hex, hex)
        for name, character in game.units.items()
        if character.hex and not character.left
    }
    inner_radius = 0 if figures(held).is_a("molotov") else number("inner_radius")
    inner = [name for name, hexes in there.items() if hexes <= inner_radius]
    outer = [name for name, hexes in there.items() if hexes == inner_radius + 1]
    own = [
        name
        for name in (*inner, *outer)
        if game.units[name].side == game.units[by].side and not is_out(game, name)
    ]
    return (
        *((Detail("Hits your own:", named(game, own), kind="warning"),) if own else ()),
        Detail("Around it", named(game, outer) or "nobody"),
        Detail("In it", named(game, inner) or "nobody"),
    )


# --- who else is hit


def threatened(game: Fight, attacked: Attacked) -> tuple[str, ...]:
    """CQ-AVD-1, CQ-AVD-3, CQ-AVD-8: whom a miss threatens, in the order in which the line enters their hexes.

    A body used as cover lies in the last hex before the target, behind everybody who is in the way.
    """
    attempt = attacked.attempt
    spared = spares_those_in_the_way(game, attempt, attacked.missed_by)
    spared = spared or plays(game, "roll_to_avoid", "before")
    first = () if spared else in_the_way(game, attempt)
    return (*first, *bodies(game, attempt), *figures_beyond(game, attempt))


@fact("Nobody else is in danger from {by}.", headline="Nobody else is in danger")
class ShotSpent(Fact, frozen=True):
    """A roll to avoid of 16 to 18: nobody else is threatened."""

    by: str


@fact("It hits {target}.", headline="hits {target} instead")
class HitInstead(Fact, frozen=True):
    target: str


class GotPast(Struct, frozen=True):
    """The part of an attack that passes the figures in the way: `rounds`, 0 for nothing; `hex`: where it hit last."""

    attempt: Attempt
    rounds: int
    hex: str = ""


async def get_past(play: Play[Fight], attempt: Attempt) -> GotPast:
    """CQ-AVD-1: by 13.5 figures in the way are avoided before the roll to hit, or hit instead of the target."""
    if not plays(play.state, "roll_to_avoid", "before") or not attempt.interveners:
        return GotPast(attempt, attempt.rounds)
    read = (house_rule(play.state, "roll_to_avoid"),)
    left, last = await _avoid(play, attempt, [(name, read) for name in in_the_way(play.state, attempt)])
    return GotPast(replace(attempt, rounds=left) if left else attempt, left, last)


async def follow_miss(play: Play[Fight], attacked: Attacked) -> str:
    """CQ-AVD-1: after a miss each figure in the line avoids the shot or is hit; the hex of the last hit, "" for none."""
    attempt = attacked.attempt
    clear = read_of_clear_miss(play.state, attempt, attacked.missed_by)
    first = in_the_way(play.state, attempt)
    line = [(name, clear if name in first else ()) for name in threatened(play.state, attacked)]
    left, last = await _avoid(play, attempt, line, attempt.rounds)
    if last and left:
        go_past(play, left)
    return last


async def _avoid(
    play: Play[Fight],
    attempt: Attempt,
    line: Sequence[tuple[str, tuple[Remark, ...]]],
    rounds: int | None = None,
) -> tuple[int, str]:
    """The rounds that go on past the figures in the line, 0 for none, and the hex of the last hit, "" for none.

    line: the figures, each with the readings of its roll. rounds: what each roll counts; by default the rounds that are left by then.
    """
    left, last = attempt.rounds, ""
    for name, readings in line:
        avoided = await roll_to_avoid(play, attempt, name, rounds or left, readings)
        if avoided.band in FAILURES:
            play.emit(ShotSpent(attempt.by))
            return 0, last
        if avoided.success:
            continue
        play.emit(HitInstead(name))
        last, taken = play.state.units[name].hex, min(left, not_avoided(avoided))
        await bullets(play, attempt, name, taken, left=left)
        left -= taken
        if left <= 0:
            return 0, last
    return left, last


def not_avoided(avoided: Result) -> int:
    """Section 9: how many bullets of a burst strike who didn't avoid it."""
    return max(1, avoided.total - avoided.target)


async def roll_to_avoid(
    play: Play[Fight],
    attempt: Attempt,
    name: str,
    rounds: int | None = None,
    readings: tuple[Remark, ...] = (),
) -> Result:
    """CQ-CHK-13, CQ-AVD-1, CQ-AVD-2: the attacker rolls: up to the number it goes past, above it the figure is hit."""
    character, figure = play.state.units[attempt.by], play.state.units[name]
    return await attribute_check(
        play,
        number("avoid_dice"),
        e_dex(play.state, attempt.by),
        why="avoid",
        side=character.side,
        rules=("CQ-AVD-1", "CQ-AVD-2", "CQ-AVD-5"),
        told=f"Past {figure.name}",
        modifiers=avoiding(play.state, attempt, name, attempt.rounds if rounds is None else rounds),
        remarks=(explained(play.state, attempt.by, "dex"), *_meanings(figure.name)),
        readings=readings,
    )


def _meanings(name: str) -> tuple[Remark, ...]:
    """What the totals of a roll to avoid mean."""
    spent = f"From {never(number('avoid_dice'))}"
    return (
        Remark("More than needed", f"{name} is hit", ("CQ-AVD-1",)),
        Remark(spent, "the shot is spent, and nobody is hit", ("CQ-AVD-5",)),
    )


def avoiding(game: Fight, attempt: Attempt, name: str, rounds: int) -> tuple[Modifier, ...]:
    """CQ-AVD-2: distance helps to avoid, automatic fire and spreading shot hurt."""
    if attempt.regular:
        return ()
    hex = game.units[name].hex
    spread = spread_at(game, attempt, hex)
    return applying(
        range_modifier(game, attempt, hex, -1),
        modifier("autofire", -autofire(rounds)),
        modifier(spread, -1) if spread else None,
    )


# --- brawls


async def victim(play: Play[Fight], attempt: Attempt) -> str:
    """CQ-AVD-7: a shot or throw into a brawl hits anybody in it."""
    fighters = brawl(play.state, attempt.target)
    if attempt.regular or not fighters:
        return attempt.target
    side = play.state.units[attempt.by].side
    names = [play.state.units[name].name for name in fighters]
    place = await pick(play, names, why="who", side=side, rules=("CQ-AVD-7",), told="Who in the brawl is hit")
    if fighters[place] != attempt.target:
        play.emit(HitInstead(fighters[place]))
    return fighters[place]


async def follow_blow(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-HTH-7: a missed blow into a brawl may hit another in it; they are picked one by one."""
    side = attempt.giver or play.state.units[attempt.by].side
    others = [name for name in brawl(play.state, attempt.target) if name not in (attempt.by, attempt.target)]
    while others:
        names = [play.state.units[name].name for name in others]
        place = await pick(
            play, names, why="who", side=side, rules=("CQ-HTH-7",), told="Who else is in danger"
        )
        name = others.pop(place)
        avoided = await roll_to_avoid(play, attempt, name)
        if avoided.band in FAILURES:
            play.emit(ShotSpent(attempt.by))
            return
        if not avoided.success:
            play.emit(HitInstead(name))
            await hit(play, attempt, name)
            return
