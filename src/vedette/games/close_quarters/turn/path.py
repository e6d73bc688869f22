"""The way of a move: what bars it, the checks of `move`, and where it could lead (section 6.2).

What bars the way is asked hex by hex, so that the form can do so too: each is a function of the game, the character and
the path; `ends` is False while the path may go on, and what only its last hex must be isn't asked yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from msgspec import Struct

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.grammar import agree, the
from vedette.games.close_quarters.derived import encumbrance, knows, read_of_mov, tether_length
from vedette.games.close_quarters.near import (
    engaged_by,
    is_able,
    is_enemy,
    is_engaged,
    is_out,
    is_upright,
    threat_zone,
)
from vedette.games.close_quarters.state import Character, Fight, Phase
from vedette.games.close_quarters.tables import CLEAR, number
from vedette.games.close_quarters.terrain import barred, deep_pit, jumped_pit, metres, solid, turns_between
from vedette.games.close_quarters.turn.allowance import (
    PINNED,
    body_in,
    cost,
    half,
    is_live,
    is_run,
    is_too_laden,
    lies_in,
    limit,
    others_in,
    taken,
    too_much_in_hand,
    turn_path,
)
from vedette.games.close_quarters.turn.order import in_phase
from vedette.kit.words import whose
from vedette.view.hexes import DIRECTIONS, direction_between, distance, is_hex_name, on_map, opposite, step

Path = Sequence[str]


def steps_of(game: Fight, name: str, path: Path) -> Iterator[tuple[str, str]]:
    """Each step of a path, from hex to hex; none while he is nowhere or the path makes no sense."""
    start = game.units[name].hex
    if start and all(map(is_hex_name, path)):
        yield from zip((start, *path), path, strict=False)


def touching(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-2: every hex is on the map, and next to the one before."""
    for here, there in steps_of(game, name, path):
        if not on_map(game.map, there):
            return Refusal("CQ-MOV-2", f"{there} is not on the map.", overridable=False)
        if not direction_between(here, there):
            return Refusal("CQ-MOV-2", f"{there} doesn't touch {here}.", overridable=False)
    return None


# --- what stands along the path


def obstacles(game: Fight, name: str, path: Path, *, ends: bool = True) -> list[Refusal]:
    """CQ-ENV-11, CQ-MOV-7, CQ-MOV-15: what bars the way, as it is met along the path; each rule once."""
    found: dict[str, Refusal] = {}
    jumped_over = False
    for place, (here, there) in enumerate(steps_of(game, name, path)):
        last = place == len(path) - 1
        taken = _taken(game, name, there, jumped_over=jumped_over, stops=last and ends)
        for refusal in (_walled(game, here, there), taken, _deep(game, there) if last and ends else None):
            if refusal is not None:
                found.setdefault(refusal.rule, refusal)
        jumped_over = not last and body_in(game, name, there)
    return list(found.values())


def _walled(game: Fight, here: str, there: str) -> Refusal | None:
    """CQ-ENV-11: nobody gets over more than 1 m, or into solid wall."""
    if solid(game.map, there):
        return Refusal("CQ-ENV-11", f"{there} is solid wall.")
    if barred(game.map, here, there):
        return Refusal("CQ-ENV-11", f"A wall over 1 m stands between {here} and {there}.")
    return None


def _taken(game: Fight, name: str, hex: str, *, jumped_over: bool, stops: bool) -> Refusal | None:
    """CQ-MOV-7: nobody upright anywhere, nobody at all behind a lying figure, and one lying figure to stop on."""
    others = others_in(game, name, hex)
    upright = [other for other in others if is_upright(game, other)]
    if upright:
        return Refusal("CQ-MOV-7", f"{game.units[upright[0]].name} is in {hex}.", overridable=False)
    if others and jumped_over:
        who = game.units[others[0]].name
        return Refusal("CQ-MOV-7", f"{who} lies in {hex}, where the jump would end.", overridable=False)
    if len(others) > 1 and stops:
        return Refusal("CQ-MOV-7", f"There is no room in {hex}: two lie there.", overridable=False)
    return None


def _deep(game: Fight, hex: str) -> Refusal | None:
    """CQ-MOV-15: nobody steps into more than 2 m."""
    if deep_pit(game.map, hex):
        return Refusal("CQ-MOV-15", f"The pit in {hex} is too deep to step into.", overridable=False)
    return None


# --- who can't walk


def stuck(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-15: out of a pit of more than 2 m, and from its edge, one doesn't walk."""
    character = game.units[name]
    if path and character.hanging:
        return Refusal(
            "CQ-MOV-15", f"{character.name} hangs on an edge.", "pull up or let go", overridable=False
        )
    if path and deep_pit(game.map, character.hex):
        return Refusal(
            "CQ-MOV-15", f"{character.name} is in a pit that is too deep to leave.", overridable=False
        )
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
    length = tether_length(character)
    if not character.tether or all(distance(character.tether, hex) <= length for hex in path):
        return None
    return Refusal("CQ-ENV-18", f"The tether is {length} hexes long.", "untie it first")


def turns_too_far(game: Fight, name: str, facing: str) -> Refusal | None:
    """CQ-ENV-16: who floats turns by one hex side, with Astrobatics by two."""
    character = game.units[name]
    most = number("floating_turn_astrobatics" if knows(character, "astrobatics") else "floating_turn")
    if character.floating and facing and turns_between(character.facing, facing) > most:
        return Refusal(
            "CQ-ENV-16", f"{character.name} floats, and can't turn that far.", f"{most} hex sides at most"
        )
    return None


def crooked_jump(game: Fight, name: str, path: Path, *, ends: bool = True) -> Refusal | None:
    """CQ-MOV-13: a pit of 1 m or more on the way is jumped, in a straight line to a hex behind it."""
    steps = list(steps_of(game, name, path))
    for place, (_, hex) in enumerate(steps):
        if not jumped_pit(game.map, hex):
            continue
        if place == len(steps) - 1:
            begins = place == 0 or not jumped_pit(game.map, steps[place - 1][1])
            if begins or not ends:
                continue
            return Refusal("CQ-MOV-13", "A jump ends behind the pit.", overridable=False)
        if direction_between(*steps[place]) != direction_between(*steps[place + 1]):
            return Refusal("CQ-MOV-13", "A pit is jumped in a straight line.", overridable=False)
    return None


def laden(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-ENC-5: who can hardly lift his load walks one hex, who is pinned under it none."""
    most = 0 if encumbrance(game, name).id == PINNED else number("lift_hexes")
    if path and encumbrance(game, name).id == "strained" and game.round > number("strain_turns_most"):
        return Refusal(
            "CQ-ENC-4",
            f"{game.units[name].name} has carried this load for ten minutes.",
            "put something down",
        )
    if is_too_laden(game, name) and len(path) > most:
        return Refusal(
            "CQ-ENC-5", f"{game.units[name].name} is too heavily laden to walk so far.", f"{most} hexes"
        )
    return None


# --- enemies


def shift(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-9: the engaged shift one hex, staying engaged by all who engage them."""
    engaging = engaged_by(game, name)
    if not engaging or not path:
        return None
    character = game.units[name]
    if len(path) > number("step") or character.moved:
        return Refusal("CQ-MOV-9", f"{character.name} is engaged.", "shift one hex")
    lost = [other for other in engaging if path[-1] not in threat_zone(game, other)]
    if lost:
        who = game.units[lost[0]].name
        return Refusal("CQ-MOV-9", f"{who} does not threaten {path[-1]}, and the engaged stay engaged.")
    return None


def stopped_by_zone(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-6: movement stops in an enemy's threat zone."""
    if len(path) < 2 or engaged_by(game, name):
        return None
    for other in game.units:
        if is_enemy(game, name, other):
            zone = threat_zone(game, other)
            hex = next((hex for hex in path[:-1] if hex in zone), "")
            if hex:
                return Refusal(
                    "CQ-MOV-6", f"{game.units[other].name} engages in {hex}: movement stops there."
                )
    return None


def too_far(game: Fight, name: str, path: Path, *, thing: str = "", delay: bool = False) -> Refusal | None:
    """CQ-MOV-2, CQ-MOV-4, CQ-MOV-5, CQ-MOV-11, CQ-OPT-16: what is spent stays within the allowance.

    `thing` is picked up on the way, not on the run.
    """
    character = game.units[name]
    total = character.moved + cost(game, name, path, thing)
    most = limit(game, name, path, delay=delay)
    if total <= most.most:
        return None
    read = next(iter(read_of_mov(game, name)), None)
    return Refusal(
        most.rule, f"That would use {total} MOV: {most.sentence}.", f"{most.most} MOV", reading=read
    )


# --- the checks M that everything in the movement phase shares (section 6.2), and others that several commands need


Checks = tuple[Check[Fight, Any], ...]

AFLAME = ("limb", "half", "whole")
"""How one burns who would run (CQ-FIR-4); the soaked burn another way."""


@forbids("CQ-TRN-4")
def he_is_able_to_move(game: Fight, command: Any) -> WhyNot:
    """CQ-TRN-4: who is out, stunned or held doesn't move; nor who lies in a net, but for an action (section 10)."""
    character = game.units[command.by]
    if not is_able(game, command.by):
        return Refusal("CQ-TRN-4", f"{character.name} can't move.", overridable=not is_out(game, command.by))
    if character.entangled:
        return f"{character.name} is entangled.", "stand up, as an action"
    return None


@check("CQ-OPT-1", "CQ-MOV-1", "CQ-INI-5")
def it_is_his_time(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-1: the sides move in their order; besides, who has delayed, and who is chased (CQ-INI-5)."""
    character = game.units[command.by]
    if game.options.advanced_initiative:
        return _he_is_the_actor(game, command.by)
    if character.side == game.active or character.delayed:
        return None
    chaser = getattr(command, "chase", None)
    if chaser is None:
        active = game.side_name(game.active) if game.active in game.sides else "nobody"
        moves = agree(active, "moves", "move")
        return Refusal("CQ-MOV-1", f"{whose(character.name)} side does not move now: {the(active)} {moves}.")
    other = game.units[chaser]
    if other.side != game.active or has_moved(other):
        return Refusal("CQ-INI-5", f"{other.name} isn't about to move, so there is no chase to flee from.")
    return None


def _he_is_the_actor(game: Fight, name: str) -> Refusal | None:
    """CQ-OPT-1: the characters move one by one; who has delayed may go on at any time."""
    character = game.units[name]
    if name == game.actor or character.delayed:
        return None
    actor = game.units[game.actor].name if game.actor in game.units else "nobody"
    return Refusal("CQ-OPT-1", f"It is not {character.name}'s turn to move: it is the turn of {actor}.")


def has_moved(character: Character) -> bool:
    """Whether he has begun to move in this phase, or has finished with it."""
    return character.done or character.delayed or bool(character.moved)


@forbids("CQ-TRN-2")
def he_has_not_finished(game: Fight, command: Any) -> str | None:
    """CQ-TRN-2: one movement option in a turn."""
    character = game.units[command.by]
    return f"{character.name} has already moved this turn." if character.done else None


MOVE_CHECKS: Checks = (in_phase("movement"), he_is_able_to_move, it_is_his_time, he_has_not_finished)
"""Checks M, in their order."""


@forbids("CQ-MOV-17")
def he_is_not_in_hth(game: Fight, command: Any) -> str | None:
    """CQ-MOV-17: nobody walks out of a brawl."""
    character = game.units[command.by]
    return f"{character.name} is in hand-to-hand combat, and doesn't move." if character.hth else None


@forbids("CQ-ENC-5")
def he_is_not_too_laden(game: Fight, command: Any) -> str | None:
    """CQ-ENC-5: above seven times STR nobody leaves or disengages."""
    if is_too_laden(game, command.by):
        return f"{game.units[command.by].name} is too heavily laden to walk."
    return None


def would_run(game: Fight, name: str) -> bool:
    """CQ-FIR-4: whether he burns, stands and isn't engaged, so that he has to keep calm not to run."""
    character = game.units[name]
    return character.burning in AFLAME and character.posture == "standing" and not is_engaged(game, name)


def during(phase: Phase, test: Check[Fight, Any]) -> Check[Fight, Any]:
    """The check as it counts in that phase alone, for a command that belongs to two."""

    def only_then(game: Fight, command: Any) -> Refusal | None:
        return test.test(game, command) if game.phase == phase else None

    return Check(test.rules, test.reads, only_then)


# --- the steps of a way and the checks of `move`, in the order of section 6.2


@forbids("CQ-OPT-16", reads=("delay",))
def _moves_may_be_broken_off(game: Fight, command: Any) -> str | None:
    """CQ-OPT-16: breaking off a move is an optional rule."""
    return "Moves are not broken off in this game." if command.delay and not game.options.delay else None


def _along(rule: str, bars: Callable[[Fight, str, Path], Refusal | None], *also: str) -> Check[Fight, Any]:
    """The check that nothing of this kind bars the path."""
    return Check((rule, *also), ("path",), lambda game, command: bars(game, command.by, command.path))


def _the_way_is_open(place: int) -> Check[Fight, Any]:
    """Walls, figures and a deep pit at the end: each rule that bars the way, in the order in which they are met."""

    def test(game: Fight, command: Any) -> Refusal | None:
        found = obstacles(game, command.by, command.path)
        return found[place] if place < len(found) else None

    return Check(OBSTACLES, ("path",), test)


OBSTACLES = ("CQ-ENV-11", "CQ-MOV-7", "CQ-MOV-15")


@check("CQ-ENV-16", reads=("facing",))
def _he_can_turn_so_far(game: Fight, command: Any) -> Refusal | None:
    """CQ-ENV-16: who floats turns a little."""
    return turns_too_far(game, command.by, command.facing or "")


@forbids("CQ-MOV-16", reads=("path", "pick_up"))
def _it_lies_on_the_way(game: Fight, command: Any) -> WhyNot:
    """CQ-MOV-16: picked up is what lies in a hex of the path, by who isn't engaged."""
    if command.pick_up is None:
        return None
    if lies_in(game, command.pick_up) not in command.path:
        return Refusal("CQ-MOV-16", f"{command.pick_up} doesn't lie on the path.", overridable=False)
    if is_engaged(game, command.by):
        return f"{game.units[command.by].name} is engaged, and can't bend down for it."
    return None


@forbids("CQ-GRN-10", reads=("pick_up",))
def _it_is_no_live_grenade(game: Fight, command: Any) -> str | None:
    """CQ-GRN-10: live grenades stay where they are."""
    if command.pick_up is not None and is_live(game, command.pick_up):
        return "Nobody picks up a live grenade."
    return None


@check("CQ-ITM-1", "CQ-WPN-9", reads=("pick_up",))
def _he_has_a_hand_free(game: Fight, command: Any) -> Refusal | None:
    """CQ-ITM-1, CQ-WPN-9: his hands must hold it."""
    if command.pick_up is None or not lies_in(game, command.pick_up):
        return None
    return too_much_in_hand(taken(game, command.by, command.pick_up).units[command.by])


@check("CQ-MOV-2", "CQ-MOV-4", "CQ-MOV-5", "CQ-MOV-11", "CQ-OPT-16", "CQ-ENV-4", reads=("path",))
def _it_is_not_too_far(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-2 and its like: within the allowance."""
    return too_far(game, command.by, command.path, thing=bends_for(command), delay=command.delay)


def bends_for(command: Any) -> str:
    """The thing that he stops to pick up, for 3 MOV; "" if there is none, or he reaches for it on the run."""
    return "" if command.on_the_run else command.pick_up or ""


@forbids("CQ-FIR-4", reads=("path",), alternative="more than half")
def _the_burning_run(game: Fight, command: Any) -> str | None:
    """CQ-FIR-4: who burns and isn't calm does nothing but run."""
    character = game.units[command.by]
    if not would_run(game, command.by) or character.panic == "calm" or _runs(game, command):
        return None
    return f"{character.name} is burning: run, or resist panic first."


@forbids("CQ-INI-4", reads=("path",), alternative="more than half")
def _the_fleeing_run(game: Fight, command: Any) -> str | None:
    """CQ-INI-4: a side that took the initiative to run runs."""
    character = game.units[command.by]
    if not game.sides[character.side].fleeing or _runs(game, command):
        return None
    return f"{character.name}'s side flees, and must run."


def _runs(game: Fight, command: Any) -> bool:
    """Whether the move spends more than half of his allowance."""
    total = game.units[command.by].moved + cost(game, command.by, command.path, bends_for(command))
    return is_run(total, half(game, command.by, turn_path(game, command.by, command.path)))


@forbids("CQ-MOV-12", reads=("posture",))
def _he_can_go_down(game: Fight, command: Any) -> WhyNot:
    """CQ-MOV-12: going down on the move is for who isn't down, didn't stand up, and doesn't run."""
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


PATH_CHECKS: Checks = (
    *MOVE_CHECKS,
    he_is_not_in_hth,
    _moves_may_be_broken_off,
    _along("CQ-MOV-2", touching),
    *(_the_way_is_open(place) for place in range(len(OBSTACLES))),
    _along("CQ-MOV-15", stuck),
    _along("CQ-ENV-16", adrift, "CQ-ENV-18"),
    _along("CQ-ENV-18", tethered),
    _he_can_turn_so_far,
    _along("CQ-MOV-13", crooked_jump),
    _along("CQ-ENC-5", laden, "CQ-ENC-4"),
    _along("CQ-MOV-9", shift),
    _along("CQ-MOV-6", stopped_by_zone),
    _it_lies_on_the_way,
    _it_is_no_live_grenade,
    _he_has_a_hand_free,
    _it_is_not_too_far,
    _the_burning_run,
    _the_fleeing_run,
    _he_can_go_down,
)
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
    if not is_hex_name(here):
        return ()
    around = ((direction, step(here, direction)) for direction in DIRECTIONS)
    return tuple(
        (
            hex,
            direction,
            cost(game, name, (*path, hex), thing),
            _refused(game, name, (*path, hex), thing, delay),
        )
        for direction, hex in around
        if on_map(game.map, hex)
    )


def may_pass(game: Fight, name: str, path: Sequence[str]) -> bool:
    """Whether a move may lead along a path, and perhaps further."""
    return _refused(game, name, tuple(path), "", delay=False) is None


def may_end(game: Fight, name: str, path: Sequence[str]) -> bool:
    """Whether a move that leads along a path may end there."""
    return not obstacles(game, name, path) and crooked_jump(game, name, path) is None


def _refused(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Refusal | None:
    return next(_refusals(game, name, path, thing, delay), None)


def _refusals(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Iterator[Refusal]:
    """What no further hex could put right, in the order of the checks of `move`."""
    yield from obstacles(game, name, path, ends=False)
    found = (
        stuck(game, name, path),
        adrift(game, name, path),
        crooked_jump(game, name, path, ends=False),
        laden(game, name, path),
        shift(game, name, path),
        stopped_by_zone(game, name, path),
        too_far(game, name, path, thing=thing, delay=delay),
    )
    yield from (refusal for refusal in found if refusal is not None)


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
    walk, found = _Walk(game, name), dict[str, Way]()
    followed: dict[tuple[str, str], int] = {}
    ahead: list[tuple[int, Hexes]] = [(game.units[name].moved, ())]
    while ahead:
        spent, path = heappop(ahead)
        most, arrival = walk.limits(path)[0], walk.arrival(path)
        if path and (spent > most or followed.get(arrival, -1) >= most or not walk.may_pass(path)):
            continue
        followed[arrival] = most
        if path and path[-1] not in found and walk.may_end(path):
            found[path[-1]] = Way(path, spent, not is_run(spent, walk.limits(path)[1]))
        for hex in walk.beside(path):
            heappush(ahead, (spent + walk.cost(path), (*path, hex)))
    return found


class _Walk:
    """What of the map and of everybody on it a move meets, looked up once.

    Where a path is a plain one, that is enough to judge it; wherever pits, the fallen, enemies beside him or his
    load are in play, the checks of the move are asked.
    """

    def __init__(self, game: Fight, name: str) -> None:
        self._game, self._name = game, name
        self._start = game.units[name].hex
        others = [other for other in game.units if other != name and game.units[other].hex]
        self._taken = {game.units[other].hex for other in others if is_upright(game, other)}
        self._bodies = {game.units[other].hex for other in others if not game.units[other].left} - self._taken
        self._pits = {hex for hex in game.map.pits if jumped_pit(game.map, hex)}
        self._limits: dict[Set[str], tuple[int, int]] = {}

    @cached_property
    def _zones(self) -> Set[str]:
        """CQ-MOV-6: the hexes in which an enemy stops the movement."""
        game, name = self._game, self._name
        enemies = (other for other in game.units if is_enemy(game, name, other))
        return {hex for other in enemies for hex in threat_zone(game, other)}

    @cached_property
    def _barred(self) -> Set[tuple[str, str]]:
        """CQ-ENV-11: the sides of hexes over which nobody steps, from both."""
        high = [wall for wall in self._game.map.walls if wall.height > metres("wall_high")]
        return {(wall.hex, wall.side) for wall in high} | {
            (step(wall.hex, wall.side), opposite(wall.side)) for wall in high
        }

    @cached_property
    def _hampered(self) -> bool:
        """Whether every path must be judged by the checks of the move."""
        character = self._game.units[self._name]
        return bool(
            is_engaged(self._game, self._name)
            or is_too_laden(self._game, self._name)
            or character.floating
            or character.hanging
            or self._start in self._game.map.pits
        )

    def limits(self, path: Hexes) -> tuple[int, int]:
        """The MOV that there is for a path, and half of the allowance; both hang on the kinds of ground along it."""
        kinds = frozenset(self._game.map.terrain.get(hex, CLEAR) for hex in path)
        if kinds not in self._limits:
            most = limit(self._game, self._name, path).most
            self._limits[kinds] = most, half(self._game, self._name, turn_path(self._game, self._name, path))
        return self._limits[kinds]

    def cost(self, path: Hexes) -> int:
        """CQ-MOV-8: MOV for a step on from the end of a path; who lies there is jumped over."""
        jump = number("jump_over_body_cost") - number("hex_cost") if path and path[-1] in self._bodies else 0
        return number("hex_cost") + jump

    def arrival(self, path: Hexes) -> tuple[str, str]:
        """The end of a path; where one jumps on from it, also the hex before."""
        here, before = (*("", self._start), *path)[-1], (*("", self._start), *path)[-2]
        return here, before if here in self._pits or here in self._bodies else ""

    def beside(self, path: Hexes) -> Iterator[str]:
        """The hexes into which nothing bars the way from the end of a path."""
        here = path[-1] if path else self._start
        if path and here in self._zones:
            return
        for direction in DIRECTIONS:
            hex = step(here, direction)
            free = hex not in self._taken and (here, direction) not in self._barred
            if free and on_map(self._game.map, hex) and not solid(self._game.map, hex):
                yield hex

    def may_pass(self, path: Hexes) -> bool:
        """Whether the rules let a move lead along it."""
        return not self._special(path) or may_pass(self._game, self._name, path)

    def may_end(self, path: Hexes) -> bool:
        """Whether it may end there."""
        return not self._special(path) or may_end(self._game, self._name, path)

    def _special(self, path: Hexes) -> bool:
        return self._hampered or any(hex in self._bodies or hex in self._game.map.pits for hex in path)
