"""Points that reach a body: places and critical hits, wounds, falling, stun, recovery (section 10, CQ-OPT-7 to CQ-OPT-9)."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_args

from msgspec.structs import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.games.close_quarters.arms import figures, too_full, toughness
from vedette.games.close_quarters.checks import saves, throw, throws
from vedette.games.close_quarters.damage import armor
from vedette.games.close_quarters.damage.armor import Hit, Impact, Place, Reckoning, Step, Wound
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

SPACESUIT, AIR = "spacesuit", "air"

HURT = "hurt"
"""The flag of `status` that 5 points in a turn bring."""


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


@fact("{unit} drops {unit:their} shield.", moment="hurt")
class ShieldLost(Fact, frozen=True):
    unit: str


@fact("The spacesuit of {unit} leaks: {leaks:# leak}.", moment="hurt", headline="{unit}: {leaks:# leak}")
class SuitLeaks(Fact, frozen=True):
    unit: str
    leaks: int


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
        how, soft = (
            armor.reckoned(self.how, names),
            f"that {'is' if self.nonlethal == 1 else 'are'} not lethal",
        )
        if not self.nonlethal:
            taken = count(self.points, "point")
        elif self.points:
            taken = f"{count(self.points, 'point')}, and {self.nonlethal} {soft}"
        else:
            taken = f"{count(self.nonlethal, 'point')} {soft}"
        left = count(self.left, "hit") if self.left > 0 else "no hits"
        where, read = f"{_in(self.place)}{',' if how else ':'}", as_read(self.reading)
        return f"{how}{names(self.unit)} takes {taken}{where} {left} left{read}."

    def headline(self, names: Names) -> str:
        lost = count(max(0, self.points + self.nonlethal + min(0, self.left)), "hit")  # of those there were
        return f"{names(self.unit)} −{lost}, {max(0, self.left)} left"

    def arithmetic(self, names: Names) -> str:
        return armor.reckoned(self.how, names, in_sum=True)


class Unharmed(Fact, frozen=True):
    """A hit does nothing; `how` is what became of its points, by which house rules, `place` where it hit."""

    unit: str
    how: tuple[Step, ...] = ()
    place: str = ""
    reading: Annotated[str, WORDS] = ""

    def sentence(self, names: Names) -> str:
        how, where = armor.reckoned(self.how, names), _in(self.place)
        return f"{how}{names(self.unit)} is hit{where}, no wound{as_read(self.reading)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} is hit, no effect"

    def arithmetic(self, names: Names) -> str:
        return armor.reckoned(self.how, names, in_sum=True)


def _in(place: str) -> str:
    return f" in the {place.replace('-', ' ')}" if place else ""


@fact("{unit} is dead.", moment="lost", headline="{unit} DEAD")
class Died(Fact, frozen=True):
    unit: str


@fact(
    "{unit} falls unconscious.",
    moment="down",
    headline="{unit} UNCONSCIOUS",
    tale="{unit} lost consciousness",
)
class Fainted(Fact, frozen=True):
    unit: str


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


@fact("{unit} falls.", moment="hurt", tale="{unit} went down")
class Fell(Fact, frozen=True):
    unit: str


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


@fact("{unit} drops the {type:thing} in {hex:word}.", headline="{unit} drops the {type:thing}")
class ThingDropped(Fact, frozen=True):
    unit: str
    type: str
    hex: str


@fact(
    "{unit} is stunned, for {turns:# turn} including this one.",
    moment="hurt",
    headline="{unit} STUNNED",
    tale="{unit} reeled, stunned",
)
class Stunned(Fact, frozen=True):
    """A character is stunned; this turn may count as one of the turns."""

    unit: str
    turns: int


# --- places of the body


async def place_hit(play: Play[Fight], hit: Hit) -> Place:
    """CQ-OPT-7, CQ-OPT-8: the place aimed at, or that of a critical hit, low on 3 or 4 dice; "" for any other hit."""
    roll = hit.result
    if hit.aim_at or not play.state.options.aimed_shots or roll is None:
        return hit.aim_at
    right_dice = number("location_dice_least") <= roll.dice <= number("location_dice_most")
    if not (right_dice and number("location_least") <= roll.total <= number("location_most")):
        return ""
    totals = {number(f"location_{place.replace('-', '_')}"): place for place in PLACES}
    said = ", ".join(f"{total} {totals[total].replace('-', ' ')}" for total in sorted(totals))
    total = await throw(
        play,
        number("location_dice"),
        why="location",
        side=hit.giver or play.state.units[hit.by].side,
        rules=("CQ-OPT-8", "CQ-TBL-8"),
        told="Where the critical hit lands",
        remarks=(Remark("Totals", f"{said}, else no special place", ("CQ-TBL-8",)),),
    )
    return totals.get(total, "")


def no_more_than_counts(wound: Wound, place: Place) -> Wound:
    """CQ-OPT-9: of a hit to an arm no more than 8 points count, of one to a leg no more than 18; lethal ones first."""
    if place not in (*ARMS, *LEGS):
        return wound
    most = number("arm_most" if place in ARMS else "leg_most")
    if wound.both <= most:
        return wound
    lethal = min(wound.points, most)
    how = (*wound.how, Step("most", most, most))
    return replace(wound, points=lethal, nonlethal=min(wound.nonlethal, most - lethal), how=how)


async def effects(play: Play[Fight], impact: Impact, points: int) -> None:
    """CQ-OPT-9: what points in that place do to who is still conscious."""
    name, place, character = impact.target, impact.place, play.state.units[impact.target]
    until = play.state.round + 1
    if place == "head":  # 2 points are felt to the end of the next turn, 5 make unconscious
        if character.aim_target and points:
            play.commit(play.state.with_unit(name, aim_target="", aim_turns=0), AimLost(name))
        if points >= number("head_out_at"):
            _faint(play, play.state, play.state.with_unit(name, knocked_out=True), name, impact.by)
        elif points >= number("head_hit_at"):
            play.commit(play.state.with_unit(name, head_hit=until), HeadHit(name, until))
        if impact.energy and not any(
            worn in EYES for worn in character.worn
        ):  # blinded for good, but for a save
            dice, rules = number("blinding_dice"), ("CQ-OPT-9", "CQ-ARM-17")
            saved = await saves(play, name, "dex", dice, "blinding", *rules, told=" against the flash")
            status = play.state.units[name].status
            if not saved and "blinded" not in status:
                play.commit(play.state.with_unit(name, status=(*status, "blinded")), Blinded(name))
    elif place in ARMS:  # 3 make the weapon arm drop what it holds, 6 make an arm useless, 8 take it
        if place == "weapon-arm" and points >= number("arm_drops_at"):
            drop_first(play, name)
        lost = character.arms_lost
        if points >= number("arm_useless_at") and place not in lost:
            play.commit(play.state.with_unit(name, arms_lost=(*lost, place)), ArmUseless(name, place))
            # What one hand can't hold is dropped: by the weapon arm what it took first, by the other the shield or the last.
            first = place == "weapon-arm"
            while too_full(character := play.state.units[name]):
                if character.ready and (first or not has_ready_shield(character)):
                    drop_ready(play, name, character.ready[0 if first else -1])
                else:
                    drop_shield(play, name)
        if points >= number("arm_most"):
            play.emit(LimbLost(name, place))
    elif place in LEGS:  # 3 bring him to his knees till the turn after next, 6 lame and fell, 18 take it
        if points >= number("leg_kneels_at"):
            posture = "kneeling" if character.posture == "standing" else character.posture
            play.commit(play.state.with_unit(name, leg_hit=until, posture=posture), LegHit(name, until))
        if points >= number("leg_useless_at"):
            play.commit(play.state.with_unit(name, leg_lost=True), LegUseless(name, place))
            fall(play, name)
        if points >= number("leg_most"):
            play.emit(LimbLost(name, place))


# --- wounds


async def harm(play: Play[Fight], name: str, points: int, *, nonlethal: int = 0) -> None:
    """Damage of other kinds than hits, without armor: step 8 and the first half of step 10."""
    wound(play, name, Wound(points, nonlethal))
    fall_by_wounds(play, name)


async def harm_through(
    play: Play[Fight], name: str, damage: Reckoning, guard: armor.Protection, *, by: str = ""
) -> int:
    """The same, for damage before armor; the points done."""
    left = armor.stopped(play, name, damage, guard)
    wound(play, name, Wound(left.points, 0, left.steps, guard.readings), raw=damage.points, by=by)
    fall_by_wounds(play, name)
    return left.points


def wound(
    play: Play[Fight], name: str, taken: Wound, *, raw: int | None = None, by: str = "", place: Place = ""
) -> None:
    """Step 8: points taken, what they count for, and whom they make unconscious, dead or slower.

    raw: the points before armor, if they are others.
    """
    before, character, points = play.state, play.state.units[name], taken.both
    game = before.with_unit(
        name,
        damage=character.damage + taken.points,
        nonlethal=character.nonlethal + taken.nonlethal,
        hits_turn=character.hits_turn + points,
        raw_turn=character.raw_turn + (points if raw is None else raw),
    )
    if points and by and by != name:  # CQ-RET-1: written down for who did it, and as a hit in both tallies
        striker = game.units[by]
        dealt = {**striker.dealt, name: striker.dealt.get(name, 0) + points}
        game = game.with_unit(by, dealt=dealt)
        if is_enemy(game, by, name):
            game = game.with_unit(by, tally=replace(striker.tally, hits=striker.tally.hits + 1))
            game = game.with_unit(name, tally=replace(character.tally, took_damage=True))
    left, read = hits_left(game.units[name]), told_house_rules(taken.readings)
    if not points:
        play.commit(game, Unharmed(name, taken.how, place, reading=read))
        return
    play.commit(game, Wounded(name, taken.points, taken.nonlethal, left, taken.how, place, reading=read))
    _faint(play, before, play.state, name, by)
    character = play.state.units[name]
    if not alive(character) or character.hits_turn < number("hurt_at"):
        return
    # CQ-DMG-6: from 5 points in a turn on he is slower for one movement and one action phase, and aims no longer.
    part = "movement" if action_to_come(play.state, name) else "end"
    until = max(character.hurt_until, f"{part}-{play.state.round + 1}", key=_when)
    status = character.status if HURT in character.status else (*character.status, HURT)
    game = play.state.with_unit(name, status=status, hurt_until=until, aim_target="", aim_turns=0)
    if game != play.state:
        play.commit(game, Slowed(name, until))


def _faint(play: Play[Fight], before: Fight, game: Fight, name: str, by: str = "") -> None:
    """CQ-DMG-5: who is dead or unconscious in this game, and wasn't before, is down; that is a foe more for who did it.

    Nonlethal damage makes unconscious till one wakes up, whatever is left (CQ-OPT-5).
    """
    if alive(before.units[name]) and not alive(game.units[name]):
        fact: Fact = Died(name)
    elif conscious(before, name) and not conscious(game, name):
        fact = Fainted(name)
    else:
        return
    game = fallen(game, name)
    if game.options.nonlethal and alive(game.units[name]):
        game = game.with_unit(name, knocked_out=True)
    if by and not is_out(before, name):
        game = with_foe_beaten(game, by, name)
    play.commit(game, fact)


def with_foe_beaten(game: Fight, by: str, name: str) -> Fight:
    tally = game.units[by].tally
    more = replace(tally, foes=tally.foes + 1)
    return game.with_unit(by, tally=more) if is_enemy(game, by, name) else game


def _when(until: str) -> tuple[int, int]:
    """A time like `end-3` as a turn and a part of it; "" is before every other."""
    part, _, turn = until.partition("-")
    return (int(turn), ("movement", "end").index(part)) if turn else (0, 0)


def action_to_come(game: Fight, name: str) -> bool:
    """Whether he hasn't acted this turn and the place of his slot is still to come."""
    if game.units[name].acted:
        return False
    before = game.phase in ("initiative", "movement")
    return before or any(slot.unit == name for slot in game.slots)


def open_leak(play: Play[Fight], name: str) -> None:
    """CQ-ENV-19: a hit or fire that does damage to the wearer of a spacesuit opens a leak."""
    character = play.state.units[name]
    if play.state.map.atmosphere == AIR or SPACESUIT not in (character.armor, character.armor2):
        return
    first = character.leak_round if character.leaks else play.state.round
    game = play.state.with_unit(name, leaks=character.leaks + 1, leak_round=first)
    play.commit(game, SuitLeaks(name, character.leaks + 1))


# --- falling


def stands(game: Fight, name: str) -> bool:
    """Whether he is upright and not in hand-to-hand combat, so that he can be knocked down."""
    return is_upright(game, name) and not game.units[name].hth


def fall_by_wounds(play: Play[Fight], name: str) -> bool:
    """CQ-DMG-7: who is on his feet falls by 8 points or more in a turn; whether he does."""
    if not stands(play.state, name) or play.state.units[name].hits_turn < number("fall_at"):
        return False
    fall(play, name)
    return True


def fall(play: Play[Fight], name: str) -> None:
    play.commit(fallen(play.state, name), Fell(name))


def fallen(game: Fight, name: str) -> Fight:
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


async def fall_from(play: Play[Fight], name: str, metres: float) -> None:
    """CQ-MOV-14: he falls so far: a die for every full 5 metres, of which armor stops 2 points at most."""
    fall(play, name)
    dice = int(metres // number("fall_metres_per_die"))
    if dice <= 0:
        return
    points = await throws(play, name, dice, "fall", "CQ-MOV-14", told=f" falls {metres:g} m")
    await harm_through(play, name, Reckoning.of(points), armor.guard_against_fall(play.state, name))


# --- fatigue and recovery


async def recovery(play: Play[Fight]) -> None:
    """CQ-TRN-7, step 5: with `nonlethal`, fatigue for all, then recovery."""
    if not play.state.options.nonlethal:
        return
    for name in tuple(play.state.units) if play.state.options.fatigue else ():
        before, character = play.state, play.state.units[name]
        busy = character.ran or character.fought or character.defending or character.dodging
        if busy and is_alive(before, name):  # CQ-OPT-6: a nonlethal point
            points = number("fatigue_damage")
            play.commit(before.with_unit(name, nonlethal=character.nonlethal + points), Tired(name, points))
            _faint(play, before, play.state, name)
    for name in tuple(play.state.units):
        await _recover(play, name)


async def _recover(play: Play[Fight], name: str) -> None:
    """CQ-OPT-4, CQ-OPT-5: 1d6 for who takes a breather or is unconscious, unless he was hurt this turn.

    He wakes when more is left than he has lost for good; who has lost half his STR never has so much.
    """
    character, out = play.state.units[name], not conscious(play.state, name)
    if not is_alive(play.state, name) or not (out or character.breather) or character.left:
        return
    if character.nonlethal and not character.hits_turn:
        dice, rule = number("breather_dice"), "CQ-OPT-5" if out else "CQ-OPT-4"
        total = await throws(play, name, dice, "recovery", rule, told=" recovers")
        points = min(character.nonlethal, total)
        game = play.state.with_unit(name, nonlethal=character.nonlethal - points)
        play.commit(game, Recovered(name, points))
    if not out:
        return
    character = play.state.units[name]
    if hits_left(character) > character.damage:
        play.commit(play.state.with_unit(name, knocked_out=False), WokeUp(name))
    elif not character.knocked_out:
        play.commit(play.state.with_unit(name, knocked_out=True), StaysUnconscious(name))


# --- what falls out of somebody's hands lies in his hex


def name_on_map(game: Fight, owner: str, thing: str) -> str:
    while thing in game.map.dropped or (
        thing in game.map.grenades and game.map.grenades[thing].held != owner
    ):
        thing = f"{owner}-{thing}"
    return thing


def laid(game: Fight, owner: str, thing: str, hex: str) -> Fight:
    """The game with a weapon, item or lit grenade of his, in hand or anywhere about him, lying in a hex."""
    character = game.units[owner]
    weapon = character.weapon(thing)
    game = game.with_unit(owner, **places_without(character, thing), weapons=character.weapons_but(thing))
    lit = game.map.grenades.get(thing)
    if lit is not None and lit.held == owner:
        grenades = {**game.map.grenades, thing: replace(lit, hex=hex, held="", weapon=weapon or lit.weapon)}
        return game.with_map(grenades=grenades)
    lies = Dropped(weapon.type if weapon else thing, hex, weapon, owner)
    return game.with_map(dropped={**game.map.dropped, name_on_map(game, owner, thing): lies})


def places_without(character: Character, thing: str) -> dict[str, tuple[str, ...]]:
    """The hands and all places where he carries things, without that one, wherever it was."""
    return {place: without(getattr(character, place), thing) for place in ("ready", "belt", "slung", "pack")}


def drop_ready(play: Play[Fight], name: str, thing: str) -> None:
    character = play.state.units[name]
    weapon = character.weapon(thing)
    lit = play.state.map.grenades.get(thing)
    type_id = weapon.type if weapon else lit.weapon.type if lit and lit.weapon else thing
    play.commit(laid(play.state, name, thing, character.hex), ThingDropped(name, type_id, character.hex))


def drop_shield(play: Play[Fight], name: str) -> None:
    play.commit(play.state.with_unit(name, shield_held="dropped"), ShieldLost(name))


def weapons_in_hand(game: Fight, name: str) -> tuple[str, ...]:
    """The weapons in his hands that he can drop, in the order of `ready`: brass knuckles can't fall."""
    held = ((thing, game.units[name].weapon(thing)) for thing in game.units[name].ready)
    return tuple(thing for thing, weapon in held if weapon and not figures(weapon).is_a("no_drop"))


def drop_first(play: Play[Fight], name: str) -> None:
    for thing in weapons_in_hand(play.state, name)[:1]:
        drop_ready(play, name, thing)


async def stun(play: Play[Fight], name: str) -> None:
    """CQ-STN-1: a save on STR, easier for the tough; failing it he drops his weapons, falls, and is stunned.

    This turn counts as one of his two turns only if his action was still to come (CQ-STN-2, decision 63).
    """
    dice = number("stun_dice") - toughness(play.state.units[name])
    if await saves(play, name, "str", dice, "stun", "CQ-STN-1", told=" against the stun"):
        return
    for thing in weapons_in_hand(play.state, name):
        drop_ready(play, name, thing)
    fall(play, name)
    turns = number("stun_turns") + (not action_to_come(play.state, name))
    play.commit(play.state.with_unit(name, stunned=turns), Stunned(name, turns))
