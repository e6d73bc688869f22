"""Points that reach a body: places and critical hits, wounds, falling, stun, recovery (section 10, CQ-OPT-7 to CQ-OPT-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, get_args

from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.games.close_quarters.arms import figures, too_full, toughness
from vedette.games.close_quarters.checks import saves, throw
from vedette.games.close_quarters.damage.armor import (
    Hit,
    Impact,
    Place,
    Reckoning,
    Step,
    Wound,
    guard_against_fall,
    reckoned,
    stopped,
    summed,
)
from vedette.games.close_quarters.derived import alive, conscious, has_ready_shield, hits_left
from vedette.games.close_quarters.near import is_alive, is_enemy, is_out, is_upright
from vedette.games.close_quarters.state import Character, Dropped, Fight, without
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.telling import fact, figure
from vedette.kit.words import as_read, count

PLACES: tuple[Place, ...] = tuple(place for place in get_args(Place) if place)
"""All places that can be aimed at."""

ARMS: tuple[Place, ...] = ("weapon-arm", "other-arm")
LEGS: tuple[Place, ...] = ("right-leg", "left-leg")

EYES = ("visor", "flash-goggles")
"""What protects the eyes from a flash (CQ-ARM-17)."""


async def place_hit(play: Play[Fight], hit: Hit) -> Place:
    """CQ-OPT-7, CQ-OPT-8: the place aimed at, or the place of a critical hit; "" for any other hit."""
    if hit.aim_at or not _is_critical(play.state, hit):
        return hit.aim_at
    totals = {number(f"location_{place.replace('-', '_')}"): place for place in PLACES}
    total = await throw(
        play,
        number("location_dice"),
        why="location",
        side=hit.giver or play.state.units[hit.by].side,
        rules=("CQ-OPT-8", "CQ-TBL-8"),
        told="Where the critical hit lands",
        remarks=(_key(totals),),
    )
    return totals.get(total, "")


def _key(totals: Mapping[int, Place]) -> Remark:
    """Which totals mean which place."""
    said = ", ".join(f"{total} {totals[total].replace('-', ' ')}" for total in sorted(totals))
    return Remark("Totals", f"{said}, else no special place", ("CQ-TBL-8",))


def _is_critical(game: Fight, hit: Hit) -> bool:
    """Whether the roll to hit is low enough for a critical hit, on 3 or 4 dice."""
    roll = hit.result
    if not game.options.aimed_shots or roll is None:
        return False
    right_dice = number("location_dice_least") <= roll.dice <= number("location_dice_most")
    return right_dice and number("location_least") <= roll.total <= number("location_most")


def no_more_than_counts(wound: Wound, place: Place) -> Wound:
    """CQ-OPT-9: of a hit to an arm no more than 8 points count, of one to a leg no more than 18; lethal ones first."""
    if place not in ARMS and place not in LEGS:
        return wound
    most = number("arm_most" if place in ARMS else "leg_most")
    if wound.both <= most:
        return wound
    lethal = min(wound.points, most)
    how = (*wound.how, Step("most", most, most))
    return replace(wound, points=lethal, nonlethal=min(wound.nonlethal, most - lethal), how=how)


async def effects(play: Play[Fight], impact: Impact, points: int) -> None:
    """CQ-OPT-9: what points in that place do to who is still conscious."""
    if impact.place == "head":
        await _head(play, impact, points)
    elif impact.place in ARMS:
        _arm(play, impact.target, impact.place, points)
    elif impact.place in LEGS:
        _leg(play, impact.target, impact.place, points)


# --- places of the body


@fact(
    "{unit} is hit in the head, with effect to the end of turn {until}.",
    moment="hurt",
    headline="{unit} hit in the head",
)
class HeadHit(Fact, frozen=True):
    unit: str
    until: int


@fact("{unit} is blinded.", moment="hurt", headline="{unit} BLINDED", tale="{unit} was blinded")
class Blinded(Fact, frozen=True):
    unit: str


@fact(
    "The {arm:part} of {unit} is useless.",
    moment="hurt",
    headline="{unit}: {arm:part} useless",
    tale="{unit} lost the use of an arm",
)
class ArmUseless(Fact, frozen=True):
    unit: str
    arm: str


@fact(
    "{unit} is hit in the leg, and can't stand up before turn {until:next}.",
    moment="hurt",
    headline="{unit} hit in the leg",
    next=lambda turn: f"{turn + 1}",
)
class LegHit(Fact, frozen=True):
    unit: str
    until: int


@fact(
    "The {leg:part} of {unit} is useless: no more movement.",
    moment="hurt",
    headline="{unit}: {leg:part} useless",
    tale="{unit} lost the use of a leg",
)
class LegUseless(Fact, frozen=True):
    unit: str
    leg: str


@fact(
    "{unit} has lost the {limb:part} for good: after the combat, set {limb:rest}.",
    moment="hurt",
    headline="{unit} loses the {limb:part}",
    rest=lambda limb: f"MOV to {number('leg_lost_mov')}" if "leg" in limb else "what remains of it",
)
class LimbLost(Fact, frozen=True):
    unit: str
    limb: str


async def _head(play: Play[Fight], impact: Impact, points: int) -> None:
    """2 points are felt to the end of the next turn, 5 make unconscious; the flash of an energy weapon may blind."""
    name, character = impact.target, play.state.units[impact.target]
    if points:
        lose_aim(play, name)
    if points >= number("head_out_at"):
        knock_out(play, name, impact.by)
    elif points >= number("head_hit_at"):
        until = play.state.round + 1
        play.commit(play.state.with_unit(name, head_hit=until), HeadHit(name, until))
    if impact.energy and not any(worn in EYES for worn in character.worn):
        await _flash(play, name)


async def _flash(play: Play[Fight], name: str) -> None:
    """CQ-ARM-17: a save on DEX, or blinded for good."""
    dice, rules = number("blinding_dice"), ("CQ-OPT-9", "CQ-ARM-17")
    if await saves(play, name, "dex", dice, "blinding", *rules, told=" against the flash"):
        return
    status = play.state.units[name].status
    if "blinded" not in status:
        play.commit(play.state.with_unit(name, status=(*status, "blinded")), Blinded(name))


def _arm(play: Play[Fight], name: str, place: Place, points: int) -> None:
    """3 points make the weapon arm drop what it holds, 6 make an arm useless, 8 take it for good."""
    if place == "weapon-arm" and points >= number("arm_drops_at"):
        drop_first_ready(play, name)
    lost = play.state.units[name].arms_lost
    if points >= number("arm_useless_at") and place not in lost:
        play.commit(play.state.with_unit(name, arms_lost=(*lost, place)), ArmUseless(name, place))
        drop_from_arm(play, name, place)
    if points >= number("arm_most"):
        play.emit(LimbLost(name, place))


def _leg(play: Play[Fight], name: str, place: Place, points: int) -> None:
    """3 points bring him to his knees till the turn after next; 6 lame the leg and fell him too, 18 take it for good."""
    if points >= number("leg_kneels_at"):
        until = play.state.round + 1
        standing = play.state.units[name].posture == "standing"
        posture = "kneeling" if standing else play.state.units[name].posture
        play.commit(play.state.with_unit(name, leg_hit=until, posture=posture), LegHit(name, until))
    if points >= number("leg_useless_at"):
        play.commit(play.state.with_unit(name, leg_lost=True), LegUseless(name, place))
        fall(play, name)
    if points >= number("leg_most"):
        play.emit(LimbLost(name, place))


# --- hands


@fact("{unit} drops {unit:their} shield.", moment="hurt")
class ShieldLost(Fact, frozen=True):
    unit: str


def drop_from_arm(play: Play[Fight], name: str, arm: Place) -> None:
    """What one hand can't hold is dropped: by the weapon arm what it took first, by the other the shield or the last."""
    while too_full(character := play.state.units[name]):
        if character.ready and (arm == "weapon-arm" or not has_ready_shield(character)):
            drop_ready(play, name, character.ready[0 if arm == "weapon-arm" else -1])
        else:
            drop_shield(play, name)


def drop_shield(play: Play[Fight], name: str) -> None:
    """He drops the shield in his hand."""
    play.commit(play.state.with_unit(name, shield_held="dropped"), ShieldLost(name))


# --- points that reach a body: what they do, who falls, is stunned, drops what he holds, and recovers (section 10)

HURT = "hurt"
"""The flag of `status` that 5 points in a turn bring."""

PARTS_OF_THE_TURN = ("movement", "end")
"""When the status `hurt` may go, in the order of the turn."""


async def harm(
    play: Play[Fight],
    name: str,
    points: int,
    *,
    nonlethal: int = 0,
    raw: int | None = None,
    by: str = "",
    how: tuple[Step, ...] = (),
    readings: tuple[Remark, ...] = (),
) -> int:
    """Damage of other kinds than hits, armor taken off already: step 8 and the first half of step 10.

    `points` are lethal; `raw` is the figure before armor, if it is another one; `how` leads to the points, by these
    house rules. Gives back the points done.
    """
    taken = Wound(points, nonlethal, how, readings)
    wound(play, name, taken, raw=raw, by=by)
    fall_by_wounds(play, name)
    return taken.both


# --- leaks of spacesuits, without air to breathe


SPACESUIT = "spacesuit"
AIR = "air"


@fact("The spacesuit of {unit} leaks: {leaks:# leak}.", moment="hurt", headline="{unit}: {leaks:# leak}")
class SuitLeaks(Fact, frozen=True):
    unit: str
    leaks: int


def open_leak(play: Play[Fight], name: str) -> None:
    """CQ-ENV-19: a hit or fire that does damage to the wearer of a spacesuit opens a leak."""
    character = play.state.units[name]
    if play.state.map.atmosphere == AIR or SPACESUIT not in (character.armor, character.armor2):
        return
    first = character.leak_round if character.leaks else play.state.round
    game = play.state.with_unit(name, leaks=character.leaks + 1, leak_round=first)
    play.commit(game, SuitLeaks(name, character.leaks + 1))


# --- wounds


class Wounded(Fact, frozen=True):
    """A character takes points of damage; some may not be lethal. `how` leads to them, `place` is where they hit.

    reading: the house rules by which it came to that.
    """

    moment: ClassVar[Moment] = "hurt"

    unit: str
    points: int
    nonlethal: int
    left: int
    how: tuple[Step, ...] = ()
    place: str = ""
    reading: Annotated[str, WORDS] = ""

    def sentence(self, names: Names) -> str:
        how = reckoned(self.how, names)
        if not self.nonlethal:
            taken = count(self.points, "point")
        elif self.points:
            taken = (
                f"{count(self.points, 'point')}, and {self.nonlethal} that {_are(self.nonlethal)} not lethal"
            )
        else:
            taken = f"{count(self.nonlethal, 'point')} that {_are(self.nonlethal)} not lethal"
        left = count(self.left, "hit") if self.left > 0 else "no hits"
        where, read = f"{_in(self.place)}{',' if how else ':'}", as_read(self.reading)
        return f"{how}{names(self.unit)} takes {taken}{where} {left} left{read}."

    def headline(self, names: Names) -> str:
        lost = count(max(0, self.points + self.nonlethal + min(0, self.left)), "hit")  # of those there were
        return f"{names(self.unit)} −{lost}, {max(0, self.left)} left"

    def arithmetic(self, names: Names) -> str:
        """From the points that were rolled to those that count."""
        return summed(self.how, names)


def _in(place: str) -> str:
    return f" in the {place.replace('-', ' ')}" if place else ""


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


class Unharmed(Fact, frozen=True):
    """A hit does nothing; `how` is what became of its points, by which house rules, `place` where it hit."""

    unit: str
    how: tuple[Step, ...] = ()
    place: str = ""
    reading: Annotated[str, WORDS] = ""

    def sentence(self, names: Names) -> str:
        how, where = reckoned(self.how, names), _in(self.place)
        return f"{how}{names(self.unit)} is hit{where}, no wound{as_read(self.reading)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} is hit, no effect"

    def arithmetic(self, names: Names) -> str:
        """What became of the points that were rolled."""
        return summed(self.how, names)


@fact("{unit} is dead.", moment="lost", headline="{unit} DEAD")
class Died(Fact, frozen=True):
    unit: str


@fact(
    "{unit} falls unconscious.",
    moment="lost",
    headline="{unit} UNCONSCIOUS",
    tale="{unit} lost consciousness",
)
class Fainted(Fact, frozen=True):
    unit: str


def wound(
    play: Play[Fight], name: str, taken: Wound, *, raw: int | None = None, by: str = "", place: Place = ""
) -> None:
    """Step 8: points taken, what they count for, and whom they make unconscious, dead or slower."""
    before = play.state
    character = before.units[name]
    game = before.with_unit(
        name,
        damage=character.damage + taken.points,
        nonlethal=character.nonlethal + taken.nonlethal,
        hits_turn=character.hits_turn + taken.both,
        raw_turn=character.raw_turn + (taken.both if raw is None else raw),
    )
    if taken.both and by and by != name:
        game = _credited(game, name, taken.both, by)
    left = hits_left(game.units[name])
    read = told_house_rules(taken.readings)
    hurt = Wounded(name, taken.points, taken.nonlethal, left, taken.how, place, reading=read)
    play.commit(game, hurt if taken.both else Unharmed(name, taken.how, place, reading=read))
    if taken.both:
        faint(play, before, name, by)
        if alive(play.state.units[name]):
            slow(play, name)


def _credited(game: Fight, name: str, points: int, by: str) -> Fight:
    """The game with the points written down for who did them (CQ-RET-1), and the hit on a foe in both tallies."""
    striker, struck = game.units[by], game.units[name]
    game = game.with_unit(by, dealt={**striker.dealt, name: striker.dealt.get(name, 0) + points})
    if not is_enemy(game, by, name):
        return game
    game = game.with_unit(by, tally=replace(striker.tally, hits=striker.tally.hits + 1))
    return game.with_unit(name, tally=replace(struck.tally, took_damage=True))


def faint(play: Play[Fight], before: Fight, name: str, by: str = "") -> None:
    """CQ-DMG-5: who is dead or unconscious now, and wasn't before, is down."""
    now = play.state
    if alive(before.units[name]) and not alive(now.units[name]):
        _go_out(play, now, before, name=name, by=by, fact=Died(name))
    elif conscious(before, name) and not conscious(now, name):
        _go_out(play, now, before, name=name, by=by, fact=Fainted(name))


def knock_out(play: Play[Fight], name: str, by: str = "") -> None:
    """He is unconscious, however few points he has taken (CQ-OPT-9)."""
    game = play.state
    _go_out(play, game.with_unit(name, knocked_out=True), game, by=by, name=name, fact=Fainted(name))


def _go_out(play: Play[Fight], game: Fight, before: Fight, *, name: str, by: str, fact: Fact) -> None:
    """He lies there; whoever brought him down has one foe more, unless he was out already.

    Nonlethal damage makes unconscious till one wakes up, whatever is left (CQ-OPT-5).
    """
    game = fallen(game, name)
    if game.options.nonlethal and alive(game.units[name]):
        game = game.with_unit(name, knocked_out=True)
    if by and is_enemy(game, by, name) and not is_out(before, name):
        tally = game.units[by].tally
        game = game.with_unit(by, tally=replace(tally, foes=tally.foes + 1))
    play.commit(game, fact)


# --- slower by a wound


def _slower(until: str) -> str:
    """By how much, and until when: `−2 DEX till the end of turn 3`."""
    phase, _, turn = until.partition("-")
    when = "the movement phase" if phase == "movement" else "the end"
    return f"{figure(modifier('hurt').value, '+')} DEX till {when} of turn {turn}"


@fact("{unit} is hurt: {until:slower}.", moment="hurt", headline="{unit} hurt", slower=_slower)
class Slowed(Fact, frozen=True):
    unit: str
    until: str


@fact("{unit} loses {unit:their} aim.")
class AimLost(Fact, frozen=True):
    unit: str


def slow(play: Play[Fight], name: str) -> None:
    """CQ-DMG-6: from 5 points in a turn on he is slower for one movement and one action phase, and aims no longer."""
    character = play.state.units[name]
    if character.hits_turn < number("hurt_at"):
        return
    part = "movement" if action_to_come(play.state, name) else "end"
    until = max(character.hurt_until, f"{part}-{play.state.round + 1}", key=_when)
    status = character.status if HURT in character.status else (*character.status, HURT)
    game = play.state.with_unit(name, status=status, hurt_until=until, aim_target="", aim_turns=0)
    if game != play.state:
        play.commit(game, Slowed(name, until))


def action_to_come(game: Fight, name: str) -> bool:
    """Whether he hasn't acted this turn and the place of his slot is still to come."""
    if game.units[name].acted:
        return False
    before = game.phase in ("initiative", "movement")
    return before or any(slot.unit == name for slot in game.slots)


def _when(until: str) -> tuple[int, int]:
    """A time like `end-3` as a turn and a part of it; "" is before every other."""
    part, _, turn = until.partition("-")
    return (int(turn), PARTS_OF_THE_TURN.index(part)) if turn else (0, 0)


def lose_aim(play: Play[Fight], name: str) -> None:
    """He aims no longer."""
    if play.state.units[name].aim_target:
        play.commit(play.state.with_unit(name, aim_target="", aim_turns=0), AimLost(name))


def fall_by_wounds(play: Play[Fight], name: str) -> bool:
    """CQ-DMG-7: who is on his feet falls by 8 points or more in a turn; whether he does."""
    character = play.state.units[name]
    if not stands(play.state, name) or character.hits_turn < number("fall_at"):
        return False
    fall(play, name)
    return True


def stands(game: Fight, name: str) -> bool:
    """Whether he is upright and not in hand-to-hand combat, so that he can be knocked down."""
    return is_upright(game, name) and not game.units[name].hth


# --- falling, dropping, stun


@fact("{unit} falls.", moment="hurt", tale="{unit} went down")
class Fell(Fact, frozen=True):
    unit: str


def fall(play: Play[Fight], name: str) -> None:
    """He falls: dodging, defending, aiming and overwatch end."""
    play.commit(fallen(play.state, name), Fell(name))


def fallen(game: Fight, name: str) -> Fight:
    """The game with a character fallen in this turn."""
    return game.with_unit(
        name,
        posture="fallen",
        fell_turn=game.round,
        climbed=0,
        dodging=False,
        defending=False,
        defends_against="",
        aim_target="",
        aim_turns=0,
        overwatch=None,
    )


# --- falls from a height


async def fall_from(play: Play[Fight], name: str, metres: float) -> None:
    """He falls so far: a die for every full 5 metres, of which armor stops 2 points at most."""
    fall(play, name)
    dice = int(metres // number("fall_metres_per_die"))
    if dice <= 0:
        return
    character = play.state.units[name]
    told = f"{character.name} falls {metres:g} m"
    points = await throw(play, dice, why="fall", side=character.side, rules=("CQ-MOV-14",), told=told)
    guard = guard_against_fall(play.state, name)
    left = stopped(play, name, Reckoning.of(points), guard)
    await harm(play, name, left.points, raw=points, how=left.steps, readings=guard.readings)


# --- nonlethal damage at the end of the turn


async def recovery(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 5: with `nonlethal`, fatigue for all, then recovery."""
    if not play.state.options.nonlethal:
        return
    if play.state.options.fatigue:
        for name in tuple(play.state.units):
            _tire(play, name)
    for name in tuple(play.state.units):
        await _recover(play, name)


# --- recovery


@fact(
    "{unit} loses {points:# point} to fatigue.", moment="hurt", headline="{unit} fatigue, −{points:# point}"
)
class Tired(Fact, frozen=True):
    unit: str
    points: int


@fact("{unit} recovers {points:# point}.", moment="gain", headline="{unit} +{points:# point}")
class Recovered(Fact, frozen=True):
    unit: str
    points: int


@fact("{unit} wakes up.", moment="gain", tale="{unit} came round")
class WokeUp(Fact, frozen=True):
    unit: str


@fact("{unit} stays unconscious.")
class StaysUnconscious(Fact, frozen=True):
    unit: str


def _tire(play: Play[Fight], name: str) -> None:
    """CQ-OPT-6: 1 nonlethal point for who ran, struck in melee, defended or dodged, and is not dead."""
    before, character = play.state, play.state.units[name]
    busy = character.ran or character.fought or character.defending or character.dodging
    if not busy or not is_alive(before, name):
        return
    points = number("fatigue_damage")
    play.commit(before.with_unit(name, nonlethal=character.nonlethal + points), Tired(name, points))
    faint(play, before, name)


async def _recover(play: Play[Fight], name: str) -> None:
    """CQ-OPT-4, CQ-OPT-5: 1d6 for who takes a breather or is unconscious, unless he was hurt this turn."""
    character = play.state.units[name]
    out = not conscious(play.state, name)
    if not is_alive(play.state, name) or not (out or character.breather) or character.left:
        return
    if character.nonlethal and not character.hits_turn:
        total = await throw(
            play,
            number("breather_dice"),
            why="recovery",
            side=character.side,
            rules=("CQ-OPT-5" if out else "CQ-OPT-4",),
            told=f"{character.name} recovers",
        )
        points = min(character.nonlethal, total)
        play.commit(
            play.state.with_unit(name, nonlethal=character.nonlethal - points), Recovered(name, points)
        )
    if out:
        _wake(play, name)


def _wake(play: Play[Fight], name: str) -> None:
    """CQ-OPT-5: he wakes when more is left than he has lost for good; who has lost half his STR never has so much."""
    character = play.state.units[name]
    if wakes(character):
        play.commit(play.state.with_unit(name, knocked_out=False), WokeUp(name))
    elif not character.knocked_out:
        play.commit(play.state.with_unit(name, knocked_out=True), StaysUnconscious(name))


def wakes(character: Character) -> bool:
    """Whether an unconscious character has recovered enough."""
    return hits_left(character) > character.damage


# --- what falls out of somebody's hands lies in his hex


def name_on_map(game: Fight, owner: str, thing: str) -> str:
    """The id of a thing of his on the map: its own, or `<owner>-<id>` where that lies there already."""
    while thing in game.map.dropped or (
        thing in game.map.grenades and game.map.grenades[thing].held != owner
    ):
        thing = f"{owner}-{thing}"
    return thing


def laid(game: Fight, owner: str, thing: str, hex: str) -> Fight:
    """The game with a weapon, item or lit grenade of his, in hand or anywhere about him, lying in a hex."""
    character = game.units[owner]
    weapon = character.weapon(thing)
    type_id = weapon.type if weapon else thing
    game = game.with_unit(owner, **places_without(character, thing), weapons=character.weapons_but(thing))
    lit = game.map.grenades.get(thing)
    if lit is not None and lit.held == owner:
        grenades = {**game.map.grenades, thing: replace(lit, hex=hex, held="", weapon=weapon or lit.weapon)}
        return game.with_map(grenades=grenades)
    lies = {name_on_map(game, owner, thing): Dropped(type_id, hex, weapon, owner)}
    return game.with_map(dropped={**game.map.dropped, **lies})


def places_without(character: Character, thing: str) -> dict[str, tuple[str, ...]]:
    """The hands and all places where he carries things, without that one, wherever it was."""
    return {place: without(getattr(character, place), thing) for place in ("ready", "belt", "slung", "pack")}


@fact("{unit} drops the {type:thing} in {hex:word}.", headline="{unit} drops the {type:thing}")
class ThingDropped(Fact, frozen=True):
    unit: str
    type: str
    hex: str


def drop_ready(play: Play[Fight], name: str, thing: str) -> None:
    """A thing in hand falls into his hex."""
    character = play.state.units[name]
    weapon = character.weapon(thing)
    lit = play.state.map.grenades.get(thing)
    type_id = weapon.type if weapon else lit.weapon.type if lit and lit.weapon else thing
    play.commit(laid(play.state, name, thing, character.hex), ThingDropped(name, type_id, character.hex))


def can_drop(game: Fight, name: str, thing: str) -> bool:
    """Whether what he holds is a weapon that can fall from his hand: brass knuckles can't."""
    weapon = game.units[name].weapon(thing)
    return weapon is not None and not figures(weapon).is_a("no_drop")


def weapons_in_hand(game: Fight, name: str) -> tuple[str, ...]:
    """The weapons in his hands that he can drop, in the order of `ready`."""
    return tuple(thing for thing in game.units[name].ready if can_drop(game, name, thing))


def drop_first_ready(play: Play[Fight], name: str) -> bool:
    """He drops the first weapon that he holds; False if there is none."""
    held = weapons_in_hand(play.state, name)
    if held:
        drop_ready(play, name, held[0])
    return bool(held)


def drop_weapons(play: Play[Fight], name: str) -> None:
    """He drops every weapon in hand (CQ-STN-1)."""
    for thing in weapons_in_hand(play.state, name):
        drop_ready(play, name, thing)


# --- stun weapons


@fact(
    "{unit} is stunned, for {turns:# turn} with this one.",
    moment="hurt",
    headline="{unit} STUNNED",
    tale="{unit} reeled, stunned",
)
class Stunned(Fact, frozen=True):
    """A character is stunned; this turn may count as one of the turns."""

    unit: str
    turns: int


async def stun(play: Play[Fight], name: str) -> None:
    """CQ-STN-1: a save on STR, easier for the tough; failing it he drops his weapons, falls, and is stunned.

    This turn counts as one of his two turns only if his action was still to come (CQ-STN-2, decision 63).
    """
    dice = number("stun_dice") - toughness(play.state.units[name])
    if await saves(play, name, "str", dice, "stun", "CQ-STN-1", told=" against the stun"):
        return
    drop_weapons(play, name)
    fall(play, name)
    turns = number("stun_turns") + (not action_to_come(play.state, name))
    play.commit(play.state.with_unit(name, stunned=turns), Stunned(name, turns))
