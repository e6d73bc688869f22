"""`move`, `resist_panic`, `leave` and `stand_up`: the way along the path, jumps and falls on it, and what it leaves behind (6.2, 6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, bare, shown
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import checks, near, terrain
from vedette.games.close_quarters.candidates import by_unit, hex_name, other_unit
from vedette.games.close_quarters.damage import fire, microgravity
from vedette.games.close_quarters.damage.harm import fall_from
from vedette.games.close_quarters.derived import conscious, e_dex, e_str, encumbrance, gravity, knows
from vedette.games.close_quarters.state import Fight, LastMove
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn import path as paths
from vedette.games.close_quarters.turn.path import Move
from vedette.view.hexes import direction_between, neighbours

COMMANDS = Commands[Fight]()


# --- facts


@fact(
    "{unit} moves to {hexes:last}, for {cost} MOV.",
    headline="{unit} moves to {hexes:last}",
    last=lambda hexes: str(hexes[-1]),
)
class Moved(Fact, frozen=True):
    unit: str
    hexes: Annotated[tuple[str, ...], Meta(min_length=1)]
    cost: int


@fact(
    "{unit} shrinks back from the fire in {hex:word}.",
    moment="fail",
    headline="{unit} shrinks back from the fire",
    tale="{unit} shrank back from a fire",
)
class StoppedShort(Fact, frozen=True):
    ahead: ClassVar[str] = "shrinks back from the fire"
    unit: str
    hex: str


@fact("{unit} can't lift the load, and stays put.", moment="fail", headline="{unit} can't lift the load")
class CannotLift(Fact, frozen=True):
    unit: str


@fact("{unit} crawls.")
class Crawled(Fact, frozen=True):
    """A character has crawled: he is all rear for the rest of the turn."""

    unit: str


@fact("{unit} turns {facing:towards}.")
class Turned(Fact, frozen=True):
    unit: str
    facing: str


@fact("{unit} is {posture:word} now.")
class WentDown(Fact, frozen=True):
    unit: str
    posture: str


@fact("{unit} charges.", headline="{unit} charges")
class Charged(Fact, frozen=True):
    unit: str


@fact("{unit} {delayed:?breaks the move off, and waits|has moved}.")
class MoveEnded(Fact, frozen=True):
    aside = True
    unit: str
    delayed: bool


@fact("{unit} stays put.")
class StayedPut(Fact, frozen=True):
    unit: str


@fact("{unit} hangs on the edge of {hex:word}.", moment="hurt")
class Hangs(Fact, frozen=True):
    unit: str
    hex: str


@fact("{unit} comes down in {hex:word}.")
class ComesDown(Fact, frozen=True):
    unit: str
    hex: str


@fact(
    "{unit} {calm:?keeps calm in the flames|panics, and must run}.",
    moment=lambda it: "" if it.calm else "fail",
)
class KeptCalm(Fact, frozen=True):
    unit: str
    calm: bool


@fact("{unit} leaves the map.")
class LeftTheMap(Fact, frozen=True):
    unit: str


@fact("{unit} stands up.")
class StoodUp(Fact, frozen=True):
    unit: str


# --- `move` (section 6.2): the way along the path, and what it leaves behind


def _understood(game: Fight, command: Move) -> Move:
    by_unit(game, command)
    for hex in command.path:
        hex_name(hex)
    if command.chase is not None:
        other_unit(game, command.by, command.chase)
    if command.pick_up is not None and not paths.is_known(game, command.pick_up):
        raise CommandError(f"There is no {shown(command.pick_up)} that could be picked up.")
    return command


@COMMANDS.add(
    Move,
    "Move",
    _understood,
    paths.PATH_CHECKS,
    rules=(
        "CQ-MOV-3", "CQ-MOV-4", "CQ-MOV-8", "CQ-MOV-10", "CQ-MOV-13", "CQ-MOV-14", "CQ-MOV-15", "CQ-ENV-2",
        "CQ-ENV-6", "CQ-ENV-8", "CQ-ENV-14", "CQ-ENV-15", "CQ-FIR-5", "CQ-FIR-8",
    ),
    reminders=("CQ-INI-5", "CQ-FIR-8"),
    key="m",
    moves=True,
    offered=order.offered_in("movement"),
)  # fmt: skip
async def move(play: Play[Fight], command: Move) -> None:
    """A move: along the path as far as he gets (steps 1 to 3), then steps 4 to 7, then what the move leaves."""
    before, by, path, thing = play.state, command.by, command.path, command.pick_up or ""
    if path and encumbrance(before, by).id == paths.LIFT:  # CQ-ENC-5: a save for his one hex
        dice, told = number("lift_dice"), ": lifting the load"
        if not await checks.saves(play, by, "str", dice, "lift", "CQ-ENC-5", told=told):
            play.emit(CannotLift(by))
            path = ()
    reached = await walk(play, by, path, paths.bends_for(command))
    has_it = paths.lies_in(play.state, thing) in reached
    if has_it and command.on_the_run:  # step 4, CQ-MOV-16
        has_it = await paths.grabs(play, by)
    reached = await keeps_his_feet(play, by, reached)
    if has_it and paths.lies_in(before, thing) in reached:
        paths.take(play, by, thing)
    await fire.through(play, by, reached)
    fire.breathe(play, by, reached)
    _aftermath(play, command, before, reached)


def _aftermath(play: Play[Fight], command: Move, before: Fight, reached: tuple[str, ...]) -> None:
    """What the move leaves behind: crawling, facing, posture, a charge, fanned flames, and that it is over."""
    by, old, now = command.by, before.units[command.by], play.state.units[command.by]
    thrown_down = bool(now.hanging) or (now.posture == "fallen" and old.posture != "fallen")
    if (
        reached and old.posture != "standing"
    ):  # CQ-MOV-5: who fell in an earlier turn is prone of his own will
        fallen_before = now.posture == "fallen" and now.fell_turn < play.state.round
        posture = "prone" if fallen_before else now.posture
        play.commit(play.state.with_unit(by, all_rear=True, posture=posture), Crawled(by))
    if command.facing is not None and command.facing != now.facing:  # CQ-MOV-10: it ends aiming and overwatch
        game = order.without_aim(play.state, by)
        game = game.with_unit(by, facing=command.facing, turned=True, overwatch=None)
        play.commit(game, Turned(by, command.facing))
    if command.posture is not None and not thrown_down and conscious(play.state, by):  # CQ-MOV-12
        went_down = now.went_down or near.is_upright(play.state, by)
        game = play.state.with_unit(by, posture=command.posture, went_down=went_down)
        play.commit(game, WentDown(by, command.posture))
    game, now = play.state, play.state.units[by]
    front = [hex for hex in neighbours(now.hex) if near.side_of(now, hex) == "front"]
    faced = [other for hex in front for other in near.in_hex(game, hex) if not near.is_out(game, other)]
    charges = reached and not near.is_engaged(before, by)
    if charges and any(near.is_enemy(game, by, other) for other in faced):  # CQ-ACT-8
        play.commit(game.with_unit(by, charged=True), Charged(by))
    if play.state.units[by].ran and not old.ran:
        fire.fan_flames(play, by)
    # He has finished, unless he breaks off for now, once, and nothing has stopped him (CQ-OPT-16).
    waits = command.delay and not old.delayed and not thrown_down
    now, way = play.state.units[by], paths.turn_path(before, by, reached)
    most = now.half if reached else paths.half(before, by, way)
    game = play.state.with_unit(by, path=way, half=most, done=not waits, delayed=waits or old.delayed)
    game = replace(game, last_move=LastMove(by, (old.hex, *reached)), left_cover={}, let_pass=())
    as_before = (now.facing, now.posture) == (old.facing, old.posture)
    stays = as_before and not (reached or waits)
    play.commit(game, StayedPut(by) if stays else MoveEnded(by, waits))


# --- along the path


async def walk(play: Play[Fight], name: str, path: Sequence[str], thing: str = "") -> tuple[str, ...]:
    """He goes along the path, from leap to leap; the hexes that he has entered.

    A leap leads over pits or lying figures to where it ends. The MOV for a `thing` that is picked up on the way is spent
    where it lies; taking it is left to the caller.
    """
    game, path = play.state, tuple(path)
    map, way, costs = game.map, (game.units[name].hex, *path), paths.hex_costs(game, name, path, thing)
    over = [terrain.jumped_pit(map, hex) or paths.body_in(game, name, hex) for hex in path[:-1]]
    ends = [place for place in range(len(path)) if place == len(over) or not over[place]]
    done, dared = 0, False
    for start, end in zip((0, *(end + 1 for end in ends)), ends, strict=False):
        burning = [place for place in range(start, end + 1) if terrain.on_fire(map, path[place])]
        fires = [place for place in burning if not terrain.on_fire(map, way[place])]
        if fires and not dared:  # CQ-FIR-8: whether he enters the first burning hex that he comes to
            dared = True
            dice, told = number("fire_nerve_dice"), ": into the fire"
            if not await checks.saves(play, name, "int", dice, "fire_nerve", "CQ-FIR-8", told=told):
                play.emit(StoppedShort(name, path[fires[0]]))
                return path[: _reaches(play, name, path, costs, done, start)]
        for place in range(start, end + 1):
            here, there = way[place], path[place]
            if terrain.hemmed(map, here, there) and not terrain.barred(map, here, there):
                done = _reaches(play, name, path, costs, done, place)
                if not await jumps(
                    play, name, 1
                ):  # CQ-MOV-13: like a pit of one hex; he falls before the wall
                    await fall_in(play, name, here)
                    return path[:done]
            landing = place
            if not (place and terrain.jumped_pit(map, here)):
                while landing < len(over) and terrain.jumped_pit(map, path[landing]):
                    landing += 1
            if landing > place:
                done = _reaches(play, name, path, costs, done, place)
                if not await jumps(play, name, landing - place):  # CQ-MOV-13: down in one of the pit's hexes
                    at = await _where(play, name, path[place:landing], "CQ-MOV-13", "where they come down")
                    done = _reaches(play, name, path, costs, done, place + at + 1)
                    await grabs_or_falls(play, name, path[landing])
                    return path[:done]
            if paths.body_in(play.state, name, there):
                done = _reaches(play, name, path, costs, done, place + 1)
                acrobat, told = knows(play.state.units[name], "acrobatics"), ": over a lying figure"
                dice = number("body_dice_acrobatics" if acrobat else "body_dice")
                if not await checks.saves(play, name, "dex", dice, "body", "CQ-MOV-8", told=told):
                    # He falls there if he stops there, else in the next hex.
                    done = _reaches(play, name, path, costs, done, min(place + 2, len(path)))
                    await fall_in(play, name, path[done - 1])
                    return path[:done]
    return path[: _reaches(play, name, path, costs, done, len(path))]


def _reaches(
    play: Play[Fight], name: str, path: tuple[str, ...], costs: tuple[int, ...], done: int, count: int
) -> int:
    """He has gone `count` hexes of the path, `done` of which are said; moving ends aiming and overwatch."""
    hexes, cost = path[done:count], sum(costs[done:count])
    if hexes:
        game = order.without_aim(play.state, name)
        way = paths.turn_path(game, name, hexes)
        moved, most = game.units[name].moved + cost, paths.half(game, name, way)
        ran = paths.is_run(moved, most)
        game = game.with_unit(name, hex=hexes[-1], path=way, moved=moved, half=most, ran=ran, overwatch=None)
        play.commit(game, Moved(name, hexes, cost))
    return count


async def jumps(play: Play[Fight], name: str, hexes: int) -> bool:
    """CQ-MOV-13: whether he clears so many hexes, on STR + DEX.

    2, 5, 8 … dice; gravity makes a jump wider or narrower (CQ-ENV-14, CQ-ENC-9).
    """
    game, character = play.state, play.state.units[name]
    width = max(number("least_width"), ceil(hexes * gravity(game)))
    result = await checks.check(
        play,
        number("jump_dice_per_width") * width - number("jump_dice_less"),
        e_str(game, name) + e_dex(game, name),
        why="jump",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: the jump",
        remarks=(checks.explained(game, name, "str"), checks.explained(game, name, "dex")),
    )
    return result.success


async def grabs_or_falls(play: Play[Fight], name: str, landing: str) -> None:
    """CQ-MOV-15: over a pit of more than 2 m he may catch the edge where he would have landed; else he falls in."""
    hex = play.state.units[name].hex
    if terrain.deep_pit(play.state.map, hex):
        dice, told = number("grab_dice"), ": grabbing the edge"
        if await checks.saves(play, name, "dex", dice, "grab", "CQ-MOV-15", told=told):
            play.commit(play.state.with_unit(name, hanging=landing), Hangs(name, landing))
            return
    await into_pit(play, name, hex)


async def fall_in(play: Play[Fight], name: str, hex: str) -> None:
    if play.state.units[name].hex != hex:
        play.commit(play.state.with_unit(name, hex=hex), ComesDown(name, hex))
    await into_pit(play, name, hex)


async def into_pit(play: Play[Fight], name: str, hex: str) -> None:
    """He falls as deep as the pit in that hex is; on level ground that does no damage."""
    await fall_from(play, name, terrain.pit(play.state.map, hex))


async def _where(play: Play[Fight], name: str, hexes: Sequence[str], rule: str, told: str) -> int:
    character = play.state.units[name]
    said = f"{character.name}: {told}"
    return await checks.pick(play, hexes, why="where", side=character.side, rules=(rule,), told=said)


# --- keeping one's feet on the move (section 11, step 5 of a move)


FLASHLIGHT = "flashlight"

_Risk = tuple[str, str, str, int, tuple[int, ...], tuple[Modifier, ...]]
"""A roll against falling: why, its rule, what is told of it, dice, the places on the path to fall in, modifiers."""


def is_on_his_feet(game: Fight, name: str) -> bool:
    """Whether he stands, conscious, and hangs on no edge: only then can he fall."""
    character = game.units[name]
    return character.posture == "standing" and not character.hanging and conscious(game, name)


async def keeps_his_feet(play: Play[Fight], name: str, path: Sequence[str]) -> tuple[str, ...]:
    """He rolls for the ground that he has moved over; the hexes of the path up to where he is now.

    At most one fall. Its MOV is spent all the same.
    """
    path = tuple(path)
    for why, rule, told, dice, places, modifiers in _risks(play.state, name, path):
        said = f"{play.state.units[name].name}: {told}"
        result = await checks.save(
            play, name, "dex", dice, why=why, rules=(rule,), told=said, modifiers=modifiers
        )
        if result.success:
            continue
        if places:  # he falls in one of the hexes, and hasn't reached what lies beyond it
            hexes = [path[place] for place in places]
            picked = await _where(play, name, hexes, rule, "where they fall")
            path = path[: places[picked] + 1]
        await fall_in(play, name, path[-1] if places else play.state.units[name].hex)
        return path
    if path and is_on_his_feet(
        play.state, name
    ):  # CQ-ENV-15: after more than 3 hexes without weight he may float on
        way = play.state.units[name].path
        await microgravity.keep_footing(play, name, direction_between(way[-2], way[-1]), len(way) - 1)
    return path


def _risks(game: Fight, name: str, path: tuple[str, ...]) -> list[_Risk]:
    """CQ-ENV-2, CQ-ENV-6, CQ-ENV-8: what he must roll for, in this order, if he is on his feet."""
    character, acrobat = game.units[name], knows(game.units[name], "acrobatics")
    if not is_on_his_feet(game, name):
        return []
    risks: list[_Risk] = []
    bad = tuple(place for place, hex in enumerate(path) if terrain.bad_footing(game.map, hex))
    if character.ran and bad:
        dice = number("acrobatics_footing_dice" if acrobat else "footing_dice")
        risks.append(("footing", "CQ-ENV-2", "bad footing", dice, bad, (modifier("footing"),)))
    if character.ran and path and game.map.dark and FLASHLIGHT not in character.ready:
        dice = number("acrobatics_footing_dice" if acrobat else "dark_dice")
        risks.append(("dark", "CQ-ENV-6", "running in the dark", dice, tuple(range(len(path))), ()))
    ice = tuple(place for place, hex in enumerate(path) if terrain.icy(game.map, hex))
    if ice or (not character.moved and terrain.icy(game.map, character.hex)):
        dice = number("ice_dice_far" if character.moved > number("ice_far") else "ice_dice")
        dice -= number("acrobatics_ice_dice") if acrobat else 0
        risks.append(("ice", "CQ-ENV-8", "on the ice", dice, ice, ()))
    return risks


# --- `resist_panic` (section 6.2): who burns tries to keep calm, or runs (CQ-FIR-4)


@forbids("CQ-FIR-4")
def _he_is_about_to_panic(game: Fight, command: Command) -> WhyNot:
    """Only who burns, stands and isn't engaged, once a turn."""
    character = game.units[command.by]
    if not paths.would_run(game, command.by):
        sentence = f"{character.name} is in no danger of running in panic."
        return Refusal("CQ-FIR-4", sentence, overridable=character.burning in paths.AFLAME)
    return f"{character.name} has tried already this turn." if character.panic else None


@COMMANDS.add(
    bare("A burning character tries not to run."),
    "Resist panic",
    by_unit,
    (*paths.MOVE_CHECKS, _he_is_about_to_panic),
    rules=("CQ-FIR-4",),
    key="i",
    offered=order.offered_in(
        "movement", where=lambda game, by: paths.would_run(game, by) and not game.units[by].panic
    ),
)
async def resist_panic(play: Play[Fight], command: Command) -> None:
    """CQ-FIR-4: calm he moves as he likes; after a failure there is nothing but a run.

    3, 4 or 5 dice by how much of him burns, one more after having run burning.
    """
    by, character = command.by, play.state.units[command.by]
    dice = number(f"panic_{character.burning}_dice")
    dice += number("panic_ran_dice") if character.ran_burning else 0
    calm = await checks.saves(play, by, "int", dice, "panic", "CQ-FIR-4", told=": keeping calm")
    play.commit(play.state.with_unit(by, panic="calm" if calm else "panic"), KeptCalm(by, calm))


# --- `leave` (section 6.2): off the map over its edge (CQ-TRN-6)


def _is_on_the_edge(game: Fight, by: str) -> bool:
    hex = game.units[by].hex
    return bool(hex) and terrain.on_edge(game.map, hex)


_is_within = order.never_while(
    "CQ-TRN-6", "{} is not on the edge of the map.", lambda game, by: not _is_on_the_edge(game, by)
)


@COMMANDS.add(
    bare("A character leaves the map."),
    "Leave the map",
    by_unit,
    (
        *paths.MOVE_CHECKS, paths.he_is_not_in_hth, paths.he_is_not_too_laden,
        order.disengaged("CQ-MOV-9", "shift one hex"), _is_within,
    ),
    rules=("CQ-TRN-6",),
    key="g",
    deliberate=True,
    moves=True,
    offered=order.offered_in("movement", where=_is_on_the_edge),
)  # fmt: skip
async def leave(play: Play[Fight], command: Command) -> None:
    """CQ-TRN-6: he is gone for this combat, and his scenario says that he ran."""
    character = play.state.units[command.by]
    game = play.state.with_unit(command.by, left=True, hex="", tally=replace(character.tally, ran=True))
    play.commit(game, LeftTheMap(command.by))


# --- `stand_up` (CQ-MOV-11, CQ-ACT-3)


@forbids("CQ-MOV-11")
def _he_has_time_to_stand_up(game: Fight, command: Command) -> str | None:
    character = game.units[command.by]
    if character.posture == "standing":
        return f"{character.name} stands already."
    return f"{character.name} has moved this turn." if character.moved else None


@forbids("CQ-OPT-9")
def _his_leg_bears_him(game: Fight, command: Command) -> str | None:
    one = game.units[command.by]
    sentence = f"{one.name} was hit in the leg, and can't stand up before turn {one.leg_hit + 1}."
    return sentence if one.leg_hit >= game.round else None


_is_up = order.nobody_who(
    "CQ-ACT-3", "{} stands already.", lambda one: one.posture == "standing" and not one.floating
)
_floats = order.nobody_who(
    "CQ-ENV-17", "{} floats: it takes an action to get hold again.", lambda one: one.floating
)


@COMMANDS.add(
    bare("A character stands up; who floats tries to get hold of the ground again."),
    "Stand up",
    by_unit,
    (
        order.in_phase("movement", "action"),
        *paths.during("movement", *paths.MOVE_CHECKS[1:], paths.he_is_not_in_hth, _he_has_time_to_stand_up),
        *paths.during("action", *order.action_checks("still", "CQ-ACT-3")[1:], order.not_in_hth),
        _his_leg_bears_him,
        *paths.during("action", _is_up),
        *paths.during("movement", _floats),
    ),
    rules=("CQ-ENV-17",),
    key="k",
    moves=True,
    offered=order.offered_in(
        "movement",
        "slot",
        where=lambda game, by: (
            game.units[by].posture != "standing" or (game.phase == "action" and game.units[by].floating)
        ),
    ),
)
async def stand_up(play: Play[Fight], command: Command) -> None:
    """CQ-MOV-11 in the movement phase: from his knees he has half a move left, from lower down nothing.

    CQ-ACT-3, CQ-ENV-17 in the action phase: who floats makes the save with a die more; who is down needs none.
    """
    by, character = command.by, play.state.units[command.by]
    if play.state.phase == "movement":
        from_knees = character.posture == "kneeling"
        stood = "half" if from_knees else "full"
        game = play.state.with_unit(by, posture="standing", stood=stood, entangled=False)
        game = game.with_unit(by, done=not from_knees, half=paths.half(game, by))
        if any(character.overwatch for character in game.units.values()):
            game = replace(game, last_move=None, left_cover={}, let_pass=())
        play.commit(game, StoodUp(by))
        return
    order.use_action(play, by)
    if not character.floating:
        play.commit(play.state.with_unit(by, posture="standing", entangled=False), StoodUp(by))
    elif near.is_down(character):
        microgravity.stop_floating(play, by)
    else:
        await microgravity.recover(play, by)
