"""What covers more than one: the flame thrower and automatic fire over an arc, `flame` and `sweep_fire` (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters.arms import FLAME_THROWER, figures
from vedette.games.close_quarters.attacks.grenades import (
    HitInstead,
    avoiding,
    not_avoided,
    roll_to_avoid,
    victim,
)
from vedette.games.close_quarters.attacks.hitting import bullets, bullets_of, roll_to_hit
from vedette.games.close_quarters.attacks.shooting import (
    SHOT_RULES,
    Down,
    expose,
    go_down,
    kick_back,
    let_go,
    lowered,
)
from vedette.games.close_quarters.attacks.to_hit import (
    EXPOSING,
    STEADY,
    Attempt,
    Expose,
    Support,
    ToHitRoll,
    aiming_at,
    cover_of,
    odds,
    to_hit_roll,
)
from vedette.games.close_quarters.attacks.weapon_checks import (
    EXPOSES,
    arc_of_enemies,
    can_go_down,
    has_automatic_fire,
    is_flame_thrower,
    line_is_open,
    not_down_after_moving,
    not_in_front,
    only_at_a_charger,
    own_arm,
    own_weapon,
    ready_and_whole,
    standing_supports,
    support_can_stand,
    target_in_front,
)
from vedette.games.close_quarters.candidates import (
    a_hex,
    held,
    is_on_map,
    named,
    naming,
    other_unit,
    own_hex,
    ready_weapons,
    weapon,
)
from vedette.games.close_quarters.checks import against
from vedette.games.close_quarters.damage.fire import scorch_with_oil, set_alight, soak
from vedette.games.close_quarters.derived import e_dex
from vedette.games.close_quarters.near import enemies, in_hex, is_alive, is_enemy, is_engaged, is_upright
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import FAILURES, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import solid, swept
from vedette.games.close_quarters.turn.order import (
    action_checks,
    disengaged,
    not_in_deep_water,
    not_in_hth,
    offered_in,
    target_checks,
    use_action,
)
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance, neighbours, on_map
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- the flame thrower


@forbids("CQ-ACT-4")
def not_fallen(game: Fight, command: Any) -> str | None:
    """A fallen character doesn't fire."""
    character = game.units[command.by]
    if character.posture == "fallen" and not character.hth:
        return f"{character.name} can't fire in this position."
    return None


STANCE = (not_down_after_moving, can_go_down, not_fallen)
"""The posture that area fire requires."""


@forbids("CQ-FLM-1", reads=("weapon", "size"), overridable=False)
def there_is_fuel(game: Fight, command: Any) -> str | None:
    """A flame thrower with 1 measure of fuel for a small burst, 2 for a large one."""
    held, arm = own_weapon(game, command), own_arm(game, command)
    if held is None or arm is None:
        return None
    if not arm.is_a(FLAME_THROWER):
        return f"The {arm.name.lower()} can't throw flames."
    return f"There is fuel for {held.ammo}." if held.ammo < fuel(command.size) else None


def fuel(size: str) -> int:
    """CQ-FLM-1: what a burst uses."""
    return number(f"flame_{size}_fuel")


@fact(
    "{by} fires the flame thrower at {target}; {left} bursts of fuel left.",
    headline="{by} → {target}: flames",
)
class Flamed(Fact, frozen=True):
    """A flame thrower fires; `left` is the fuel afterwards."""

    by: str
    target: str
    left: int


@fact("The flames cover {hexes:word}.", headline="The flames cover {hexes:# hex/hexes}")
class FlamesCover(Fact, frozen=True):
    hexes: tuple[str, ...]


class Flame(Command):
    """Fire a flame thrower."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    size: Literal["small", "large"] = "small"
    support: Support = ""
    expose: Expose = ""
    down: Down = ""


def flame_of(game: Fight, command: Flame) -> Attempt:
    """The burst that the command describes."""
    return Attempt(
        by=command.by,
        way="missile",
        weapon=weapon(game, command.by, command.weapon),
        target=command.target,
        support=command.support,
        expose=command.expose,
        aiming=aiming_at(game, command.by, command.target),
    )


def before_the_flame(game: Fight, command: Flame) -> ToHitRoll:
    """The breakdown of a burst as a form shows it."""
    return to_hit_roll(lowered(game, command), flame_of(game, command))


def _has_a_flame_thrower(game: Fight, by: str) -> bool:
    return bool(ready_weapons(game.units[by], is_flame_thrower))


@COMMANDS.add(
    Flame,
    "Flame",
    naming(weapon=weapon, target=other_unit),
    (
        *action_checks("step", "CQ-ACT-4"),
        not_in_hth,
        not_in_deep_water,
        only_at_a_charger,
        *STANCE,
        ready_and_whole,
        there_is_fuel,
        support_can_stand,
        *target_checks(),
        target_in_front,
        line_is_open,
    ),
    rules=(*SHOT_RULES, "CQ-FLM-2", "CQ-FLM-3", "CQ-FLM-4", "CQ-FIR-10"),
    key="f",
    offered=offered_in("slot", where=_has_a_flame_thrower),
)
async def flame(play: Play[Fight], command: Flame) -> None:
    """CQ-FLM-2, CQ-FLM-3, CQ-FLM-4: to hit; the hexes; a roll for each other figure in them; the fire."""
    by = command.by
    engaged = is_engaged(play.state, by)
    go_down(play, command)
    attempt = flame_of(play.state, command)
    use_action(play, by)
    use_fuel(play, command)
    expose(play, attempt)
    attacked = await roll_to_hit(play, attempt)
    await kick_back(play, attempt)
    if not attacked.lost:
        await spread(play, command, hit=attacked.hit)
    if engaged:
        let_go(play, by, command.weapon)


async def spread(play: Play[Fight], command: Flame, *, hit: bool) -> None:
    """CQ-FLM-2, CQ-FLM-3, CQ-FLM-4: the hexes, who is in them, and what the fire does."""
    hexes = await choose_hexes(play, command, hit=hit)
    play.emit(FlamesCover(hexes))
    inside = await hit_others(play, command, hexes)
    await burn(play, command, hexes, {command.target, *inside} if hit else inside)


async def hit_others(play: Play[Fight], command: Flame, hexes: tuple[str, ...]) -> set[str]:
    """CQ-FLM-3: a roll to hit of its own for each other figure in the flames; who is missed is only beside them."""
    found = set()
    attempt = replace(flame_of(play.state, command), aiming=0)
    for name in others_in_flames(play.state, command, hexes):
        attacked = await roll_to_hit(play, replace(attempt, target=name))
        if attacked.hit:
            found.add(name)
    return found


def use_fuel(play: Play[Fight], command: Flame) -> None:
    """CQ-FLM-1: the fuel is gone, whatever comes of it."""
    held = weapon(play.state, command.by, command.weapon)
    left = max(0, held.ammo - fuel(command.size))
    used = play.state.with_weapon(command.by, held.id, ammo=left)
    play.commit(used, Flamed(command.by, command.target, left))


async def choose_hexes(play: Play[Fight], command: Flame, *, hit: bool) -> tuple[str, ...]:
    """CQ-FLM-2: the firer's side places 3 or 7 hexes one by one, each next to one that lies already.

    A hit begins in the target's hex; a miss begins beside it, and never covers it.
    """
    target = play.state.units[command.target].hex
    side = play.state.units[command.by].side
    placed: tuple[str, ...] = (target,) if hit else ()
    while len(placed) < number(f"flame_{command.size}_hexes"):
        free = free_beside(play.state, placed or (target,), (*placed, target))
        if not free:
            break
        options = tuple(Option(hex, hex) for hex in free)
        chosen = await play.choose(
            "flame_hex", side=side, options=options, why="Where the flames go", rules=("CQ-FLM-2",)
        )
        placed = (*placed, str(chosen))
    return placed


def free_beside(game: Fight, beside: tuple[str, ...], taken: tuple[str, ...]) -> list[str]:
    """Hexes next to these, on the map, not solid and not taken, in ascending order."""
    near = {hex for one in beside for hex in neighbours(one)} - set(taken)
    return sorted(hex for hex in near if on_map(game.map, hex) and not solid(game.map, hex))


def others_in_flames(game: Fight, command: Flame, hexes: tuple[str, ...]) -> list[str]:
    """CQ-FLM-3: everybody alive in the flames but the target, in the order of the set-up."""
    return [
        name
        for name, character in game.units.items()
        if name != command.target and character.hex in hexes and not character.left and is_alive(game, name)
    ]


async def burn(play: Play[Fight], command: Flame, hexes: tuple[str, ...], inside: set[str]) -> None:
    """CQ-FLM-4: 4 points in the flames, 2 beside them; saves against being soaked; then the hexes burn."""
    game = play.state
    origin = game.units[command.by].hex
    near = {hex for one in hexes for hex in (one, *neighbours(one))}
    for name in [
        name for name, character in game.units.items() if character.hex in near and not character.left
    ]:
        points = number("flame_damage" if name in inside else "flame_beside")
        await scorch_with_oil(play, name, points, hex=origin, by=command.by)
    await soak(play, [name for name in game.units if name in inside], dice=number("soak_dice"))
    set_alight(play, hexes)


# --- CQ-AUT-8


@fact("{by} sweeps an arc with {rounds} rounds, {left} left.", headline="{by} sweeps an arc")
class Swept(Fact, frozen=True):
    by: str
    rounds: int
    left: int


def _leftmost(game: Fight, words: Words) -> str:
    return arc_of_enemies(game, words["by"])[0]


def _rightmost(game: Fight, words: Words) -> str:
    return arc_of_enemies(game, words["by"])[1]


LOWER = {"kneeling": "kneeling first", "prone": "prone first"}


class SweepFire(Command):
    """Automatic fire over the arc between two hexes."""

    first: Annotated[
        str,
        Asked("From", "f", default=_leftmost, hex=is_on_map, stand_in=own_hex),
        Field(description="a hex at one end of the arc"),
    ]
    last: Annotated[
        str,
        Asked("To", "t", default=_rightmost, hex=is_on_map, stand_in=own_hex),
        Field(description="a hex at the other"),
    ]
    weapon: Annotated[str, Asked("Weapon", "g", held(has_automatic_fire), judged=False)]
    support: Annotated[
        Support,
        Asked("Support", "r", lambda game, by: STEADY, advanced=True),
        Field(description="default: the fitted one that can be set up"),
    ] = ""
    expose: Annotated[Expose, Asked("Leans out", "e", lambda game, by: EXPOSING, advanced=True)] = ""
    down: Annotated[Down, Asked("Goes down", "d", lambda game, by: LOWER, advanced=True)] = ""


@forbids("CQ-AUT-1", reads=("weapon",))
def fires_automatically(game: Fight, command: Any) -> str | None:
    """Only automatic fire sweeps."""
    arm = own_arm(game, command)
    if arm is None or (arm.missile and arm.shots[2]):
        return None
    return f"The {arm.name.lower()} has no automatic fire."


@forbids("CQ-RNG-12", reads=("weapon",), alternative="reload", overridable=False)
def has_rounds(game: Fight, command: Any) -> str | None:
    """No ammunition, no shot."""
    held = own_weapon(game, command)
    if held is None or held.ammo:
        return None
    return "It is empty."


@forbids("CQ-MAP-1", reads=("first", "last"), overridable=False)
def the_arc_is_on_the_map(game: Fight, command: Any) -> str | None:
    """Both hexes are on the map."""
    for hex in (command.first, command.last):
        if not on_map(game.map, hex):
            return f"{hex} is not on the map."
    return None


@forbids("CQ-MAP-5", reads=("first", "last"))
def the_arc_is_in_front(game: Fight, command: Any) -> str | None:
    """Both hexes are in front; his own gives no direction."""
    character = game.units[command.by]
    if not character.hex:
        return None
    for hex in (command.first, command.last):
        if why := not_in_front(character, hex, hex):
            return why
        if hex == character.hex:
            return f"{hex} is where {character.name} stands."
    return None


@forbids("CQ-AUT-8", EXPOSES, reads=("weapon", "first", "last", "expose", "down"), overridable=False)
def somebody_is_in_the_arc(game: Fight, command: Any) -> WhyNot:
    """The fire must reach a figure in the arc; over the firer's own wall only if exposed."""
    if not game.units[command.by].hex or figures_in_arc(game, command):
        return None
    hidden = next(iter(figures_in_arc(game, command, EXPOSES)), "")
    if not hidden:
        return "There is no target in that arc."
    game = lowered(game, command)
    return Refusal(EXPOSES, cover_of(game, _at(game, command, hidden, 1)).sentence)


def figures_in_arc(game: Fight, command: SweepFire, rule: str = "") -> list[str]:
    """CQ-AUT-8: the figures in the arc that the fire reaches, or those that it can't reach by that rule."""
    game = lowered(game, command)
    names = upright_in_arc(game, command)
    return [name for name in names if cover_of(game, _at(game, command, name, 1)).rule == rule]


def upright_in_arc(game: Fight, command: SweepFire) -> list[str]:
    """CQ-AUT-8: all upright figures in the arc, friends too, in the order of the sweep."""
    own, bounds = game.units[command.by].hex, (command.first, command.last)
    taken = {character.hex for character in game.units.values() if character.hex and not character.left} - {
        own
    }
    hexes = swept(own, game.units[command.by].facing, *bounds, taken) if own not in bounds else ()
    return [name for hex in hexes for name in in_hex(game, hex) if is_upright(game, name)]


def attempts_at_best(game: Fight, command: SweepFire) -> dict[str, Attempt]:
    """CQ-AUT-8: the fire at each figure of the arc, with the rounds that are left for it if all before it are missed.

    Whom no round can reach isn't among them.
    """
    held, game = weapon(game, command.by, command.weapon), lowered(game, command)
    left, before, found = min(figures(held).shots[2], held.ammo), "", {}
    names = figures_in_arc(game, command)
    swept = sum(is_enemy(game, command.by, name) for name in names)
    for name in names:
        hex = game.units[name].hex
        left -= gap(before, hex)
        if left <= 0:
            break
        aiming = aiming_at(game, command.by, name)
        found[name] = replace(_at(game, command, name, left), aiming=aiming, swept=swept)
        left, before = left - number("sweep_miss_rounds") * is_enemy(game, command.by, name), hex
    return found


def _at(game: Fight, command: SweepFire, name: str, rounds: int) -> Attempt:
    """CQ-RNG-4, CQ-AUT-5: the fire at one figure in the arc, with the rounds left and the support of the weapon."""
    character = game.units[command.by]
    held = character.weapon(command.weapon)
    stands = standing_supports(game, character, held, command.down) if held is not None else ()
    return Attempt(
        by=command.by,
        way="missile",
        weapon=held,
        target=name,
        mode="auto",
        rounds=rounds,
        support=command.support or next(iter(stands), ""),
        expose=command.expose,
        sweep=True,
        interveners=False,
    )


def _foreseen(game: Fight, by: str, command: SweepFire | None) -> Iterator[Detail]:
    """Who is in the arc, and the roll at each in the order of the sweep."""
    if command is None or not game.units[by].hex:
        return
    names = figures_in_arc(game, command)
    yield Detail("Swept", named(game, names) or "nobody")
    attempts = attempts_at_best(game, command)
    for at, name in enumerate(names):
        attempt = attempts.get(name)
        said = _roll_at(lowered(game, command), attempt) if attempt is not None else "no rounds left for them"
        surely = at == 0 or attempt is None
        yield Detail(game.units[name].name, said if surely else f"{said}, if those before are missed")


def _fires_automatically(game: Fight, by: str) -> bool:
    return bool(ready_weapons(game.units[by], has_automatic_fire))


@COMMANDS.add(
    SweepFire,
    "Sweep with fire",
    naming(first=a_hex, last=a_hex, weapon=weapon),
    (
        *action_checks("step", "CQ-ACT-4"),
        not_in_hth,
        not_in_deep_water,
        disengaged("CQ-ACT-9"),
        *STANCE,
        ready_and_whole,
        fires_automatically,
        has_rounds,
        support_can_stand,
        the_arc_is_on_the_map,
        the_arc_is_in_front,
        somebody_is_in_the_arc,
    ),
    rules=(*SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-6", "CQ-AUT-9"),
    key="v",
    offered=offered_in("slot", where=_fires_automatically),
    lines=_foreseen,
)
async def sweep_fire(play: Play[Fight], command: SweepFire) -> None:
    """CQ-AUT-8: figure after figure, as long as rounds are left; hits, misses and the gaps between use them up."""
    by = command.by
    go_down(play, command)
    names = figures_in_arc(play.state, command) or figures_in_arc(play.state, command, EXPOSES)
    aiming = {name: aiming_at(play.state, by, name) for name in names}
    swept = sum(is_enemy(play.state, by, name) for name in names)
    use_action(play, by)
    left, before = spray(play, command), ""
    expose(play, *(_at(play.state, command, name, 1) for name in names))
    for name in names:
        hex = play.state.units[name].hex
        left -= gap(before, hex)
        if left <= 0:
            break
        attempt = replace(_at(play.state, command, name, left), aiming=aiming[name], swept=swept)
        enemy = is_enemy(play.state, by, name)
        used = await at_foe(play, attempt) if enemy else await past_friend(play, attempt)
        if used is None:
            break
        left, before = left - used, hex
    await kick_back(play, _at(play.state, command, names[0], 1))


def spray(play: Play[Fight], command: SweepFire) -> int:
    """CQ-AUT-8: the weapon's whole automatic fire, or what it has left, is used up."""
    held = weapon(play.state, command.by, command.weapon)
    rounds = min(figures(held).shots[2], held.ammo)
    emptied = play.state.with_weapon(command.by, held.id, ammo=held.ammo - rounds)
    play.commit(emptied, Swept(command.by, rounds, held.ammo - rounds))
    return rounds


def gap(before: str, hex: str) -> int:
    """CQ-AUT-8: the rounds that go between two figures: one for each hex that lies between them."""
    return max(0, distance(before, hex) - 1) if before else 0


async def at_foe(play: Play[Fight], attempt: Attempt) -> int | None:
    """A roll to hit a foe: the rounds that it uses; None where the weapon is dropped or broken."""
    attacked = await roll_to_hit(play, attempt)
    if attacked.lost:
        return None
    if not attacked.hit:
        return number("sweep_miss_rounds")
    used = bullets_of(attacked)
    await bullets(play, attempt, await victim(play, attempt), used, attacked.result)
    return used


async def past_friend(play: Play[Fight], attempt: Attempt) -> int:
    """A roll to avoid a friend: the rounds that it uses."""
    avoided = await roll_to_avoid(play, attempt, attempt.target)
    if avoided.band in FAILURES:
        return number("sweep_miss_rounds")
    if avoided.success:
        return 0
    used = min(attempt.rounds, not_avoided(avoided))
    play.emit(HitInstead(attempt.target))
    await bullets(play, attempt, attempt.target, used)
    return used


def _roll_at(game: Fight, attempt: Attempt) -> str:
    """To hit a foe, to avoid a friend."""
    if is_enemy(game, attempt.by, attempt.target):
        return odds(to_hit_roll(game, attempt))
    return f"a friend, missed on {odds(_past(game, attempt))}"


def _past(game: Fight, attempt: Attempt) -> ToHitRoll:
    """CQ-AVD-1, CQ-AVD-2: the roll to avoid a friend."""
    modifiers = avoiding(game, attempt, attempt.target, attempt.rounds)
    return ToHitRoll(against(number("avoid_dice"), e_dex(game, attempt.by), modifiers))
