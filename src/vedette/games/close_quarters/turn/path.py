"""The way of a move: what it costs in MOV and how much there is, what lies on it and bars it, where it could lead (6.2).

What bars the way is asked hex by hex, so that the form can do so too: each is a function of the game, the character and
the path; `ends` is False while the path may go on, and what only its last hex must be isn't asked yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command
from vedette.engine.facts import Fact
from vedette.engine.grammar import agree, the
from vedette.engine.play import Play
from vedette.games.close_quarters import arms, checks, derived, near, terrain
from vedette.games.close_quarters.state import Character, Dropped, Fight, Grenade, Phase
from vedette.games.close_quarters.tables import CLEAR, number, weapons
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import Checks, in_phase, never_while, nobody_who
from vedette.kit.words import whose
from vedette.view.hexes import (
    DIRECTIONS,
    Direction,
    direction_between,
    distance,
    is_hex_name,
    on_map,
    opposite,
    step,
)


class Move(Command):
    """A character moves along a path, turns, goes down, picks a thing up."""

    path: Annotated[tuple[str, ...], Field(strict=False, description="hexes")] = ()
    facing: Direction | None = None
    posture: Annotated[Literal["prone", "kneeling"] | None, "at its end"] = None
    pick_up: Annotated[str | None, "a thing on the way"] = None
    on_the_run: bool = False
    chase: Annotated[str | None, "the pursuer who is fled from ahead of time"] = None
    delay: Annotated[bool, "breaks the move off for now"] = False


Path = Sequence[str]


def steps_of(game: Fight, name: str, path: Path) -> Iterator[tuple[str, str]]:
    """Each step of a path, from hex to hex; none while he is nowhere or the path makes no sense."""
    start = game.units[name].hex
    if start and all(map(is_hex_name, path)):
        yield from zip((start, *path), path, strict=False)


# --- what lies there


def lies_in(game: Fight, thing: str) -> str:
    """The hex in which a thing of that id lies; "" if it lies nowhere."""
    if thing in game.map.dropped:
        return game.map.dropped[thing].hex
    grenade = game.map.grenades.get(thing)
    return grenade.hex if grenade is not None else ""


def is_known(game: Fight, thing: str) -> bool:
    """Whether there is a thing of that id at all, on the map or with anybody."""
    if thing in game.map.dropped or thing in game.map.grenades:
        return True
    return any(
        character.weapon(thing) is not None or thing in (*character.ready, *character.items)
        for character in game.units.values()
    )


def is_live(game: Fight, thing: str) -> bool:
    """CQ-GRN-10: whether it is a live grenade; one that smokes already may be taken and thrown again."""
    grenade = game.map.grenades.get(thing)
    return grenade is not None and not grenade.lit


# --- hands


def too_much_in_hand(character: Character) -> Refusal | None:
    """CQ-ITM-1, CQ-WPN-9: why he can't hold all that is in `ready`, if so."""
    if not arms.too_full(character):
        return None
    if arms.shield_in_the_way(character):
        return Refusal("CQ-WPN-9", f"{character.name} has no hand left for the shield.", "sling the shield")
    return Refusal("CQ-ITM-1", f"{character.name} has no hand free for that.", "put something away")


# --- taking


@fact("{unit} picks up the {type:thing}.")
class PickedUp(Fact, frozen=True):
    unit: str
    type: str


def taken(game: Fight, by: str, thing: str) -> Fight:
    """The game with a thing from the ground in his hand; it keeps its id, unless he has one of that id himself.

    A weapon is his own from now on; of any other thing only the type counts. A grenade's cloud keeps its name.
    """
    character, lying = game.units[by], game.map.dropped.get(thing) or game.map.grenades[thing]
    name, type = kept_id(character, lying.by or by, thing), _type_of(lying)
    if isinstance(lying, Dropped):
        game = game.off_map("dropped", thing)
        if type not in weapons():
            return game.with_unit(by, ready=(*character.ready, type))
    else:
        held = {**game.off_map("grenades", thing).map.grenades, name: replace(lying, hex="", held=by)}
        clouds = dict(game.map.clouds)
        if thing in clouds:
            clouds[name] = clouds.pop(thing)
        game = game.with_map(grenades=held, clouds=clouds)
    weapon = replace(lying.weapon, id=name) if lying.weapon else arms.new_weapon(character, name, type)
    return game.with_unit(by, weapons=(*character.weapons, weapon), ready=(*character.ready, weapon.id))


def take(play: Play[Fight], by: str, thing: str) -> None:
    """He takes a thing from the ground, and is all rear this turn for bending down (CQ-MOV-16)."""
    game, map = taken(play.state, by, thing), play.state.map
    told = PickedUp(by, _type_of(map.dropped.get(thing) or map.grenades[thing]))
    play.commit(game.with_unit(by, all_rear=True), told)


def kept_id(character: Character, owner: str, thing: str) -> str:
    """The id under which he has it: its own, or `<owner>-<id>` where he has one of that id (section 3)."""
    while character.weapon(thing) is not None:
        thing = f"{owner}-{thing}"
    return thing


def _type_of(lying: Dropped | Grenade) -> str:
    """The type of what lies there; of a grenade that the set-up laid there, the first of its kind."""
    if isinstance(lying, Dropped):
        return lying.type
    if lying.weapon is not None:
        return lying.weapon.type
    return next(row.id for row in weapons().values() if row.use == "grenade" and row.is_a(lying.kind))


# --- on the run


@fact(
    "{unit} reaches for it on the run{got_it:?|, and misses it}.",
    moment=lambda it: "" if it.got_it else "fail",
)
class Grabbed(Fact, frozen=True):
    """A character has reached for a thing on the run: he has no action this turn, whether he got it or not."""

    unit: str
    got_it: bool


async def grabs(play: Play[Fight], by: str) -> bool:
    """CQ-MOV-16: whether he gets hold of a thing on the run; he has no action this turn either way."""
    dice, told = number("pick_up_dice"), ": picking up on the run"
    got_it = await checks.saves(play, by, "dex", dice, "pick_up", "CQ-MOV-16", told=told)
    play.commit(play.state.with_unit(by, grabbed=True), Grabbed(by, got_it))
    return got_it


# --- what a path costs in MOV, and how much of it there is (section 6.2, CQ-MOV-2)


class Limit(Struct, frozen=True):
    """How much MOV a character may have spent after a move, and the rule that says so."""

    most: int
    rule: str
    sentence: str


def others_in(game: Fight, name: str, hex: str) -> list[str]:
    return [other for other in near.in_hex(game, hex) if other != name]


def body_in(game: Fight, name: str, hex: str) -> bool:
    """CQ-MOV-8: whether somebody lies in a hex, and nobody is upright in it."""
    others = others_in(game, name, hex)
    return bool(others) and not any(near.is_upright(game, other) for other in others)


def hex_costs(game: Fight, name: str, path: Sequence[str], thing: str = "") -> tuple[int, ...]:
    """MOV for each hex of a path: 1, or 3 where a lying figure is jumped over.

    A `thing` that is picked up, not on the run, costs 3 more where it lies (CQ-MOV-16).
    """
    jumped = [place < len(path) - 1 and body_in(game, name, hex) for place, hex in enumerate(path)]
    costs = [number("jump_over_body_cost" if body else "hex_cost") for body in jumped]
    if thing and lies_in(game, thing) in path:
        costs[list(path).index(lies_in(game, thing))] += number("pick_up_cost")
    return tuple(costs)


def cost(game: Fight, name: str, path: Sequence[str], thing: str = "") -> int:
    """MOV that a path costs, with the `thing` that is picked up on the way, not on the run."""
    return sum(hex_costs(game, name, path, thing))


def turn_path(game: Fight, name: str, path: Sequence[str] = ()) -> tuple[str, ...]:
    """The hexes of this turn's move, the start first, if he goes on along this path."""
    character = game.units[name]
    return (*(character.path or (character.hex,)), *path)


def limit(game: Fight, name: str, path: Sequence[str], *, delay: bool = False) -> Limit:
    """How much MOV there is for a move along a path, in the whole turn."""
    character, way = game.units[name], turn_path(game, name, path)
    if character.stood == "half":
        return Limit(half(game, name, way), "CQ-MOV-11", "half after getting up from the knees")
    if delay:
        return Limit(half(game, name, way), "CQ-OPT-16", "a move is broken off within its half")
    if character.posture != "standing":
        return Limit(allowance(game, name, way), "CQ-MOV-5", "crawling, as they kneel or lie")
    return Limit(allowance(game, name, way), "CQ-MOV-2", "more than the allowance")


def is_run(total: int, half: int) -> bool:
    """Whether so much MOV is more than half of the allowance, and more than the 1 that is always allowed."""
    return total > max(number("always_hexes"), half)


# --- how far a character may move (section 6.2): his allowance, and the half of it that still leaves him an action

LIFT = "lift"
"""The band of encumbrance in which even one hex takes a save (CQ-ENC-5)."""

PINNED = "pinned"
"""The band in which nobody moves (CQ-ENC-5)."""


def allowance(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """MOV in hexes: the lowest that the ground from his hex to the end of the path leaves him, at least 1 (CQ-MOV-4).

    Crawling takes it down to 2 (CQ-MOV-5), and who is pinned under his load has none (CQ-ENC-5).
    """
    if derived.encumbrance(game, name).id == PINNED:
        return 0
    most = ground_mov(game, name, path)
    return most if game.units[name].posture == "standing" else min(number("crawl"), most)


def ground_mov(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """CQ-ENV-3, CQ-ENV-4: the MOV left by water, mud and snow from the first hex to the end of the path."""
    mov = derived.e_mov(game, name)
    rows = [terrain.ground(game.map, hex) for hex in (game.units[name].hex, *path) if hex]
    return max(number("least_mov"), min((-(-mov // row.divide) - row.less for row in rows), default=mov))


def half(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """Half of the allowance, rounded up (CQ-MOV-3)."""
    return -(-allowance(game, name, path) // number("half_divisor"))


def with_halves(game: Fight, names: Iterable[str]) -> Fight:
    """The game with `half` of those characters as the ground gives it, where they are and where they have been."""
    there = {name: game.units[name] for name in names if game.units[name].hex}
    halves = {name: replace(one, half=half(game, name, one.path)) for name, one in there.items()}
    return game.with_units(halves)


def is_too_laden(game: Fight, name: str) -> bool:
    """CQ-ENC-5: whether his load doesn't let him walk: neither disengage nor leave nor follow."""
    return derived.encumbrance(game, name).id in (LIFT, PINNED)


# --- what stands along the path


def obstacles(game: Fight, name: str, path: Path, *, ends: bool = True) -> list[Refusal]:
    """CQ-ENV-11, CQ-MOV-7, CQ-MOV-15: what bars the way, as it is met along the path; each rule once."""
    found: dict[str, Refusal] = {}

    def bars(rule: str, sentence: str, *, overridable: bool = False) -> None:
        found.setdefault(rule, Refusal(rule, sentence, overridable=overridable))

    jumped_over = False
    for place, (here, there) in enumerate(steps_of(game, name, path)):
        last = place == len(path) - 1
        if terrain.solid(game.map, there):
            bars("CQ-ENV-11", f"{there} is solid wall.", overridable=True)
        elif terrain.barred(game.map, here, there):
            bars("CQ-ENV-11", f"A wall over 1 m stands between {here} and {there}.", overridable=True)
        # Nobody upright anywhere, nobody at all behind a lying figure, and one lying figure to stop on.
        others = others_in(game, name, there)
        upright = [other for other in others if near.is_upright(game, other)]
        if upright:
            bars("CQ-MOV-7", f"{game.units[upright[0]].name} is in {there}.")
        elif others and jumped_over:
            bars("CQ-MOV-7", f"{game.units[others[0]].name} lies in {there}, where the jump would end.")
        elif len(others) > 1 and last and ends:
            bars("CQ-MOV-7", f"There is no room in {there}: two lie there.")
        if last and ends and terrain.deep_pit(game.map, there):
            bars("CQ-MOV-15", f"The pit in {there} is too deep to step into.")
        jumped_over = not last and bool(others) and not upright
    return list(found.values())


# --- who can't walk


def stuck(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-15: out of a pit of more than 2 m, and from its edge, one doesn't walk."""
    character = game.units[name]
    if path and character.hanging:
        sentence = f"{character.name} hangs on an edge."
        return Refusal("CQ-MOV-15", sentence, "pull up or let go", overridable=False)
    if path and terrain.deep_pit(game.map, character.hex):
        sentence = f"{character.name} is in a pit that is too deep to leave."
        return Refusal("CQ-MOV-15", sentence, overridable=False)
    return None


def adrift(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-ENV-16: who floats doesn't walk."""
    character = game.units[name]
    if not path or not character.floating:
        return None
    if not character.tether:
        return Refusal("CQ-ENV-16", f"{character.name} floats, and can't walk.", "turn")
    away = [distance(character.tether, hex) for hex in (character.hex, *path)]
    if len(path) <= half(game, name) and all(after < before for before, after in pairwise(away)):
        return None
    sentence = f"{character.name} is floating, and can only pull in the tether, by half a move at most."
    return Refusal("CQ-ENV-18", sentence, f"towards {character.tether}")


def tethered(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-ENV-18: a tether limits movement to its length in hexes."""
    character = game.units[name]
    length = derived.tether_length(character)
    if not character.tether or all(distance(character.tether, hex) <= length for hex in path):
        return None
    return Refusal("CQ-ENV-18", f"The tether is {length} hexes long.", "untie it first")


def crooked_jump(game: Fight, name: str, path: Path, *, ends: bool = True) -> Refusal | None:
    """CQ-MOV-13: a pit of 1 m or more on the way is jumped, in a straight line to a hex behind it."""
    steps = list(steps_of(game, name, path))
    for place, (_, hex) in enumerate(steps):
        if not terrain.jumped_pit(game.map, hex):
            continue
        if place == len(steps) - 1:
            begins = place == 0 or not terrain.jumped_pit(game.map, steps[place - 1][1])
            if begins or not ends:
                continue
            return Refusal("CQ-MOV-13", "A jump ends behind the pit.", overridable=False)
        if direction_between(*steps[place]) != direction_between(*steps[place + 1]):
            return Refusal("CQ-MOV-13", "A pit is jumped in a straight line.", overridable=False)
    return None


def laden(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-ENC-5: who can hardly lift his load walks one hex, who is pinned under it none."""
    who, band = game.units[name].name, derived.encumbrance(game, name).id
    if path and band == "strained" and game.round > number("strain_turns_most"):
        return Refusal("CQ-ENC-4", f"{who} has carried this load for ten minutes.", "put something down")
    most = 0 if band == PINNED else number("lift_hexes")
    if is_too_laden(game, name) and len(path) > most:
        return Refusal("CQ-ENC-5", f"{who} is too heavily laden to walk so far.", f"{most} hexes")
    return None


# --- enemies


def shift(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-9: the engaged shift one hex, staying engaged by all who engage them."""
    engaging = near.engaged_by(game, name)
    if not engaging or not path:
        return None
    character = game.units[name]
    if len(path) > number("step") or character.moved:
        return Refusal("CQ-MOV-9", f"{character.name} is engaged.", "shift one hex")
    lost = [other for other in engaging if path[-1] not in near.threat_zone(game, other)]
    if lost:
        who = game.units[lost[0]].name
        return Refusal("CQ-MOV-9", f"{who} does not threaten {path[-1]}, and the engaged stay engaged.")
    return None


def stopped_by_zone(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-6: movement stops in an enemy's threat zone."""
    if len(path) < 2 or near.engaged_by(game, name):
        return None
    for other in game.units:
        zone = near.threat_zone(game, other) if near.is_enemy(game, name, other) else ()
        hex = next((hex for hex in path[:-1] if hex in zone), "")
        if hex:
            sentence = f"{game.units[other].name} engages in {hex}: movement stops there."
            return Refusal("CQ-MOV-6", sentence)
    return None


def too_far(game: Fight, name: str, path: Path, *, thing: str = "", delay: bool = False) -> Refusal | None:
    """CQ-MOV-2, CQ-MOV-4, CQ-MOV-5, CQ-MOV-11, CQ-OPT-16: what is spent stays within the allowance.

    `thing` is picked up on the way, not on the run.
    """
    total = game.units[name].moved + cost(game, name, path, thing)
    most = limit(game, name, path, delay=delay)
    if total <= most.most:
        return None
    sentence, read = f"That would use {total} MOV: {most.sentence}.", derived.read_of_mov(game, name)
    return Refusal(most.rule, sentence, f"{most.most} MOV", reading=next(iter(read), None))


# --- the checks M that everything in the movement phase shares (section 6.2), and others that several commands need


AFLAME = ("limb", "half", "whole")
"""How one burns who would run (CQ-FIR-4); the soaked burn another way."""


@forbids("CQ-TRN-4")
def _he_is_able_to_move(game: Fight, command: Command) -> WhyNot:
    """Who is out, stunned or held doesn't move; nor who lies in a net, but for an action (section 10)."""
    character = game.units[command.by]
    if not near.is_able(game, command.by):
        there = not near.is_out(game, command.by)
        return Refusal("CQ-TRN-4", f"{character.name} can't move.", overridable=there)
    caught = f"{character.name} is entangled.", "stand up, as an action"
    return caught if character.entangled else None


@check("CQ-OPT-1", "CQ-MOV-1", "CQ-INI-5")
def _it_is_his_time(game: Fight, command: Command) -> Refusal | None:
    """The sides move in their order, or the characters one by one; besides, who has delayed, and who is chased."""
    character = game.units[command.by]
    if game.options.advanced_initiative:
        if command.by == game.actor or character.delayed:
            return None
        actor = game.units[game.actor].name if game.actor in game.units else "nobody"
        sentence = f"It is not {character.name}'s turn to move: it is the turn of {actor}."
        return Refusal("CQ-OPT-1", sentence)
    if character.side == game.active or character.delayed:
        return None
    chaser = getattr(command, "chase", None)  # of a move alone
    if chaser is None:
        active = game.side_name(game.active) if game.active in game.sides else "nobody"
        moves = agree(active, "moves", "move")
        return Refusal("CQ-MOV-1", f"{whose(character.name)} side does not move now: {the(active)} {moves}.")
    other = game.units[chaser]
    if other.side != game.active or has_moved(other):
        return Refusal("CQ-INI-5", f"{other.name} isn't about to move, so there is no chase to flee from.")
    return None


def has_moved(character: Character) -> bool:
    """Whether he has begun to move in this phase, or has finished with it."""
    return character.done or character.delayed or bool(character.moved)


_has_finished = nobody_who("CQ-TRN-2", "{} has already moved this turn.", lambda one: one.done)

MOVE_CHECKS: Checks = (in_phase("movement"), _he_is_able_to_move, _it_is_his_time, _has_finished)
"""Checks M, in their order."""

he_is_not_in_hth = nobody_who(
    "CQ-MOV-17", "{} is in hand-to-hand combat, and doesn't move.", lambda one: one.hth
)
"""Nobody walks out of a brawl."""

he_is_not_too_laden = never_while("CQ-ENC-5", "{} is too heavily laden to walk.", is_too_laden)
"""Above seven times STR nobody leaves or disengages."""


def would_run(game: Fight, name: str) -> bool:
    """CQ-FIR-4: whether he burns, stands and isn't engaged, so that he has to keep calm not to run."""
    character = game.units[name]
    return character.burning in AFLAME and character.posture == "standing" and not near.is_engaged(game, name)


def during(phase: Phase, *tests: Check[Fight, Command]) -> Checks:
    """The checks as they count in that phase alone, for a command that belongs to two."""

    def narrowed(test: Check[Fight, Command]) -> Check[Fight, Command]:
        def only_then(game: Fight, command: Command) -> Refusal | None:
            return test.test(game, command) if game.phase == phase else None

        return replace(test, test=only_then)

    return tuple(map(narrowed, tests))


# --- the checks of `move`, in the order of section 6.2


@forbids("CQ-OPT-16", reads=("delay",))
def _moves_may_be_broken_off(game: Fight, command: Move) -> str | None:
    return "Moves are not broken off in this game." if command.delay and not game.options.delay else None


@check("CQ-MOV-2", reads=("path",))
def _the_hexes_touch(game: Fight, command: Move) -> Refusal | None:
    for here, there in steps_of(game, command.by, command.path):
        if not on_map(game.map, there):
            return Refusal("CQ-MOV-2", f"{there} is not on the map.", overridable=False)
        if not direction_between(here, there):
            return Refusal("CQ-MOV-2", f"{there} doesn't touch {here}.", overridable=False)
    return None


def _along(rule: str, bars: Callable[[Fight, str, Path], Refusal | None], *also: str) -> Check[Fight, Move]:
    return Check((rule, *also), ("path",), lambda game, command: bars(game, command.by, command.path))


OBSTACLES = ("CQ-ENV-11", "CQ-MOV-7", "CQ-MOV-15")


def _the_way_is_open(place: int) -> Check[Fight, Move]:
    """Walls, figures and a deep pit at the end: each rule that bars the way, in the order in which they are met."""

    def test(game: Fight, command: Move) -> Refusal | None:
        return next(iter(obstacles(game, command.by, command.path)[place:]), None)

    return Check(OBSTACLES, ("path",), test)


@forbids("CQ-ENV-16", reads=("facing",))
def _he_can_turn_so_far(game: Fight, command: Move) -> WhyNot:
    """Who floats turns by one hex side, with Astrobatics by two."""
    character, facing = game.units[command.by], command.facing
    most = number("floating_turn_astrobatics" if derived.knows(character, "astrobatics") else "floating_turn")
    if character.floating and facing and terrain.turns_between(character.facing, facing) > most:
        return f"{character.name} floats, and can't turn that far.", f"{most} hex sides at most"
    return None


@forbids("CQ-MOV-16", reads=("path", "pick_up"))
def _it_lies_on_the_way(game: Fight, command: Move) -> WhyNot:
    if command.pick_up is None:
        return None
    if lies_in(game, command.pick_up) not in command.path:
        return Refusal("CQ-MOV-16", f"{command.pick_up} doesn't lie on the path.", overridable=False)
    if near.is_engaged(game, command.by):
        return f"{game.units[command.by].name} is engaged, and can't bend down for it."
    return None


@forbids("CQ-GRN-10", reads=("pick_up",))
def _it_is_no_live_grenade(game: Fight, command: Move) -> str | None:
    live = command.pick_up is not None and is_live(game, command.pick_up)
    return "Nobody picks up a live grenade." if live else None


@check("CQ-ITM-1", "CQ-WPN-9", reads=("pick_up",))
def _he_has_a_hand_free(game: Fight, command: Move) -> Refusal | None:
    if command.pick_up is None or not lies_in(game, command.pick_up):
        return None
    return too_much_in_hand(taken(game, command.by, command.pick_up).units[command.by])


@check("CQ-MOV-2", "CQ-MOV-4", "CQ-MOV-5", "CQ-MOV-11", "CQ-OPT-16", "CQ-ENV-4", reads=("path",))
def _it_is_not_too_far(game: Fight, command: Move) -> Refusal | None:
    return too_far(game, command.by, command.path, thing=bends_for(command), delay=command.delay)


def bends_for(command: Move) -> str:
    """The thing that he stops to pick up, for 3 MOV; "" if there is none, or he reaches for it on the run."""
    return "" if command.on_the_run else command.pick_up or ""


@forbids("CQ-FIR-4", reads=("path",), alternative="more than half")
def _the_burning_run(game: Fight, command: Move) -> str | None:
    calm = game.units[command.by].panic == "calm" or not would_run(game, command.by)
    burns = f"{game.units[command.by].name} is burning: run, or resist panic first."
    return None if calm or _runs(game, command) else burns


@forbids("CQ-INI-4", reads=("path",), alternative="more than half")
def _the_fleeing_run(game: Fight, command: Move) -> str | None:
    character = game.units[command.by]
    walks = game.sides[character.side].fleeing and not _runs(game, command)
    return f"{character.name}'s side flees, and must run." if walks else None


def _runs(game: Fight, command: Move) -> bool:
    by, path = command.by, command.path
    total = game.units[by].moved + cost(game, by, path, bends_for(command))
    return is_run(total, half(game, by, turn_path(game, by, path)))


@forbids("CQ-MOV-12", reads=("posture",))
def _he_can_go_down(game: Fight, command: Move) -> WhyNot:
    character = game.units[command.by]
    if command.posture is None:
        return None
    if character.posture in ("prone", command.posture):
        return f"{character.name} is {character.posture} already."
    if character.stood:
        return f"{character.name} has just stood up."
    if _runs(game, command):
        return f"{character.name} moves too far to go down at the end of it.", "half at most"
    return None


PATH_CHECKS: tuple[Check[Fight, Move], ...] = (
    *MOVE_CHECKS, he_is_not_in_hth, _moves_may_be_broken_off, _the_hexes_touch,
    *map(_the_way_is_open, range(len(OBSTACLES))), _along("CQ-MOV-15", stuck),
    _along("CQ-ENV-16", adrift, "CQ-ENV-18"), _along("CQ-ENV-18", tethered), _he_can_turn_so_far,
    _along("CQ-MOV-13", crooked_jump), _along("CQ-ENC-5", laden, "CQ-ENC-4"), _along("CQ-MOV-9", shift),
    _along("CQ-MOV-6", stopped_by_zone), _it_lies_on_the_way, _it_is_no_live_grenade, _he_has_a_hand_free,
    _it_is_not_too_far, _the_burning_run, _the_fleeing_run, _he_can_go_down,
)  # fmt: skip
"""All checks of `move`, in their order."""


# --- a path as the form builds it, hex by hex


Step = tuple[str, str, int, Refusal | None]
"""A hex, the direction that leads to it, the MOV that the path costs with it, and why it can't be entered, if so."""


def next_steps(
    game: Fight, name: str, path: Sequence[str], *, thing: str = "", delay: bool = False
) -> tuple[Step, ...]:
    """The hexes around the end of a path.

    Not refused are those that the path may end in, or at least cross: that a pit is jumped and that the fleeing run
    shows at the end. `thing` is picked up on the way, not on the run.
    """
    here = path[-1] if path else game.units[name].hex
    found: list[Step] = []
    for direction in DIRECTIONS if is_hex_name(here) else ():
        hex = step(here, direction)
        if on_map(game.map, hex):
            way = (*path, hex)
            spent = cost(game, name, way, thing)
            found.append((hex, direction, spent, next(_refusals(game, name, way, thing, delay=delay), None)))
    return tuple(found)


def _refusals(
    game: Fight, name: str, path: Path, thing: str = "", *, delay: bool = False
) -> Iterator[Refusal]:
    """What no further hex could put right, in the order of the checks of `move`."""
    yield from obstacles(game, name, path, ends=False)
    yield from filter(
        None,
        (
            stuck(game, name, path),
            adrift(game, name, path),
            tethered(game, name, path),
            crooked_jump(game, name, path, ends=False),
            laden(game, name, path),
            shift(game, name, path),
            stopped_by_zone(game, name, path),
            too_far(game, name, path, thing=thing, delay=delay),
        ),
    )


# --- where a move could lead: the cheapest legal way to every hex (section 6.2)


Hexes = tuple[str, ...]


class Way(Struct, frozen=True):
    """The cheapest legal way to a hex, the MOV that is spent then in this turn, and whether an action is left."""

    path: Hexes
    spent: int
    acts: bool


def ways(game: Fight, name: str) -> Mapping[str, Way]:
    """The way to every hex that a move may end in.

    A dearer way may lead further, as slow ground lowers the allowance of the whole move: to each hex those ways are
    followed that are cheaper or leave a larger allowance than all before.
    """
    character, map, start = game.units[name], game.map, game.units[name].hex
    others = [other for other in game.units if other != name and game.units[other].hex]
    taken = {game.units[other].hex for other in others if near.is_upright(game, other)}
    bodies = {game.units[other].hex for other in others if not game.units[other].left} - taken
    pits = {hex for hex in map.pits if terrain.jumped_pit(map, hex)}
    enemies = [other for other in game.units if near.is_enemy(game, name, other)]
    zones = {hex for other in enemies for hex in near.threat_zone(game, other)}  # CQ-MOV-6
    high = [wall for wall in map.walls if wall.height > terrain.metres("wall_high")]  # CQ-ENV-11
    walled = {(wall.hex, wall.side) for wall in high}
    walled |= {(step(wall.hex, wall.side), opposite(wall.side)) for wall in high}
    # Where a path is a plain one, that is enough to judge it; elsewhere the checks of the move are asked.
    held = character.floating or bool(character.hanging) or bool(character.tether) or start in map.pits
    hampered = held or is_too_laden(game, name) or near.is_engaged(game, name)
    limits: dict[Set[str], tuple[int, int]] = {}
    found: dict[str, Way] = {}
    followed: dict[tuple[str, str], int] = {}
    ahead: list[tuple[int, Hexes]] = [(character.moved, ())]
    while ahead:
        spent, path = heappop(ahead)
        before, here = ("", start, *path)[-2:]
        arrival = here, before if here in pits or here in bodies else ""  # one jumps on from there
        kinds = frozenset(map.terrain.get(hex, CLEAR) for hex in path)
        if kinds not in limits:
            mark = half(game, name, turn_path(game, name, path))
            limits[kinds] = limit(game, name, path).most, mark
        most, mark = limits[kinds]
        special = hampered or any(hex in bodies or hex in map.pits for hex in path)
        if path:
            if spent > most or followed.get(arrival, -1) >= most:
                continue
            if special and next(_refusals(game, name, path), None) is not None:
                continue
            if here not in found and not (
                special and (obstacles(game, name, path) or crooked_jump(game, name, path))
            ):
                found[here] = Way(path, spent, not is_run(spent, mark))
        followed[arrival] = most
        if path and here in zones:
            continue
        jumps = path and here in bodies  # CQ-MOV-8
        spent += number("jump_over_body_cost" if jumps else "hex_cost")
        for direction in DIRECTIONS:
            hex = step(here, direction)
            free = hex not in taken and (here, direction) not in walled
            if free and on_map(map, hex) and not terrain.solid(map, hex):
                heappush(ahead, (spent, (*path, hex)))
    return found
