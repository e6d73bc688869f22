"""Watching a hex and attacking who moves through it or leaves cover: `overwatch`, `opportunity_fire` (section 12)."""

from __future__ import annotations

from math import inf
from typing import Annotated, Any, Literal

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import candidates
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks import shooting
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.grenades import Fuse, come_down, not_within_a_throw, where_it_lands
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.melee import battery_has_power, strike_at, use_power
from vedette.games.close_quarters.attacks.to_hit import Attempt, Expose, Support, Way
from vedette.games.close_quarters.near import is_able, is_enemy, is_engaged, is_out, is_walled, side_of
from vedette.games.close_quarters.opening import open_watch, sealed_watch, watch_of
from vedette.games.close_quarters.state import Character, Fight, LastMove, Weapon
from vedette.games.close_quarters.state import WatchedHex as Watch
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.path import half, hex_costs, is_run
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance, on_map, step

COMMANDS = Commands[Fight]()

WATCHES = {"opportunity": "one shot when somebody comes", "suppression": "suppression: all rounds at once"}


@fact("{unit} {mode:=suppression?lays {rounds} rounds of fire on|watches} {hex:word}.")
class Watches(Fact, frozen=True):
    unit: str
    hex: str
    mode: str
    rounds: int


@fact("{unit} has left cover before {watchers}.", headline="{unit} leaves cover")
class LeftCover(Fact, frozen=True):
    unit: str
    watchers: tuple[str, ...]


@fact("Opportunity fire: {by} attacks {target} in {hex:word}.", headline="{by} → {target}, opportunity fire")
class FiresAtMover(Fact, frozen=True):
    by: str
    target: str
    hex: str


@fact(
    "Opportunity fire: {by} attacks {target}, now out of cover in {hex:word}.",
    headline="{by} → {target}, opportunity fire",
)
class FiresAtUncovered(Fact, frozen=True):
    by: str
    target: str
    hex: str


@fact("{unit} goes on to {hex:word}.")
class MovedOn(Fact, frozen=True):
    unit: str
    hex: str


@fact("The move of {unit} ends there.")
class Stopped(Fact, frozen=True):
    unit: str


@fact("{unit} was watching{left:?; {left:# shot} left}.")
class WatchUsed(Fact, frozen=True):
    aside = True
    unit: str
    left: int


@fact("{unit} holds fire.")
class HoldsFire(Fact, frozen=True):
    unit: str


# --- `overwatch`: watching a hex, to attack who moves into it


def can_watch(arm: Arm) -> bool:
    """CQ-OPT-13: whether one watches a hex with it; not with a flame thrower."""
    return not need.is_flame_thrower(arm)


def _hex_ahead(game: Fight, words: Words) -> str:
    character = game.units[words["by"]]
    return step(character.hex, character.facing) if character.hex else ""


class Overwatch(Command):
    """Watch a hex, to attack who moves into it."""

    hex: Annotated[
        str, Asked("Hex", "h", default=_hex_ahead, hex=candidates.is_on_map, stand_in=candidates.own_hex)
    ]
    weapon: Annotated[str, Asked("Weapon", "g", candidates.held(can_watch), judged=False)]
    mode: Annotated[Literal["opportunity", "suppression"], Asked("How", "o", lambda game, by: WATCHES)] = (
        "opportunity"
    )
    support: Annotated[Support, Asked("Support", "r", lambda game, by: aim.STEADY, advanced=True)] = ""
    expose: Annotated[Expose, Asked("Leans out", "e", lambda game, by: aim.EXPOSING, advanced=True)] = ""


overwatch_understood = candidates.naming(weapon=candidates.weapon_or_hands, hex=candidates.a_hex)


def _watches_from_afar(game: Fight, by: str, weapon: str, hex: str) -> bool:
    """Whether the hex is watched with a shot or a throw; what can be thrown as well strikes at the next hexes."""
    character, held = game.units[by], game.units[by].weapon(weapon)
    if held is None:
        return False
    arm = figures(held)
    if arm.missile or arm.use in ("thrown", "grenade"):
        return True
    return need.is_throwable(arm) and not _is_next(character, hex)


def _is_next(character: Character, hex: str) -> bool:
    """Whether a hex is one of the front hexes next to somebody."""
    return bool(character.hex) and distance(character.hex, hex) == 1 and side_of(character, hex) == "front"


@forbids("CQ-OPT-13")
def opportunity_fire_is_played(game: Fight, command: Overwatch) -> str | None:
    return None if game.options.opportunity_fire else "Opportunity fire is not played in this game."


@forbids("CQ-ACT-9", reads=("weapon", "hex"))
def not_engaged_with_a_gun(game: Fight, command: Overwatch) -> str | None:
    afar = _watches_from_afar(game, command.by, command.weapon, command.hex)
    if is_engaged(game, command.by) and afar:
        return f"{game.units[command.by].name} is engaged."
    return None


@forbids("CQ-OPT-13", reads=("weapon", "hex"))
def a_blade_watches_the_next_hexes(game: Fight, command: Overwatch) -> str | None:
    character = game.units[command.by]
    afar = _watches_from_afar(game, command.by, command.weapon, command.hex)
    if afar or _is_next(character, command.hex):
        return None
    return f"{character.name} can watch only the next hexes in front with that."


@check("CQ-GRN-1", reads=("weapon", "hex"))
def a_grenade_reaches_it(game: Fight, command: Overwatch) -> Refusal | None:
    arm = need.own_arm(game, command)
    grenade = arm is not None and need.is_grenade(arm)
    return not_within_a_throw(game.units[command.by], command.hex) if grenade else None


@forbids("CQ-OPT-14", reads=("weapon", "mode"), alternative="opportunity")
def suppression_takes_a_gun(game: Fight, command: Overwatch) -> str | None:
    arm = need.own_arm(game, command)
    if command.mode == "suppression" and (arm is None or not arm.missile):
        return "Suppression takes a missile weapon."
    return None


@check("CQ-RNG-12", "CQ-NRG-3", "CQ-ACT-15", reads=("weapon",))
def the_gun_is_loaded(game: Fight, command: Overwatch) -> Refusal | None:
    arm = need.own_arm(game, command)
    return need.is_loaded.test(game, command) if arm is not None and arm.missile else None


@check("CQ-NRG-3", reads=("weapon", "hex"))
def the_blow_has_power(game: Fight, command: Overwatch) -> Refusal | None:
    afar = _watches_from_afar(game, command.by, command.weapon, command.hex)
    return None if afar else battery_has_power.test(game, command)


@check("CQ-ENV-10", reads=("weapon", "hex", "mode", "expose"))
def suppression_gets_out(game: Fight, command: Overwatch) -> Refusal | None:
    """CQ-OPT-14: fire laid on a hex exposes at once; the firer may be too low for the wall."""
    held = need.own_weapon(game, command)
    if command.mode != "suppression" or held is None or not game.units[command.by].hex:
        return None
    attempt = _fire_on(command, held)
    refused = aim.out_of_sight(game, *aim.ends(game, attempt), attempt.expose)
    return refused if refused is not None and refused.rule == need.EXPOSES else None


def _fire_on(command: Overwatch, held: Weapon) -> Attempt:
    exposed = command.expose or "over"
    return Attempt(by=command.by, way="missile", weapon=held, hex=command.hex, expose=exposed)


def _may_watch(game: Fight, by: str) -> bool:
    return game.options.opportunity_fire and bool(game.units[by].ready) and not is_engaged(game, by)


@COMMANDS.add(
    Overwatch,
    "Watch a hex",
    overwatch_understood,
    (
        *order.action_checks("step", "CQ-OPT-13"), opportunity_fire_is_played, order.not_in_hth,
        order.not_in_deep_water, need.ready_and_whole,
        need.only("CQ-ACT-16", can_watch, "{} can't watch a hex."), not_engaged_with_a_gun,
        a_blade_watches_the_next_hexes, need.on_the_map("hex"), need.the_hex_is_in_front, a_grenade_reaches_it,
        suppression_takes_a_gun, the_gun_is_loaded, the_blow_has_power, need.support_can_stand,
        suppression_gets_out,
    ),
    rules=("CQ-RNG-4", "CQ-ENV-10"),
    key="o",
    offered=order.offered_in("slot", where=_may_watch),
)  # fmt: skip
async def overwatch(play: Play[Fight], command: Overwatch) -> None:
    """CQ-OPT-13, CQ-OPT-14: watch a hex."""
    game, watch = take_up_watch(play, command)
    fact = Watches(command.by, watch.hex, watch.mode, watch.shots)
    play.commit(game.with_unit(command.by, overwatch=watch), fact)


def take_up_watch(play: Play[Fight], command: Overwatch) -> tuple[Fight, Watch]:
    """CQ-OPT-13, CQ-OPT-14: use the action; the game without the rounds that suppression fires, and the watch.

    Suppression fires its automatic fire at once, else its shots, as far as there is ammunition, exposes the firer
    and uses up the aiming.
    """
    by = command.by
    aimed = play.state.units[by].aim_turns > 0
    order.use_action(play, by)
    game, held, shots = play.state, need.own_weapon(play.state, command), 1
    if command.mode == "suppression" and held is not None:
        shooting.expose(play, _fire_on(command, held))
        single, _, automatic = figures(held).shots
        shots = max(1, min(automatic or single, held.ammo))
        game = shooting.spent(play.state, by, held, shots)
    support, expose_by = command.support or None, command.expose or None
    return game, Watch(command.weapon, command.hex, command.mode, shots, aimed, support, expose_by)


# --- leaving cover in front of watchers, by an action or by rising


def note_who_left_cover(play: Play[Fight], before: Fight) -> None:
    """CQ-OPT-13: watchers may fire at a character with less cover than before.

    In the movement phase that is one who rises in place: a moving character is fired at on the way.
    """
    watched = any(character.overwatch for character in play.state.units.values())
    if before.phase not in ("action", "movement") or not watched:
        return
    for name in play.state.units:
        watchers = tuple(unit for unit in play.state.units if _sees_leaving(before, play.state, unit, name))
        if watchers:
            left = {**play.state.left_cover, name: watchers}
            play.commit(replace(play.state, left_cover=left), LeftCover(name, watchers))


def _sees_leaving(before: Fight, now: Fight, watcher: str, name: str) -> bool:
    character, was, there = now.units[watcher], before.units[name], now.units[name]
    watches = character.overwatch is not None and is_able(now, watcher) and is_enemy(now, watcher, name)
    if not watches or is_out(now, name) or not (character.hex and was.hex and there.hex):
        return False
    moved = before.phase == "movement" and was.hex != there.hex
    return not moved and _hidden(now, character, was) > _hidden(now, character, there)


def _hidden(game: Fight, watcher: Character, target: Character) -> float:
    """How well walls and pits hide somebody from the watcher: the points that they take off, without end if wholly."""
    eye, there = Figure(watcher.hex, watcher.posture), Figure(target.hex, target.posture, target.exposed)
    found = aim.sight(game, eye, there, expose="lean")
    if found.rule:
        return inf
    return -found.concealment.value if found.concealment is not None else 0


# --- `opportunity_fire`: attacking who moves through a hex that is watched, or leaves cover


class OpportunityFire(Command):
    """Attack an enemy who has just moved through a hex, or has just left cover in it."""

    target: str
    hex: Annotated[str, "that was moved through or left"]
    fuse: Annotated[Fuse, "when a grenade goes off"] = ""
    grenade: Annotated[str, "of a grenade launcher, the first by default"] = ""
    support: Annotated[Support, "default: as named when the watch began"] = ""
    expose: Annotated[Expose, "default: over the wall"] = ""


def opportunity_understood(game: Fight, command: OpportunityFire) -> OpportunityFire:
    """A character, somebody else, and a hex; a sealed watch must be as it was sealed."""
    candidates.by_unit(game, command)
    watch_of(game, command.by)
    candidates.hex_name(command.hex)
    candidates.other_unit(game, command.by, command.target)
    return command


def way_of_last_move(game: Fight, target: str) -> tuple[str, ...]:
    last = game.last_move
    return last.path[1:] if game.phase == "movement" and last is not None and last.unit == target else ()


def hexes_to_fire_into(game: Fight, by: str, target: str) -> tuple[str, ...]:
    """CQ-OPT-13: the hexes in which a watcher may fire at an enemy now."""
    there = game.units[target]
    uncovered = (there.hex,) if by in game.left_cover.get(target, ()) else ()
    foe = there.side != game.units[by].side
    return (*way_of_last_move(game, target), *uncovered) if foe else ()


def who_can_be_fired_at(game: Fight, by: str) -> tuple[str, ...]:
    """CQ-OPT-13: the enemies at whom a watcher may fire now, as far as that depends on what they have done."""
    return tuple(name for name in game.units if name != by and hexes_to_fire_into(game, by, name))


@check("CQ-TRN-4")
def he_is_able_to_fire(game: Fight, command: OpportunityFire | LetPass) -> Refusal | None:
    if is_able(game, command.by):
        return None
    sentence = f"{game.units[command.by].name} can't act."
    return Refusal("CQ-TRN-4", sentence, overridable=not is_out(game, command.by))


@check("CQ-TRN-1")
def somebody_moves_or_leaves_cover(game: Fight, command: OpportunityFire | LetPass) -> Refusal | None:
    """Opportunity fire belongs to the movement; in the phase of action it answers who has just left cover."""
    return None if game.left_cover else order.in_phase("movement").test(game, command)


@forbids("CQ-OPT-13", reads=("target", "hex"), overridable=False)
def somebody_is_there(game: Fight, command: OpportunityFire) -> str | None:
    character = game.units[command.by]
    if character.overwatch is None:
        return f"{character.name} watches no hex."
    target = game.units.get(command.target)
    if target is None or command.hex in hexes_to_fire_into(game, command.by, command.target):
        return None
    done = "moved through" if game.phase == "movement" else "left cover in"
    return f"{target.name} has not just {done} {command.hex} as an enemy."


@forbids("CQ-OPT-13", reads=("hex",))
def the_watched_hex_fits(game: Fight, command: OpportunityFire) -> WhyNot:
    """The watched hex is on the map; what was sealed must be one that can be watched from there."""
    character, watch = game.units[command.by], watch_of(game, command.by)
    if watch is None or not character.hex:
        return None
    if not on_map(game.map, watch.hex):
        return Refusal("CQ-OPT-13", f"{character.name} watches no hex of the map.", overridable=False)
    if sealed_watch(game, command.by) is None or side_of(character, watch.hex) == "front":
        return None
    return f"The hex that was sealed is not in front of {character.name}."


@check("CQ-ACT-16", "CQ-RNG-12")
def the_weapon_is_still_there(game: Fight, command: OpportunityFire) -> Refusal | None:
    character = game.units[command.by]
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    if character.overwatch is None or (held is None and character.overwatch.weapon == candidates.HANDS):
        return None
    if held is None or not need.is_whole_in_hand(character, held):
        sentence = f"{character.name} can't use that weapon any more."
        return Refusal("CQ-ACT-16", sentence, overridable=held is not None)
    named = getattr(command, "grenade", "")  # "" also before anything is picked
    if figures(held).is_a(need.LAUNCHER) and shooting.grenade_to_fire(character, named) is None:
        return Refusal("CQ-RNG-12", f"{character.name} has no such grenade to fire.", overridable=False)
    return None


def _still(check: Check[Fight, Any], *reads: str) -> Check[Fight, OpportunityFire]:
    """A check of taking up the watch, once more when it leads to an attack; with another support, if that is said."""

    def test(game: Fight, command: OpportunityFire) -> Refusal | None:
        watch = watch_of(game, command.by)
        if watch is None:
            return None
        support = getattr(command, "support", "") or watch.support or ""  # "" also before anything is picked
        words = {"by": command.by, "weapon": watch.weapon, "hex": watch.hex, "support": support}
        return check.test(game, Overwatch.model_validate({"do": "overwatch", **words}))

    return Check(check.rules, reads, test)


@forbids(
    "CQ-ATK-12", "CQ-GRN-1", "CQ-ENV-9", "CQ-ENV-13", need.EXPOSES,
    reads=("target", "hex", "expose"), overridable=False,
)  # fmt: skip
def he_can_be_reached(game: Fight, command: OpportunityFire) -> WhyNot:
    character, watch = game.units[command.by], watch_of(game, command.by)
    if not character.hex or command.target not in game.units or watch is None:
        return None
    if not on_map(game.map, watch.hex):
        return None
    attempt = watched_attack(game, command)
    if attempt.regular:
        near = distance(character.hex, command.hex) == 1
        reached = near and not is_walled(game, character.hex, command.hex)
        return None if reached else f"{command.hex} is out of reach."
    if attempt.way == "grenade":
        if too_far := not_within_a_throw(character, command.hex):
            return too_far
        attempt = replace(attempt, expose="lean")
    there = game.with_unit(command.target, hex=command.hex)
    ends = aim.ends(there, replace(attempt, target=command.target))
    return aim.out_of_sight(there, *ends, attempt.expose)


def watched_attack(game: Fight, command: OpportunityFire) -> Attempt:
    """CQ-OPT-13, CQ-OPT-14, CQ-ENV-10: the attack from the watch; over the watcher's own wall unless leaning.

    It is fired, thrown or struck with; grenades go into the hex.
    """
    watch = watch_of(game, command.by)
    assert watch is not None  # a check has seen to it
    held = game.units[command.by].weapon(watch.weapon)
    afar = _watches_from_afar(game, command.by, watch.weapon, watch.hex)
    way: Way = "thrown" if afar else "melee"
    if held is not None and figures(held).missile:
        way = "launch" if figures(held).is_a(need.LAUNCHER) else "missile"
    elif held is not None and need.is_grenade(figures(held)):
        way = "grenade"
    into = way in aim.INTO_HEXES
    return Attempt(
        by=command.by,
        way=way,
        weapon=held,
        target="" if into else command.target,
        hex=command.hex if into else "",
        support=command.support or watch.support or "",
        expose=command.expose or watch.expose or "over",
        opportunity=watch.mode == "opportunity" and not watch.aimed,
        off_hex=distance(watch.hex, command.hex) if afar else 0,
    )


def _watches(game: Fight, by: str) -> bool:
    """In movement as long as the watch lasts; later only while somebody may be fired at."""
    watches = game.units[by].overwatch is not None
    return watches and (game.phase == "movement" or bool(who_can_be_fired_at(game, by)))


@COMMANDS.add(
    OpportunityFire,
    "Fire at the mover",
    opportunity_understood,
    (
        somebody_moves_or_leaves_cover, he_is_able_to_fire, order.not_in_deep_water, somebody_is_there,
        *order.target_checks(), the_watched_hex_fits, need.the_hex_is_in_front, the_weapon_is_still_there,
        _still(need.support_can_stand, "support"), he_can_be_reached, _still(the_blow_has_power),
    ),
    rules=("CQ-OPT-14", "CQ-RNG-6", "CQ-ATK-1", "CQ-GRN-2", "CQ-GRN-3", "CQ-GRN-4", "CQ-GRN-6"),
    key="o",
    offered=order.offered_in(*order.IN_COMBAT, where=_watches),
)  # fmt: skip
async def opportunity_fire(play: Play[Fight], command: OpportunityFire) -> None:
    """CQ-OPT-13: attack as if the target stood there; where that stops the mover, the move ends there (decision 67).

    Who has left cover in the phase of action stands there. A watch that is sealed is shown first.
    """
    by, target, hex = command.by, command.target, command.hex
    open_watch(play, by)
    attempt = watched_attack(play.state, command)
    before, there = play.state.units[target], None
    use_watch(play, by)
    if hex in way_of_last_move(play.state, target):
        there = play.state.with_unit(target, hex=hex)
        play.commit(there, FiresAtMover(by, target, hex))
    else:
        play.emit(FiresAtUncovered(by, target, hex))
    if attempt.regular:
        use_power(play, by, attempt.weapon)
        await strike_at(play, attempt)
    elif attempt.way == "grenade":  # CQ-GRN-4: it comes down in the hex, and goes off in its time
        assert attempt.weapon is not None  # bare hands throw nothing
        lands = await where_it_lands(play, await roll_to_hit(play, attempt))
        await come_down(play, by, attempt.weapon, lands, command.fuse)
    else:
        shooting.expose(play, attempt)
        await shooting.discharge(play, attempt, command.grenade, command.fuse)
    # Stopped is who fell, was stunned, is out, or was moved back; who slipped further on had passed.
    now = play.state.units[target]
    falls = now.posture == "fallen" and before.posture != "fallen"
    if falls or now.stunned or is_out(play.state, target) or now.hex != hex:
        if there is not None:
            play.commit(cut_short(play.state, there, target, hex), Stopped(target))
        elif play.state.phase == "movement":
            play.commit(play.state.with_unit(target, done=True), Stopped(target))
    elif there is not None and before.hex != hex:
        play.commit(play.state.with_unit(target, hex=before.hex), MovedOn(target, before.hex))


def use_watch(play: Play[Fight], by: str) -> None:
    """One shot of the watch is used: a round in opportunity fire, in suppression one that is gone already."""
    game, character = play.state, play.state.units[by]
    assert character.overwatch is not None  # a check has seen to it
    held = character.weapon(character.overwatch.weapon)
    if held is not None and figures(held).missile and character.overwatch.mode == "opportunity":
        game = shooting.spent(game, by, held, number("opportunity_rounds"))
    shots = character.overwatch.shots - 1
    watch = replace(character.overwatch, shots=shots) if shots > 0 else None
    play.commit(game.with_unit(by, overwatch=watch), WatchUsed(by, max(0, shots)))


def cut_short(game: Fight, fired_at: Fight, name: str, hex: str) -> Fight:
    """The game with the move ended in the hex where it was fired at: only the way up to it counts."""
    character, last = game.units[name], game.last_move
    if last is None or last.unit != name or hex not in last.path:
        return game
    reached = last.path.index(hex, 1)
    missing = len(last.path) - 1 - reached
    path = character.path[: len(character.path) - missing] if missing else character.path
    moved = max(0, character.moved - sum(hex_costs(fired_at, name, last.path[1:])[reached:]))
    most = half(fired_at, name, path)
    game = game.with_unit(
        name,
        moved=moved,
        half=most,
        path=path,
        ran=is_run(moved, most),
        charged=character.charged and not missing,
    )
    return replace(game, last_move=LastMove(name, last.path[: reached + 1]))


class LetPass(Command):
    """Don't fire at somebody who has just moved, or has just left cover; the watch goes on."""


@forbids("CQ-OPT-13", overridable=False)
def somebody_could_be_fired_at(game: Fight, command: LetPass) -> str | None:
    character = game.units[command.by]
    if character.overwatch is None:
        return f"{character.name} watches no hex."
    if who_can_be_fired_at(game, command.by):
        return None
    return f"No enemy has just {'moved' if game.phase == 'movement' else 'left cover'}."


@COMMANDS.add(
    LetPass,
    "Let it pass",
    candidates.by_unit,
    (somebody_moves_or_leaves_cover, he_is_able_to_fire, somebody_could_be_fired_at),
    key="p",
    deliberate=True,
)
async def let_pass(play: Play[Fight], command: LetPass) -> None:
    """CQ-OPT-13: the watcher isn't asked again before somebody else moves or leaves cover."""
    passed = dict.fromkeys((*play.state.let_pass, command.by))
    play.commit(replace(play.state, let_pass=tuple(passed)), HoldsFire(command.by))
