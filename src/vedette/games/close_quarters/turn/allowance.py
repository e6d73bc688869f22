"""What a path costs in MOV, how much of it there is, and what is picked up on the way (section 6.2, CQ-MOV-2, CQ-MOV-16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.checks import Refusal
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import new_weapon, shield_in_the_way, too_full
from vedette.games.close_quarters.checks import saves
from vedette.games.close_quarters.derived import e_mov, encumbrance
from vedette.games.close_quarters.near import in_hex, is_upright
from vedette.games.close_quarters.state import Character, Dropped, Fight, Grenade
from vedette.games.close_quarters.tables import number, weapons
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import ground

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
    if not too_full(character):
        return None
    if shield_in_the_way(character):
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
    weapon = replace(lying.weapon, id=name) if lying.weapon else new_weapon(character, name, type)
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
    got_it = await saves(play, by, "dex", dice, "pick_up", "CQ-MOV-16", told=told)
    play.commit(play.state.with_unit(by, grabbed=True), Grabbed(by, got_it))
    return got_it


# --- what a path costs in MOV, and how much of it there is (section 6.2, CQ-MOV-2)


class Limit(Struct, frozen=True):
    """How much MOV a character may have spent after a move, and the rule that says so."""

    most: int
    rule: str
    sentence: str


def others_in(game: Fight, name: str, hex: str) -> list[str]:
    """The other figures in a hex."""
    return [other for other in in_hex(game, hex) if other != name]


def body_in(game: Fight, name: str, hex: str) -> bool:
    """CQ-MOV-8: whether somebody lies in a hex, and nobody is upright in it."""
    others = others_in(game, name, hex)
    return bool(others) and not any(is_upright(game, other) for other in others)


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
    if encumbrance(game, name).id == PINNED:
        return 0
    most = ground_mov(game, name, path)
    return most if game.units[name].posture == "standing" else min(number("crawl"), most)


def ground_mov(game: Fight, name: str, path: Iterable[str] = ()) -> int:
    """CQ-ENV-3, CQ-ENV-4: the MOV left by water, mud and snow from the first hex to the end of the path."""
    mov = e_mov(game, name)
    rows = [ground(game.map, hex) for hex in (game.units[name].hex, *path) if hex]
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
    return encumbrance(game, name).id in (LIFT, PINNED)
