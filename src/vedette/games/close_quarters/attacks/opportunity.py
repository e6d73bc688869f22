"""Watching a hex and attacking who moves through it or leaves his cover: `overwatch`, `opportunity_fire` (section 12)."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks.grenades import Fuse, come_down, not_within_a_throw, where_it_lands
from vedette.games.close_quarters.attacks.hitting import roll_to_hit
from vedette.games.close_quarters.attacks.melee import battery_has_power, strike_at, use_power
from vedette.games.close_quarters.attacks.shooting import expose, fire, grenade_to_fire, kick_back, launch
from vedette.games.close_quarters.attacks.to_hit import (
    EXPOSING,
    STEADY,
    Attempt,
    Expose,
    Support,
    ToHitRoll,
    Way,
    ends,
    out_of_sight,
    sight,
    to_hit_roll,
)
from vedette.games.close_quarters.attacks.weapon_checks import (
    EXPOSES,
    LAUNCHER,
    is_loaded,
    is_throwable,
    is_whole_in_hand,
    own_arm,
    own_weapon,
    ready_and_whole,
    support_can_stand,
    the_hex_is_in_front,
)
from vedette.games.close_quarters.candidates import (
    HANDS,
    a_hex,
    by_unit,
    held,
    hex_name,
    is_on_map,
    naming,
    other_unit,
    own_hex,
    weapon_or_hands,
)
from vedette.games.close_quarters.near import is_able, is_enemy, is_engaged, is_out, is_walled, side_of
from vedette.games.close_quarters.opening import open_watch, sealed_watch, watch_of
from vedette.games.close_quarters.state import Character, Fight, LastMove, Weapon
from vedette.games.close_quarters.state import WatchedHex as Watch
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure
from vedette.games.close_quarters.turn.allowance import half, hex_costs, is_run
from vedette.games.close_quarters.turn.order import (
    IN_COMBAT,
    action_checks,
    in_phase,
    not_in_deep_water,
    not_in_hth,
    offered_in,
    target_checks,
    use_action,
)
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance, on_map, step

COMMANDS = Commands[Fight]()


# --- watching a hex, to attack who moves into it


@fact("{unit} {mode:=suppression?lays {rounds} rounds of fire on|watches} {hex:word}.")
class Watches(Fact, frozen=True):
    """He watches a hex; `rounds` are used up at once in suppression."""

    unit: str
    hex: str
    mode: str
    rounds: int


WATCHES = {"opportunity": "one shot when somebody comes", "suppression": "suppression: all rounds at once"}


def can_watch(arm: Arm) -> bool:
    """CQ-OPT-13: whether one watches a hex with it; not with a flame thrower."""
    return not arm.is_a("flame-thrower")


def _hex_ahead(game: Fight, words: Words) -> str:
    character = game.units[words["by"]]
    return step(character.hex, character.facing) if character.hex else ""


class Overwatch(Command):
    """Watch a hex, to attack who moves into it."""

    hex: Annotated[str, Asked("Hex", "h", default=_hex_ahead, hex=is_on_map, stand_in=own_hex)]
    weapon: Annotated[str, Asked("Weapon", "g", held(can_watch), judged=False)]
    mode: Annotated[Literal["opportunity", "suppression"], Asked("How", "o", lambda game, by: WATCHES)] = (
        "opportunity"
    )
    support: Annotated[Support, Asked("Support", "r", lambda game, by: STEADY, advanced=True)] = ""
    expose: Annotated[Expose, Asked("Leans out", "e", lambda game, by: EXPOSING, advanced=True)] = ""


overwatch_understood = naming(weapon=weapon_or_hands, hex=a_hex)


@forbids("CQ-OPT-13")
def opportunity_fire_is_played(game: Fight, command: Any) -> str | None:
    """Watching a hex is an optional rule."""
    if game.options.opportunity_fire:
        return None
    return "Opportunity fire is not played in this game."


@forbids("CQ-ACT-16", reads=("weapon",), overridable=False)
def it_can_watch(game: Fight, command: Any) -> str | None:
    """Flame throwers watch no hex."""
    arm = own_arm(game, command)
    if arm is None or not arm.is_a("flame-thrower"):
        return None
    return f"A {arm.name.lower()} can't watch a hex."


@forbids("CQ-ACT-9", reads=("weapon", "hex"))
def not_engaged_with_a_gun(game: Fight, command: Any) -> str | None:
    """Missile and thrown weapons, and grenades, watch a hex only while he is disengaged."""
    if is_engaged(game, command.by) and watches_from_afar(
        game, command.by, own_arm(game, command), command.hex
    ):
        return f"{game.units[command.by].name} is engaged."
    return None


def watches_from_afar(game: Fight, by: str, arm: Arm | None, hex: str) -> bool:
    """Whether the hex is watched with a shot or a throw; what can be thrown as well strikes at the next hexes."""
    if arm is None:
        return False
    if arm.missile or arm.use in ("thrown", "grenade"):
        return True
    return is_throwable(arm) and not is_next(game.units[by], hex)


def is_next(character: Character, hex: str) -> bool:
    """Whether a hex is one of his front hexes next to him."""
    return bool(character.hex) and distance(character.hex, hex) == 1 and side_of(character, hex) == "front"


@forbids("CQ-OPT-13", reads=("weapon", "hex"))
def a_blade_watches_the_next_hexes(game: Fight, command: Any) -> str | None:
    """Other weapons watch only a front hex next to him."""
    character = game.units[command.by]
    if watches_from_afar(game, command.by, own_arm(game, command), command.hex) or is_next(
        character, command.hex
    ):
        return None
    return f"{character.name} can watch only the next hexes in front with that."


@forbids("CQ-MAP-1", reads=("hex",), overridable=False)
def the_hex_is_on_the_map(game: Fight, command: Any) -> str | None:
    """The hex is on the map."""
    if on_map(game.map, command.hex):
        return None
    return f"{command.hex} is not on the map."


@check("CQ-GRN-1", reads=("weapon", "hex"))
def a_grenade_reaches_it(game: Fight, command: Any) -> Refusal | None:
    """A grenade watches a hex into which he can throw it."""
    arm = own_arm(game, command)
    if arm is None or arm.use != "grenade":
        return None
    return not_within_a_throw(game.units[command.by], command.hex)


@forbids("CQ-OPT-14", reads=("weapon", "mode"), alternative="opportunity")
def suppression_takes_a_gun(game: Fight, command: Any) -> str | None:
    """Suppression takes a missile weapon."""
    arm = own_arm(game, command)
    if command.mode == "suppression" and (arm is None or not arm.missile):
        return "Suppression takes a missile weapon."
    return None


@check("CQ-RNG-12", "CQ-NRG-3", "CQ-ACT-15", reads=("weapon",))
def the_gun_is_loaded(game: Fight, command: Any) -> Refusal | None:
    """A missile weapon has something to fire."""
    arm = own_arm(game, command)
    return is_loaded.test(game, command) if arm is not None and arm.missile else None


@check("CQ-ENV-10", reads=("weapon", "hex", "mode", "expose"))
def suppression_gets_out(game: Fight, command: Any) -> Refusal | None:
    """CQ-OPT-14: fire laid on a hex exposes at once; the firer may be too low for the wall."""
    held = own_weapon(game, command)
    if command.mode != "suppression" or held is None or not game.units[command.by].hex:
        return None
    attempt = fire_on(command, held)
    refused = out_of_sight(game, *ends(game, attempt), attempt.expose)
    return refused if refused is not None and refused.rule == EXPOSES else None


def fire_on(command: Any, held: Weapon) -> Attempt:
    """Suppressive fire into the watched hex."""
    shows: Expose = command.expose or "over"
    return Attempt(by=command.by, way="missile", weapon=held, hex=command.hex, expose=shows)


@check("CQ-NRG-3", reads=("weapon", "hex"))
def the_blow_has_power(game: Fight, command: Any) -> Refusal | None:
    """A blade that runs on batteries has the power for the blow."""
    if watches_from_afar(game, command.by, own_arm(game, command), command.hex):
        return None
    return battery_has_power.test(game, command)


def _may_watch(game: Fight, by: str) -> bool:
    return game.options.opportunity_fire and bool(game.units[by].ready) and not is_engaged(game, by)


@COMMANDS.add(
    Overwatch,
    "Watch a hex",
    overwatch_understood,
    (
        *action_checks("step", "CQ-OPT-13"),
        opportunity_fire_is_played,
        not_in_hth,
        not_in_deep_water,
        ready_and_whole,
        it_can_watch,
        not_engaged_with_a_gun,
        a_blade_watches_the_next_hexes,
        the_hex_is_on_the_map,
        the_hex_is_in_front,
        a_grenade_reaches_it,
        suppression_takes_a_gun,
        the_gun_is_loaded,
        the_blow_has_power,
        support_can_stand,
        suppression_gets_out,
    ),
    rules=("CQ-RNG-4", "CQ-ENV-10"),
    key="o",
    offered=offered_in("slot", where=_may_watch),
)
async def overwatch(play: Play[Fight], command: Overwatch) -> None:
    """CQ-OPT-13, CQ-OPT-14: watch a hex."""
    game, watch = take_up_watch(play, command)
    fact = Watches(command.by, watch.hex, watch.mode, watch.shots)
    play.commit(game.with_unit(command.by, overwatch=watch), fact)


def take_up_watch(play: Play[Fight], command: Overwatch) -> tuple[Fight, Watch]:
    """CQ-OPT-13, CQ-OPT-14: use the action; the game without the rounds that suppression fires, and the watch.

    Suppression fires all its rounds at once, exposes the firer and uses up the aiming.
    """
    by = command.by
    aimed = play.state.units[by].aim_turns > 0
    use_action(play, by)
    held = own_weapon(play.state, command)
    if command.mode == "suppression" and held is not None:
        expose(play, fire_on(command, held))
    game, shots = play.state, 1
    if command.mode == "suppression" and held is not None:
        shots = suppressing(held)
        left, span = max(0, held.ammo - shots), figures(held).row.span
        game = game.with_weapon(by, held.id, ammo=left, span=span)
    support, expose_by = command.support or None, command.expose or None
    return game, Watch(command.weapon, command.hex, command.mode, shots, aimed, support, expose_by)


def suppressing(held: Weapon) -> int:
    """CQ-OPT-14: its automatic fire, else its shots, as far as there is ammunition."""
    single, _, automatic = figures(held).shots
    return max(1, min(automatic or single, held.ammo))


# --- leaving cover in front of watchers, by an action or by rising


@fact("{unit} has left cover before {watchers}.", headline="{unit} leaves cover")
class LeftCover(Fact, frozen=True):
    unit: str
    watchers: tuple[str, ...]


def note_who_left_cover(play: Play[Fight], before: Fight) -> None:
    """CQ-OPT-13: watchers may fire at a character with less cover than before.

    In the movement phase that is one who rises in place: a moving character is fired at on the way.
    """
    watched = any(character.overwatch for character in play.state.units.values())
    if before.phase not in ("action", "movement") or not watched:
        return
    for name in play.state.units:
        watchers = tuple(unit for unit in play.state.units if sees_leaving(before, play.state, unit, name))
        if watchers:
            left = {**play.state.left_cover, name: watchers}
            play.commit(replace(play.state, left_cover=left), LeftCover(name, watchers))


def sees_leaving(before: Fight, now: Fight, watcher: str, name: str) -> bool:
    """Whether an enemy who watches has him before him, less covered than he was."""
    character, was, there = now.units[watcher], before.units[name], now.units[name]
    if character.overwatch is None or not is_able(now, watcher) or not is_enemy(now, watcher, name):
        return False
    if is_out(now, name) or not (character.hex and was.hex and there.hex):
        return False
    if before.phase == "movement" and was.hex != there.hex:
        return False
    return hidden(now, character, was) > hidden(now, character, there)


def hidden(game: Fight, watcher: Character, target: Character) -> float:
    """How well walls and pits hide somebody from the watcher: the points that they take off, without end if wholly."""
    found = sight(
        game,
        Figure(watcher.hex, watcher.posture),
        Figure(target.hex, target.posture, target.exposed),
        expose="lean",
    )
    if found.rule:
        return inf
    return -found.concealment.value if found.concealment is not None else 0


# --- attacking who moves through a hex that is watched, or leaves his cover


@fact("Opportunity fire: {by} attacks {target} in {hex:word}.", headline="{by} → {target}, opportunity fire")
class FiresAtMover(Fact, frozen=True):
    """Opportunity fire: the attack falls while the target is in that hex."""

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
    """A shot of the watch is used; `left` are left."""

    aside = True
    unit: str
    left: int


class OpportunityFire(Command):
    """Attack an enemy who has just moved through a hex, or has just left cover in it."""

    target: str
    hex: Annotated[str, Field(description="that was moved through or left")]
    fuse: Annotated[Fuse, Field(description="when a grenade goes off")] = ""
    grenade: Annotated[str, Field(description="of a grenade launcher, the first by default")] = ""
    support: Annotated[Support, Field(description="default: as named when the watch began")] = ""
    expose: Annotated[Expose, Field(description="default: over the wall")] = ""


def opportunity_understood(game: Fight, command: OpportunityFire) -> OpportunityFire:
    """A character, somebody else, and a hex; a sealed watch must be as it was sealed."""
    by_unit(game, command)
    watch_of(game, command.by)
    hex_name(command.hex)
    other_unit(game, command.by, command.target)
    return command


@check("CQ-TRN-4")
def he_is_able_to_fire(game: Fight, command: Any) -> Refusal | None:
    """Who can't act can't fire."""
    if is_able(game, command.by):
        return None
    character = game.units[command.by]
    return Refusal("CQ-TRN-4", f"{character.name} can't act.", overridable=not is_out(game, command.by))


@check("CQ-TRN-1")
def somebody_moves_or_leaves_cover(game: Fight, command: Any) -> Refusal | None:
    """Opportunity fire belongs to the movement; in the phase of action it answers who has just left his cover."""
    return None if game.left_cover else in_phase("movement").test(game, command)


@forbids("CQ-OPT-13", reads=("target", "hex"), overridable=False)
def somebody_is_there(game: Fight, command: Any) -> str | None:
    """He watches a hex, and an enemy has just moved through the hex that is named, or left his cover there."""
    character = game.units[command.by]
    if character.overwatch is None:
        return f"{character.name} watches no hex."
    target = game.units.get(command.target)
    if target is None or command.hex in hexes_to_fire_into(game, command.by, command.target):
        return None
    done = "moved through" if game.phase == "movement" else "left cover in"
    return f"{target.name} has not just {done} {command.hex} as an enemy."


def hexes_to_fire_into(game: Fight, by: str, target: str) -> tuple[str, ...]:
    """CQ-OPT-13: the hexes in which he may fire at an enemy now."""
    there = game.units[target]
    uncovered = (there.hex,) if by in game.left_cover.get(target, ()) else ()
    foe = there.side != game.units[by].side
    return (*way_of_last_move(game, target), *uncovered) if foe else ()


def way_of_last_move(game: Fight, target: str) -> tuple[str, ...]:
    """The hexes that the character entered by the latest move, if it was theirs."""
    last = game.last_move
    return last.path[1:] if game.phase == "movement" and last is not None and last.unit == target else ()


def who_can_be_fired_at(game: Fight, by: str) -> tuple[str, ...]:
    """CQ-OPT-13: the enemies at whom he may fire now, as far as that depends on what they have done."""
    return tuple(name for name in game.units if name != by and hexes_to_fire_into(game, by, name))


@forbids("CQ-OPT-13", reads=("hex",))
def the_watched_hex_fits(game: Fight, command: Any) -> WhyNot:
    """He watches a hex of the map; what was sealed must be one that he can watch from where he is."""
    character, watch = game.units[command.by], watch_of(game, command.by)
    if watch is None or not character.hex:
        return None
    if not on_map(game.map, watch.hex):
        return Refusal("CQ-OPT-13", f"{character.name} watches no hex of the map.", overridable=False)
    if sealed_watch(game, command.by) is None or side_of(character, watch.hex) == "front":
        return None
    return f"The hex that was sealed is not in front of {character.name}."


@check("CQ-ACT-16", "CQ-RNG-12")
def the_weapon_is_still_there(game: Fight, command: Any) -> Refusal | None:
    """The weapon is still in hand and whole; a grenade launcher has a grenade to fire."""
    character = game.units[command.by]
    held = character.weapon(character.overwatch.weapon) if character.overwatch else None
    if character.overwatch is None or (held is None and character.overwatch.weapon == HANDS):
        return None
    if held is None or not is_whole_in_hand(character, held):
        return Refusal(
            "CQ-ACT-16", f"{character.name} can't use that weapon any more.", overridable=held is not None
        )
    named = getattr(command, "grenade", None) or ""
    if figures(held).is_a(LAUNCHER) and grenade_to_fire(character, named) is None:
        return Refusal("CQ-RNG-12", f"{character.name} has no such grenade to fire.", overridable=False)
    return None


@forbids(
    "CQ-ATK-12",
    "CQ-GRN-1",
    "CQ-ENV-9",
    "CQ-ENV-13",
    EXPOSES,
    reads=("target", "hex", "expose"),
    overridable=False,
)
def he_can_be_reached(game: Fight, command: Any) -> WhyNot:
    """A blow reaches the next hex, a shot who is in sight, a grenade as far as it is thrown."""
    character, target = game.units[command.by], game.units.get(command.target)
    if character.overwatch is None or not character.hex or target is None:
        return None
    watch = watch_of(game, command.by)
    if watch is None or not on_map(game.map, watch.hex):
        return None
    attempt = watched_attack(game, command)
    too_far = not_within_a_throw(character, command.hex) if attempt.way == "grenade" else None
    if too_far is not None:
        return too_far
    there = game.with_unit(command.target, hex=command.hex)
    if attempt.regular:
        near = distance(character.hex, command.hex) == 1 and not is_walled(game, character.hex, command.hex)
        return None if near else f"{command.hex} is out of reach."
    if attempt.way == "grenade":
        attempt = replace(attempt, expose="lean")
    return out_of_sight(there, *ends(there, replace(attempt, target=command.target)), attempt.expose)


@check("CQ-NRG-3")
def the_blow_still_has_power(game: Fight, command: Any) -> Refusal | None:
    """A watch leads to no blow with a blade that has run out of power meanwhile."""
    watch = watch_of(game, command.by)
    if watch is None:
        return None
    taken_up = Overwatch(do="overwatch", by=command.by, weapon=watch.weapon, hex=watch.hex)
    return the_blow_has_power.test(game, taken_up)


@check("CQ-RNG-4", reads=("support",))
def his_support_stands(game: Fight, command: Any) -> Refusal | None:
    """The support of the weapon must be usable from the watcher's place."""
    watch = watch_of(game, command.by)
    if watch is None:
        return None
    support = getattr(command, "support", "") or watch.support
    return support_can_stand.test(game, SimpleNamespace(by=command.by, weapon=watch.weapon, support=support))


def watched_attack(game: Fight, command: OpportunityFire) -> Attempt:
    """CQ-OPT-13, CQ-OPT-14, CQ-ENV-10: the attack from the watch; over the watcher's own wall unless leaning."""
    watch = watch_of(game, command.by)
    assert watch is not None  # a check has seen to it
    held = game.units[command.by].weapon(watch.weapon)
    arm = figures(held) if held is not None else None
    afar = watches_from_afar(game, command.by, arm, watch.hex)
    way = way_of(arm, afar=afar)
    into = way in ("grenade", "launch")
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


def way_of(arm: Arm | None, *, afar: bool) -> Way:
    """Whether a weapon that watches is fired, thrown or struck with; grenades go into the hex."""
    if arm is not None and arm.missile:
        return "launch" if arm.is_a(LAUNCHER) else "missile"
    if arm is not None and arm.use == "grenade":
        return "grenade"
    return "thrown" if afar else "melee"


def before_opportunity_fire(game: Fight, command: OpportunityFire) -> ToHitRoll:
    """The breakdown of the attack as a form shows it: as if the target stood in that hex."""
    return to_hit_roll(game.with_unit(command.target, hex=command.hex), watched_attack(game, command))


def _watches(game: Fight, by: str) -> bool:
    """In movement as long as he watches; later only while somebody may be fired at."""
    watches = game.units[by].overwatch is not None
    return watches and (game.phase == "movement" or bool(who_can_be_fired_at(game, by)))


@COMMANDS.add(
    OpportunityFire,
    "Fire at the mover",
    opportunity_understood,
    (
        somebody_moves_or_leaves_cover,
        he_is_able_to_fire,
        not_in_deep_water,
        somebody_is_there,
        *target_checks(),
        the_watched_hex_fits,
        the_hex_is_in_front,
        the_weapon_is_still_there,
        his_support_stands,
        he_can_be_reached,
        the_blow_still_has_power,
    ),
    rules=("CQ-OPT-14", "CQ-RNG-6", "CQ-ATK-1", "CQ-GRN-2", "CQ-GRN-3", "CQ-GRN-4", "CQ-GRN-6"),
    key="o",
    offered=offered_in(*IN_COMBAT, where=_watches),
)
async def opportunity_fire(play: Play[Fight], command: OpportunityFire) -> None:
    """CQ-OPT-13: attack as if the target stood there; where that stops him, his move ends there (decision 67).

    Who has left his cover in the phase of action stands there. A watch that is sealed is shown first.
    """
    by, target = command.by, command.target
    open_watch(play, by)
    attempt = watched_attack(play.state, command)
    before = play.state.units[target]
    use_watch(play, by)
    if command.hex not in way_of_last_move(play.state, target):
        play.emit(FiresAtUncovered(by, target, command.hex))
        await carry_out(play, attempt, command)
        if play.state.phase == "movement" and is_stopped(play.state, before, target, command.hex):
            play.commit(play.state.with_unit(target, done=True), Stopped(target))
        return
    there = play.state.with_unit(target, hex=command.hex)
    play.commit(there, FiresAtMover(by, target, command.hex))
    await carry_out(play, attempt, command)
    if is_stopped(play.state, before, target, command.hex):
        play.commit(cut_short(play.state, there, target, command.hex), Stopped(target))
    elif before.hex != command.hex:
        play.commit(play.state.with_unit(target, hex=before.hex), MovedOn(target, before.hex))


@fact("{unit} holds fire.")
class HoldsFire(Fact, frozen=True):
    unit: str


class LetPass(Command):
    """Don't fire at somebody who has just moved, or has just left cover; the watch goes on."""


@forbids("CQ-OPT-13", overridable=False)
def somebody_could_be_fired_at(game: Fight, command: Any) -> str | None:
    """He watches a hex, and an enemy has just moved or left cover."""
    character = game.units[command.by]
    if character.overwatch is None:
        return f"{character.name} watches no hex."
    if who_can_be_fired_at(game, command.by):
        return None
    return f"No enemy has just {'moved' if game.phase == 'movement' else 'left cover'}."


@COMMANDS.add(
    LetPass,
    "Let it pass",
    by_unit,
    (somebody_moves_or_leaves_cover, he_is_able_to_fire, somebody_could_be_fired_at),
    key="p",
    deliberate=True,
)
async def let_pass(play: Play[Fight], command: LetPass) -> None:
    """CQ-OPT-13: he isn't asked again before somebody else moves or leaves cover."""
    passed = dict.fromkeys((*play.state.let_pass, command.by))
    play.commit(replace(play.state, let_pass=tuple(passed)), HoldsFire(command.by))


async def carry_out(play: Play[Fight], attempt: Attempt, command: OpportunityFire) -> None:
    """The blow, the shot or the throw; a grenade comes down in the hex, and goes off in its time (CQ-GRN-4)."""
    if attempt.way in ("missile", "thrown", "launch"):
        expose(play, attempt)
    if attempt.regular:
        use_power(play, attempt.by, attempt.weapon)
        await strike_at(play, attempt)
    elif attempt.way == "grenade":
        assert attempt.weapon is not None  # bare hands throw nothing
        hex = await where_it_lands(play, await roll_to_hit(play, attempt))
        await come_down(play, attempt.by, attempt.weapon, hex, command.fuse)
    elif attempt.way == "launch":
        await launch(play, attempt, command.grenade, command.fuse)
        await kick_back(play, attempt)
    else:
        await fire(play, attempt)
        await kick_back(play, attempt)


def use_watch(play: Play[Fight], by: str) -> None:
    """One shot of the watch is used: a round in opportunity fire, in suppression one that is gone already."""
    game, character = play.state, play.state.units[by]
    assert character.overwatch is not None  # a check has seen to it
    held = character.weapon(character.overwatch.weapon)
    if held is not None and figures(held).missile and character.overwatch.mode == "opportunity":
        left = max(0, held.ammo - number("opportunity_rounds"))
        game = game.with_weapon(by, held.id, ammo=left, span=figures(held).row.span)
    shots = character.overwatch.shots - 1
    watch = replace(character.overwatch, shots=shots) if shots > 0 else None
    play.commit(game.with_unit(by, overwatch=watch), WatchUsed(by, max(0, shots)))


def is_stopped(game: Fight, before: Character, name: str, hex: str) -> bool:
    """Whether the attack ended his move: fallen, stunned, out, or moved back; who slipped further on had passed."""
    character = game.units[name]
    falls = character.posture == "fallen" and before.posture != "fallen"
    return falls or bool(character.stunned) or is_out(game, name) or character.hex != hex


def cut_short(game: Fight, fired_at: Fight, name: str, hex: str) -> Fight:
    """The game with his move ended in the hex where he was fired at: only the way up to it counts."""
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
