"""The beginning of a combat and of a turn, and forced retreats: `start_combat`, `initiative`, `force_retreat` (6.1, 6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.common import by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Names
from vedette.engine.grammar import at_start
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters import candidates, checks, derived, near, tables
from vedette.games.close_quarters.damage.fire import breathe, through
from vedette.games.close_quarters.state import COMBAT, TURN, Character, Fight, Phase
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import deep_pit, hemmed, is_dangerous, jumped_pit
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.moving import into_pit
from vedette.games.close_quarters.turn.path import is_too_laden, with_halves
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import direction_between, distance, neighbours, step
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- the beginning of a combat and of a turn


class Initiative(Command):
    """The turn's initiative: by dice, or for a side that surprises the others or goes on running."""

    surprise: Annotated[str | None, "the side that surprises the others"] = None
    flee: Annotated[str | None, "the side that only runs"] = None


@fact("A combat begins.")
class CombatBegan(Fact, frozen=True): ...


_BEGINNINGS: dict[Phase, str] = {
    "between": "The combat is over.", "initiative": "Initiative.", "movement": "The sides move.",
    "action": "The characters act.", "retreat": "Beaten enemies may be forced back.",
    "end": "All have acted: the turn can end.",
}  # fmt: skip


@fact("{phase:begins}", begins=_BEGINNINGS.__getitem__)
class PhaseBegan(Fact, frozen=True):
    aside = True
    phase: Phase


@fact("The initiative is tied: {sides} roll again, without bonus.", headline="The initiative is tied")
class InitiativeTied(Fact, frozen=True):
    sides: tuple[str, ...]


@fact("The initiative goes to {sides:first}.", headline="Initiative: {sides:first}")
class InitiativeWon(Fact, frozen=True):
    """The sides in the order of their initiative."""

    sides: Annotated[tuple[str, ...], Meta(min_length=1)]


@fact("Surprise: nobody was ready for {side}.", headline="Nobody was ready for {side}")
class Surprised(Fact, frozen=True):
    side: str


@fact("The initiative is taken to go on running: {side}.", headline="{side}: on the run")
class Flees(Fact, frozen=True):
    side: str


class MoveOrderSettled(Fact, frozen=True):
    """Sides or characters in the order in which they move."""

    aside = True
    order: tuple[str, ...]

    def sentence(self, names: Names) -> str:
        return f"They move in this order: {', '.join(map(names, self.order))}."


@forbids("CQ-TRN-1", overridable=False)
def _no_combat_is_on(game: Fight, command: Command) -> str | None:
    return "A combat is on already." if game.phase != "between" and not game.outcome else None


@forbids("CQ-TRN-1", alternative="place them first", overridable=False)
def _everybody_has_a_place(game: Fight, command: Command) -> str | None:
    here = (one for name, one in game.units.items() if near.is_alive(game, name) and not one.left)
    lost = next((one for one in here if not one.hex), None)
    return f"{lost.name} has no hex yet." if lost else None


@COMMANDS.add(
    bare("A combat starts."),
    "Start the combat",
    by_side,
    (_no_combat_is_on, _everybody_has_a_place),
    actor="side",
    rules=("CQ-TRN-1",),
    key="s",
    of_both=True,
    offered=lambda game, by: (game.phase == "between" or bool(game.outcome)) and not near.is_camp(game),
)
async def start_combat(play: Play[Fight], command: Command) -> None:
    """Turn 1, with nothing left of an earlier combat but where everybody is, and what lasts (section 6.1, CH 3).

    If the last scenario has been settled, a new one begins.
    """
    for until in ("turn", "combat"):
        conditions_end(play, until)
    game, units = play.state, dict[str, Character]()
    sides = {name: replace(side, all_ran=False, fleeing=False) for name, side in game.sides.items()}
    for name, character in game.units.items():
        units[name] = replace(
            character.without_marks(COMBAT, TURN),
            status=tuple(flag for flag in character.status if flag == "blinded"),  # that lasts
            old_damage=character.damage,
            healed=0,
            awarded=() if game.settled else character.awarded,
        )
    game = replace(order.before_initiative(game, 1), sides=sides, units=units, outcome="", settled=False)
    play.commit(game, CombatBegan())


def _initiative_understood(game: Fight, command: Initiative) -> Initiative:
    by_side(game, command)
    for side in (command.surprise, command.flee):
        if side is not None and side not in game.sides:
            raise CommandError(f"There is no side {side}: there are {' and '.join(game.sides)}.")
    if command.surprise is not None and command.flee is not None:
        raise CommandError("Either surprise or flight gives the initiative, not both.")
    return command


@forbids("CQ-INI-4", reads=("flee",))
def _it_ran(game: Fight, command: Initiative) -> str | None:
    if command.flee is not None and not game.sides[command.flee].all_ran:
        return f"{at_start(game.side_name(command.flee))} did more than run last turn."
    return None


@COMMANDS.add(
    Initiative,
    "Initiative",
    _initiative_understood,
    (order.in_phase("initiative"), _it_ran),
    actor="side",
    rules=("CQ-INI-1", "CQ-INI-2", "CQ-INI-3", "CQ-INI-6", "CQ-OPT-1"),
    reminders=("CQ-INI-5", "CQ-ARM-15", "CQ-ARM-9"),
    key="r",
    of_both=True,
    offered=order.offered_to_side("initiative"),
)
async def initiative(play: Play[Fight], command: Initiative) -> None:
    """CQ-INI-1 to CQ-INI-4: who has the initiative, in which order they move, and then they move."""
    game, first = play.state, command.surprise or command.flee or ""
    if command.surprise is not None:  # CQ-INI-3
        units = {name: replace(one, surprised=one.side != first) for name, one in game.units.items()}
        play.commit(game.with_units(units), Surprised(first))
    if command.flee is not None:  # CQ-INI-4
        play.commit(game.with_side(first, fleeing=True), Flees(first))
    one_by_one = game.options.advanced_initiative
    movers = await (_every_character_rolls(play, first) if one_by_one else _sides_roll(play, first))
    play.commit(replace(play.state, move_order=movers), MoveOrderSettled(movers))
    game = with_halves(order.with_began(play.state, play.state.units), play.state.units)
    game = replace(game, phase="movement", last_move=None, left_cover={}, let_pass=())
    play.commit(order.first_to_move(game), PhaseBegan("movement"))


async def _sides_roll(play: Play[Fight], first: str) -> tuple[str, ...]:
    """CQ-INI-1: the sides by one die each and their bonus, equal ones again without it; the order in which they move.

    No dice for a side that surprises or flees, the others follow as set up. CQ-INI-2: the winner says which side moves
    first, which second, and so on.
    """
    game = play.state
    sides = [side for side in game.sides if not order.is_gone(game, side)]
    ranked = [first, *sides]
    if not first:
        groups = await _grouped(play, sides, {side: derived.initiative_bonus(game, side) for side in sides})
        while tied := [group for group in groups if len(group) > 1]:
            play.emit(InitiativeTied(tied[0]))
            at = groups.index(tied[0])
            groups[at : at + 1] = await _grouped(play, tied[0], {})
        ranked = [side for (side,) in groups]
    won = tuple(dict.fromkeys([*ranked, *game.sides]))
    play.commit(replace(play.state, initiative=won), InitiativeWon(won))
    movers: list[str] = []
    while left := [side for side in sides if side not in movers]:
        side = await play.choose(
            "mover",
            side=won[0],
            options=tuple(Option(one, game.sides[one].name) for one in left),
            why="Which side moves next?" if movers else "Which side moves first?",
            rules=("CQ-INI-2",),
        )
        movers.append(str(side))
    return tuple(movers)


async def _grouped(
    play: Play[Fight], sides: Sequence[str], bonuses: Mapping[str, int]
) -> list[tuple[str, ...]]:
    """The sides by one die each and their bonus, the highest first; who is equal stands together."""
    totals: dict[str, int] = {}
    for side in sides:
        bonus = bonuses.get(side, 0)
        face = await checks.throw(
            play,
            tables.number("initiative_dice"),
            why="initiative",
            side=side,
            rules=("CQ-INI-1", "CQ-INI-6"),
            told="Initiative",
            modifiers=applying(tables.modifier("initiative_bonus", bonus)),
        )
        totals[side] = face + bonus
    by_total = sorted(sides, key=lambda side: totals[side], reverse=True)
    return [tuple(equal) for _, equal in groupby(by_total, key=lambda side: totals[side])]


async def _every_character_rolls(play: Play[Fight], first: str) -> tuple[str, ...]:
    """CQ-OPT-1: the able characters by the margins of their checks and their own bonus.

    Ties go by effective DEX, then by the set-up; the characters of a side that surprises or flees come before all.
    """
    scores: dict[str, tuple[bool, int, int]] = {}
    for name, character in play.state.units.items():
        if not near.is_able(play.state, name):
            continue
        result = await checks.save(
            play,
            name,
            "dex",
            tables.number("advanced_initiative_dice"),
            why="initiative_check",
            rules=("CQ-OPT-1", "CQ-INI-6"),
            told=f"{character.name}: initiative",
        )
        score = result.margin + derived.own_initiative_bonus(play.state, name)
        scores[name] = (character.side == first, score, derived.e_dex(play.state, name))
    return tuple(sorted(scores, key=lambda name: scores[name], reverse=True))


# --- getting into a hex otherwise than by a move of one's own


Arrival = Literal["on foot", "driven", "thrown"]
"""Into a pit of up to 2 m one climbs by oneself, and falls if driven; who is thrown falls in any case."""


async def arrive(play: Play[Fight], name: str, hex: str, how: Arrival = "on foot") -> None:
    """He meets what waits in the hex where he is now: a pit (CQ-MOV-14), fire (CQ-FIR-9), gas (CQ-GRN-9)."""
    map = play.state.map
    falls = how == "thrown" or deep_pit(map, hex) or (how == "driven" and jumped_pit(map, hex))
    if falls:
        await into_pit(play, name, hex)
    await through(play, name, (hex,))
    breathe(play, name, (hex,))


# --- `force_retreat` (section 6.5): who, and where to


def beaten(game: Fight, name: str) -> list[str]:
    """CQ-RET-1: the conscious standing enemies in his threat zone whom he hurt this turn, and who didn't hurt him.

    Each pair comes once. Who can do nothing, or is in HTH, has no threat zone, and forces nobody.
    """
    character, zone = game.units[name], near.threat_zone(game, name)
    that_enemy = tables.plays(game, "retreat_unhurt", "that-enemy")
    return [
        other
        for other, foe in game.units.items()
        if foe.hex in zone
        and near.is_enemy(game, name, other)
        and foe.posture == "standing"
        and derived.conscious(game, other)
        and character.dealt.get(other, 0) > 0
        and not (foe.dealt.get(name, 0) if that_enemy else character.hits_turn)
        and other not in character.forced_back
    ]


def ways_back(game: Fight, target: str) -> list[str]:
    """CQ-RET-2: the free neighbours of the target's hex without a wall of 1 m or more; dangerous ones only if all are."""
    hex = game.units[target].hex
    free = [to for to in neighbours(hex) if near.is_free(game, to) and not hemmed(game.map, hex, to)]
    return [to for to in free if not is_dangerous(game.map, to)] or free


def _farthest_back(game: Fight, words: Words) -> str:
    """Away from whoever forces the target back, straight on where that is possible."""
    own, target = game.units[words["by"]].hex, words.get("target", "")
    if not own or not target:
        return ""
    there = game.units[target].hex
    way = direction_between(own, there)
    straight = step(there, way) if way else ""
    return max(ways_back(game, target), key=lambda to: (distance(own, to), to == straight), default="")


class ForceRetreat(Command):
    """An enemy is forced back one hex."""

    target: Annotated[str, Asked("Target", "t", beaten)]
    to: Annotated[str, candidates.beside_the_target("Back to", _farthest_back), "a hex"]
    follow: Annotated[
        bool, Asked("Attacker follows", "f", hint="into the hex that is left"), "takes the hex that is left"
    ] = False


def _only_way(game: Fight, by: str, command: ForceRetreat | None) -> tuple[Detail, ...]:
    only = command is not None and len(ways_back(game, command.target)) == 1
    return (Detail("Back to", "the only way"),) if only else ()


@fact("{unit} presses {target} back.")
class RetreatForced(Fact, frozen=True):
    unit: str
    target: str


@fact(
    "{unit} drives {target} to {to:word}.",
    moment="hurt",
    headline="{target} forced back to {to:word}",
    tale="{unit} drove {target} back",
)
class ForcedBack(Fact, frozen=True):
    unit: str
    target: str
    to: str


@fact("{target} stands firm against {unit}.")
class HeldOut(Fact, frozen=True):
    unit: str
    target: str


@fact("{unit} follows to {to:word}.")
class Followed(Fact, frozen=True):
    unit: str
    to: str


_it_is_not_his_turn = order.never_while(
    "CQ-TRN-3", "It is not {}'s turn to force anybody back.", lambda game, by: game.actor != by
)
"""Retreats are forced in the order of the action phase."""


@forbids("CQ-RET-1", reads=("target",), overridable=False)
def _he_has_beaten_the_target(game: Fight, command: ForceRetreat) -> WhyNot:
    if command.target is None or command.target in beaten(game, command.by):
        return None
    character, target = game.units[command.by], game.units[command.target]
    sentence = f"{character.name} can't force {target.name} back: that takes a wound from the front, and none in return."
    others = ", ".join(game.units[name].name for name in beaten(game, command.by))
    hurt = character.dealt.get(command.target) and character.hits_turn
    reading = tables.house_rule(game, "retreat_unhurt") if hurt else None
    return Refusal("CQ-RET-1", sentence, others, overridable=False, reading=reading)


@check("CQ-RET-2", reads=("target", "to"))
def _there_is_a_way_back(game: Fight, command: ForceRetreat) -> Refusal | None:
    """One hex, in any direction, into a free hex; into danger only if there is nothing else."""
    target, to = game.units.get(command.target), command.to
    if target is None or not target.hex or to is None:
        return None
    ways = ways_back(game, command.target)
    if to in ways:
        return None
    possible = near.is_free(game, to) and distance(target.hex, to) == 1
    sentence = f"{target.name} can't be forced back to {to}."
    return Refusal("CQ-RET-2", sentence, ", ".join(ways), overridable=possible)


@forbids("CQ-ENC-5", reads=("follow",))
def _he_can_follow(game: Fight, command: ForceRetreat) -> str | None:
    laden = command.follow and is_too_laden(game, command.by)
    return f"{game.units[command.by].name} is too heavily laden to follow." if laden else None


@COMMANDS.add(
    ForceRetreat,
    "Force back",
    candidates.naming(target=candidates.other_unit, to=candidates.a_hex),
    (
        order.in_phase("retreat"), _it_is_not_his_turn, _he_has_beaten_the_target, _there_is_a_way_back,
        _he_can_follow,
    ),
    rules=("CQ-RET-3", "CQ-RET-4"),
    key="f",
    moves=True,
    offered=order.offered_in("retreat"),
    lines=_only_way,
)  # fmt: skip
async def force_retreat(play: Play[Fight], command: ForceRetreat) -> None:
    """CQ-RET-1 to CQ-RET-4: the target is forced back, unless it rolls to stay out of danger; the attacker may follow.

    Each pair comes once. Into a dangerous hex one goes only if one's save fails.
    """
    by, target, to = command.by, command.target, command.to
    forced = (*play.state.units[by].forced_back, target)
    play.commit(play.state.with_unit(by, forced_back=forced), RetreatForced(by, target))
    if is_dangerous(play.state.map, to):
        dice, told = tables.number("resist_retreat_dice"), ": not to be forced into danger"
        if await checks.saves(play, target, "dex", dice, "resist_retreat", "CQ-RET-4", told=told):
            play.emit(HeldOut(by, target))
            return
    left = play.state.units[target].hex
    _moves(play, target, to, ForcedBack(by, target, to))
    await arrive(play, target, to, "driven")
    blocked = any(near.is_upright(play.state, name) for name in near.in_hex(play.state, left))
    if command.follow and not blocked:
        _moves(play, by, left, Followed(by, left))
        await arrive(play, by, left)


def _moves(play: Play[Fight], name: str, to: str, fact: ForcedBack | Followed) -> None:
    """He is in another hex; whoever moves, of his own will or not, aims and watches no more (CQ-RNG-7)."""
    game = order.without_aim(play.state, name)
    play.commit(game.with_unit(name, hex=to, overwatch=None), fact)
