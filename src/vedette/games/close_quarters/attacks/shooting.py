"""Firing and throwing: `shoot`, grenade launchers, the second of two pistols, and `throw` (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, one_of
from vedette.engine.play import Play
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
from vedette.games.close_quarters.near import enemies, is_able, is_alive, is_down, is_engaged, is_walled
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure
from vedette.games.close_quarters.turn import order
from vedette.kit.words import with_article
from vedette.view.asked import Asked
from vedette.view.hexes import distance

COMMANDS = Commands[Fight]()

_MODES = {"single": "with single shots", "burst": "in bursts", "auto": "with automatic fire"}


@fact("{unit} leans out {how:=over?over|round} the wall.")
class Exposed(Fact, frozen=True):
    unit: str
    how: str


@fact("{unit} draws the {type:thing}.")
class Drew(Fact, frozen=True):
    """A quick shot: the weapon comes from the belt."""

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


@fact("The {type:thing} lies in {hex:word}.")
class Landed(Fact, frozen=True):
    type: str
    hex: str


Dice = Annotated[int, Field(ge=-100, le=100)]
Rounds = Annotated[int, Field(ge=1, le=1000)]


class Shoot(Command):
    """Fire a missile weapon."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)] = ""
    weapon2: Annotated[str, Field(description="a second pistol")] = ""
    target2: Annotated[str, Field(description="the same by default")] = ""
    hex: Annotated[str, Field(description="of a grenade launcher, instead of a target")] = ""
    grenade: Annotated[str, Field(description="of a grenade launcher, the first by default")] = ""
    fuse: Annotated[Fuse, Field(description="when the grenade goes off")] = ""
    mode: Mode = "single"
    rounds: Annotated[Rounds | None, Field(description="fewer than its automatic fire")] = None
    power: Annotated[Dice | None, Field(description="dice of an energy weapon")] = None
    support: Support = ""
    expose: Expose = ""
    down: Down = ""
    aim_at: Spot = ""
    quick: Annotated[bool, Field(description="drawn for it")] = False
    then_bayonet: Annotated[bool, Field(description="at the same target")] = False
    tank: Annotated[bool, Field(description="of the target's flame thrower")] = False


class Throw(Command):
    """Throw a weapon at somebody."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    power: Annotated[Extra, Field(description="extra strength")] = 0
    aim_at: Spot = ""
    expose: Expose = ""
    quick: Annotated[bool, Field(description="drawn for it")] = False


# --- what the rules ask of a shot and a throw


def shoot_understood(game: Fight, command: Shoot) -> Shoot:
    """A character, a weapon, and somebody else, or with a grenade launcher a hex; a second pistol likewise."""
    naming(weapon=weapon)(game, command)
    need.second_understood(game, command)
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
    """Into a hex of the map, in front, with nothing in the way of a figure that would stand there."""
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
    """The second shot comes from another pistol in hand, with the turn's first shot, while nobody engages the firer."""
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
    if is_engaged(game, command.by):
        return "While engaged only a single shot is fired."
    if not fights_with_both(character, first, second):
        sentence = f"{character.name} can't use these two weapons together."
        return Refusal("CQ-ATK-14", sentence, also=("CQ-SKL-35",))
    if plays(game, "two_pistols", "yes"):
        return None
    sentence = "At this table a second pistol can't be fired."
    return Refusal("CQ-ATK-14", sentence, "one pistol", reading=house_rule(game, "two_pistols"))


@check("CQ-RNG-10", reads=("weapon",))
def can_be_thrown(game: Fight, command: Throw) -> Refusal | None:
    arm = need.own_arm(game, command)
    if arm is None or need.is_throwable(arm):
        return None
    sentence = f"{with_article(arm.name.lower()).capitalize()} can't be thrown at anybody."
    return Refusal("CQ-RNG-10", sentence, overridable=not need.hits_nobody(arm))


SHOOT_CHECKS: tuple[Any, ...] = (
    *order.action_checks("half", "CQ-ACT-4"), order.not_in_hth, order.not_in_deep_water, need.only_at_a_charger,
    need.not_moved_too_far_to_fire, need.not_down_after_moving, need.can_go_down, order.not_fallen,
    need.drawn_or_in_hand, need.is_a_gun, need.same_weapon, need.has_the_mode, need.has_the_power, need.is_loaded,
    need.support_can_stand, need.aimed_shots_are_played, need.has_a_bayonet, it_fires_grenades,
    two_pistols_can_be_fired, *order.target_checks(), need.target_in_front, need.line_is_open,
    it_can_be_fired_there,
)  # fmt: skip

SECOND_CHECKS: tuple[Any, ...] = (
    need.is_loaded, need.has_the_mode, *order.target_checks(), need.target_in_front, need.line_is_open,
)  # fmt: skip

THROW_CHECKS: tuple[Any, ...] = (
    *order.attack_checks(), need.drawn_or_in_hand, can_be_thrown, not_too_strong, need.aimed_shots_are_played,
    *order.target_checks(), need.target_in_front, need.line_is_open,
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


def fired_by(game: Fight, command: aim.FireCommand, **how: Any) -> Attempt:
    """A shot with the weapon, the support and the exposure that the command names; `how` is the rest."""
    held = weapon(game, command.by, command.weapon)
    return Attempt(by=command.by, weapon=held, support=command.support, expose=command.expose, **how)


def shot(game: Fight, command: Shoot) -> Attempt:
    """The shot that the command describes, once the firer has gone down and before the ammunition is gone."""
    by, character, held = command.by, game.units[command.by], weapon(game, command.by, command.weapon)
    arm, target = figures(held), game.units.get(command.target)
    if arm.is_a(need.LAUNCHER):
        hex = target.hex if target is not None else command.hex
        return fired_by(game, command, way="launch", hex=hex, aiming=aim.aiming_into(game, by, hex))
    rounds = {"single": 1, "burst": number("burst_rounds"), "auto": arm.shots[2]}[command.mode]
    if command.mode == "auto" and command.rounds is not None:
        rounds = min(rounds, command.rounds)
    if command.mode != "single":  # CQ-AUT-1: no more than are left
        rounds = max(1, min(rounds, held.ammo))
    first = not character.shots
    return fired_by(
        game,
        command,
        way="missile",
        target=command.target,
        mode=command.mode,
        rounds=rounds,
        energy=power_of(arm, command),
        aim_at=command.aim_at,
        tank=command.tank,
        quick=command.quick,
        aiming=aim.aiming_at(game, by, command.target) if first else 0,
        first_hex=character.shot_hex if not first and character.shot_at != command.target else "",
    )


def power_of(arm: Arm, command: Shoot) -> int:
    """CQ-NRG-1: the dice of an energy weapon's shot; 0 for other weapons."""
    if not arm.is_a("energy"):
        return 0
    return need.energy_dice(arm) if command.power is None else command.power


def before_the_shot(game: Fight, command: Shoot) -> aim.ToHitRoll:
    """The breakdown of a shot as a form shows it."""
    game = lowered(game, command)
    return aim.to_hit_roll(game, shot(game, command))


def shots_opened(game: Fight, command: Shoot) -> int:
    """CQ-RNG-11, CQ-TRN-5: how many shots the first one opens this turn."""
    character, arm = game.units[command.by], figures(weapon(game, command.by, command.weapon))
    if is_engaged(game, command.by) or command.quick or command.mode == "auto":
        return 1
    shots = arm.shots[1] if command.mode == "burst" else arm.shots[0]
    if power := power_of(arm, command):
        shots *= max(1, need.energy_dice(arm) // max(1, power))
    if character.moved > number("step") and plays(game, "shooting_on_the_move", "half-shots"):
        shots = max(1, shots // number("moved_shots_divisor"))
    return shots


def throw_of(game: Fight, command: Throw) -> Attempt:
    return Attempt(
        by=command.by,
        way="thrown",
        weapon=weapon(game, command.by, command.weapon),
        target=command.target,
        power=command.power,
        aim_at=command.aim_at,
        expose=command.expose,
        quick=command.quick,
        aiming=aim.aiming_at(game, command.by, command.target),
    )


def before_the_throw(game: Fight, command: Throw) -> aim.ToHitRoll:
    return aim.to_hit_roll(game, throw_of(game, command))


# --- the steps of attacks from afar


def draw(play: Play[Fight], by: str, id: str) -> None:
    """CQ-OPT-10: a quick shot begins with the weapon on the belt."""
    places = places_without(play.state.units[by], id)
    drawn = play.state.with_unit(by, **{**places, "ready": (*places["ready"], id)})
    play.commit(drawn, Drew(by, weapon(play.state, by, id).called))


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


def spend(play: Play[Fight], attempt: Attempt) -> Attempt:
    """CQ-RNG-12, CQ-NRG-1: the ammunition goes, and the turn's first shot is remembered."""
    game, by, held, arm = play.state, attempt.by, attempt.weapon, attempt.arm
    assert held is not None  # nobody fires bare hands
    assert arm is not None
    character, spear = game.units[by], attempt.is_a(need.SPEAR_THROWER)
    paid = bool(character.shots) and order.is_paid(character)  # by a charge that was split
    used = 0 if paid or spear else attempt.rounds
    game = game.with_weapon(by, held.id, ammo=max(0, held.ammo - used), span=arm.row.span)
    game = game.with_unit(
        by, shots=character.shots + 1, mode=attempt.mode, fired=held.id, power=attempt.energy
    )
    if not character.shots:
        game = game.with_unit(by, shot_at=attempt.target, shot_hex=attempt.at(game))
    now = game.units[by].weapon(held.id)
    if attempt.way == "launch":
        play.commit(game, Launched(by, attempt.hex, held.called))
    else:
        left = now.ammo if now is not None and not spear else -1
        play.commit(game, Fired(by, attempt.target, held.called, attempt.rounds, left))
    return replace(attempt, weapon=now)


def what_flies(game: Fight, attempt: Attempt) -> Weapon | None:
    """What the attack throws and what then lies somewhere: the weapon itself, or a spear thrower's spear."""
    if attempt.way == "thrown":
        return attempt.weapon
    return need.carried_spear(game.units[attempt.by]) if attempt.is_a(need.SPEAR_THROWER) else None


async def fire(play: Play[Fight], attempt: Attempt) -> None:
    """Roll to hit, with the results; if figures in the way are avoided first, only for rounds that pass them."""
    thing = what_flies(play.state, attempt)
    past = await thrown.get_past(play, attempt)
    if past.rounds:
        await take_effect(play, await roll_to_hit(play, past.attempt), thing)
    elif thing is not None:
        lay_where_it_ends(play, attempt.by, thing, past.hex or attempt.at(play.state))


async def take_effect(play: Play[Fight], attacked: Attacked, thing: Weapon | None) -> None:
    """Whom a roll to hit hits, or whom a miss threatens. What flies lies where it ends (CQ-AVD-6)."""
    attempt, lost = attacked.attempt, attacked.lost
    own, at = play.state.units[attempt.by].hex, attempt.at(play.state)
    if attacked.hit:
        struck = await thrown.victim(play, attempt)
        at = play.state.units[struck].hex
        await bullets(play, attempt, struck, bullets_of(attacked), attacked.result)
    elif not lost:
        at = await thrown.follow_miss(play, attacked) or at
    if thing is not None:
        lay_where_it_ends(play, attempt.by, thing, own if lost else at)


def lay_where_it_ends(play: Play[Fight], by: str, thing: Weapon, hex: str) -> None:
    """CQ-AVD-6: what was thrown lies in that hex, unless the thrower has dropped it already."""
    if play.state.units[by].weapon(thing.id) is not None:
        play.commit(laid(play.state, by, thing.id, hex), Landed(thing.type, hex))


async def kick_back(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-ENV-15: in microgravity a weapon with recoil pushes the firer."""
    if attempt.weapon is not None:
        await recoil(play, attempt.by, attempt.weapon, attempt.at(play.state))


async def launch(play: Play[Fight], attempt: Attempt, grenade: str, fuse: Fuse) -> None:
    """CQ-GRN-2, CQ-GRN-3: the roll to hit the hex; the grenade scatters on a miss, and stays if the weapon is lost."""
    fired = grenade_to_fire(play.state.units[attempt.by], grenade)
    attacked = await roll_to_hit(play, attempt)
    if fired is None or attacked.lost:
        play.emit(FiredNothing(attempt.by))
        return
    hex = await thrown.where_it_lands(play, attacked)
    await thrown.come_down(play, attempt.by, fired, hex, fuse)


def let_go(play: Play[Fight], by: str, id: str) -> None:
    """CQ-ACT-9: after firing while engaged a weapon drops, unless it is short."""
    held = play.state.units[by].weapon(id)
    if held is not None and id in play.state.units[by].ready and figures(held).length != "short":
        drop_ready(play, by, id)


# --- `shoot`


@COMMANDS.add(
    Shoot,
    "Shoot",
    shoot_understood,
    SHOOT_CHECKS,
    parts=second_shot,
    part_checks=SECOND_CHECKS,
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
    engaged = is_engaged(play.state, by)
    attempt = spend(play, raise_gun(play, command))
    at = attempt.at(play.state)
    if attempt.way == "launch":
        await launch(play, attempt, command.grenade, command.fuse)
    else:
        await fire(play, attempt)
    await kick_back(play, attempt)
    if command.weapon2:
        await fire_second(play, command, at)
    if command.then_bayonet:
        await then_bayonet(play, attempt)
    if engaged:
        let_go(play, by, command.weapon)


def raise_gun(play: Play[Fight], command: Shoot) -> Attempt:
    """All that comes before the shot itself: weapon drawn, gone down, action used, leaning out."""
    by, opens = command.by, shots_opened(play.state, command)
    if command.quick:
        draw(play, by, command.weapon)
    go_down(play, command)
    attempt = shot(play.state, command)
    if order.in_follow_up(play.state, by):
        changed = need.changes_mode(play.state, command)
        order.use_follow_up(play, by)
        if changed:  # CQ-AUT-1: no more of the shots that are left than the weapon has in that mode
            game = order.keep_follow_ups(play.state, by, opens - 1).with_unit(by, mode_changed=True)
            play.commit(game, ModeChanged(by, command.mode))
    else:
        order.use_action(play, by, shots=opens)
    expose(play, attempt)
    return attempt


async def fire_second(play: Play[Fight], command: Shoot, first_hex: str) -> None:
    """CQ-ATK-14, CQ-AUT-7: the second pistol, once, while the firer can still act and its target is alive."""
    game, by, target = play.state, command.by, command.target2 or command.target
    held = game.units[by].weapon(command.weapon2)
    if held is None or not need.can_still_use(game, by, held) or not is_alive(game, target):
        return
    left = max(0, held.ammo - 1)
    play.commit(game.with_weapon(by, held.id, ammo=left), Fired(by, target, held.called, 1, left))
    attempt = Attempt(
        by=by,
        way="missile",
        weapon=play.state.units[by].weapon(held.id),
        target=target,
        expose=command.expose,
        first_hex=first_hex if target != command.target else "",
        second=True,
    )
    expose(play, attempt)
    await fire(play, attempt)
    await kick_back(play, attempt)


async def then_bayonet(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-POL-5: after the shot the bayonet, at the same target, while both are there and the gun is whole."""
    game, by, target = play.state, attempt.by, attempt.target
    character, there = game.units[by], game.units[target].hex
    gun = character.weapon(attempt.weapon.id) if attempt.weapon is not None else None
    if gun is None or not need.is_whole_in_hand(character, gun) or BAYONET not in gun.fitted:
        return
    here = character.hex
    near = bool(here and there) and distance(here, there) == 1 and not is_walled(game, here, there)
    if near and is_alive(game, target) and is_able(game, by) and not is_down(character):
        await strike_at(play, Attempt(by=by, way="melee", weapon=aim.as_bayonet(gun), target=target))


# --- `throw`


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
    attempt = raise_arm(play, command)
    play.emit(Threw(command.by, command.target, thrown_type(attempt)))
    await fire(play, attempt)


def raise_arm(play: Play[Fight], command: Throw) -> Attempt:
    attempt = throw_of(play.state, command)
    if command.quick:
        draw(play, command.by, command.weapon)
    order.use_action(play, command.by)
    expose(play, attempt)
    return attempt


def thrown_type(attempt: Attempt) -> str:
    assert attempt.weapon is not None  # nobody throws bare hands
    return attempt.weapon.type
