"""What bars the way along a path (section 6.2).

Each is a function of the game, the character and the path, so that the form can ask it hex by hex; `ends` is False
while the path may go on, and what only its last hex must be isn't asked yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vedette.engine.checks import Refusal
from vedette.games.close_quarters.derived import encumbrance, knows
from vedette.games.close_quarters.hexes import direction_between, is_hex_name, on_map, turns_between
from vedette.games.close_quarters.near import engaged_by, is_enemy, is_upright, threat_zone
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.terrain import barred, deep_pit, jumped_pit, solid
from vedette.games.close_quarters.turn.allowance import PINNED, body_in, cost, is_too_laden, limit, others_in

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
    if path and character.floating:
        return Refusal("CQ-ENV-16", f"{character.name} floats, and can't walk.", "turn")
    return None


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
        return Refusal("CQ-MOV-9", f"In {path[-1]} {character.name} would no longer be engaged by {who}.")
    return None


def stopped(game: Fight, name: str, path: Path) -> Refusal | None:
    """CQ-MOV-6: movement stops in an enemy's threat zone."""
    if len(path) < 2 or engaged_by(game, name):
        return None
    for other in game.units:
        if is_enemy(game, name, other):
            zone = threat_zone(game, other)
            hex = next((hex for hex in path[:-1] if hex in zone), "")
            if hex:
                return Refusal("CQ-MOV-6", f"In {hex} {game.units[other].name} engages him: he must stop.")
    return None


# --- MOV


def too_far(game: Fight, name: str, path: Path, *, thing: str = "", delay: bool = False) -> Refusal | None:
    """CQ-MOV-2, CQ-MOV-4, CQ-MOV-5, CQ-MOV-11, CQ-OPT-16: what is spent stays within the allowance.

    `thing` is picked up on the way, not on the run.
    """
    character = game.units[name]
    total = character.moved + cost(game, name, path, thing)
    most = limit(game, name, path, delay=delay)
    if total <= most.most:
        return None
    return Refusal(most.rule, f"That takes {total} MOV: {most.sentence}.", f"{most.most} MOV")
