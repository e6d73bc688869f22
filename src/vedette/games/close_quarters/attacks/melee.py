"""Striking: `attack` with bayonets, clubs and second weapons, `staff`, `sweep`, and the checks before them (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters import candidates, near
from vedette.games.close_quarters.arms import figures, in_hands, is_small, martial_arts, skilled, strong_max
from vedette.games.close_quarters.attacks import to_hit as aim
from vedette.games.close_quarters.attacks import weapon_checks as need
from vedette.games.close_quarters.attacks.grenades import follow_blow
from vedette.games.close_quarters.attacks.hitting import Attacked, hit, roll_to_hit
from vedette.games.close_quarters.attacks.to_hit import Attempt, Spot
from vedette.games.close_quarters.attacks.weapon_checks import own_weapon
from vedette.games.close_quarters.checks import save
from vedette.games.close_quarters.damage.harm import drop_ready, fall
from vedette.games.close_quarters.derived import conscious, knows
from vedette.games.close_quarters.near import anybody, away, hand_to_hand, in_reach, is_down
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Weapon
from vedette.games.close_quarters.tables import BATTERY, STOCKED, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import fan
from vedette.games.close_quarters.turn import order
from vedette.kit.words import count, with_article
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()

TWO_WEAPON_FIGHTING = "two-weapon-fighting"

PAIRS = (("sword", "parries"), ("net", "trident"), ("cestus", "cestus"))
"""Classes of weapons that everybody uses together: sword with dagger, main-gauche or spiked buckler, and so on (CH 4)."""

RULES = {"disarm": "CQ-POL-8", "trip": "CQ-POL-9"}
EFFECTS = {"disarm": "disarm: saves on DEX, or drops it", "trip": "trip: saves on STR, or falls"}


@fact("The {type:thing} of {unit} has {left:# turn} of power left.")
class PowerUsed(Fact, frozen=True):
    aside = True

    unit: str
    type: str
    left: int


@fact("{by} strikes at {target}.", headline="{by} → {target}")
class Strikes(Fact, frozen=True):
    by: str
    target: str


@fact("{unit} withstands it.")
class Withstood(Fact, frozen=True):
    unit: str


Extra = Annotated[int, Field(ge=0, le=100)]
"""Strength to spare: too much of it is refused with CQ-WPN-4, above 3 too, and is no error (CH 5)."""


class Attack(Command):
    """Strike with a regular weapon, or with bare hands."""

    weapon: Annotated[str, "or hands"]
    target: Annotated[str, Asked("Target", "t", in_reach)]
    power: Annotated[Extra, "extra strength"] = 0
    aim_at: Spot = ""
    weapon2: Annotated[str, "for a second blow"] = ""
    target2: Annotated[str, "the same by default"] = ""
    as_club: bool = False


class Staff(Command):
    """Disarm or trip with a staff."""

    target: Annotated[str, Asked("Target", "t", in_reach, after=("weapon", "effect"), stand_in=anybody)]
    effect: Annotated[
        Literal["disarm", "trip"], Asked("Effect", "e", lambda game, by: EFFECTS, after=("weapon",))
    ]
    weapon: Annotated[str, Asked("Staff", "w", candidates.held(lambda arm: arm.is_a("staff")), judged=False)]


def to_spare(character: Character, weapon: Weapon | None) -> dict[int, str]:
    """CQ-WPN-4: damage from extra strength, at the price of DEX."""
    most = strong_max(character, weapon) if weapon is not None else 0
    return {n: f"{signed(n)} damage, {signed(-n)} to hit" for n in range(1, most + 1)}


def _to_spare(game: Fight, words: Words) -> dict[int, str]:
    character = game.units[words["by"]]
    return to_spare(character, character.weapon(str(words.get("weapon", ""))))


class Sweep(Command):
    """Strike everyone in front with a two-handed cutting weapon."""

    weapon: Annotated[str, Asked("Weapon", "w", candidates.held(lambda arm: arm.is_a("sweeper")))]
    power: Annotated[
        Extra, Asked("Extra strength", "p", given=_to_spare, advanced=True), "extra strength"
    ] = 0


# --- what a blow needs


def attack_understood(game: Fight, command: Attack) -> Attack:
    candidates.naming(weapon=candidates.weapon_or_hands)(game, command)
    need.second_understood(game, command.by, command.weapon2, command.target2)
    candidates.other_unit(game, command.by, command.target)
    return command


def used_as(held: Weapon | None, *, club: bool = False) -> Weapon | None:
    """What a weapon strikes as: a gun as a club or with its bayonet; None for bare hands."""
    if held is None:
        return None
    if club:
        return aim.as_club(held)
    return aim.as_bayonet(held) if BAYONET in held.fitted and figures(held).missile else held


def used(game: Fight, command: aim.Armed) -> Weapon | None:
    """What the command's weapon strikes as; only an attack can make a club of it. None for bare hands."""
    return used_as(own_weapon(game, command), club=bool(getattr(command, "as_club", False)))


@forbids("CQ-HTH-6", reads=("target",))
def in_the_same_brawl(game: Fight, command: Attack) -> str | None:
    character, target = game.units[command.by], game.units.get(command.target)
    if not character.hth or target is None:
        return None
    if target.hex == character.hex and (target.hth or target.subdued):
        return None
    return f"{target.name} is not in the same hand-to-hand combat."


@forbids("CQ-HTH-6", reads=("weapon", "target"), alternative="a small weapon, or hands")
def small_in_hth(game: Fight, command: Attack) -> str | None:
    held = own_weapon(game, command)
    fights = hand_to_hand(game, command.by, command.target)
    if fights and held is not None and not is_small(figures(held)):
        return "That is too big for hand-to-hand combat."
    return None


@check("CQ-ACT-16", "CQ-POL-10", "CQ-RNG-12", reads=("weapon", "as_club", "target"))
def of_the_right_kind(game: Fight, command: Attack) -> Refusal | None:
    character, held = game.units[command.by], own_weapon(game, command)
    if held is None:
        return Refusal("CQ-POL-10", "Bare hands are not a club.") if command.as_club else None
    if not command.as_club:
        return _no_blow(character, held, close=hand_to_hand(game, command.by, command.target))
    if held.id not in character.ready:
        return need.not_usable(character, held)
    # CQ-POL-10: a pistol or stocked gun that is empty or broken; a stocked gun while engaged.
    arm = figures(held)
    useless = bool(held.broken) or held.ammo == 0
    stocked = arm.is_a(STOCKED) and (useless or near.is_engaged(game, command.by))
    if stocked or (arm.is_a("pistol") and useless):
        return None
    return Refusal("CQ-POL-10", f"The {arm.name.lower()} can't be used as a club now.")


def _no_blow(character: Character, held: Weapon, *, close: bool) -> Refusal | None:
    """CQ-ACT-16: why a weapon strikes no blow, if so; `close`: in hand-to-hand combat."""
    arm = figures(held)
    cannot = f"You can't strike with {with_article(arm.name.lower())}."
    if need.hits_nobody(arm):
        return Refusal("CQ-ACT-16", cannot, overridable=False)
    if refused := need.not_usable(character, held):
        return refused
    if arm.use == "thrown":
        return Refusal("CQ-ACT-16", cannot, "throw it")
    if not arm.missile or BAYONET in held.fitted:
        return None
    if not (close and is_small(arm)):
        return Refusal("CQ-ACT-16", cannot, "shoot")
    return None if held.ammo else Refusal("CQ-RNG-12", f"The {arm.name.lower()} is empty.", overridable=False)


@forbids("CQ-WPN-4", reads=("weapon", "power"))
def not_too_strong(game: Fight, command: Attack | Sweep) -> WhyNot:
    weapon = used(game, command)
    most = strong_max(game.units[command.by], weapon) if weapon is not None else 0
    return (f"At most {count(most, 'point')} of extra strength.", f"{most}") if command.power > most else None


@forbids("CQ-NRG-3", reads=("weapon",), alternative="reload", overridable=False)
def battery_has_power(game: Fight, command: aim.Armed) -> str | None:
    """Battery weapons need power, but not as a club nor with a bayonet."""
    held, strikes = own_weapon(game, command), used(game, command)
    if held is None or strikes is None or strikes.type != held.type:
        return None
    if held.ammo or not figures(held).is_a(BATTERY):
        return None
    return f"The {figures(held).name.lower()} has no power left."


@forbids("CQ-ATK-14", reads=("weapon", "weapon2"))
def the_other_hand_is_free(game: Fight, command: Attack) -> str | None:
    character = game.units[command.by]
    if character.parry and (command.weapon == character.parry or command.weapon2):
        return f"{character.name} parries with one weapon and strikes only with the other."
    return None


@forbids("CQ-ATK-14", "CQ-SKL-35", reads=("weapon", "weapon2", "target", "target2"))
def two_weapons_can_be_used(game: Fight, command: Attack) -> WhyNot:
    character = game.units[command.by]
    first, second = character.weapon(command.weapon), character.weapon(command.weapon2)
    if not command.weapon2 or second is None:
        return None
    close = hand_to_hand(game, command.by, command.target2 or command.target)
    if wrong := _no_blow(character, second, close=close):
        sentence = "The second blow needs a ready, whole melee weapon."
        return Refusal("CQ-ATK-14", sentence, overridable=wrong.overridable)
    if first is None or first.id == second.id:
        return "The second blow comes from another weapon."
    if fights_with_both(character, first, second):
        return None
    return f"{character.name} can't use these two weapons together."


def fights_with_both(character: Character, first: Weapon, second: Weapon) -> bool:
    """CQ-ATK-14 (CH 4): Two Weapon Fighting with weapons of the character's skills, or one of the pairs."""
    if knows(character, TWO_WEAPON_FIGHTING) and skilled(character, first) and skilled(character, second):
        return True
    one, other = figures(first), figures(second)
    return any((one.is_a(a) and other.is_a(b)) or (other.is_a(a) and one.is_a(b)) for a, b in PAIRS)


def second_blow(game: Fight, command: Attack) -> Iterator[Attack]:
    """CQ-ATK-14: the second blow, where there is one, for the checks of target, reach and power."""
    if command.weapon2:
        target = command.target2 or command.target
        yield command.model_copy(update={"weapon": command.weapon2, "target": target, "as_club": False})


@check("CQ-POL-8", "CQ-POL-9", reads=("weapon", "effect"))
def it_is_a_staff(game: Fight, command: Staff) -> Refusal | None:
    held = own_weapon(game, command)
    if held is None or figures(held).is_a("staff"):
        return None
    return Refusal(RULES[command.effect], "That takes a staff.")


@check("CQ-POL-8", "CQ-POL-9", reads=("target", "effect"))
def there_is_something_to_it(game: Fight, command: Staff) -> Refusal | None:
    target = game.units.get(command.target)
    if target is None:
        return None
    if command.effect == "disarm" and not _droppable(target):
        return Refusal("CQ-POL-8", f"{target.name} holds nothing.")
    if command.effect == "trip" and (target.hth or target.posture not in ("standing", "kneeling")):
        return Refusal("CQ-POL-9", f"{target.name} is not standing.")
    return None


def _droppable(character: Character) -> tuple[str, ...]:
    """What is held and can be dropped, in order: everything but brass knuckles."""
    held = ((id, character.weapon(id)) for id in character.ready)
    return tuple(id for id, weapon in held if weapon is None or not figures(weapon).is_a("no_drop"))


@check("CQ-POL-7", reads=("weapon",))
def a_sweeper_in_two_hands(game: Fight, command: Sweep) -> Refusal | None:
    held = own_weapon(game, command)
    if held is None or (figures(held).is_a("sweeper") and held.grip == number("hands")):
        return None
    overridable = not need.hits_nobody(figures(held))
    sentence = "Only a cutting weapon in two hands sweeps."
    return Refusal("CQ-POL-7", sentence, "a fire axe", overridable=overridable)


@forbids("CQ-POL-7", overridable=False)
def somebody_to_sweep(game: Fight, command: Sweep) -> str | None:
    return None if foes_in_front(game, command.by) else "There is nobody in front to hit."


not_down = order.nobody_who("CQ-ATK-9", "{} is down and can't strike.", is_down)


def foes_in_front(game: Fight, by: str) -> tuple[str, ...]:
    """CQ-POL-7: the conscious foes in the front hexes, from the leftmost to the rightmost."""
    character = game.units[by]
    if not character.hex:
        return ()
    sides = 2 if martial_arts(character) >= number("martial_arts_all_round") else 1
    return tuple(
        name
        for hex in fan(character.hex, character.facing, sides)
        if not near.is_walled(game, character.hex, hex)
        for name in near.in_hex(game, hex)
        if near.is_enemy(game, by, name) and conscious(game, name)
    )


# --- one blow with a regular weapon


async def strike_at(play: Play[Fight], attempt: Attempt) -> Attacked:
    """CQ-ATK-1, CQ-HTH-7: strike somebody."""
    play.commit(play.state.with_unit(attempt.by, fought=True), Strikes(attempt.by, attempt.target))
    attacked = await roll_to_hit(play, attempt)
    if attacked.hit:
        await hit(play, attempt, attempt.target, attacked.result)
    elif not attacked.lost:
        await follow_blow(play, attempt)
    return attacked


def use_power(play: Play[Fight], by: str, used: Weapon | None) -> None:
    """CQ-NRG-3: a battery weapon uses a turn of its power; a pistol in hand-to-hand combat a round."""
    if used is None or not (figures(used).is_a(BATTERY) or figures(used).missile):
        return
    own = play.state.units[by].weapon(used.id)
    if own is not None and own.ammo > 0:
        left = play.state.with_weapon(by, own.id, ammo=own.ammo - 1)
        play.commit(left, PowerUsed(by, own.called, own.ammo - 1))


BLOW_RULES = (
    "CQ-ATK-1", "CQ-ATK-2", "CQ-ATK-3", "CQ-ATK-4", "CQ-ATK-5", "CQ-ATK-6", "CQ-ATK-7", "CQ-ATK-8", "CQ-ATK-9",
    "CQ-ATK-10", "CQ-ATK-11", "CQ-ATK-12", "CQ-ATK-13", "CQ-ATK-15", "CQ-DMG-8", "CQ-ENV-1", "CQ-ENV-6", "CQ-MRT-2",
    "CQ-MRT-4", "CQ-MRT-5", "CQ-NRG-8", "CQ-RNG-7",
)  # fmt: skip
"""What a blow goes through."""


def blow_of(game: Fight, command: Attack) -> Attempt:
    how = {"power": command.power, "aim_at": command.aim_at}
    return aim.blow(game, command.by, command.target, used(game, command), **how)


def _may_strike(game: Fight, by: str) -> bool:
    """In the slot with what reaches somebody, ahead of it with a bayonet; in hand-to-hand combat always."""
    character, situation = game.units[by], order.situation(game, by)
    if situation == "early":
        fixed = any(BAYONET in weapon.fitted for weapon in character.weapons)
        return fixed and bool(in_reach(game, by))
    reaches = _reaches(game, by, (*character.ready, candidates.HANDS))
    return situation == "wrestles" or (situation == "slot" and reaches)


def _reaches(game: Fight, by: str, weapons: Iterable[str]) -> bool:
    longest = max((order.reach(game.units[by], id) for id in weapons), default=-1)
    return any(away(game, by, foe) <= longest for foe in in_reach(game, by))


@COMMANDS.add(
    Attack,
    "Attack",
    attack_understood,
    (
        *order.attack_checks(in_hth=True), in_the_same_brawl, small_in_hth, of_the_right_kind,
        need.aimed_shots_are_played, not_too_strong, the_other_hand_is_free, two_weapons_can_be_used,
        *order.target_checks(), *order.reach_checks(), battery_has_power,
    ),
    rules=(
        *BLOW_RULES, "CQ-POL-1", "CQ-POL-2", "CQ-POL-4", "CQ-POL-6", "CQ-HTH-5", "CQ-HTH-7", "CQ-HTH-13",
    ),
    reminders=("CQ-ENG-4", "CQ-SKL-41", "CQ-SCN-15"),
    parts=second_blow,
    part_checks=(
        in_the_same_brawl, small_in_hth, *order.target_checks(), *order.reach_checks(), battery_has_power,
    ),
    key="a",
    aims="attack",
    offered=_may_strike,
)  # fmt: skip
async def attack(play: Play[Fight], command: Attack) -> None:
    """CQ-ATK-1, CQ-ATK-14: a blow, and with two weapons another one at −4.

    For the second the attacker must still be able to act, weapon in hand, and the target be alive and in reach.
    """
    by, attempt = command.by, blow_of(play.state, command)
    order.use_action(play, by)
    use_power(play, by, attempt.weapon)
    await strike_at(play, attempt)
    game, target = play.state, command.target2 or command.target
    character, held = game.units[by], game.units[by].weapon(command.weapon2)
    if held is None or not need.can_still_use(game, by, held) or not near.is_alive(game, target):
        return
    reach = order.reach(character, held.id)
    if hand_to_hand(game, by, target) or distance(character.hex, game.units[target].hex) <= reach:
        second = Attempt(by=by, way="melee", weapon=used_as(held), target=target, second=True)
        use_power(play, by, second.weapon)
        await strike_at(play, second)


async def free_attack(play: Play[Fight], by: str, target: str, weapon: str, difference: int) -> None:
    """CQ-ACT-13: a blow at who disengages, out of order, at minus the difference in DEX if that is positive."""
    game = play.state
    how = {"slower": max(0, difference), "giver": game.units[target].side}
    attempt = aim.blow(game, by, target, used_as(game.units[by].weapon(weapon)), **how)
    order.use_action(play, by)
    use_power(play, by, attempt.weapon)
    await strike_at(play, attempt)


# --- `staff` (CQ-POL-8, CQ-POL-9)


def staff_of(game: Fight, command: Staff) -> Attempt:
    return aim.blow(game, command.by, command.target, own_weapon(game, command), staff=True)


def _has_a_staff_that_reaches(game: Fight, by: str) -> bool:
    staffs = candidates.ready_weapons(game.units[by], lambda arm: arm.is_a("staff"))
    return _reaches(game, by, staffs)


@COMMANDS.add(
    Staff,
    "Staff",
    candidates.naming(weapon=candidates.weapon, target=candidates.other_unit),
    (
        *order.attack_checks(), need.ready_and_whole, it_is_a_staff, *order.target_checks(), *order.reach_checks(),
        there_is_something_to_it,
    ),
    rules=BLOW_RULES,
    reminders=("CQ-SKL-41",),
    key="f",
    lines=lambda game, by, command: aim.breakdown(game, staff_of(game, command)) if command else (),
    offered=order.offered_in("slot", where=_has_a_staff_that_reaches),
)  # fmt: skip
async def staff(play: Play[Fight], command: Staff) -> None:
    """CQ-POL-8, CQ-POL-9: to hit at −4; then the target saves, or drops the first thing held, or falls. No damage."""
    by, target, trips = command.by, command.target, command.effect == "trip"
    attempt = staff_of(play.state, command)
    order.use_action(play, by)
    play.commit(play.state.with_unit(by, fought=True), Strikes(by, target))
    if not (await roll_to_hit(play, attempt)).hit:
        return
    dice, rules = number("staff_dice"), (RULES[command.effect],)
    why: Any = ("str", "stay_up") if trips else ("dex", "hold_on")
    saved = await save(play, target, why[0], dice, why=why[1], rules=rules)
    if saved.success:
        play.emit(Withstood(target))
    elif trips:
        fall(play, target)
    elif held := _droppable(play.state.units[target]):
        drop_ready(play, target, held[0])


# --- `sweep` (CQ-POL-7)


def sweep_of(game: Fight, command: Sweep, name: str) -> Attempt:
    return aim.blow(game, command.by, name, own_weapon(game, command), sweep=True, power=command.power)


def _chances_of_the_sweep(game: Fight, by: str, command: Sweep | None) -> Iterator[Detail]:
    if command is not None and game.units[by].hex:
        for name in foes_in_front(game, by):
            yield Detail(game.units[name].name, aim.to_hit_roll(game, sweep_of(game, command, name)).odds)


def _can_sweep(game: Fight, by: str) -> bool:
    """CQ-POL-7: a cutting weapon in both hands, and somebody in front."""
    two_handed = (one for one in in_hands(game.units[by]) if one.grip == number("hands"))
    return any(figures(one).is_a("sweeper") for one in two_handed) and bool(foes_in_front(game, by))


@COMMANDS.add(
    Sweep,
    "Sweep",
    candidates.naming(weapon=candidates.weapon),
    (
        *order.attack_checks(), need.ready_and_whole, a_sweeper_in_two_hands, not_too_strong, somebody_to_sweep,
        not_down, battery_has_power,
    ),
    rules=BLOW_RULES,
    key="v",
    lines=_chances_of_the_sweep,
    offered=order.offered_in("slot", where=_can_sweep),
)  # fmt: skip
async def sweep(play: Play[Fight], command: Sweep) -> None:
    """CQ-POL-7: each foe in turn, at −4, as long as the attacker stands with the weapon whole in hand."""
    by = command.by
    blows = [sweep_of(play.state, command, name) for name in foes_in_front(play.state, by)]
    order.use_action(play, by)
    use_power(play, by, own_weapon(play.state, command))
    for attempt in blows:
        held = own_weapon(play.state, command)
        if held is None or not need.can_still_use(play.state, by, held):
            return
        if conscious(play.state, attempt.target):
            await strike_at(play, attempt)
