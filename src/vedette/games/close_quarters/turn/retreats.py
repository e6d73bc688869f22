"""Forced retreats (section 6.5): who may drive whom back, where to, and what waits there."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, CommandSpec
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.candidates import around_the_target, is_on_map, own_hex
from vedette.games.close_quarters.derived import conscious
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.hexes import distance, neighbours
from vedette.games.close_quarters.lookup import by_unit, hex_name, other_unit
from vedette.games.close_quarters.near import in_hex, is_enemy, is_free, is_upright, threat_zone
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import hemmed, is_dangerous
from vedette.games.close_quarters.turn.action_checks import without_aim
from vedette.games.close_quarters.turn.allowance import is_too_laden
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.phases import in_phase
from vedette.games.close_quarters.turn.situations import offered_in
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.vocabulary import Detail

# --- who, and where to


def beaten(game: Fight, name: str) -> list[str]:
    """CQ-RET-1: the conscious standing enemies in his threat zone whom he hurt this turn, and who didn't hurt him.

    Each pair comes once. Who can do nothing, or is in HTH, has no threat zone, and forces nobody.
    """
    character, zone = game.units[name], threat_zone(game, name)
    return [
        other
        for other, foe in game.units.items()
        if foe.hex in zone
        and is_enemy(game, name, other)
        and foe.posture == "standing"
        and conscious(game, other)
        and character.dealt.get(other, 0) > 0
        and not foe.dealt.get(name, 0)
        and other not in character.forced_back
    ]


def can_force(game: Fight, name: str) -> bool:
    """Whether his slot is used: he has beaten somebody who has somewhere to go."""
    return any(ways_back(game, other) for other in beaten(game, name))


def ways_back(game: Fight, target: str) -> list[str]:
    """CQ-RET-2: the free neighbours of the target's hex without a wall of 1 m or more; dangerous ones only if all are."""
    hex = game.units[target].hex
    free = [to for to in neighbours(hex) if is_free(game, to) and not hemmed(game.map, hex, to)]
    safe = [to for to in free if not is_dangerous(game.map, to)]
    return safe or free


def _farthest_back(game: Fight, words: Words) -> str:
    """Away from who drives him, where there is a choice."""
    own, target = game.units[words["by"]].hex, words.get("target", "")
    ways = ways_back(game, target) if target else []
    return max(ways, key=lambda to: distance(own, to) if own else 0, default="")


class ForceRetreat(Command):
    """An enemy is driven back one hex."""

    target: Annotated[str, Asked("Target", "t", beaten)]
    to: Annotated[
        str,
        Asked(
            "Back to",
            "o",
            given=around_the_target,
            after=("target",),
            default=_farthest_back,
            hex=is_on_map,
            stand_in=own_hex,
        ),
        Field(description="a hex"),
    ]
    follow: Annotated[
        bool,
        Asked("And follows", "f", hint="into the hex that is left"),
        Field(description="takes the hex that is left"),
    ] = False


def _only_way(game: Fight, by: str, command: ForceRetreat | None) -> tuple[Detail, ...]:
    only = command is not None and len(ways_back(game, command.target)) == 1
    return (Detail("Back to", "the only way"),) if only else ()


def _understood(game: Fight, command: ForceRetreat) -> ForceRetreat:
    by_unit(game, command)
    other_unit(game, command.by, command.target)
    hex_name(command.to)
    return command


@forbids("CQ-TRN-3")
def _it_is_his_turn(game: Fight, command: Any) -> str | None:
    """Retreats are forced in the order of the action phase."""
    if game.actor == command.by:
        return None
    return f"It is not {game.units[command.by].name}'s turn to force anybody back."


@check("CQ-RET-1", reads=("target",))
def _he_has_beaten_the_target(game: Fight, command: Any) -> Refusal | None:
    """Only who was beaten is driven back."""
    if command.target is None or command.target in beaten(game, command.by):
        return None
    character, target = game.units[command.by], game.units[command.target]
    sentence = f"{character.name} hasn't beaten {target.name}: hurt him, standing before him, and not been hurt by him."
    others = ", ".join(game.units[name].name for name in beaten(game, command.by))
    return Refusal("CQ-RET-1", sentence, others, overridable=False)


@check("CQ-RET-2", reads=("target", "to"))
def _there_is_a_way_back(game: Fight, command: Any) -> Refusal | None:
    """One hex, in any direction, into a free hex; into danger only if there is nothing else."""
    target = game.units.get(command.target)
    if target is None or not target.hex or command.to is None:
        return None
    ways = ways_back(game, command.target)
    if command.to in ways:
        return None
    impossible = not is_free(game, command.to) or distance(target.hex, command.to) != 1
    return Refusal(
        "CQ-RET-2",
        f"{target.name} can't be driven to {command.to}.",
        ", ".join(ways),
        overridable=not impossible,
    )


@forbids("CQ-ENC-5", reads=("follow",))
def _he_can_follow(game: Fight, command: Any) -> str | None:
    """Too heavily laden to walk, one doesn't follow."""
    if command.follow and is_too_laden(game, command.by):
        return f"{game.units[command.by].name} is too heavily laden to follow."
    return None


# --- what happens


async def force_retreat(play: Play[Fight], command: ForceRetreat) -> None:
    """CQ-RET-1 to CQ-RET-4: the target is driven back, unless it rolls to stay out of danger; the attacker may follow."""
    _mark(play, command)
    if await _holds_out(play, command.target, command.to):
        play.emit(facts.HeldOut(command.by, command.target))
        return
    left = play.state.units[command.target].hex
    _moves(play, command.target, command.to, facts.ForcedBack(command.by, command.target, command.to))
    await arrive(play, command.target, command.to, "driven")
    if command.follow and not any(is_upright(play.state, name) for name in in_hex(play.state, left)):
        _moves(play, command.by, left, facts.Followed(command.by, left))
        await arrive(play, command.by, left)


def _mark(play: Play[Fight], command: ForceRetreat) -> None:
    """Each pair comes once."""
    character = play.state.units[command.by]
    forced = (*character.forced_back, command.target)
    play.commit(
        play.state.with_unit(command.by, forced_back=forced), facts.RetreatForced(command.by, command.target)
    )


async def _holds_out(play: Play[Fight], target: str, to: str) -> bool:
    """CQ-RET-4: into a dangerous hex one goes only if one's save fails."""
    if not is_dangerous(play.state.map, to):
        return False
    result = await checks.save(
        play,
        target,
        "dex",
        number("resist_retreat_dice"),
        why="resist_retreat",
        rules=("CQ-RET-4",),
        told=f"{play.state.units[target].name}: not to be driven into danger",
    )
    return result.success


def _moves(play: Play[Fight], name: str, to: str, fact: facts.ForcedBack | facts.Followed) -> None:
    """He is in another hex; whoever moves, of his own will or not, aims and watches no more (CQ-RNG-7)."""
    game = without_aim(play.state, name)
    play.commit(game.with_unit(name, hex=to, overwatch=None), fact)


RETREAT_COMMANDS: dict[str, CommandSpec[Fight]] = {
    "force_retreat": CommandSpec(
        ForceRetreat,
        "Force back",
        "unit",
        force_retreat,
        _understood,
        (
            in_phase("retreat"),
            _it_is_his_turn,
            _he_has_beaten_the_target,
            _there_is_a_way_back,
            _he_can_follow,
        ),
        rules=("CQ-RET-3", "CQ-RET-4"),
        key="f",
        moves=True,
        offered=offered_in("retreat"),
        lines=_only_way,
    ),
}
