"""Firing and throwing: `shoot`, grenade launchers, the second of two pistols, and `throw` (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, one_of
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import Arm, figures
from vedette.games.close_quarters.attacks.grenades import (
    Fuse,
    come_down,
    follow_miss,
    get_past,
    victim,
    where_it_lands,
)
from vedette.games.close_quarters.attacks.hitting import Attacked, bullets, bullets_of, roll_to_hit
from vedette.games.close_quarters.attacks.melee import Extra, fights_with_both, not_too_strong, strike_at
from vedette.games.close_quarters.attacks.to_hit import (
    Attempt,
    Expose,
    Mode,
    Spot,
    Support,
    ToHitRoll,
    aiming_at,
    aiming_into,
    as_bayonet,
    cover_of,
    out_of_sight,
    to_hit_roll,
)
from vedette.games.close_quarters.attacks.weapon_checks import (
    LAUNCHER,
    SPEAR_THROWER,
    aimed_shots_are_played,
    can_go_down,
    carried_grenades,
    carried_spear,
    changes_mode,
    drawn_or_in_hand,
    energy_dice,
    guns,
    has_a_bayonet,
    has_the_mode,
    has_the_power,
    hits_nobody,
    is_a_gun,
    is_loaded,
    is_throwable,
    is_whole_in_hand,
    line_is_open,
    not_down_after_moving,
    not_in_front,
    not_moved_too_far_to_fire,
    only_at_a_charger,
    own_arm,
    same_weapon,
    second_understood,
    support_can_stand,
    target_in_front,
    throwables,
)
from vedette.games.close_quarters.candidates import hex_name, naming, other_unit, weapon
from vedette.games.close_quarters.damage.harm import drop_ready, laid, places_without
from vedette.games.close_quarters.damage.microgravity import recoil
from vedette.games.close_quarters.near import enemies, is_able, is_alive, is_down, is_engaged, is_walled
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import Figure
from vedette.games.close_quarters.turn.order import (
    action_checks,
    attack_checks,
    has_fallen,
    in_follow_up,
    is_paid,
    keep_follow_ups,
    not_fallen,
    not_in_deep_water,
    not_in_hth,
    offered_in,
    target_checks,
    use_action,
    use_follow_up,
)
from vedette.kit.words import with_article
from vedette.view.asked import Asked
from vedette.view.hexes import distance, on_map

COMMANDS = Commands[Fight]()


def with_it_drawn(game: Fight, by: str, id: str) -> Fight:
    """CQ-OPT-10: the game with the weapon in his hand, in place of on his belt or wherever he had it."""
    places = places_without(game.units[by], id)
    return game.with_unit(by, **{**places, "ready": (*places["ready"], id)})


@fact("{unit} leans out {how:=over?over|round} the wall.")
class Exposed(Fact, frozen=True):
    unit: str
    how: str


@fact("{unit} draws the {type:thing}.")
class Drew(Fact, frozen=True):
    """A quick shot: the weapon comes from the belt."""

    unit: str
    type: str


@fact("The {type:thing} lies in {hex:word}.")
class Landed(Fact, frozen=True):
    type: str
    hex: str


def draw(play: Play[Fight], by: str, id: str) -> None:
    """CQ-OPT-10: a quick shot begins with the weapon on the belt."""
    play.commit(with_it_drawn(play.state, by, id), Drew(by, weapon(play.state, by, id).called))


def what_flies(game: Fight, attempt: Attempt) -> Weapon | None:
    """What the attack throws and what then lies somewhere: the weapon itself, or a spear thrower's spear."""
    if attempt.way == "thrown":
        return attempt.weapon
    return carried_spear(game.units[attempt.by]) if attempt.is_a(SPEAR_THROWER) else None


def expose(play: Play[Fight], *attempts: Attempt) -> None:
    """CQ-ENV-10: any of these attacks that needs exposure exposes the firer until the turn ends."""
    for attempt in attempts:
        if attempt.expose and cover_of(play.state, attempt).exposes:
            exposed = play.state.with_unit(attempt.by, exposed=attempt.expose)
            play.commit(exposed, Exposed(attempt.by, attempt.expose))
            return


async def fire(play: Play[Fight], attempt: Attempt) -> None:
    """Roll to hit, with the results; if figures in the way are avoided first, only for rounds that pass them."""
    thing = what_flies(play.state, attempt)
    past = await get_past(play, attempt)
    if past.rounds:
        await take_effect(play, await roll_to_hit(play, past.attempt), thing)
    elif thing is not None:
        lay_where_it_ends(play, attempt.by, thing, past.hex or attempt.at(play.state))


async def take_effect(play: Play[Fight], attacked: Attacked, thing: Weapon | None) -> None:
    """Whom a roll to hit hits, or whom a miss threatens. What flies lies where it ends (CQ-AVD-6)."""
    attempt, lost = attacked.attempt, attacked.lost
    own, at = play.state.units[attempt.by].hex, attempt.at(play.state)
    if attacked.hit:
        struck = await victim(play, attempt)
        at = play.state.units[struck].hex
        await bullets(play, attempt, struck, bullets_of(attacked), attacked.result)
    elif not lost:
        at = await follow_miss(play, attacked) or at
    if thing is not None:
        lay_where_it_ends(play, attempt.by, thing, own if lost else at)


def lay_where_it_ends(play: Play[Fight], by: str, thing: Weapon, hex: str) -> None:
    """CQ-AVD-6: what was thrown lies in that hex, unless he has dropped it already."""
    if play.state.units[by].weapon(thing.id) is not None:
        play.commit(laid(play.state, by, thing.id, hex), Landed(thing.type, hex))


async def kick_back(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-ENV-15: in microgravity a weapon with recoil pushes who fires it."""
    if attempt.weapon is not None:
        await recoil(play, attempt.by, attempt.weapon, attempt.at(play.state))


# --- firing grenades: what a grenade launcher fires, where at, and where it comes down

ONLY_AT_FIGURES = ("aim_at", "tank", "weapon2", "target2")
"""What is said of a shot at somebody, and of no grenade."""

ONLY_LAUNCHED = ("hex", "grenade", "fuse")
"""What is said of a grenade that is fired, and of no other shot."""


def at_whom_or_what(game: Fight, command: Any) -> Any:
    """The command, at somebody else; of a grenade launcher also into a hex, and with which grenade."""
    launched = is_launcher(game, command)
    for field in ONLY_AT_FIGURES if launched else ONLY_LAUNCHED:
        if getattr(command, field):
            what = "a grenade" if launched else "this weapon"
            raise CommandError(f"{command.do}: {field} means nothing for {what}.")
    if launched and bool(command.target) == bool(command.hex):
        raise CommandError(f"{command.do}: name a target or a hex.")
    if command.hex:
        hex_name(command.hex)
    else:
        other_unit(game, command.by, command.target)
    if command.grenade:
        weapon(game, command.by, command.grenade)
    return command


def is_launcher(game: Fight, command: Any) -> bool:
    """Whether the weapon that the command names fires grenades."""
    arm = own_arm(game, command)
    return arm is not None and arm.is_a(LAUNCHER)


def hex_of(game: Fight, command: Any) -> str:
    """The hex into which a grenade is fired: the one that is named, or the target's; "" while neither is known."""
    target = game.units.get(getattr(command, "target", None) or "")
    return target.hex if target is not None else getattr(command, "hex", None) or ""


def grenade_to_fire(character: Character, id: str = "") -> Weapon | None:
    """The grenade that is named, or the first that he carries; None where he has no such grenade."""
    return next((held for held in carried_grenades(character) if id in ("", held.id)), None)


@forbids("CQ-GRN-1", reads=("weapon", "grenade"), overridable=False)
def it_fires_grenades(game: Fight, command: Any) -> str | None:
    """What is fired is a grenade, in hand, on the belt or on the back."""
    named = getattr(command, "grenade", None)
    character = game.units[command.by]
    if not named or grenade_to_fire(character, named) is not None:
        return None
    return f"{character.name} can't fire that as a grenade."


@forbids("CQ-GRN-1", "CQ-MAP-5", "CQ-ENV-13", "CQ-ENV-9", "CQ-ENV-10", reads=("hex",), overridable=False)
def it_can_be_fired_there(game: Fight, command: Any) -> WhyNot:
    """Into a hex of the map, in front, with nothing in the way of a figure that would stand there."""
    character, hex = game.units[command.by], getattr(command, "hex", None)
    if not hex or not character.hex:
        return None
    if not on_map(game.map, hex):
        return f"{hex} is not on the map."
    if aside := not_in_front(character, hex, hex):
        return Refusal("CQ-MAP-5", aside)
    return out_of_sight(
        game, Figure(character.hex, command.down or character.posture), Figure(hex), command.expose
    )


@fact("{by} keeps the grenade.")
class FiredNothing(Fact, frozen=True):
    """A grenade launcher was dropped or broke: the grenade has not left it."""

    by: str


async def launch(play: Play[Fight], attempt: Attempt, grenade: str, fuse: Fuse) -> None:
    """CQ-GRN-2, CQ-GRN-3: the roll to hit the hex; the grenade scatters on a miss, and stays if the weapon is lost."""
    fired = grenade_to_fire(play.state.units[attempt.by], grenade)
    attacked = await roll_to_hit(play, attempt)
    if fired is None or attacked.lost:
        play.emit(FiredNothing(attempt.by))
        return
    hex = await where_it_lands(play, attacked)
    await come_down(play, attempt.by, fired, hex, fuse)


# --- the second of two pistols, where two pistols count as two weapons (CQ-ATK-14, `two_pistols`)


class SecondShot(Struct, frozen=True):
    """The shot of the second pistol, as the checks of loading, target and line see it."""

    do: str
    by: str
    weapon: str
    target: str
    expose: str
    down: str
    mode: Mode = "single"


def second_shot(game: Fight, command: Any) -> Iterator[SecondShot]:
    """The second shot, where there is one."""
    second = getattr(command, "weapon2", "")
    if second:
        target = getattr(command, "target2", "") or getattr(command, "target", "") or ""
        expose, down = getattr(command, "expose", "") or "", getattr(command, "down", "") or ""
        yield SecondShot(command.do, command.by, second, target, expose, down)


@forbids("CQ-ATK-14", "CQ-SKL-35", reads=("weapon", "weapon2"))
def two_pistols_can_be_fired(game: Fight, command: Any) -> WhyNot:
    """The second shot comes from another pistol in hand, with the first shot of who isn't engaged."""
    if not command.weapon2:
        return None
    character = game.units[command.by]
    first, second = character.weapon(command.weapon), character.weapon(command.weapon2)
    wrong = _no_pair(character, first, second) or _at_no_time(game, command)
    if wrong or first is None or second is None:
        return wrong
    if not fights_with_both(character, first, second):
        sentence = f"{character.name} can't use these two weapons together."
        return Refusal("CQ-ATK-14", sentence, also=("CQ-SKL-35",))
    if plays(game, "two_pistols", "yes"):
        return None
    sentence = "At this table a second pistol can't be fired."
    return Refusal("CQ-ATK-14", sentence, "one pistol", reading=house_rule(game, "two_pistols"))


def _no_pair(character: Character, first: Weapon | None, second: Weapon | None) -> str:
    """Why these are no two pistols that are fired together, if so."""
    if first is None or second is None or first.id == second.id:
        return "The second shot comes from another pistol."
    if not (figures(first).is_a("pistol") and figures(second).is_a("pistol")):
        return "Only two pistols are fired together."
    return "" if is_whole_in_hand(character, second) else "The second shot needs a ready, whole pistol."


def _at_no_time(game: Fight, command: Any) -> str:
    """Why the second pistol isn't fired now, if so."""
    if in_follow_up(game, command.by):
        return "The second pistol is fired with the first shot of the turn only."
    return "While engaged only a single shot is fired." if is_engaged(game, command.by) else ""


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


Dice = Annotated[int, Field(ge=-100, le=100)]

Rounds = Annotated[int, Field(ge=1, le=1000)]

Down = Annotated[Literal["", "prone", "kneeling"], Field(description="before the shot")]


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


async def fire_second(play: Play[Fight], command: Shoot, first_hex: str) -> None:
    """CQ-ATK-14, CQ-AUT-7: the second pistol, once, while he can still act and its target is alive."""
    held = play.state.units[command.by].weapon(command.weapon2)
    target = command.target2 or command.target
    if held is None or not can_fire_again(play.state, command.by, held, target):
        return
    left = max(0, held.ammo - 1)
    game = play.state.with_weapon(command.by, held.id, ammo=left)
    play.commit(game, Fired(command.by, target, held.called, 1, left))
    attempt = Attempt(
        by=command.by,
        way="missile",
        weapon=play.state.units[command.by].weapon(held.id),
        target=target,
        expose=command.expose,
        first_hex=first_hex if target != command.target else "",
        second=True,
    )
    expose(play, attempt)
    await fire(play, attempt)
    await kick_back(play, attempt)


def can_fire_again(game: Fight, by: str, held: Weapon, target: str) -> bool:
    """Whether he is on his feet and able, with the pistol whole in hand, and the target alive."""
    character = game.units[by]
    ready = is_able(game, by) and not has_fallen(game, character) and is_whole_in_hand(character, held)
    return ready and is_alive(game, target)


# --- firing a missile weapon: `shoot` (section 6.4)


def shoot_understood(game: Fight, command: Shoot) -> Shoot:
    """A character, his weapon, and somebody else, or a hex for a grenade."""
    naming(weapon=weapon)(game, command)
    second_understood(game, command)
    understood: Shoot = at_whom_or_what(game, command)
    return understood


# --- the shot before it is fired


def lowered(game: Fight, command: Any) -> Fight:
    """The game with the firer gone down, if he does that first."""
    if not command.down:
        return game
    return game.with_unit(command.by, posture=command.down, went_down=True)


def rounds_of(arm: Arm, held: Weapon, command: Shoot) -> int:
    """CQ-AUT-1: the rounds that a shot, a burst or automatic fire uses, never more than are left."""
    if command.mode == "single":
        return 1
    wanted = number("burst_rounds") if command.mode == "burst" else arm.shots[2]
    if command.mode == "auto" and command.rounds is not None:
        wanted = min(wanted, command.rounds)
    return max(1, min(wanted, held.ammo))


def shot(game: Fight, command: Shoot) -> Attempt:
    """The shot that the command describes, once he has gone down and before the ammunition is gone."""
    character, held = game.units[command.by], weapon(game, command.by, command.weapon)
    arm = figures(held)
    first = not character.shots
    if arm.is_a(LAUNCHER):
        return launched(game, command)
    return Attempt(
        by=command.by,
        way="missile",
        weapon=held,
        target=command.target,
        mode=command.mode,
        rounds=rounds_of(arm, held, command),
        energy=power_of(arm, command),
        support=command.support,
        expose=command.expose,
        aim_at=command.aim_at,
        tank=command.tank,
        quick=command.quick,
        aiming=aiming_at(game, command.by, command.target) if first else 0,
        first_hex=character.shot_hex if not first and character.shot_at != command.target else "",
    )


def launched(game: Fight, command: Shoot) -> Attempt:
    """The grenade that the command fires: into a hex, be it that of a figure."""
    hex = hex_of(game, command)
    return Attempt(
        by=command.by,
        way="launch",
        weapon=weapon(game, command.by, command.weapon),
        hex=hex,
        support=command.support,
        expose=command.expose,
        aiming=aiming_into(game, command.by, hex),
    )


def power_of(arm: Arm, command: Shoot) -> int:
    """CQ-NRG-1: the dice of an energy weapon's shot; 0 for other weapons."""
    if not arm.is_a("energy"):
        return 0
    return energy_dice(arm) if command.power is None else command.power


def before_the_shot(game: Fight, command: Shoot) -> ToHitRoll:
    """The breakdown of a shot as a form shows it."""
    game = lowered(game, command)
    return to_hit_roll(game, shot(game, command))


def shots_opened(game: Fight, command: Shoot) -> int:
    """CQ-RNG-11, CQ-TRN-5: how many shots his first one opens this turn."""
    character, arm = game.units[command.by], figures(weapon(game, command.by, command.weapon))
    if is_engaged(game, command.by) or command.quick or command.mode == "auto":
        return 1
    single, bursts, _ = arm.shots
    shots = bursts if command.mode == "burst" else single
    power = power_of(arm, command)
    if power:
        shots *= max(1, energy_dice(arm) // max(1, power))
    if character.moved > number("step") and plays(game, "shooting_on_the_move", "half-shots"):
        shots = max(1, shots // number("moved_shots_divisor"))
    return shots


SHOOT_CHECKS: tuple[Any, ...] = (
    *action_checks("half", "CQ-ACT-4"),
    not_in_hth,
    not_in_deep_water,
    only_at_a_charger,
    not_moved_too_far_to_fire,
    not_down_after_moving,
    can_go_down,
    not_fallen,
    drawn_or_in_hand,
    is_a_gun,
    same_weapon,
    has_the_mode,
    has_the_power,
    is_loaded,
    support_can_stand,
    aimed_shots_are_played,
    has_a_bayonet,
    it_fires_grenades,
    two_pistols_can_be_fired,
    *target_checks(),
    target_in_front,
    line_is_open,
    it_can_be_fired_there,
)


SHOT_RULES = (
    "CQ-ATK-1", "CQ-ATK-2", "CQ-ATK-3", "CQ-ATK-4", "CQ-ATK-5", "CQ-ATK-6", "CQ-ATK-7", "CQ-ATK-10", "CQ-AVD-1",
    "CQ-AVD-2", "CQ-AVD-3", "CQ-AVD-4", "CQ-AVD-5", "CQ-AVD-7", "CQ-AVD-8", "CQ-RNG-1", "CQ-RNG-3", "CQ-RNG-5",
    "CQ-RNG-6", "CQ-RNG-7", "CQ-RNG-8", "CQ-RNG-9", "CQ-RNG-11", "CQ-MAP-4", "CQ-ENV-5", "CQ-ENV-6", "CQ-ENV-7",
    "CQ-ENV-12", "CQ-TRN-5",
)  # fmt: skip
"""What a shot goes through."""


def _has_a_gun(game: Fight, by: str) -> bool:
    """For a further shot he has had one, and needn't have it still."""
    return in_follow_up(game, by) or bool(guns(game, by))


@COMMANDS.add(
    Shoot,
    "Shoot",
    shoot_understood,
    SHOOT_CHECKS,
    parts=second_shot,
    part_checks=(is_loaded, has_the_mode, *target_checks(), target_in_front, line_is_open),
    rules=(
        *SHOT_RULES, "CQ-AUT-2", "CQ-AUT-3", "CQ-AUT-4", "CQ-AUT-5", "CQ-AUT-6", "CQ-AUT-7", "CQ-AUT-9",
        "CQ-SHG-1", "CQ-SHG-2", "CQ-SHG-3", "CQ-NRG-2", "CQ-OPT-15", "CQ-GRN-3", "CQ-GRN-4",
    ),
    key="s",
    aims="shoot at",
    offered=offered_in("slot", "follow-up", where=_has_a_gun),
)  # fmt: skip
async def shoot(play: Play[Fight], command: Shoot) -> None:
    """CQ-ATK-1, CQ-RNG-11: go down, show himself, fire; then the bayonet, and a long weapon that engaged him drops."""
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
    """All that comes before the shot itself: the weapon drawn, himself gone down and shown, the action used."""
    opens = shots_opened(play.state, command)
    get_ready(play, command)
    attempt = shot(play.state, command)
    if in_follow_up(play.state, command.by):
        changed = changes_mode(play.state, command)
        use_follow_up(play, command.by)
        if changed:
            change_mode(play, command, opens)
    else:
        use_action(play, command.by, shots=opens)
    expose(play, attempt)
    return attempt


_MODES = {"single": "with single shots", "burst": "in bursts", "auto": "with automatic fire"}


@fact("{unit} {posture:=kneeling?kneels|drops prone} to fire.")
class WentDownToFire(Fact, frozen=True):
    unit: str
    posture: str


@fact("{unit} goes on {mode:how}.", how=_MODES.__getitem__)
class ModeChanged(Fact, frozen=True):
    unit: str
    mode: Annotated[str, one_of(_MODES)]


@fact("{by} fires the {type:thing} into {hex:word}.", headline="{by} → {hex:word}: {type:thing}")
class Launched(Fact, frozen=True):
    by: str
    hex: str
    type: str


def change_mode(play: Play[Fight], command: Shoot, shots: int) -> None:
    """CQ-AUT-1: the shots that are left go on in another mode, no more of them than the weapon has of it."""
    game = keep_follow_ups(play.state, command.by, shots - 1)
    game = game.with_unit(command.by, mode_changed=True)
    play.commit(game, ModeChanged(command.by, command.mode))


def get_ready(play: Play[Fight], command: Shoot) -> None:
    """He draws the weapon, and goes down."""
    if command.quick:
        draw(play, command.by, command.weapon)
    go_down(play, command)


def go_down(play: Play[Fight], command: Any) -> None:
    """CQ-MOV-12: go down before the shot, if declared."""
    if command.down:
        play.commit(lowered(play.state, command), WentDownToFire(command.by, command.down))


def spend(play: Play[Fight], attempt: Attempt) -> Attempt:
    """CQ-RNG-12, CQ-NRG-1: the ammunition goes, and the turn's first shot is remembered."""
    game, by = play.state, attempt.by
    character, held, arm = game.units[by], attempt.weapon, attempt.arm
    assert held is not None  # nobody fires bare hands
    assert arm is not None
    used = rounds_used(game, attempt)
    game = game.with_weapon(by, held.id, ammo=max(0, held.ammo - used), span=arm.row.span)
    game = game.with_unit(
        by, shots=character.shots + 1, mode=attempt.mode, fired=held.id, power=attempt.energy
    )
    if not character.shots:
        game = game.with_unit(by, shot_at=attempt.target, shot_hex=attempt.at(game))
    now = game.units[by].weapon(held.id)
    left = now.ammo if now is not None and not arm.is_a(SPEAR_THROWER) else -1
    if attempt.way == "launch":
        play.commit(game, Launched(by, attempt.hex, held.called))
    else:
        play.commit(game, Fired(by, attempt.target, held.called, attempt.rounds, left))
    return replace(attempt, weapon=now)


def rounds_used(game: Fight, attempt: Attempt) -> int:
    """What a shot takes from `ammo`: nothing where a split charge has paid for it, or a spear flies."""
    character = game.units[attempt.by]
    paid = bool(character.shots) and is_paid(character)
    return 0 if paid or attempt.is_a(SPEAR_THROWER) else attempt.rounds


async def then_bayonet(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-POL-5: after the shot the bayonet, at the same target, while both are there and the gun is whole."""
    game, by, target = play.state, attempt.by, attempt.target
    character, there = game.units[by], game.units[target].hex
    gun = character.weapon(attempt.weapon.id) if attempt.weapon is not None else None
    if gun is None or not is_whole_in_hand(character, gun) or BAYONET not in gun.fitted:
        return
    near = (
        bool(character.hex and there)
        and distance(character.hex, there) == 1
        and not is_walled(game, character.hex, there)
    )
    if near and is_alive(game, target) and is_able(game, by) and not is_down(character):
        await strike_at(play, Attempt(by=by, way="melee", weapon=as_bayonet(gun), target=target))


def let_go(play: Play[Fight], by: str, id: str) -> None:
    """CQ-ACT-9: who fired while engaged drops the weapon, unless it is short."""
    held = play.state.units[by].weapon(id)
    if held is not None and id in play.state.units[by].ready and figures(held).length != "short":
        drop_ready(play, by, id)


# --- throwing a weapon at somebody: `throw`


@fact("{by} throws the {type:thing} at {target}.", headline="{by} → {target}: {type:thing}")
class Threw(Fact, frozen=True):
    by: str
    target: str
    type: str


class Throw(Command):
    """Throw a weapon at somebody."""

    weapon: str
    target: Annotated[str, Asked("Target", "t", enemies)]
    power: Annotated[Extra, Field(description="extra strength")] = 0
    aim_at: Spot = ""
    expose: Expose = ""
    quick: Annotated[bool, Field(description="drawn for it")] = False


@check("CQ-RNG-10", reads=("weapon",))
def can_be_thrown(game: Fight, command: Throw) -> Refusal | None:
    """Only throwable weapons are thrown; grenades go into a hex."""
    arm = own_arm(game, command)
    if arm is None or is_throwable(arm):
        return None
    return Refusal(
        "CQ-RNG-10",
        f"{with_article(arm.name.lower()).capitalize()} can't be thrown at anybody.",
        overridable=not hits_nobody(arm),
    )


def throw_of(game: Fight, command: Throw) -> Attempt:
    """The throw that the command describes."""
    return Attempt(
        by=command.by,
        way="thrown",
        weapon=weapon(game, command.by, command.weapon),
        target=command.target,
        power=command.power,
        aim_at=command.aim_at,
        expose=command.expose,
        quick=command.quick,
        aiming=aiming_at(game, command.by, command.target),
    )


def before_the_throw(game: Fight, command: Throw) -> ToHitRoll:
    """The breakdown of a throw as a form shows it."""
    return to_hit_roll(game, throw_of(game, command))


THROW_CHECKS: tuple[Any, ...] = (
    *attack_checks(),
    drawn_or_in_hand,
    can_be_thrown,
    not_too_strong,
    aimed_shots_are_played,
    *target_checks(),
    target_in_front,
    line_is_open,
)


@COMMANDS.add(
    Throw,
    "Throw",
    naming(weapon=weapon, target=other_unit),
    THROW_CHECKS,
    rules=(*SHOT_RULES, "CQ-RNG-2", "CQ-AVD-6", "CQ-ATK-11"),
    key="z",
    offered=offered_in("slot", where=lambda game, by: bool(throwables(game, by))),
)
async def throw(play: Play[Fight], command: Throw) -> None:
    """CQ-RNG-2, CQ-AVD-6: the dice of a shot; then the weapon lies where it ended."""
    attempt = raise_arm(play, command)
    play.emit(Threw(command.by, command.target, thrown_type(attempt)))
    await fire(play, attempt)


def raise_arm(play: Play[Fight], command: Throw) -> Attempt:
    """All that comes before the throw itself: the weapon drawn, the action used, himself shown."""
    attempt = throw_of(play.state, command)
    if command.quick:
        draw(play, command.by, command.weapon)
    use_action(play, command.by)
    expose(play, attempt)
    return attempt


def thrown_type(attempt: Attempt) -> str:
    """The type of what is thrown."""
    assert attempt.weapon is not None  # nobody throws bare hands
    return attempt.weapon.type
