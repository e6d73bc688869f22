"""Firing and throwing: `shoot`, grenade launchers, the second of two pistols, `throw`, and two who draw on each other (sections 6.4, 21.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, forbids, refusals
from vedette.engine.commands import Command, Commands
from vedette.engine.data import Table
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, one_of
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters import near
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks import grenades as thrown
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.grenades import Fuse
from vedette.games.close_quarters.attacks.hitting import Attacked, bullets, bullets_of, roll_to_hit
from vedette.games.close_quarters.attacks.melee import Extra, fights_with_both, not_too_strong, strike_at
from vedette.games.close_quarters.attacks.to_hit import Attempt, Down, Expose, Mode, Spot, Support
from vedette.games.close_quarters.candidates import hex_name, naming, other_unit, weapon
from vedette.games.close_quarters.damage.harm import drop_ready, laid, places_without
from vedette.games.close_quarters.damage.microgravity import recoil
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure
from vedette.games.close_quarters.turn import order
from vedette.view.asked import Asked

COMMANDS = Commands[Fight]()

_MODES = {"single": "with single shots", "burst": "in bursts", "auto": "with automatic fire"}


@fact("{unit} leans out {how:=over?over|round} the wall.")
class Exposed(Fact, frozen=True):
    unit: str
    how: str


@fact("{unit} draws the {type:thing}.")
class Drew(Fact, frozen=True):
    unit: str
    type: str


@fact("{unit} {posture:=kneeling?kneels|drops prone} to fire.")
class WentDownToFire(Fact, frozen=True):
    unit: str
    posture: str


@fact("{unit} goes on {mode:how}.", how=_MODES.__getitem__)
class ModeChanged(Fact, frozen=True):
    unit: str
    mode: Annotated[str, one_of(_MODES)]


@fact(
    "{by} fires {rounds:=1?the {type:thing}|{rounds} rounds} at {target}{left:=-1?|, {left} left}.",
    headline="{by} → {target}",
)
class Fired(Fact, frozen=True):
    """A shot, a burst or a spray; `left` is the ammunition afterwards, -1 where nothing counts it."""

    by: str
    target: str
    type: str
    rounds: int
    left: int


@fact("{by} fires the {type:thing} into {hex:word}.", headline="{by} → {hex:word}: {type:thing}")
class Launched(Fact, frozen=True):
    by: str
    hex: str
    type: str


@fact("{by} keeps the grenade.")
class FiredNothing(Fact, frozen=True):
    """A grenade launcher was dropped or broke: the grenade has not left it."""

    by: str


@fact("{by} throws the {type:thing} at {target}.", headline="{by} → {target}: {type:thing}")
class Threw(Fact, frozen=True):
    by: str
    target: str
    type: str


@fact("{unit} is too late to fire.")
class TooLate(Fact, frozen=True):
    """Two have drawn on each other; the quicker one has kept this one from firing."""

    unit: str


@fact("The {type:thing} lies in {hex:word}.")
class Landed(Fact, frozen=True):
    type: str
    hex: str


HOLDS = "none"
"""The answer of who doesn't draw."""


Dice = Annotated[int, Field(ge=-100, le=100)]
Rounds = Annotated[int, Field(ge=1, le=1000)]


class Shoot(Command):
    """Fire a missile weapon."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", near.enemies)] = ""
    weapon2: Annotated[str, "a second pistol"] = ""
    target2: Annotated[str, "the same by default"] = ""
    hex: Annotated[str, "of a grenade launcher, instead of a target"] = ""
    grenade: Annotated[str, "of a grenade launcher, the first by default"] = ""
    fuse: Annotated[Fuse, "when the grenade goes off"] = ""
    mode: Mode = "single"
    rounds: Annotated[Rounds | None, "fewer than its automatic fire"] = None
    power: Annotated[Dice | None, "dice of an energy weapon"] = None
    support: Support = ""
    expose: Expose = ""
    down: Down = ""
    aim_at: Spot = ""
    quick: Annotated[bool, "drawn for it"] = False
    then_bayonet: Annotated[bool, "at the same target"] = False
    tank: Annotated[bool, "of the target's flame thrower"] = False


class Throw(Command):
    """Throw a weapon at somebody."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", near.enemies)]
    power: Annotated[Extra, "extra strength"] = 0
    aim_at: Spot = ""
    expose: Expose = ""
    quick: Annotated[bool, "drawn for it"] = False


Draw = Shoot | Throw
"""What one may do quickly, with a weapon from the belt (CQ-OPT-10)."""


# --- what the rules ask of a shot and a throw


def shoot_understood(game: Fight, command: Shoot) -> Shoot:
    naming(weapon=weapon)(game, command)
    need.second_understood(game, command.by, command.weapon2, command.target2)
    arm = need.own_arm(game, command)
    launcher = arm is not None and arm.is_a(need.LAUNCHER)
    elsewhere = ("aim_at", "tank", "weapon2", "target2") if launcher else ("hex", "grenade", "fuse")
    for field in elsewhere:
        if getattr(command, field):
            what = "a grenade" if launcher else "this weapon"
            raise CommandError(f"{command.do}: {field} means nothing for {what}.")
    if launcher and bool(command.target) == bool(command.hex):
        raise CommandError(f"{command.do}: name a target or a hex.")
    if command.hex:
        hex_name(command.hex)
    else:
        other_unit(game, command.by, command.target)
    if command.grenade:
        weapon(game, command.by, command.grenade)
    return command


def grenade_to_fire(character: Character, id: str = "") -> Weapon | None:
    return next((held for held in need.carried_grenades(character) if id in ("", held.id)), None)


@forbids("CQ-GRN-1", reads=("weapon", "grenade"), overridable=False)
def it_fires_grenades(game: Fight, command: Shoot) -> str | None:
    character = game.units[command.by]
    if command.grenade and grenade_to_fire(character, command.grenade) is None:
        return f"{character.name} can't fire that as a grenade."
    return None


@forbids("CQ-GRN-1", "CQ-MAP-5", "CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("hex",), overridable=False)
def it_can_be_fired_there(game: Fight, command: Shoot) -> WhyNot:
    character, hex = game.units[command.by], command.hex
    if not hex or not character.hex:
        return None
    if off := need.off_the_map(game, hex):
        return off
    if aside := need.not_in_front(character, hex, hex):
        return Refusal("CQ-MAP-5", aside)
    eye = Figure(character.hex, command.down or character.posture)
    return aim.out_of_sight(game, eye, Figure(hex), command.expose)


def second_shot(game: Fight, command: Shoot) -> Iterator[Shoot]:
    """CQ-ATK-14 (`two_pistols`): the second shot, where there is one, for the checks of loading, target and line."""
    if command.weapon2:
        target = command.target2 or command.target
        yield command.model_copy(update={"weapon": command.weapon2, "target": target, "mode": "single"})


@forbids("CQ-ATK-14", "CQ-SKL-35", reads=("weapon", "weapon2"))
def two_pistols_can_be_fired(game: Fight, command: Shoot) -> WhyNot:
    if not command.weapon2:
        return None
    character = game.units[command.by]
    first, second = character.weapon(command.weapon), character.weapon(command.weapon2)
    if first is None or second is None or first.id == second.id:
        return "The second shot comes from another pistol."
    if not (figures(first).is_a("pistol") and figures(second).is_a("pistol")):
        return "Only two pistols are fired together."
    if not need.is_whole_in_hand(character, second):
        return "The second shot needs a ready, whole pistol."
    if order.in_follow_up(game, command.by):
        return "The second pistol is fired with the first shot of the turn only."
    if near.is_engaged(game, command.by):
        return "While engaged only a single shot is fired."
    if not fights_with_both(character, first, second):
        sentence = f"{character.name} can't use these two weapons together."
        return Refusal("CQ-ATK-14", sentence, also=("CQ-SKL-35",))
    if plays(game, "two_pistols", "yes"):
        return None
    sentence = "At this table a second pistol can't be fired."
    return Refusal("CQ-ATK-14", sentence, "one pistol", reading=house_rule(game, "two_pistols"))


can_be_thrown = need.only("CQ-RNG-10", need.is_throwable, "{} can't be thrown at anybody.")


SHOOT_CHECKS: tuple[Any, ...] = (
    *order.action_checks("half", "CQ-ACT-4"), order.not_in_hth, order.not_in_deep_water, need.only_at_a_charger,
    need.not_moved_too_far_to_fire, need.not_down_after_moving, need.can_go_down, order.not_fallen,
    need.drawn_or_in_hand, need.is_a_gun, need.same_weapon, need.has_the_mode, need.has_the_power, need.is_loaded,
    need.support_can_stand, need.aimed_shots_are_played, need.has_a_bayonet, it_fires_grenades,
    two_pistols_can_be_fired, *need.AT_SOMEBODY, it_can_be_fired_there,
)  # fmt: skip

THROW_CHECKS: tuple[Any, ...] = (
    *order.attack_checks(), need.drawn_or_in_hand, can_be_thrown, not_too_strong, need.aimed_shots_are_played,
    *need.AT_SOMEBODY,
)  # fmt: skip

SHOT_RULES = (
    "CQ-ATK-1", "CQ-ATK-2", "CQ-ATK-3", "CQ-ATK-4", "CQ-ATK-5", "CQ-ATK-6", "CQ-ATK-7", "CQ-ATK-10", "CQ-AVD-1",
    "CQ-AVD-2", "CQ-AVD-3", "CQ-AVD-4", "CQ-AVD-5", "CQ-AVD-7", "CQ-AVD-8", "CQ-RNG-1", "CQ-RNG-3", "CQ-RNG-5",
    "CQ-RNG-6", "CQ-RNG-7", "CQ-RNG-8", "CQ-RNG-9", "CQ-RNG-11", "CQ-MAP-4", "CQ-ENV-5", "CQ-ENV-6", "CQ-ENV-7",
    "CQ-ENV-12", "CQ-TRN-5",
)  # fmt: skip
"""What a shot goes through."""


# --- the shot or the throw that a command describes


def lowered(game: Fight, command: aim.FireCommand) -> Fight:
    """The game with the firer gone down, if that comes first."""
    return game.with_unit(command.by, posture=command.down, went_down=True) if command.down else game


def shot(game: Fight, command: Draw) -> Attempt:
    """The shot or the throw that the command describes, before the ammunition is gone."""
    by, target, held = command.by, command.target, weapon(game, command.by, command.weapon)
    character, arm, aiming = game.units[by], figures(held), aim.aiming_at(game, by, target)
    how: Table = {"by": by, "weapon": held, "expose": command.expose}
    if isinstance(command, Throw):
        how |= {"target": target, "power": command.power, "aim_at": command.aim_at, "quick": command.quick}
        return Attempt(way="thrown", aiming=aiming, **how)
    how["support"] = command.support
    if arm.is_a(need.LAUNCHER):
        hex = game.units[target].hex if target in game.units else command.hex
        return Attempt(way="launch", hex=hex, aiming=aim.aiming_at(game, by, hex=hex), **how)
    rounds = {"single": 1, "burst": number("burst_rounds"), "auto": arm.shots[2]}[command.mode]
    if command.mode == "auto" and command.rounds is not None:
        rounds = min(rounds, command.rounds)
    if command.mode != "single":  # CQ-AUT-1: no more than are left
        rounds = max(1, min(rounds, held.ammo))
    return Attempt(
        way="missile",
        target=target,
        mode=command.mode,
        rounds=rounds,
        energy=power_of(arm, command),
        aim_at=command.aim_at,
        tank=command.tank,
        quick=command.quick,
        aiming=0 if character.shots else aiming,
        first_hex=character.shot_hex if character.shots and character.shot_at != target else "",
        **how,
    )


def power_of(arm: Arm, command: Shoot) -> int:
    """CQ-NRG-1: the dice of an energy weapon's shot; 0 for other weapons."""
    if not arm.is_a("energy"):
        return 0
    return need.energy_dice(arm) if command.power is None else command.power


def shots_opened(game: Fight, command: Shoot) -> int:
    """CQ-RNG-11, CQ-TRN-5: how many shots the first one opens this turn."""
    character, arm = game.units[command.by], figures(weapon(game, command.by, command.weapon))
    if near.is_engaged(game, command.by) or command.quick or command.mode == "auto":
        return 1
    shots = arm.shots[1] if command.mode == "burst" else arm.shots[0]
    if power := power_of(arm, command):
        shots *= max(1, need.energy_dice(arm) // max(1, power))
    if character.moved > number("step") and plays(game, "shooting_on_the_move", "half-shots"):
        shots = max(1, shots // number("moved_shots_divisor"))
    return shots


# --- the steps of attacks from afar


def go_down(play: Play[Fight], command: aim.FireCommand) -> None:
    """CQ-MOV-12: go down before the shot, if declared."""
    if command.down:
        play.commit(lowered(play.state, command), WentDownToFire(command.by, command.down))


def expose(play: Play[Fight], *attempts: Attempt) -> None:
    """CQ-ENV-10: any of these attacks that needs exposure exposes the firer until the turn ends."""
    for attempt in attempts:
        if attempt.expose and aim.cover_of(play.state, attempt).exposes:
            exposed = play.state.with_unit(attempt.by, exposed=attempt.expose)
            play.commit(exposed, Exposed(attempt.by, attempt.expose))
            return


def prepare(play: Play[Fight], command: Draw) -> Attempt:
    by, fired = command.by, command if isinstance(command, Shoot) else None
    opens = shots_opened(play.state, fired) if fired else 1
    if command.quick:  # CQ-OPT-10
        places = places_without(play.state.units[by], command.weapon)
        drawn = play.state.with_unit(by, **{**places, "ready": (*places["ready"], command.weapon)})
        play.commit(drawn, Drew(by, weapon(play.state, by, command.weapon).called))
    if fired:
        go_down(play, fired)
    attempt = shot(play.state, command)
    if fired and order.in_follow_up(play.state, by):
        changed = need.changes_mode(play.state, fired)
        order.use_follow_up(play, by)
        if changed:  # CQ-AUT-1: no more of the shots that are left than the weapon has in that mode
            game = order.keep_follow_ups(play.state, by, opens - 1).with_unit(by, mode_changed=True)
            play.commit(game, ModeChanged(by, fired.mode))
    else:
        order.use_action(play, by, shots=opens)
    expose(play, attempt)
    return attempt


def spent(game: Fight, by: str, held: Weapon, rounds: int) -> Fight:
    """CQ-RNG-12, CQ-ACT-15: the game with so many rounds gone from a weapon, that may have to be spanned again."""
    return game.with_weapon(by, held.id, ammo=max(0, held.ammo - rounds), span=figures(held).row.span)


def let_fly(play: Play[Fight], attempt: Attempt) -> Attempt:
    """CQ-RNG-12, CQ-NRG-1: the weapon is thrown, or the ammunition goes, and the turn's first shot is remembered."""
    game, by, held = play.state, attempt.by, attempt.weapon
    assert held is not None  # nobody fires or throws bare hands
    if attempt.way == "thrown":
        play.emit(Threw(by, attempt.target, held.type))
        return attempt
    character, spear = game.units[by], attempt.is_a(need.SPEAR_THROWER)
    paid = (
        not attempt.second and bool(character.shots) and order.is_paid(character)
    )  # a charge that was split
    game = spent(game, by, held, 0 if paid or spear else attempt.rounds)
    if not attempt.second:
        game = game.with_unit(
            by, shots=character.shots + 1, mode=attempt.mode, fired=held.id, power=attempt.energy
        )
        if not character.shots:
            game = game.with_unit(by, shot_at=attempt.target, shot_hex=attempt.at(game))
    held = weapon(game, by, held.id)
    if attempt.way == "launch":
        play.commit(game, Launched(by, attempt.hex, held.called))
    else:
        left = -1 if spear else held.ammo
        play.commit(game, Fired(by, attempt.target, held.called, attempt.rounds, left))
    return replace(attempt, weapon=held)


async def fire(play: Play[Fight], attempt: Attempt, attacked: Attacked | None = None) -> None:
    """Roll to hit, if that hasn't been done yet, with the results; a miss threatens others.

    Where figures in the way are avoided first, only for the rounds that pass them. A thrown weapon, or a spear
    thrower's spear, lies where it ends (CQ-AVD-6).
    """
    by, own, thing = attempt.by, play.state.units[attempt.by].hex, None
    if attempt.way == "thrown":
        thing = attempt.weapon
    elif attempt.is_a(need.SPEAR_THROWER):
        thing = need.carried_spear(play.state.units[by])
    last = ""
    if attacked is None:
        left, last = await thrown.get_past(play, attempt)
        if left:
            attempt = replace(attempt, rounds=left)
            attacked = await roll_to_hit(play, attempt)
    at = attempt.at(play.state)
    if attacked is None:
        at = last or at
    elif attacked.hit:
        struck = await thrown.victim(play, attempt)
        at = play.state.units[struck].hex
        await bullets(play, attempt, struck, bullets_of(attacked), attacked.result)
    elif attacked.lost:
        at = own
    else:
        at = await thrown.follow_miss(play, attacked) or at
    if thing is not None and play.state.units[by].weapon(thing.id) is not None:  # he may have dropped it
        play.commit(laid(play.state, by, thing.id, at), Landed(thing.type, at))


async def kick_back(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-ENV-15: in microgravity a weapon with recoil pushes the firer."""
    if attempt.weapon is not None:
        await recoil(play, attempt.by, attempt.weapon, attempt.at(play.state))


async def discharge(play: Play[Fight], attempt: Attempt, grenade: str = "", fuse: Fuse = "") -> None:
    """A shot, and its recoil. CQ-GRN-2, CQ-GRN-3: a grenade that is fired into a hex scatters on a miss."""
    if attempt.way != "launch":
        await fire(play, attempt)
    else:
        fired = grenade_to_fire(play.state.units[attempt.by], grenade)
        attacked = await roll_to_hit(play, attempt)
        if fired is None or attacked.lost:
            play.emit(FiredNothing(attempt.by))
        else:
            hex = await thrown.where_it_lands(play, attacked)
            await thrown.come_down(play, attempt.by, fired, hex, fuse)
    await kick_back(play, attempt)


def let_go(play: Play[Fight], by: str, id: str) -> None:
    """CQ-ACT-9: after firing while engaged a weapon drops, unless it is short."""
    held = play.state.units[by].weapon(id)
    if held is not None and id in play.state.units[by].ready and figures(held).length != "short":
        drop_ready(play, by, id)


@COMMANDS.add(
    Shoot,
    "Shoot",
    shoot_understood,
    SHOOT_CHECKS,
    parts=second_shot,
    part_checks=(need.is_loaded, need.has_the_mode, *need.AT_SOMEBODY),
    rules=(
        *SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-5", "CQ-AUT-6", "CQ-AUT-7", "CQ-AUT-9",
        "CQ-SHG-1", "CQ-SHG-2", "CQ-SHG-3", "CQ-NRG-2", "CQ-OPT-15", "CQ-GRN-3", "CQ-GRN-4",
    ),
    key="s",
    aims="shoot at",
    offered=order.offered_in(  # a further shot followed one from a gun, which needn't be there any more
        "slot", "follow-up", where=lambda game, by: order.in_follow_up(game, by) or bool(need.guns(game, by))
    ),
)  # fmt: skip
async def shoot(play: Play[Fight], command: Shoot) -> None:
    """CQ-ATK-1, CQ-RNG-11: go down, lean out, fire; then the bayonet, and a long weapon drops if the firer was engaged."""
    by = command.by
    if answer := await answering_draw(play, command):
        await draw_together(play, command, answer)
        return
    engaged = near.is_engaged(play.state, by)
    attempt = let_fly(play, prepare(play, command))
    at = attempt.at(play.state)
    await discharge(play, attempt, command.grenade, command.fuse)
    if command.weapon2:
        await fire_second(play, command, at)
    if command.then_bayonet:
        await then_bayonet(play, attempt)
    if engaged:
        let_go(play, by, command.weapon)


async def fire_second(play: Play[Fight], command: Shoot, first_hex: str) -> None:
    """CQ-ATK-14, CQ-AUT-7: the second pistol, once, while the firer can still act and its target is alive."""
    game, by, target = play.state, command.by, command.target2 or command.target
    held = game.units[by].weapon(command.weapon2)
    if held is None or not need.can_still_use(game, by, held) or not near.is_alive(game, target):
        return
    other = first_hex if target != command.target else ""
    how: Table = {"target": target, "expose": command.expose, "first_hex": other, "second": True}
    attempt = let_fly(play, Attempt(by=by, way="missile", weapon=held, **how))
    expose(play, attempt)
    await discharge(play, attempt)


async def then_bayonet(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-POL-5: after the shot the bayonet, at the same target, while both are there and the gun is whole."""
    game, by, target = play.state, attempt.by, attempt.target
    character, gun = game.units[by], attempt.weapon and game.units[by].weapon(attempt.weapon.id)
    if gun is None or not need.is_whole_in_hand(character, gun) or BAYONET not in gun.fitted:
        return
    beside = near.away(game, by, target) == 1
    reached = beside and not near.is_walled(game, character.hex, game.units[target].hex)
    if reached and near.is_alive(game, target) and near.is_able(game, by) and not near.is_down(character):
        await strike_at(play, Attempt(by=by, way="melee", weapon=aim.as_bayonet(gun), target=target))


@COMMANDS.add(
    Throw,
    "Throw",
    naming(weapon=weapon, target=other_unit),
    THROW_CHECKS,
    rules=(*SHOT_RULES, "CQ-RNG-2", "CQ-AVD-6", "CQ-ATK-11"),
    key="z",
    offered=order.offered_in("slot", where=lambda game, by: bool(need.throwables(game, by))),
)
async def throw(play: Play[Fight], command: Throw) -> None:
    """CQ-RNG-2, CQ-AVD-6: the dice of a shot; then the weapon lies where it ended."""
    if answer := await answering_draw(play, command):
        await draw_together(play, command, answer)
    else:
        await fire(play, let_fly(play, prepare(play, command)))


# --- two quick shots or throws at each other at the same DEX (CQ-OPT-10)


def answers(game: Fight, command: Draw) -> dict[str, Draw]:
    """The quick shots and throws that the target may answer with, by weapon, from the belt.

    Both are at the same DEX with their first slots to come, and nothing but the order of action is against it (CQ-TRN-3).
    """
    name, character = command.target, game.units[command.target]
    levels = {slot.unit: slot.level for slot in game.slots if slot.number == order.FIRST}
    level = levels.get(command.by)
    if level is None or level != levels.get(name) or character.acted or not order.can_act(game, name):
        return {}
    found: dict[str, Draw] = {}
    for id in character.belt:
        held = character.weapon(id)
        if held is None:
            continue
        fires = figures(held).missile
        words = {"do": "shoot" if fires else "throw", "by": name, "weapon": id, "target": command.by}
        draw = (Shoot if fires else Throw).model_validate({**words, "quick": True})
        checks = SHOOT_CHECKS if fires else THROW_CHECKS
        if all(refusal.rule == "CQ-TRN-3" for refusal in refusals(checks, game, draw)):
            found[id] = draw
    return found


async def answering_draw(play: Play[Fight], command: Draw) -> Draw | None:
    """What the target draws too, as its side says; None where it can't or doesn't."""
    found = answers(play.state, command) if command.quick else {}
    if not found:
        return None
    character, other = play.state.units[command.target], play.state.units[command.by]
    weapons = [Option(id, figures(weapon(play.state, command.target, id)).name) for id in found]
    chosen = await play.choose(
        "quick_draw",
        side=character.side,
        options=(*weapons, Option(HOLDS, "Doesn't draw", none=True)),
        why=f"{other.name} draws on {character.name}, who is as quick and may draw too",
        rules=("CQ-OPT-10", "CQ-TRN-3"),
    )
    return found.get(str(chosen))


async def draw_together(play: Play[Fight], *draws: Draw) -> None:
    """Both roll to hit; then they fire by their margins, on a tie in their order, as long as they are up and able."""
    attempts = [prepare(play, draw) for draw in draws]
    rolled = [await roll_to_hit(play, attempt) for attempt in attempts]
    for attacked in sorted(rolled, key=lambda attacked: -attacked.margin):
        attempt, by = attacked.attempt, attacked.attempt.by
        if not near.is_able(play.state, by) or order.has_fallen(play.state, play.state.units[by]):
            play.emit(TooLate(by))
        elif attempt.way == "thrown":
            await fire(play, let_fly(play, attempt), attacked)
        elif not attacked.lost:  # a weapon that was dropped or broken fires nothing
            attempt = let_fly(play, attempt)
            await fire(play, attempt, replace(attacked, attempt=attempt))
            await kick_back(play, attempt)
