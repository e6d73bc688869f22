"""Throwing a grenade into a hex: `throw_grenade`, where it scatters, and where misses go (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, get_args

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.dice import Modifier, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.hitting import Attacked, bullets, go_past, hit, roll_to_hit
from vedette.games.close_quarters.attacks.to_hit import Attempt
from vedette.games.close_quarters.candidates import by_unit, hex_name, is_on_map, named, own_hex
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

Kind = Literal["explosive", "incendiary", "smoke", "gas", "anti-laser"]

KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of grenades that lie on the map; a molotov bursts at once."""

LIT_TYPES: Mapping[str, str] = {
    "smoke": "smoke-grenade",
    "gas": "gas-grenade",
    "anti-laser": "anti-laser-smoke-grenade",
}
"""What a lit grenade that was put on the map by its kind alone is."""

BLASTS = ("explosive", "incendiary", need.MOLOTOV)
"""Grenades that reach beyond their hex."""

QUARTERS = 4
"""Parts of a hex in which the reach for each point of STR is kept."""

Fuse = Literal["", "turn", "movement"]
"""When a grenade goes off (CQ-GRN-4): at the end of the turn, or of the next movement phase."""


@fact(
    "The {type:thing} of {by} {hex:?lands in {hex:word}|flies off the map}.",
    headline="The {type:thing} {hex:?lands in {hex:word}|flies off the map}",
)
class GrenadeThrown(Fact, frozen=True):
    """Where a grenade landed; "" is off the map."""

    by: str
    type: str
    hex: str


@fact("Nobody else is in danger from {by}.", headline="Nobody else is in danger")
class ShotSpent(Fact, frozen=True):
    by: str


@fact("It hits {target}.", headline="hits {target} instead")
class HitInstead(Fact, frozen=True):
    target: str


# --- the command, and what the rules ask of it


def _is_timed(game: Fight, words: Words) -> bool:
    """Whether the thrower says when it goes off; what burns already goes off by itself."""
    grenade = words.get("weapon", "")
    return grenade not in game.map.grenades and need.has_fuse(game.units[words["by"]].weapon(grenade))


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
        str,
        Asked(
            "Into hex",
            "h",
            after=("weapon",),
            default=lambda game, words: need.nearest_in_front(game, words["by"]),
            hex=is_on_map,
            stand_in=own_hex,
        ),
    ]
    weapon: Annotated[str, Asked("Grenade", "g", need.grenades_at_hand)]
    fuse: Annotated[
        Fuse,
        Asked(
            "Goes off",
            "f",
            lambda game, by: need.FUSES,
            judged=False,
            after=("weapon",),
            default=lambda game, words: "turn",
            shown=_is_timed,
        ),
        "when it goes off",
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
        "as the map shows it by default",
    ] = False


def grenade_in_hand(game: Fight, by: str, id: str) -> Weapon | None:
    """A grenade of the thrower's: their own, or a lit one that they picked up (CQ-GRN-10)."""
    own = game.units[by].weapon(id)
    live = game.map.grenades.get(id)
    if own is not None or live is None or live.held != by:
        return own
    return live.weapon or Weapon(id=id, type=LIT_TYPES.get(live.kind, need.MOLOTOV))


def throw_grenade_understood(game: Fight, command: ThrowGrenade) -> ThrowGrenade:
    by_unit(game, command)
    if grenade_in_hand(game, command.by, command.weapon) is None:
        raise CommandError(f"{game.units[command.by].name} has no {shown(command.weapon)}.")
    hex_name(command.hex)
    return command


@forbids("CQ-ACT-16", reads=("weapon",), alternative="ready it")
def it_is_in_hand(game: Fight, command: ThrowGrenade) -> str | None:
    character = game.units[command.by]
    held = grenade_in_hand(game, command.by, command.weapon)
    if held is None or need.is_whole_in_hand(character, held):
        return None
    return f"{character.name} has no grenade in hand."


@forbids("CQ-GRN-1", reads=("weapon", "hex"), overridable=False)
def it_can_be_thrown_there(game: Fight, command: ThrowGrenade) -> WhyNot:
    held = grenade_in_hand(game, command.by, command.weapon)
    if held is not None and not need.is_grenade(figures(held)):
        return "That is not a grenade."
    off = need.off_the_map(game, command.hex)
    return off or not_within_a_throw(game.units[command.by], command.hex)


def not_within_a_throw(character: Character, hex: str) -> Refusal | None:
    """CQ-GRN-1: why a grenade can't be thrown as far as that hex, if so."""
    reach = number("grenade_reach_quarters") * full_str(character) // QUARTERS
    if character.hex and distance(character.hex, hex) > reach:
        return Refusal("CQ-GRN-1", f"{character.name} throws {reach} hexes at most.", f"{reach} hexes")
    return None


@forbids("CQ-GRN-4", reads=("weapon", "fuse"), alternative="turn, or movement", overridable=False)
def the_fuse_is_said(game: Fight, command: ThrowGrenade) -> str | None:
    """When it goes off is said beforehand; molotovs burst at once, and lit grenades burn already."""
    held = grenade_in_hand(game, command.by, command.weapon)
    if command.fuse or held is None or figures(held).is_a(need.MOLOTOV) or _is_lit(game, command):
        return None
    return "Say when it goes off."


def _is_lit(game: Fight, command: ThrowGrenade) -> bool:
    """CQ-GRN-10: whether it is a smoking grenade that was picked up."""
    live = game.map.grenades.get(command.weapon)
    return live is not None and live.held == command.by and live.lit


def grenade_of(game: Fight, command: ThrowGrenade) -> Attempt:
    return Attempt(
        by=command.by,
        way="grenade",
        weapon=grenade_in_hand(game, command.by, command.weapon),
        hex=command.hex,
        over_wall=command.over_wall,
        aiming=aim.aiming_at(game, command.by, hex=command.hex),
    )


def victims(game: Fight, by: str, held: Weapon | None, hex: str) -> tuple[Detail, ...]:
    """Who would be in the middle of it, and who at its edge; a warning of those on the thrower's own side."""
    if held is None or not on_map(game.map, hex) or not any(figures(held).is_a(kind) for kind in BLASTS):
        return ()
    there = {
        name: distance(character.hex, hex)
        for name, character in game.units.items()
        if character.hex and not character.left
    }
    radius = 0 if figures(held).is_a(need.MOLOTOV) else number("inner_radius")
    inner = [name for name, hexes in there.items() if hexes <= radius]
    outer = [name for name, hexes in there.items() if hexes == radius + 1]
    side = game.units[by].side
    own = [name for name in (*inner, *outer) if game.units[name].side == side and not is_out(game, name)]
    return (
        *((Detail("Hits your own:", named(game, own), kind="warning"),) if own else ()),
        Detail("Around it", named(game, outer) or "nobody"),
        Detail("In it", named(game, inner) or "nobody"),
    )


def _foreseen(game: Fight, by: str, command: ThrowGrenade | None) -> tuple[Detail, ...]:
    """Who would be hit, and the roll of a thrower on the map."""
    if command is None:
        return ()
    who = victims(game, by, grenade_in_hand(game, by, command.weapon), command.hex)
    return (*who, *aim.breakdown(game, grenade_of(game, command)))


@COMMANDS.add(
    ThrowGrenade,
    "Throw a grenade",
    throw_grenade_understood,
    (*attack_checks(), it_is_in_hand, it_can_be_thrown_there, the_fuse_is_said, need.the_hex_is_in_front),
    rules=(
        "CQ-GRN-1", "CQ-GRN-2", "CQ-GRN-3", "CQ-GRN-4", "CQ-GRN-6", "CQ-GRN-10", "CQ-GRN-11", "CQ-ENV-6",
        "CQ-RNG-5",
    ),
    reminders=("CQ-ARM-9",),
    key="g",
    offered=offered_in("slot", where=lambda game, by: bool(need.grenades_at_hand(game, by))),
    lines=_foreseen,
    known=lambda game, command: {"over_wall": True} if _over_a_wall(game, command.model_dump()) else {},
)  # fmt: skip
async def throw_grenade(play: Play[Fight], command: ThrowGrenade) -> None:
    """CQ-GRN-1 to CQ-GRN-4: roll to hit the hex; a miss scatters, an 18 stays with the thrower."""
    attempt, by, id = grenade_of(play.state, command), command.by, command.weapon
    use_action(play, by)
    attacked = await roll_to_hit(play, attempt)
    hex = await where_it_lands(play, attacked)
    if not _is_lit(play.state, command):
        assert attempt.weapon is not None  # the command named a grenade
        await come_down(play, by, attempt.weapon, hex, command.fuse)
        return
    # CQ-GRN-10: a lit grenade takes its cloud with it; off the map both are gone.
    game, kind = play.state, play.state.map.grenades[id].kind
    if hex:
        clouds = game.map.clouds
        moved = {id: replace(clouds[id], hex=hex)} if id in clouds else {}
        game = laid(game, by, id, hex).with_map(clouds={**clouds, **moved})
    else:
        game = gone(game, by, id).off_map("grenades", id).off_map("clouds", id)
    play.commit(game, GrenadeThrown(by, LIT_TYPES.get(kind, kind), hex))
    all_breathe(play)


# --- where a grenade comes down


async def where_it_lands(play: Play[Fight], attacked: Attacked) -> str:
    """CQ-GRN-2, CQ-GRN-3: the hex named, the thrower's own, or as many hexes off as it missed by; "" off the map."""
    attempt, result = attacked.attempt, attacked.result
    character = play.state.units[attempt.by]
    if result is None or result.success:
        return attempt.hex
    if result.total >= number("grenade_drop"):
        return character.hex
    hex, told = attempt.hex, "Where it scatters: 1 is north, clockwise"
    face = await checks.throw(play, 1, why="scatter", side=character.side, rules=("CQ-GRN-3",), told=told)
    for _ in range(max(attacked.missed_by, number("scatter_least"))):
        hex = step(hex, DIRECTIONS[face - 1])
        if not hex:
            return ""
    return hex if on_map(play.state.map, hex) else ""


async def come_down(play: Play[Fight], by: str, grenade: Weapon, hex: str, fuse: Fuse) -> None:
    """CQ-GRN-4, CQ-GRN-6: a grenade lands in a hex: a molotov bursts, others lie there till they go off.

    That is at the end of this turn, or of the next movement phase.
    """
    game, bursts = gone(play.state, by, grenade.id), figures(grenade).is_a(need.MOLOTOV)
    if hex and not bursts:
        live = Grenade(
            kind=next((kind for kind in KINDS if figures(grenade).is_a(kind)), "explosive"),
            hex=hex,
            fuse=fuse or "turn",
            due=game.round + 1 if fuse == "movement" else game.round,
            weapon=grenade,
            by=by,
        )
        id = name_on_map(game, by, grenade.id)
        game = game.with_map(grenades={**game.map.grenades, id: live})
    play.commit(game, GrenadeThrown(by, grenade.type, hex))
    if hex and bursts:
        await molotov_bursts(play, hex, by)


def gone(game: Fight, by: str, id: str) -> Fight:
    character = game.units[by]
    return game.with_unit(by, **places_without(character, id), weapons=character.weapons_but(id))


# --- who else is hit


Line = Sequence[tuple[str, tuple[Remark, ...]]]
"""Figures that a shot must get past, each with the readings of its roll."""


async def get_past(play: Play[Fight], attempt: Attempt) -> tuple[int, str]:
    """CQ-AVD-1: by 13.5 figures in the way are avoided before the roll to hit, or hit instead of the target.

    The rounds that pass them, 0 for none, and the hex of the last hit, "" for none.
    """
    if not plays(play.state, "roll_to_avoid", "before") or not attempt.interveners:
        return attempt.rounds, ""
    read = (house_rule(play.state, "roll_to_avoid"),)
    return await _avoid(play, attempt, [(name, read) for name in aim.in_the_way(play.state, attempt)])


async def follow_miss(play: Play[Fight], attacked: Attacked) -> str:
    """CQ-AVD-1: after a miss each figure in the line avoids the shot or is hit; the hex of the last hit, "" for none.

    CQ-AVD-3, CQ-AVD-8: in the order in which the line enters their hexes. A body used as cover lies in the last hex
    before the target, behind everybody who is in the way.
    """
    game, attempt, missed_by = play.state, attacked.attempt, attacked.missed_by
    clear, line = aim.read_of_clear_miss(game, attempt, missed_by), list[tuple[str, tuple[Remark, ...]]]()
    spared = aim.spares_those_in_the_way(game, attempt, missed_by)
    first = () if spared or plays(game, "roll_to_avoid", "before") else aim.in_the_way(game, attempt)
    for name in (*first, *aim.bodies(game, attempt), *aim.figures_beyond(game, attempt)):
        line.append((name, clear if name in first else ()))
    left, last = await _avoid(play, attempt, line, attempt.rounds)
    if last and left:
        go_past(play, left)
    return last


async def _avoid(
    play: Play[Fight], attempt: Attempt, line: Line, rounds: int | None = None
) -> tuple[int, str]:
    """The rounds that go on past the figures in the line, 0 for none, and the hex of the last hit, "" for none.

    rounds: what each roll counts; by default the rounds that are left by then.
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
    character, figure, dice = play.state.units[attempt.by], play.state.units[name], number("avoid_dice")
    meanings = (
        Remark("More than needed", f"{figure.name} is hit", ("CQ-AVD-1",)),
        Remark(f"From {never(dice)}", "the shot is spent, and nobody is hit", ("CQ-AVD-5",)),
    )
    return await checks.check(
        play,
        dice,
        e_dex(play.state, attempt.by),
        why="avoid",
        side=character.side,
        rules=("CQ-AVD-1", "CQ-AVD-2", "CQ-AVD-5"),
        told=f"Past {figure.name}",
        modifiers=avoiding(play.state, attempt, name, attempt.rounds if rounds is None else rounds),
        remarks=(checks.explained(play.state, attempt.by, "dex"), *meanings),
        readings=readings,
    )


def avoiding(game: Fight, attempt: Attempt, name: str, rounds: int) -> tuple[Modifier, ...]:
    """CQ-AVD-2: distance helps to avoid, automatic fire and spreading shot hurt."""
    if attempt.regular:
        return ()
    hex = game.units[name].hex
    spread = aim.spread_at(game, attempt, hex)
    return applying(
        aim.range_modifier(game, attempt, hex, -1),
        modifier("autofire", -aim.autofire(rounds)),
        modifier(spread, -1) if spread else None,
    )


# --- brawls


async def victim(play: Play[Fight], attempt: Attempt) -> str:
    """CQ-AVD-7: a shot or throw into a brawl hits anybody in it."""
    fighters = [] if attempt.regular else brawl(play.state, attempt.target)
    if not fighters:
        return attempt.target
    struck = await _one_of(play, attempt, fighters, "CQ-AVD-7", "Who in the brawl is hit")
    if struck != attempt.target:
        play.emit(HitInstead(struck))
    return struck


async def follow_blow(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-HTH-7: a missed blow into a brawl may hit another in it; they are picked one by one."""
    others = [name for name in brawl(play.state, attempt.target) if name not in (attempt.by, attempt.target)]
    while others:
        name = await _one_of(play, attempt, others, "CQ-HTH-7", "Who else is in danger")
        others.remove(name)
        avoided = await roll_to_avoid(play, attempt, name)
        if avoided.band in FAILURES:
            play.emit(ShotSpent(attempt.by))
            return
        if not avoided.success:
            play.emit(HitInstead(name))
            await hit(play, attempt, name)
            return


async def _one_of(play: Play[Fight], attempt: Attempt, units: list[str], rule: str, told: str) -> str:
    names = [play.state.units[name].name for name in units]
    side = attempt.giver or play.state.units[attempt.by].side
    return units[await checks.pick(play, names, why="who", side=side, rules=(rule,), told=told)]
