"""`move`, `resist_panic`, `leave` and `stand_up`: the way along the path, jumps and falls on it, and what it leaves behind (6.2, 6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import checks
from vedette.games.close_quarters.candidates import by_unit, hex_name, other_unit
from vedette.games.close_quarters.damage import fire, microgravity
from vedette.games.close_quarters.damage import fire as clouds
from vedette.games.close_quarters.damage.harm import fall_from
from vedette.games.close_quarters.derived import conscious, e_dex, e_str, encumbrance, gravity, knows
from vedette.games.close_quarters.near import (
    in_hex,
    is_down,
    is_enemy,
    is_engaged,
    is_out,
    is_upright,
    side_of,
)
from vedette.games.close_quarters.state import Character, Fight, LastMove
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import (
    bad_footing,
    barred,
    deep_pit,
    hemmed,
    icy,
    jumped_pit,
    on_edge,
    on_fire,
    pit,
)
from vedette.games.close_quarters.turn.allowance import (
    LIFT,
    body_in,
    grabs,
    half,
    hex_costs,
    is_known,
    is_run,
    lies_in,
    take,
    turn_path,
)
from vedette.games.close_quarters.turn.order import (
    action_checks,
    in_phase,
    not_in_hth,
    offered_in,
    use_action,
    without_aim,
)
from vedette.games.close_quarters.turn.path import (
    AFLAME,
    MOVE_CHECKS,
    PATH_CHECKS,
    bends_for,
    during,
    he_is_not_in_hth,
    he_is_not_too_laden,
    would_run,
)
from vedette.view.hexes import Direction, direction_between, neighbours

COMMANDS = Commands[Fight]()


async def walk(play: Play[Fight], name: str, path: Sequence[str], thing: str = "") -> tuple[str, ...]:
    """He goes along the path; the hexes that he has entered.

    The MOV for a `thing` that is picked up on the way is spent where it lies; taking it is left to the caller.
    """
    walking = _Walk(play, name, tuple(path), hex_costs(play.state, name, path, thing))
    await walking.goes()
    return walking.path[: walking.done]


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


class _Walk:
    """One walk: `done` hexes of the path are behind him, and said; a place is an index of the path."""

    def __init__(self, play: Play[Fight], name: str, path: tuple[str, ...], costs: tuple[int, ...]) -> None:
        self.play, self.name, self.path, self.costs = play, name, path, costs
        self.start = play.state.units[name].hex
        self.done = 0
        self._dared = False

    async def goes(self) -> None:
        """From leap to leap."""
        for leap in self._leaps():
            if not await self._dares(leap):
                self._reaches(leap.start)
                return
            for place in leap:
                if not await self._passes(place):
                    return
        self._reaches(len(self.path))

    def _leaps(self) -> Iterator[range]:
        """The places of the path, those together that are one leap: over pits or lying figures, and where it ends."""
        game, start = self.play.state, 0
        for place, hex in enumerate(self.path):
            over = jumped_pit(game.map, hex) or body_in(game, self.name, hex)
            if not over or place == len(self.path) - 1:
                yield range(start, place + 1)
                start = place + 1

    def _before(self, place: int) -> str:
        return self.path[place - 1] if place else self.start

    def _reaches(self, count: int) -> None:
        """He has gone so many hexes; moving ends aiming and overwatch."""
        hexes, cost = self.path[self.done : count], sum(self.costs[self.done : count])
        if not hexes:
            return
        game = without_aim(self.play.state, self.name)
        way = turn_path(game, self.name, hexes)
        moved, most = game.units[self.name].moved + cost, half(game, self.name, way)
        game = game.with_unit(
            self.name,
            hex=hexes[-1],
            path=way,
            moved=moved,
            half=most,
            ran=is_run(moved, most),
            overwatch=None,
        )
        self.play.commit(game, Moved(self.name, hexes, cost))
        self.done = count

    # --- step 1

    async def _dares(self, leap: range) -> bool:
        """CQ-FIR-8: whether he enters the first burning hex that he comes to from one that doesn't burn."""
        map = self.play.state.map
        fires = (
            place
            for place in leap
            if on_fire(map, self.path[place]) and not on_fire(map, self._before(place))
        )
        place = next(fires, None)
        if place is None or self._dared:
            return True
        self._dared = True
        dice, told = number("fire_nerve_dice"), ": into the fire"
        dares = await checks.saves(self.play, self.name, "int", dice, "fire_nerve", "CQ-FIR-8", told=told)
        if not dares:
            self.play.emit(StoppedShort(self.name, self.path[place]))
        return dares

    # --- steps 2 and 3

    async def _passes(self, place: int) -> bool:
        """Whether he gets past a 1 m wall, a pit and a lying figure on his way; otherwise his movement has ended."""
        return (
            await self._clears_wall(place)
            and await self._clears_pit(place)
            and await self._clears_body(place)
        )

    async def _clears_wall(self, place: int) -> bool:
        """CQ-MOV-13: who misses the jump over a wall falls before it."""
        map, here, there = self.play.state.map, self._before(place), self.path[place]
        if not hemmed(map, here, there) or barred(map, here, there):
            return True
        self._reaches(place)
        if await jumps(self.play, self.name, WALL):
            return True
        await fall_in(self.play, self.name, here)
        return False

    async def _clears_pit(self, place: int) -> bool:
        """CQ-MOV-13, CQ-MOV-15: who misses the jump over a pit comes down in one of its hexes."""
        run = self._pit_from(place)
        if not run:
            return True
        self._reaches(place)
        if await jumps(self.play, self.name, len(run)):
            return True
        pit = tuple(self.path[place] for place in run)
        self._reaches(run[await missed_pit(self.play, self.name, pit)] + 1)
        await grabs_or_falls(self.play, self.name, self.path[run.stop])
        return False

    def _pit_from(self, place: int) -> range:
        """The places of a pit that has to be jumped, if it begins there; the last hex of a path may be a pit."""
        map, last = self.play.state.map, len(self.path) - 1
        if place and jumped_pit(map, self.path[place - 1]):
            return range(0)
        end = place
        while end < last and jumped_pit(map, self.path[end]):
            end += 1
        return range(place, end)

    async def _clears_body(self, place: int) -> bool:
        """CQ-MOV-8: who stumbles over a lying figure falls there if he stops there, else in the next hex."""
        if not body_in(self.play.state, self.name, self.path[place]):
            return True
        self._reaches(place + 1)
        acrobat = knows(self.play.state.units[self.name], "acrobatics")
        dice, told = number("body_dice_acrobatics" if acrobat else "body_dice"), ": over a lying figure"
        if await checks.saves(self.play, self.name, "dex", dice, "body", "CQ-MOV-8", told=told):
            return True
        self._reaches(min(place + 2, len(self.path)))
        await fall_in(self.play, self.name, self.path[self.done - 1])
        return False


# --- `move` (section 6.2): the way along the path, and what it leaves behind


class Move(Command):
    """A character moves along a path, turns, goes down, picks a thing up."""

    path: Annotated[tuple[str, ...], Field(strict=False, description="hexes")] = ()
    facing: Direction | None = None
    posture: Annotated[Literal["prone", "kneeling"] | None, Field(description="at its end")] = None
    pick_up: Annotated[str | None, Field(description="a thing on the way")] = None
    on_the_run: bool = False
    chase: Annotated[str | None, Field(description="the pursuer who is fled from ahead of time")] = None
    delay: Annotated[bool, Field(description="breaks the move off for now")] = False


def move_understood(game: Fight, command: Move) -> Move:
    """Given by a character, along hexes; things and pursuers that it names must be there."""
    by_unit(game, command)
    for hex in command.path:
        hex_name(hex)
    if command.chase is not None:
        other_unit(game, command.by, command.chase)
    if command.pick_up is not None and not is_known(game, command.pick_up):
        raise CommandError(f"There is no {shown(command.pick_up)} that could be picked up.")
    return command


@COMMANDS.add(
    Move,
    "Move",
    move_understood,
    PATH_CHECKS,
    rules=(
        "CQ-MOV-3",
        "CQ-MOV-4",
        "CQ-MOV-8",
        "CQ-MOV-10",
        "CQ-MOV-13",
        "CQ-MOV-14",
        "CQ-MOV-15",
        "CQ-ENV-2",
        "CQ-ENV-6",
        "CQ-ENV-8",
        "CQ-ENV-14",
        "CQ-ENV-15",
        "CQ-FIR-5",
        "CQ-FIR-8",
    ),
    reminders=("CQ-INI-5", "CQ-FIR-8"),
    key="m",
    moves=True,
    offered=offered_in("movement"),
)
async def move(play: Play[Fight], command: Move) -> None:
    """A move: along the path as far as he gets (steps 1 to 3), then steps 4 to 7, then what the move leaves."""
    before, by = play.state, command.by
    path = command.path if await _lifts_his_load(play, command) else ()
    reached = await walk(play, by, path, bends_for(command))
    has_it = await _gets_hold(play, command, reached)
    reached = await keeps_his_feet(play, by, reached)
    if has_it and command.pick_up is not None and lies_in(before, command.pick_up) in reached:
        take(play, by, command.pick_up)
    await fire.through(play, by, reached)
    clouds.breathe(play, by, reached)
    _aftermath(play, command, before, reached)


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


@fact("{unit} has charged.", headline="{unit} charges")
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


async def _lifts_his_load(play: Play[Fight], command: Move) -> bool:
    """CQ-ENC-5: who can hardly lift his load needs a save for his one hex; else he stays where he is."""
    if not command.path or encumbrance(play.state, command.by).id != LIFT:
        return True
    dice, told = number("lift_dice"), ": lifting the load"
    lifts = await checks.saves(play, command.by, "str", dice, "lift", "CQ-ENC-5", told=told)
    if not lifts:
        play.emit(CannotLift(command.by))
    return lifts


async def _gets_hold(play: Play[Fight], command: Move, reached: tuple[str, ...]) -> bool:
    """CQ-MOV-16, step 4: whether he gets hold of what he came by; on the run that takes a save."""
    if command.pick_up is None or lies_in(play.state, command.pick_up) not in reached:
        return False
    return not command.on_the_run or await grabs(play, command.by)


def _aftermath(play: Play[Fight], command: Move, before: Fight, reached: tuple[str, ...]) -> None:
    """What the move leaves behind: crawling, facing, posture, a charge, fanned flames, and that it is over."""
    by = command.by
    if reached and before.units[by].posture != "standing":
        _has_crawled(play, by)
    _turns(play, command)
    _goes_down(play, command, before)
    if reached and not is_engaged(before, by) and _faces_an_enemy(play.state, by):
        play.commit(play.state.with_unit(by, charged=True), Charged(by))
    if play.state.units[by].ran and not before.units[by].ran:
        fire.fan_flames(play, by)
    _ends(play, command, before, reached)


def _has_crawled(play: Play[Fight], by: str) -> None:
    """CQ-MOV-5: who crawls is all rear; who fell in an earlier turn is prone again of his own will."""
    character = play.state.units[by]
    fallen_before = character.posture == "fallen" and character.fell_turn < play.state.round
    posture = "prone" if fallen_before else character.posture
    play.commit(play.state.with_unit(by, all_rear=True, posture=posture), Crawled(by))


def _turns(play: Play[Fight], command: Move) -> None:
    """CQ-MOV-10: he faces where he likes; turning ends aiming and overwatch."""
    if command.facing is not None and command.facing != play.state.units[command.by].facing:
        game = without_aim(play.state, command.by)
        game = game.with_unit(command.by, facing=command.facing, turned=True, overwatch=None)
        play.commit(game, Turned(command.by, command.facing))


def _goes_down(play: Play[Fight], command: Move, before: Fight) -> None:
    """CQ-MOV-12: he goes down at the end of the move, unless the move has thrown him down already."""
    by = command.by
    thrown_down = _is_thrown_down(play.state, before, by)
    if command.posture is None or thrown_down or not conscious(play.state, by):
        return
    went_down = play.state.units[by].went_down or is_upright(play.state, by)
    game = play.state.with_unit(by, posture=command.posture, went_down=went_down)
    play.commit(game, WentDown(by, command.posture))


def _is_thrown_down(game: Fight, before: Fight, by: str) -> bool:
    """Whether the move has made him fall, or left him hanging on an edge: his movement has ended."""
    now = game.units[by]
    return bool(now.hanging) or (now.posture == "fallen" and before.units[by].posture != "fallen")


def _faces_an_enemy(game: Fight, by: str) -> bool:
    """Whether an enemy who isn't out is in one of his neighbouring front hexes: then he has charged (CQ-ACT-8)."""
    character = game.units[by]
    front = [hex for hex in neighbours(character.hex) if side_of(character, hex) == "front"]
    return any(
        is_enemy(game, by, other) and not is_out(game, other) for hex in front for other in in_hex(game, hex)
    )


def _ends(play: Play[Fight], command: Move, before: Fight, reached: tuple[str, ...]) -> None:
    """He has finished moving, unless he breaks off for now, once, and nothing has stopped him (CQ-OPT-16)."""
    by, old, character = command.by, before.units[command.by], play.state.units[command.by]
    waits = command.delay and not old.delayed and not _is_thrown_down(play.state, before, by)
    way = turn_path(before, by, reached)
    game = play.state.with_unit(
        by,
        path=way,
        half=character.half if reached else half(before, by, way),
        done=not waits,
        delayed=waits or old.delayed,
    )
    game = replace(game, last_move=LastMove(by, (old.hex, *reached)), left_cover={}, let_pass=())
    as_before = (character.facing, character.posture) == (old.facing, old.posture)
    stays = as_before and not (reached or waits)
    play.commit(game, StayedPut(by) if stays else MoveEnded(by, waits))


# --- `resist_panic` (section 6.2): who burns tries to keep calm, or runs (CQ-FIR-4)


class ResistPanic(Command):
    """A burning character tries not to run."""


@forbids("CQ-FIR-4")
def _he_is_about_to_panic(game: Fight, command: Any) -> WhyNot:
    """CQ-FIR-4: only who burns, stands and isn't engaged, once a turn."""
    character = game.units[command.by]
    if not would_run(game, command.by):
        sentence = f"{character.name} is in no danger of running in panic."
        return Refusal("CQ-FIR-4", sentence, overridable=character.burning in AFLAME)
    return f"{character.name} has tried already this turn." if character.panic else None


def panic_dice(character: Character) -> int:
    """3, 4 or 5 dice by how much of him burns, one more after having run burning."""
    return number(f"panic_{character.burning}_dice") + (
        number("panic_ran_dice") if character.ran_burning else 0
    )


@fact(
    "{unit} {calm:?keeps calm in the flames|panics, and must run}.",
    moment=lambda it: "" if it.calm else "fail",
)
class KeptCalm(Fact, frozen=True):
    unit: str
    calm: bool


def _would_run(game: Fight, by: str) -> bool:
    return would_run(game, by) and not game.units[by].panic


@COMMANDS.add(
    ResistPanic,
    "Resist panic",
    by_unit,
    (*MOVE_CHECKS, _he_is_about_to_panic),
    rules=("CQ-FIR-4",),
    key="i",
    offered=offered_in("movement", where=_would_run),
)
async def resist_panic(play: Play[Fight], command: ResistPanic) -> None:
    """CQ-FIR-4: calm he moves as he likes; after a failure there is nothing but a run."""
    by = command.by
    dice = panic_dice(play.state.units[by])
    calm = await checks.saves(play, by, "int", dice, "panic", "CQ-FIR-4", told=": keeping calm")
    play.commit(play.state.with_unit(by, panic="calm" if calm else "panic"), KeptCalm(by, calm))


# --- `leave` (section 6.2): off the map over its edge (CQ-TRN-6)


class Leave(Command):
    """A character leaves the map."""


@forbids("CQ-MOV-9", alternative="shift one hex")
def _nobody_engages_him(game: Fight, command: Any) -> str | None:
    """CQ-MOV-9: the engaged stay."""
    return f"{game.units[command.by].name} is engaged." if is_engaged(game, command.by) else None


@forbids("CQ-TRN-6")
def _he_is_on_the_edge(game: Fight, command: Any) -> str | None:
    """CQ-TRN-6: one leaves from a hex on the edge of the map."""
    character = game.units[command.by]
    return (
        f"{character.name} is not on the edge of the map." if not on_edge(game.map, character.hex) else None
    )


@fact("{unit} leaves the map.")
class LeftTheMap(Fact, frozen=True):
    unit: str


def _is_on_the_edge(game: Fight, by: str) -> bool:
    hex = game.units[by].hex
    return bool(hex) and on_edge(game.map, hex)


@COMMANDS.add(
    Leave,
    "Leave the map",
    by_unit,
    (*MOVE_CHECKS, he_is_not_in_hth, he_is_not_too_laden, _nobody_engages_him, _he_is_on_the_edge),
    rules=("CQ-TRN-6",),
    key="g",
    deliberate=True,
    moves=True,
    offered=offered_in("movement", where=_is_on_the_edge),
)
async def leave(play: Play[Fight], command: Leave) -> None:
    """CQ-TRN-6: he is gone for this combat, and his scenario says that he ran."""
    character = play.state.units[command.by]
    game = play.state.with_unit(command.by, left=True, hex="", tally=replace(character.tally, ran=True))
    play.commit(game, LeftTheMap(command.by))


@fact("{unit} hangs on the edge of {hex:word}.", moment="hurt")
class Hangs(Fact, frozen=True):
    unit: str
    hex: str


@fact("{unit} is {posture:word} now.")
class WentDown(Fact, frozen=True):
    unit: str
    posture: str


WALL = 1
"""A wall is jumped like a pit of one hex."""


def jump_dice(game: Fight, hexes: int) -> int:
    """CQ-MOV-13, CQ-ENV-14, CQ-ENC-9: 2, 5, 8 … dice; gravity makes a jump wider or narrower."""
    width = max(number("least_width"), ceil(hexes * gravity(game)))
    return number("jump_dice_per_width") * width - number("jump_dice_less")


async def jumps(play: Play[Fight], name: str, hexes: int) -> bool:
    """CQ-MOV-13: whether he clears so many hexes, on STR + DEX."""
    game, character = play.state, play.state.units[name]
    result = await checks.check(
        play,
        jump_dice(game, hexes),
        e_str(game, name) + e_dex(game, name),
        why="jump",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: the jump",
        remarks=(checks.explained(game, name, "str"), checks.explained(game, name, "dex")),
    )
    return result.success


async def missed_pit(play: Play[Fight], name: str, hexes: Sequence[str]) -> int:
    """CQ-MOV-13: into which of the hexes of the pit he comes down, counted from 0."""
    character = play.state.units[name]
    return await checks.pick(
        play,
        hexes,
        why="where",
        side=character.side,
        rules=("CQ-MOV-13",),
        told=f"{character.name}: where they come down",
    )


async def grabs_or_falls(play: Play[Fight], name: str, landing: str) -> None:
    """CQ-MOV-15: over a pit of more than 2 m he may catch the edge where he would have landed; else he falls in."""
    character = play.state.units[name]
    if deep_pit(play.state.map, character.hex):
        dice, told = number("grab_dice"), ": grabbing the edge"
        if await checks.saves(play, name, "dex", dice, "grab", "CQ-MOV-15", told=told):
            play.commit(play.state.with_unit(name, hanging=landing), Hangs(name, landing))
            return
    await into_pit(play, name, character.hex)


# --- keeping one's feet on the move, falling, and standing up (section 11, step 5 of a move, CQ-MOV-11)


@fact("{unit} comes down in {hex:word}.")
class ComesDown(Fact, frozen=True):
    unit: str
    hex: str


async def fall_in(play: Play[Fight], name: str, hex: str) -> None:
    """He falls in a hex, where he is or somewhere on his path; if it is a pit, to its bottom."""
    if play.state.units[name].hex != hex:
        play.commit(play.state.with_unit(name, hex=hex), ComesDown(name, hex))
    await into_pit(play, name, hex)


async def into_pit(play: Play[Fight], name: str, hex: str) -> None:
    """He falls as deep as the pit in that hex is; on level ground that does no damage."""
    await fall_from(play, name, pit(play.state.map, hex))


# --- keeping one's feet on the move


FLASHLIGHT = "flashlight"


class Risk(Struct, frozen=True):
    """A roll against falling: its dice and modifiers, and the hexes of the path in which he may fall, by place."""

    why: str
    rule: str
    told: str
    dice: int
    places: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()


def is_on_his_feet(game: Fight, name: str) -> bool:
    """Whether he stands, conscious, and hangs on no edge: only then can he fall."""
    character = game.units[name]
    return character.posture == "standing" and not character.hanging and conscious(game, name)


async def keeps_his_feet(play: Play[Fight], name: str, path: Sequence[str]) -> tuple[str, ...]:
    """He rolls for the ground that he has moved over; the hexes of the path up to where he is now.

    At most one fall. Its MOV is spent all the same.
    """
    path = tuple(path)
    for risk in _risks(play.state, name, path):
        if await _falls(play, name, risk):
            return await _falls_on_the_way(play, name, path, risk)
    if path:
        await _without_weight(play, name)
    return path


async def stood_on_ice(play: Play[Fight], name: str) -> None:
    """CQ-ENV-8: who stands still on ice in the movement phase rolls like who moves."""
    await keeps_his_feet(play, name, ())


def _risks(game: Fight, name: str, path: tuple[str, ...]) -> Iterator[Risk]:
    """CQ-ENV-2, CQ-ENV-6, CQ-ENV-8: what he must roll for, in this order, if he is on his feet."""
    character = game.units[name]
    if not is_on_his_feet(game, name):
        return
    bad = tuple(place for place, hex in enumerate(path) if bad_footing(game.map, hex))
    if character.ran and bad:
        dice = _dice(game, name, "footing_dice")
        yield Risk("footing", "CQ-ENV-2", "bad footing", dice, bad, (modifier("footing"),))
    if character.ran and path and game.map.dark and FLASHLIGHT not in character.ready:
        yield Risk(
            "dark", "CQ-ENV-6", "running in the dark", _dice(game, name, "dark_dice"), tuple(range(len(path)))
        )
    ice = tuple(place for place, hex in enumerate(path) if icy(game.map, hex))
    if ice or (not character.moved and icy(game.map, character.hex)):
        yield Risk("ice", "CQ-ENV-8", "on the ice", _ice_dice(game, name), ice)


def _dice(game: Fight, name: str, usual: str) -> int:
    acrobat = knows(game.units[name], "acrobatics")
    return number("acrobatics_footing_dice" if acrobat else usual)


def _ice_dice(game: Fight, name: str) -> int:
    """Two dice, three after more than 5 MOV; one less with Acrobatics."""
    character = game.units[name]
    dice = number("ice_dice_far" if character.moved > number("ice_far") else "ice_dice")
    return dice - (number("acrobatics_ice_dice") if knows(character, "acrobatics") else 0)


async def _falls(play: Play[Fight], name: str, risk: Risk) -> bool:
    result = await checks.save(
        play,
        name,
        "dex",
        risk.dice,
        why=risk.why,
        rules=(risk.rule,),
        told=f"{play.state.units[name].name}: {risk.told}",
        modifiers=risk.modifiers,
    )
    return not result.success


async def _falls_on_the_way(
    play: Play[Fight], name: str, path: tuple[str, ...], risk: Risk
) -> tuple[str, ...]:
    """He falls in a hex picked from those that he might fall in; what lies beyond it he hasn't reached."""
    character = play.state.units[name]
    if not risk.places:
        await fall_in(play, name, character.hex)
        return path
    picked = await checks.pick(
        play,
        tuple(path[place] for place in risk.places),
        why="where",
        side=character.side,
        rules=(risk.rule,),
        told=f"{character.name}: where they fall",
    )
    reached = path[: risk.places[picked] + 1]
    await fall_in(play, name, reached[-1])
    return reached


async def _without_weight(play: Play[Fight], name: str) -> None:
    """CQ-ENV-15: after more than 3 hexes in microgravity he may float on."""
    character = play.state.units[name]
    if is_on_his_feet(play.state, name):
        direction = direction_between(character.path[-2], character.path[-1])
        await microgravity.keep_footing(play, name, direction, len(character.path) - 1)


class StandUp(Command):
    """A character stands up; who floats tries to get hold of the ground again."""


@forbids("CQ-MOV-11")
def _he_has_time_to_stand_up(game: Fight, command: Any) -> str | None:
    """CQ-MOV-11: standing up comes before any movement."""
    character = game.units[command.by]
    if character.posture == "standing":
        return f"{character.name} stands already."
    return f"{character.name} has moved this turn." if character.moved else None


@forbids("CQ-ACT-3")
def _he_is_not_up(game: Fight, command: Any) -> str | None:
    """CQ-ACT-3: only who is down or kneels stands up; the floating may stand already."""
    character = game.units[command.by]
    return (
        f"{character.name} stands already."
        if character.posture == "standing" and not character.floating
        else None
    )


@forbids("CQ-OPT-9")
def _his_leg_bears_him(game: Fight, command: Any) -> str | None:
    """CQ-OPT-9: who was hit in the leg kneels to the end of the next turn."""
    character = game.units[command.by]
    if character.leg_hit >= game.round:
        return f"{character.name} was hit in the leg, and can't stand up before turn {character.leg_hit + 1}."
    return None


@forbids("CQ-ENV-17")
def _he_does_not_float(game: Fight, command: Any) -> str | None:
    """CQ-ENV-17: who floats gets hold again by an action, not by moving."""
    character = game.units[command.by]
    return f"{character.name} floats: it takes an action to get hold again." if character.floating else None


def _is_not_upright(game: Fight, by: str) -> bool:
    character = game.units[by]
    return character.posture != "standing" or (game.phase == "action" and character.floating)


@COMMANDS.add(
    StandUp,
    "Stand up",
    by_unit,
    (
        in_phase("movement", "action"),
        *(
            during("movement", check)
            for check in (*MOVE_CHECKS[1:], he_is_not_in_hth, _he_has_time_to_stand_up)
        ),
        *(during("action", check) for check in (*action_checks("still", "CQ-ACT-3")[1:], not_in_hth)),
        _his_leg_bears_him,
        during("action", _he_is_not_up),
        during("movement", _he_does_not_float),
    ),
    rules=("CQ-ENV-17",),
    key="k",
    moves=True,
    offered=offered_in("movement", "slot", where=_is_not_upright),
)
async def stand_up(play: Play[Fight], command: StandUp) -> None:
    """CQ-MOV-11 in the movement phase, CQ-ACT-3 and CQ-ENV-17 in the action phase."""
    if play.state.phase == "movement":
        _stands_up_for_his_move(play, command.by)
    else:
        use_action(play, command.by)
        await _stands_up_for_his_action(play, command.by)


@fact("{unit} stands up.")
class StoodUp(Fact, frozen=True):
    unit: str


def _stands_up_for_his_move(play: Play[Fight], by: str) -> None:
    """From his knees he has half a move left, from lower down nothing."""
    from_knees = play.state.units[by].posture == "kneeling"
    game = play.state.with_unit(
        by, posture="standing", stood="half" if from_knees else "full", entangled=False
    )
    game = game.with_unit(by, done=not from_knees, half=half(game, by))
    if any(character.overwatch for character in game.units.values()):
        game = replace(game, last_move=None, left_cover={}, let_pass=())
    play.commit(game, StoodUp(by))


async def _stands_up_for_his_action(play: Play[Fight], by: str) -> None:
    """Who floats makes the save with a die more; who is down needs none (section 11)."""
    character = play.state.units[by]
    if not character.floating:
        play.commit(play.state.with_unit(by, posture="standing", entangled=False), StoodUp(by))
    elif is_down(character):
        microgravity.stop_floating(play, by)
    else:
        await microgravity.recover(play, by)
