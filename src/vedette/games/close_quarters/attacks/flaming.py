"""What covers more than one: the flame thrower and automatic fire over an arc, `flame` and `sweep_fire` (section 6.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters import candidates
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks import grenades as thrown
from vedette.games.close_quarters.attacks import shooting
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.hitting import bullets, bullets_of, roll_to_hit
from vedette.games.close_quarters.attacks.shooting import SHOT_RULES, lowered
from vedette.games.close_quarters.attacks.to_hit import Attempt, Down, Expose, Support
from vedette.games.close_quarters.checks import against
from vedette.games.close_quarters.damage.fire import scorch_with_oil, set_alight, soak
from vedette.games.close_quarters.derived import e_dex
from vedette.games.close_quarters.near import enemies, in_hex, is_alive, is_enemy, is_engaged, is_upright
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import FAILURES, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import solid, swept
from vedette.games.close_quarters.turn import order
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance, neighbours, on_map
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()

LOWER = {"kneeling": "kneeling first", "prone": "prone first"}


@fact(
    "{by} fires the flame thrower at {target}; {left} bursts of fuel left.",
    headline="{by} → {target}: flames",
)
class Flamed(Fact, frozen=True):
    by: str
    target: str
    left: int


@fact("The flames cover {hexes:word}.", headline="The flames cover {hexes:# hex/hexes}")
class FlamesCover(Fact, frozen=True):
    hexes: tuple[str, ...]


@fact("{by} sweeps an arc with {rounds} rounds, {left} left.", headline="{by} sweeps an arc")
class Swept(Fact, frozen=True):
    by: str
    rounds: int
    left: int


class Flame(Command):
    """Fire a flame thrower."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    size: Literal["small", "large"] = "small"
    support: Support = ""
    expose: Expose = ""
    down: Down = ""


def _end(label: str, key: str, at: int) -> Asked:
    """An end of the arc, which reaches from the leftmost to the rightmost enemy in front unless said otherwise."""

    def usual(game: Fight, words: Words) -> str:
        return need.arc_of_enemies(game, words["by"])[at]

    return Asked(label, key, default=usual, hex=candidates.is_on_map, stand_in=candidates.own_hex)


class SweepFire(Command):
    """Automatic fire over the arc between two hexes."""

    first: Annotated[str, _end("From", "f", 0), "a hex at one end of the arc"]
    last: Annotated[str, _end("To", "t", 1), "a hex at the other"]
    weapon: Annotated[str, Asked("Weapon", "g", candidates.held(need.has_automatic_fire), judged=False)]
    support: Annotated[
        Support,
        Asked("Support", "r", lambda game, by: aim.STEADY, advanced=True),
        "default: the fitted one that can be set up",
    ] = ""
    expose: Annotated[Expose, Asked("Leans out", "e", lambda game, by: aim.EXPOSING, advanced=True)] = ""
    down: Annotated[Down, Asked("Goes down", "d", lambda game, by: LOWER, advanced=True)] = ""


# --- what the rules ask of fire over an area


@forbids("CQ-FLM-1", reads=("weapon", "size"), overridable=False)
def there_is_fuel(game: Fight, command: Flame) -> str | None:
    held = need.own_weapon(game, command)
    if held is None:
        return None
    if not need.is_flame_thrower(figures(held)):
        return f"The {figures(held).name.lower()} can't throw flames."
    return f"There is fuel for {held.ammo}." if held.ammo < _fuel(command) else None


def _fuel(command: Flame) -> int:
    """CQ-FLM-1: what a burst uses."""
    return number(f"flame_{command.size}_fuel")


@forbids("CQ-AUT-1", reads=("weapon",))
def fires_automatically(game: Fight, command: SweepFire) -> str | None:
    arm = need.own_arm(game, command)
    if arm is None or need.has_automatic_fire(arm):
        return None
    return f"The {arm.name.lower()} has no automatic fire."


@forbids("CQ-RNG-12", reads=("weapon",), alternative="reload", overridable=False)
def has_rounds(game: Fight, command: SweepFire) -> str | None:
    held = need.own_weapon(game, command)
    return None if held is None or held.ammo else "It is empty."


@forbids("CQ-MAP-5", reads=("first", "last"))
def the_arc_is_in_front(game: Fight, command: SweepFire) -> str | None:
    character = game.units[command.by]
    if not character.hex:
        return None
    for hex in (command.first, command.last):
        if why := need.not_in_front(character, hex, hex):
            return why
        if hex == character.hex:
            return f"{hex} is where {character.name} stands."
    return None


@forbids("CQ-AUT-8", need.EXPOSES, reads=("weapon", "first", "last", "expose", "down"), overridable=False)
def somebody_is_in_the_arc(game: Fight, command: SweepFire) -> WhyNot:
    """The fire must reach a figure in the arc; over the firer's own wall only if exposed."""
    if not game.units[command.by].hex or figures_in_arc(game, command):
        return None
    hidden = figures_in_arc(game, command, need.EXPOSES)
    if not hidden:
        return "There is no target in that arc."
    (attempt, *_), game = fire_along(game, command, hidden), lowered(game, command)
    return Refusal(need.EXPOSES, aim.cover_of(game, attempt).sentence)


not_fallen = order.nobody_who(
    "CQ-ACT-4", "{} can't fire in this position.", lambda one: one.posture == "fallen" and not one.hth
)

FIRE_CHECKS: tuple[Any, ...] = (
    *order.action_checks("step", "CQ-ACT-4"), order.not_in_hth, order.not_in_deep_water,
)  # fmt: skip

STANCE_CHECKS: tuple[Any, ...] = (
    need.not_down_after_moving, need.can_go_down, not_fallen, need.ready_and_whole,
)  # fmt: skip


# --- `flame`


def flame_of(game: Fight, command: Flame) -> Attempt:
    return Attempt(
        by=command.by,
        way="missile",
        weapon=candidates.weapon(game, command.by, command.weapon),
        target=command.target,
        support=command.support,
        expose=command.expose,
        aiming=aim.aiming_at(game, command.by, command.target),
    )


@COMMANDS.add(
    Flame,
    "Flame",
    candidates.naming(weapon=candidates.weapon, target=candidates.other_unit),
    (
        *FIRE_CHECKS, need.only_at_a_charger, *STANCE_CHECKS, there_is_fuel, need.support_can_stand,
        *need.AT_SOMEBODY,
    ),
    rules=(*SHOT_RULES, "CQ-FLM-2", "CQ-FLM-3", "CQ-FLM-4", "CQ-FIR-10"),
    key="f",
    offered=order.offered_in(
        "slot", where=lambda game, by: bool(candidates.ready_weapons(game.units[by], need.is_flame_thrower))
    ),
)  # fmt: skip
async def flame(play: Play[Fight], command: Flame) -> None:
    """CQ-FLM-2, CQ-FLM-3, CQ-FLM-4: to hit; the hexes; a roll for each other figure in them; the fire."""
    by, engaged = command.by, is_engaged(play.state, command.by)
    shooting.go_down(play, command)
    attempt = flame_of(play.state, command)
    order.use_action(play, by)
    thrower = candidates.weapon(play.state, by, command.weapon)
    left = max(0, thrower.ammo - _fuel(command))  # gone whatever the flames do
    play.commit(play.state.with_weapon(by, thrower.id, ammo=left), Flamed(by, command.target, left))
    shooting.expose(play, attempt)
    attacked = await roll_to_hit(play, attempt)
    await shooting.kick_back(play, attempt)
    if not attacked.lost:
        await spread(play, command, hit=attacked.hit)
    if engaged:
        shooting.let_go(play, by, command.weapon)


async def spread(play: Play[Fight], command: Flame, *, hit: bool) -> None:
    hexes = await choose_hexes(play, command, hit=hit)
    play.emit(FlamesCover(hexes))
    # CQ-FLM-3: a roll to hit of its own for everybody else alive in the flames; a miss is only beside them.
    inside = {command.target} if hit else set()
    attempt = replace(flame_of(play.state, command), aiming=0)
    others = [name for name in _in_hexes(play.state, hexes) if is_alive(play.state, name)]
    for name in others:
        if name != command.target and (await roll_to_hit(play, replace(attempt, target=name))).hit:
            inside.add(name)
    # CQ-FLM-4: 4 points in the flames, 2 beside them; saves against being soaked; then the hexes burn.
    origin = play.state.units[command.by].hex
    for name in _in_hexes(play.state, {near for hex in hexes for near in (hex, *neighbours(hex))}):
        points = number("flame_damage" if name in inside else "flame_beside")
        await scorch_with_oil(play, name, points, hex=origin, by=command.by)
    await soak(play, [name for name in play.state.units if name in inside], dice=number("soak_dice"))
    set_alight(play, hexes)


def _in_hexes(game: Fight, hexes: Collection[str]) -> list[str]:
    """Everybody in these hexes, dead or alive, in the order of the set-up."""
    units = game.units.items()
    return [name for name, character in units if character.hex in hexes and not character.left]


async def choose_hexes(play: Play[Fight], command: Flame, *, hit: bool) -> tuple[str, ...]:
    """CQ-FLM-2: the firer's side places 3 or 7 hexes one by one, each next to one that lies already.

    A hit begins in the target's hex; a miss begins beside it, and never covers it.
    """
    target, side = play.state.units[command.target].hex, play.state.units[command.by].side
    placed: tuple[str, ...] = (target,) if hit else ()
    while len(placed) < number(f"flame_{command.size}_hexes"):
        beside = {hex for one in placed or (target,) for hex in neighbours(one)} - {*placed, target}
        free = sorted(hex for hex in beside if on_map(play.state.map, hex) and not solid(play.state.map, hex))
        if not free:
            break
        options = tuple(Option(hex, hex) for hex in free)
        chosen = await play.choose(
            "flame_hex", side=side, options=options, why="Where the flames go", rules=("CQ-FLM-2",)
        )
        placed = (*placed, str(chosen))
    return placed


# --- `sweep_fire` (CQ-AUT-8)


def figures_in_arc(game: Fight, command: SweepFire, rule: str = "") -> list[str]:
    """The figures in the arc that the fire reaches, or those that it can't reach by that rule.

    All that are upright, friends too, in the order of the sweep.
    """
    game = lowered(game, command)
    character, bounds = game.units[command.by], (command.first, command.last)
    if character.hex in bounds:
        return []
    taken = {other.hex for other in game.units.values() if other.hex and not other.left} - {character.hex}
    hexes = swept(character.hex, character.facing, *bounds, taken)
    names = [name for hex in hexes for name in in_hex(game, hex) if is_upright(game, name)]
    fire = fire_along(game, command, names)
    return [attempt.target for attempt in fire if aim.cover_of(game, attempt).rule == rule]


def fire_along(game: Fight, command: SweepFire, names: Sequence[str]) -> list[Attempt]:
    """CQ-RNG-4, CQ-AUT-5: the fire at each of these figures, with the support of the weapon; the rounds come later."""
    by, character, support = command.by, game.units[command.by], command.support
    held = character.weapon(command.weapon)
    if held is not None and not support:
        stands = need.standing_supports(game, character, held, command.down or character.posture)
        support = next(iter(stands), "")
    how: dict[str, Any] = {"by": by, "weapon": held, "support": support, "expose": command.expose}
    how |= {"mode": "auto", "sweep": True, "interveners": False}
    foes = sum(is_enemy(game, by, name) for name in names)
    return [
        Attempt(way="missile", target=name, aiming=aim.aiming_at(game, by, name), swept=foes, **how)
        for name in names
    ]


def _gap(before: str, hex: str) -> int:
    """The rounds that go between two figures: one for each hex that lies between them."""
    return max(0, distance(before, hex) - 1) if before else 0


def _foreseen(game: Fight, by: str, command: SweepFire | None) -> Iterator[Detail]:
    """Who is in the arc, and the roll at each, with the rounds that are left for it if all before it are missed."""
    if command is None or not game.units[by].hex:
        return
    names, gun = figures_in_arc(game, command), candidates.weapon(game, by, command.weapon)
    yield Detail("Swept", candidates.named(game, names) or "nobody")
    if names[1:]:
        yield Detail("Numbers", "if those before are missed")
    game = lowered(game, command)
    left, before = min(figures(gun).shots[2], gun.ammo), ""
    for attempt in fire_along(game, command, names):
        character = game.units[attempt.target]
        left, before = left - _gap(before, character.hex), character.hex
        if left <= 0:
            yield Detail(character.name, "no rounds left for them")
            continue
        if is_enemy(game, by, attempt.target):
            said = aim.to_hit_roll(game, replace(attempt, rounds=left)).odds
            left -= number("sweep_miss_rounds")
        else:  # CQ-AVD-1, CQ-AVD-2: the roll to avoid a friend
            modifiers = thrown.avoiding(game, attempt, attempt.target, left)
            past = aim.ToHitRoll(against(game, number("avoid_dice"), e_dex(game, by), modifiers))
            said = f"a friend, missed on {past.odds}"
        yield Detail(character.name, said)


@COMMANDS.add(
    SweepFire,
    "Sweep with fire",
    candidates.naming(first=candidates.a_hex, last=candidates.a_hex, weapon=candidates.weapon),
    (
        *FIRE_CHECKS, order.disengaged("CQ-ACT-9"), *STANCE_CHECKS, fires_automatically, has_rounds,
        need.support_can_stand, need.on_the_map("first", "last"), the_arc_is_in_front, somebody_is_in_the_arc,
    ),
    rules=(*SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-6", "CQ-AUT-9"),
    key="v",
    offered=order.offered_in(
        "slot", where=lambda game, by: bool(candidates.ready_weapons(game.units[by], need.has_automatic_fire))
    ),
    lines=_foreseen,
)  # fmt: skip
async def sweep_fire(play: Play[Fight], command: SweepFire) -> None:
    """CQ-AUT-8: figure after figure, as long as rounds are left; hits, misses and the gaps between use them up.

    The weapon's whole automatic fire, or what it has left, is used up at once.
    """
    by = command.by
    shooting.go_down(play, command)
    names = figures_in_arc(play.state, command) or figures_in_arc(play.state, command, need.EXPOSES)
    attempts = fire_along(play.state, command, names)
    order.use_action(play, by)
    gun = candidates.weapon(play.state, by, command.weapon)
    left, before = min(figures(gun).shots[2], gun.ammo), ""
    kept = gun.ammo - left
    play.commit(play.state.with_weapon(by, gun.id, ammo=kept), Swept(by, left, kept))
    shooting.expose(play, *attempts)
    for foreseen in attempts:
        name, hex = foreseen.target, play.state.units[foreseen.target].hex
        left, before = left - _gap(before, hex), hex
        if left <= 0:
            break
        attempt, used = replace(foreseen, rounds=left), number("sweep_miss_rounds")
        if is_enemy(play.state, by, name):
            attacked = await roll_to_hit(play, attempt)
            if attacked.lost:
                break
            if attacked.hit:
                used, struck = bullets_of(attacked), await thrown.victim(play, attempt)
                await bullets(play, attempt, struck, used, attacked.result)
        else:
            avoided = await thrown.roll_to_avoid(play, attempt, name)
            if avoided.success:
                used = 0
            elif avoided.band not in FAILURES:
                used = min(left, thrown.not_avoided(avoided))
                play.emit(thrown.HitInstead(name))
                await bullets(play, attempt, name, used)
        left -= used
    await shooting.kick_back(play, replace(attempts[0], weapon=play.state.units[by].weapon(gun.id)))
