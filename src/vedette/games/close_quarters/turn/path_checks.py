"""The checks M that everything in the movement phase shares (section 6.2), and others that several commands need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.games.close_quarters.hexes import DIRECTIONS, is_hex_name, on_map, step
from vedette.games.close_quarters.near import is_able, is_engaged, is_out
from vedette.games.close_quarters.state import Character, Fight, Phase
from vedette.games.close_quarters.turn import way
from vedette.games.close_quarters.turn.allowance import cost, half, is_run, is_too_laden, turn_path
from vedette.games.close_quarters.turn.phases import in_phase
from vedette.games.close_quarters.turn.picking_up import is_live, lies_in, taken, too_much_in_hand

Checks = tuple[Check[Fight, Any], ...]

AFLAME = ("limb", "half", "whole")
"""How one burns who would run (CQ-FIR-4); the soaked burn another way."""


@check("CQ-TRN-4")
def he_is_able(game: Fight, command: Any) -> Refusal | None:
    """CQ-TRN-4: who is out, stunned or held doesn't move; nor who lies in a net, but for an action (section 10)."""
    character = game.units[command.by]
    if not is_able(game, command.by):
        return Refusal("CQ-TRN-4", f"{character.name} can't move.", overridable=not is_out(game, command.by))
    if character.entangled:
        return Refusal("CQ-TRN-4", f"{character.name} is entangled.", "stand up, as an action")
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
        active = game.sides[game.active].name if game.active in game.sides else "nobody"
        return Refusal("CQ-MOV-1", f"It is not {character.name}'s side that moves: {active} does.")
    other = game.units[chaser]
    if other.side != game.active or has_moved(other):
        return Refusal("CQ-INI-5", f"{other.name} isn't about to move, so nobody flees from a chase by him.")
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


MOVE_CHECKS: Checks = (in_phase("movement"), he_is_able, it_is_his_time, he_has_not_finished)
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


# --- the steps of a way and the checks of `move`, in the order of section 6.2; `way.py` has what they ask of the path


@forbids("CQ-OPT-16", reads=("delay",))
def _moves_may_be_broken_off(game: Fight, command: Any) -> str | None:
    """CQ-OPT-16: breaking off a move is an optional rule."""
    return "Moves are not broken off in this game." if command.delay and not game.options.delay else None


@check("CQ-MOV-2", reads=("path",))
def _the_hexes_touch(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-2: from hex to neighbouring hex, on the map."""
    return way.touching(game, command.by, command.path)


def _the_way_is_open(place: int) -> Check[Fight, Any]:
    """Walls, figures and a deep pit at the end: each rule that bars the way, in the order in which they are met."""

    def test(game: Fight, command: Any) -> Refusal | None:
        found = way.obstacles(game, command.by, command.path)
        return found[place] if place < len(found) else None

    return Check(OBSTACLES, ("path",), test)


OBSTACLES = ("CQ-ENV-11", "CQ-MOV-7", "CQ-MOV-15")


@check("CQ-MOV-15", reads=("path",))
def _he_can_get_out(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-15: neither from a deep pit nor from its edge."""
    return way.stuck(game, command.by, command.path)


@check("CQ-ENV-16", reads=("path",))
def _he_has_ground_under_him(game: Fight, command: Any) -> Refusal | None:
    """CQ-ENV-16: who floats doesn't walk."""
    return way.adrift(game, command.by, command.path)


@check("CQ-ENV-16", reads=("facing",))
def _he_can_turn_so_far(game: Fight, command: Any) -> Refusal | None:
    """CQ-ENV-16: who floats turns a little."""
    return way.turns_too_far(game, command.by, command.facing or "")


@check("CQ-MOV-13", reads=("path",))
def _pits_are_jumped(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-13: over pits in a straight line."""
    return way.crooked_jump(game, command.by, command.path)


@check("CQ-ENC-5", reads=("path",))
def _his_load_lets_him(game: Fight, command: Any) -> Refusal | None:
    """CQ-ENC-5: too heavily laden to walk."""
    return way.laden(game, command.by, command.path)


@check("CQ-MOV-9", reads=("path",))
def _the_engaged_shift(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-9: the engaged only shift."""
    return way.shift(game, command.by, command.path)


@check("CQ-MOV-6", reads=("path",))
def _enemies_stop_him(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-6: becoming engaged ends the movement."""
    return way.stopped(game, command.by, command.path)


@check("CQ-MOV-16", reads=("path", "pick_up"))
def _it_lies_on_the_way(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-16: picked up is what lies in a hex of the path, by who isn't engaged."""
    if command.pick_up is None:
        return None
    if lies_in(game, command.pick_up) not in command.path:
        return Refusal("CQ-MOV-16", f"{command.pick_up} doesn't lie on the path.", overridable=False)
    if is_engaged(game, command.by):
        return Refusal("CQ-MOV-16", f"{game.units[command.by].name} is engaged, and can't bend down for it.")
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
    return way.too_far(game, command.by, command.path, thing=bends_for(command), delay=command.delay)


def bends_for(command: Any) -> str:
    """The thing that he stops to pick up, for 3 MOV; "" if there is none, or he reaches for it on the run."""
    return "" if command.on_the_run else command.pick_up or ""


@forbids("CQ-FIR-4", reads=("path",), alternative="more than half")
def _the_burning_run(game: Fight, command: Any) -> str | None:
    """CQ-FIR-4: who burns and isn't calm does nothing but run."""
    character = game.units[command.by]
    if not would_run(game, command.by) or character.panic == "calm" or _runs(game, command):
        return None
    return f"{character.name} burns: he runs, unless he keeps calm."


@forbids("CQ-INI-4", reads=("path",), alternative="more than half")
def _the_fleeing_run(game: Fight, command: Any) -> str | None:
    """CQ-INI-4: a side that took the initiative to run runs."""
    character = game.units[command.by]
    if not game.sides[character.side].fleeing or _runs(game, command):
        return None
    return f"{character.name}'s side flees: he must run."


def _runs(game: Fight, command: Any) -> bool:
    """Whether the move spends more than half of his allowance."""
    total = game.units[command.by].moved + cost(game, command.by, command.path, bends_for(command))
    return is_run(total, half(game, command.by, turn_path(game, command.by, command.path)))


@check("CQ-MOV-12", reads=("posture",))
def _he_can_go_down(game: Fight, command: Any) -> Refusal | None:
    """CQ-MOV-12: going down on the move is for who isn't down, didn't stand up, and doesn't run."""
    character = game.units[command.by]
    if command.posture is None:
        return None
    if character.posture in ("prone", command.posture):
        return Refusal("CQ-MOV-12", f"{character.name} is {character.posture} already.")
    if character.stood:
        return Refusal("CQ-MOV-12", f"{character.name} has just stood up.")
    if _runs(game, command):
        return Refusal(
            "CQ-MOV-12", f"{character.name} moves too far to go down at the end of it.", "half at most"
        )
    return None


PATH_CHECKS: Checks = (
    *MOVE_CHECKS,
    he_is_not_in_hth,
    _moves_may_be_broken_off,
    _the_hexes_touch,
    *(_the_way_is_open(place) for place in range(len(OBSTACLES))),
    _he_can_get_out,
    _he_has_ground_under_him,
    _he_can_turn_so_far,
    _pits_are_jumped,
    _his_load_lets_him,
    _the_engaged_shift,
    _enemies_stop_him,
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
    return not way.obstacles(game, name, path) and way.crooked_jump(game, name, path) is None


def _refused(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Refusal | None:
    return next(_refusals(game, name, path, thing, delay), None)


def _refusals(game: Fight, name: str, path: tuple[str, ...], thing: str, delay: bool) -> Iterator[Refusal]:
    """What no further hex could put right, in the order of the checks of `move`."""
    yield from way.obstacles(game, name, path, ends=False)
    found = (
        way.stuck(game, name, path),
        way.adrift(game, name, path),
        way.crooked_jump(game, name, path, ends=False),
        way.laden(game, name, path),
        way.shift(game, name, path),
        way.stopped(game, name, path),
        way.too_far(game, name, path, thing=thing, delay=delay),
    )
    yield from (refusal for refusal in found if refusal is not None)
