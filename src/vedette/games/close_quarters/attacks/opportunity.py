"""Attacking who moves through a hex that is watched: `opportunity_fire` (section 12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.commands import CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.commands import OpportunityFire
from vedette.games.close_quarters.attacks.fire_modifiers import cover_of
from vedette.games.close_quarters.attacks.firing import fire, kick
from vedette.games.close_quarters.attacks.held import (
    ABSOLUTE,
    at_hex,
    at_somebody,
    is_whole_in_hand,
    the_hex_is_in_front,
)
from vedette.games.close_quarters.attacks.melee_checks import used_as
from vedette.games.close_quarters.attacks.striking import strike_at, use_power
from vedette.games.close_quarters.attacks.to_hit import Aim, aim
from vedette.games.close_quarters.attacks.watching import watches_from_afar
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.ground.hexes import distance, on_map
from vedette.games.close_quarters.sealing.declared import open_watch, sealed_watch, watch_of
from vedette.games.close_quarters.standing import is_able, is_out, is_walled, side_of
from vedette.games.close_quarters.state import Character, Fight, LastMove
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.turn.phases import in_phase
from vedette.games.close_quarters.values.arms import figures
from vedette.games.close_quarters.words import by_unit


def opportunity_understood(game: Fight, command: OpportunityFire) -> OpportunityFire:
    """A character, somebody else, and a hex; a sealed watch must be as it was sealed."""
    by_unit(game, command)
    watch_of(game, command.by)
    at_hex(game, command)
    understood: OpportunityFire = at_somebody(game, command)
    return understood


@check("CQ-TRN-4")
def he_is_able(game: Fight, command: Any) -> Refusal | None:
    """Who can't act can't fire."""
    if is_able(game, command.by):
        return None
    one = game.units[command.by]
    return Refusal("CQ-TRN-4", f"{one.name} can't act.", absolute=is_out(game, command.by))


@check("CQ-OPT-13", reads=("target", "hex"))
def somebody_moved_there(game: Fight, command: Any) -> Refusal | None:
    """He watches a hex, and an enemy has just moved through the hex that is named."""
    one, last = game.units[command.by], game.last_move
    if one.overwatch is None:
        return Refusal("CQ-OPT-13", f"{one.name} watches no hex.", absolute=True)
    target = game.units.get(command.target)
    moved = last is not None and last.unit == command.target and command.hex in last.path[1:]
    if target is None or (moved and target.side != one.side):
        return None
    sentence = f"{target.name} has not just moved through {command.hex} as an enemy."
    return Refusal("CQ-OPT-13", sentence, absolute=True)


@check("CQ-OPT-13", reads=("hex",))
def the_watched_hex_fits(game: Fight, command: Any) -> Refusal | None:
    """He watches a hex of the map; what was sealed must be one that he can watch from where he is."""
    one, watch = game.units[command.by], watch_of(game, command.by)
    if watch is None or not one.hex:
        return None
    if not on_map(game.map, watch.hex):
        return Refusal("CQ-OPT-13", f"{one.name} watches no hex of the map.", absolute=True)
    if sealed_watch(game, command.by) is None or side_of(one, watch.hex) == "front":
        return None
    return Refusal("CQ-OPT-13", f"The hex that was sealed is not in front of {one.name}.")


@check("CQ-ACT-16")
def the_weapon_is_still_there(game: Fight, command: Any) -> Refusal | None:
    """The weapon is still in hand and whole."""
    one = game.units[command.by]
    held = one.weapon(one.overwatch.weapon) if one.overwatch else None
    if held is None or is_whole_in_hand(one, held):
        return None
    return Refusal("CQ-ACT-16", f"{one.name} can't use that weapon any more.")


@check("CQ-ATK-12", "CQ-ENV-9", "CQ-ENV-13", reads=("target", "hex"))
def he_can_be_reached(game: Fight, command: Any) -> Refusal | None:
    """A blow reaches the next hex, a shot who is in sight."""
    one, target = game.units[command.by], game.units.get(command.target)
    if one.overwatch is None or not one.hex or target is None:
        return None
    watch = watch_of(game, command.by)
    if watch is None or not on_map(game.map, watch.hex):
        return None
    attempt = watched_attack(game, command)
    there = game.with_unit(command.target, hex=command.hex)
    if attempt.regular:
        near = distance(one.hex, command.hex) == 1 and not is_walled(game, one.hex, command.hex)
        return None if near else Refusal("CQ-ATK-12", f"{command.hex} is out of reach.", absolute=True)
    found = cover_of(there, attempt)
    return Refusal(found.rule, found.sentence, absolute=True) if found.rule in ABSOLUTE else None


def watched_attack(game: Fight, command: OpportunityFire) -> Attempt:
    """CQ-OPT-13, CQ-OPT-14: the attack that the watch leads to."""
    watch = watch_of(game, command.by)
    assert watch is not None  # a check has seen to it
    held = game.units[command.by].weapon(watch.weapon)
    arm = figures(held) if held is not None else None
    afar = watches_from_afar(game, command.by, arm, watch.hex)
    return Attempt(
        by=command.by,
        way="missile" if arm is not None and arm.missile else "thrown" if afar else "melee",
        weapon=held if afar else used_as(held),
        target=command.target,
        opportunity=watch.mode == "opportunity" and not watch.aimed,
        off_hex=distance(watch.hex, command.hex) if afar else 0,
    )


def before_opportunity_fire(game: Fight, command: OpportunityFire) -> Aim:
    """The breakdown of the attack as a form shows it: as if the target stood in that hex."""
    return aim(game.with_unit(command.target, hex=command.hex), watched_attack(game, command))


async def opportunity_fire(play: Play[Fight], command: OpportunityFire) -> None:
    """CQ-OPT-13: attack as if the target stood there; where that stops him, his move ends there (decision 67).

    A watch that is sealed is shown first.
    """
    by, target = command.by, command.target
    open_watch(play, by)
    attempt = watched_attack(play.state, command)
    before = play.state.units[target]
    use_watch(play, by)
    there = play.state.with_unit(target, hex=command.hex)
    play.becomes(there, facts.FiresAtMover(by, target, command.hex))
    if attempt.regular:
        use_power(play, by, attempt.weapon)
        await strike_at(play, attempt)
    else:
        await fire(play, attempt)
        await kick(play, attempt)
    if is_stopped(play.state, before, target, command.hex):
        play.becomes(cut_short(play.state, target, command.hex), facts.Stopped(target))
    elif before.hex != command.hex:
        play.becomes(play.state.with_unit(target, hex=before.hex), facts.MovedOn(target, before.hex))


def use_watch(play: Play[Fight], by: str) -> None:
    """One shot of the watch is used: a round in opportunity fire, in suppression one that is gone already."""
    game, one = play.state, play.state.units[by]
    assert one.overwatch is not None  # a check has seen to it
    held = one.weapon(one.overwatch.weapon)
    if held is not None and figures(held).missile and one.overwatch.mode == "opportunity":
        left = max(0, held.ammo - number("opportunity_rounds"))
        game = game.with_weapon(by, held.id, ammo=left, span=figures(held).row.span)
    shots = one.overwatch.shots - 1
    watch = replace(one.overwatch, shots=shots) if shots > 0 else None
    play.becomes(game.with_unit(by, overwatch=watch), facts.WatchUsed(by, max(0, shots)))


def is_stopped(game: Fight, before: Character, name: str, hex: str) -> bool:
    """Whether the attack ended his move: fallen, stunned, out, or moved back; who slipped further on had passed."""
    one = game.units[name]
    falls = one.posture == "fallen" and before.posture != "fallen"
    return falls or bool(one.stunned) or is_out(game, name) or one.hex != hex


def cut_short(game: Fight, name: str, hex: str) -> Fight:
    """The game with his move ended in a hex: only the way up to it counts."""
    one, last = game.units[name], game.last_move
    if last is None or last.unit != name or hex not in last.path:
        return game
    reached = last.path.index(hex, 1)
    missing = len(last.path) - 1 - reached
    moved = max(0, one.moved - missing * number("hex_cost"))
    path = one.path[: len(one.path) - missing] if missing else one.path
    ran = moved > max(number("always_hexes"), one.half)
    game = game.with_unit(name, moved=moved, path=path, ran=ran, charged=one.charged and not missing)
    return replace(game, last_move=LastMove(name, last.path[: reached + 1]))


OPPORTUNITY_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "opportunity_fire": CommandSpec(
        OpportunityFire,
        "Fire at who moves",
        "unit",
        opportunity_fire,
        opportunity_understood,
        (
            in_phase("movement"),
            he_is_able,
            somebody_moved_there,
            the_watched_hex_fits,
            the_hex_is_in_front,
            the_weapon_is_still_there,
            he_can_be_reached,
        ),
        rules=("CQ-OPT-14", "CQ-ATK-1"),
    ),
}
