"""The phases of a turn, the order of action, the situation that somebody is in (section 5), and the checks of all actions (section 6.3).

The checks are A for every action, B for attacks, T for targets, R for reach. A command composes them in the order of the
specification, for example
`(*attack_checks(), …, *target_checks(), *reach_checks())`.
Each check stands by itself and reads `by`, `do` and the fields that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import arms, candidates, derived, near, tables
from vedette.games.close_quarters.state import BAYONET, Character, Fight, Phase, Slot
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import ahead, between, crossings, deep_water, metres

Checks = tuple[Check[Fight, Command], ...]
Offered = Callable[[Fight, str], object]


def never_while(
    rule: str, sentence: str, holds: Offered, alternative: str = "", *, overridable: bool = True
) -> Check[Fight, Command]:
    """Refuses, with that rule, the command of a character of whom this holds; `{}` in the sentence is their name."""

    @forbids(rule, alternative=alternative, overridable=overridable)
    def test(game: Fight, command: Command) -> str | None:
        return sentence.format(game.units[command.by].name) if holds(game, command.by) else None

    return test


def nobody_who(
    rule: str,
    sentence: str,
    marked: Callable[[Character], object],
    alternative: str = "",
    *,
    overridable: bool = True,
) -> Check[Fight, Command]:
    """The same of what the character himself bears the mark of."""
    return never_while(
        rule, sentence, lambda game, by: marked(game.units[by]), alternative, overridable=overridable
    )


DUE: Mapping[Phase, str] = {
    "between": "", "initiative": "initiative", "movement": "move", "action": "act", "retreat": "retreat",
    "end": "end_turn",
}  # fmt: skip
"""What must come next in each phase."""


def pending(game: Fight) -> str:
    """What must come next; "" between combats and when one is over (combat half 4)."""
    if game.outcome:
        return ""
    all_moved = game.phase == "movement" and game.options.advanced_initiative and not game.actor
    return "end_movement" if all_moved else DUE[game.phase]


def phase_check(combat: frozenset[str]) -> Check[Fight, Command]:
    """Refuses the commands of combat once it is over, but for the one that starts another."""

    @forbids("CQ-TRN-6", alternative="start another one", overridable=False)
    def over(game: Fight, command: Command) -> str | None:
        ends = game.outcome and command.do in combat and command.do != "start_combat"
        return "The combat is over." if ends else None

    return over


# --- the turn (section 5): initiative, movement, action, retreat, end, and each command in its phase (CQ-TRN-1)


PHASE_NAMES: Mapping[Phase, str] = {
    "between": "between combats", "initiative": "initiative", "movement": "movement", "action": "action",
    "retreat": "forced retreats", "end": "end of the turn",
}  # fmt: skip
"""The phases as people call them, in the order of a turn."""

IN_TURN = tuple(phase for phase in PHASE_NAMES if phase != "between")
"""The phases of a turn."""

IN_PHASE: Mapping[Phase, str] = {
    "between": "between combats", "initiative": "in the initiative phase", "movement": "in the movement phase",
    "action": "in the action phase", "retreat": "while enemies are forced back", "end": "at the end of the turn",
}  # fmt: skip
"""When something is done, as a sentence says it."""


def before_initiative(game: Fight, round: int) -> Fight:
    """The game where a turn begins: the initiative is waited for, and nobody's turn has come."""
    game = replace(game, round=round, phase="initiative", active="", actor="", order=(), slots=())
    return replace(game, last_move=None, left_cover={}, let_pass=())


def in_phase(*phases: Phase) -> Check[Fight, Command]:
    """CQ-TRN-1: the command belongs to one of these phases; no agreement carries it into another."""

    @forbids("CQ-TRN-1", overridable=False)
    def test(game: Fight, command: Command) -> str | None:
        wanted = " or ".join(IN_PHASE[phase] for phase in phases)
        return None if game.phase in phases else f"That is done {wanted}, not {IN_PHASE[game.phase]}."

    return test


def between_combats(rule: str) -> Check[Fight, Command]:
    """CH 17: the command is for the time between combats; `rule` refuses it in any other phase (CQ-CHR-17, CQ-EXP-4)."""

    @forbids(rule, alternative="settle this combat first")
    def test(game: Fight, command: Command) -> str | None:
        return None if game.phase == "between" else "That is for the time between combats."

    return test


def nonlethal_is_played(rule: str) -> Check[Fight, Command]:
    """Refuses, with that rule, what belongs to the option for nonlethal damage where it is not played."""

    @forbids(rule)
    def test(game: Fight, command: Command) -> str | None:
        return None if game.options.nonlethal else "Nonlethal damage is not played in this game."

    return test


# --- the order of action


FIRST = 1
"""The number of a first slot; follow-up slots are numbered from 2."""


def first_slots(game: Fight, ties: Sequence[str] = ()) -> tuple[Slot, ...]:
    """CQ-TRN-3: a slot for each able character by the DEX that counts now: high first.

    ties: the order by dice; all others by the initiative.
    """
    able = [name for name in dict.fromkeys([*ties, *by_initiative(game)]) if near.is_able(game, name)]
    slots = [Slot(name, FIRST, derived.order_dex(game, name), derived.order_dex(game, name)) for name in able]
    return tuple(sorted(slots, key=lambda slot: -slot.level))


def by_initiative(game: Fight) -> list[str]:
    """All characters as ties go: by the order of the initiative, then of the set-up.

    With `advanced_initiative` the order in which the characters moved comes first (section 12).
    """
    moved = game.move_order if game.options.advanced_initiative else ()
    sides = [*game.initiative, *(side for side in game.sides if side not in game.initiative)]
    return list(dict.fromkeys([*moved, *(name for side in sides for name in game.of(side))]))


def current_slot(game: Fight) -> Slot | None:
    """The slot that the order of action has come to; outside of that phase there are none."""
    return game.slots[0] if game.slots else None


def with_actor(game: Fight, name: str) -> Fight:
    """The game in which it is his turn, and so his side's; nobody's with ""."""
    return replace(game, actor=name, active=game.units[name].side if name else "")


def in_follow_up(game: Fight, name: str) -> bool:
    slot = current_slot(game)
    return slot is not None and slot.unit == name and slot.number != FIRST


def first_slot_to_come(game: Fight, name: str) -> bool:
    """Whether his own first slot hasn't passed yet: it is there still, or it is just his turn."""
    return any(slot.unit == name and slot.number == FIRST for slot in game.slots)


# --- skipping


def is_usable(game: Fight, slot: Slot) -> bool:
    """Whether the slot's character can use it; otherwise it is skipped without a command (section 5).

    For another shot the weapon that he fired must still be ready, whole and loaded.
    """
    character = game.units[slot.unit]
    if not can_act(game, slot.unit):
        return False
    if slot.number == FIRST:
        return not character.acted
    weapon = character.weapon(character.fired)
    if character.hth or weapon is None or weapon.id not in character.ready or weapon.broken:
        return False
    return weapon.ammo > 0 or is_paid(character)


def can_act(game: Fight, name: str) -> bool:
    """Whether nothing that happened this turn keeps him from acting (CQ-TRN-4, and checks 2 to 7 of section 6.3)."""
    character = game.units[name]
    return (
        near.is_able(game, name)
        and not has_fallen(game, character)
        and not character.ran
        and character.stood != "full"
        and not (character.stood == "half" and character.moved)
        and not character.grabbed
        and not (character.went_down and character.moved)
        and not game.sides[character.side].fleeing
    )


def has_fallen(game: Fight, character: Character) -> bool:
    """CQ-TRN-4: knocked down this turn, unless in hand-to-hand combat."""
    return character.fell_turn == game.round and not character.hth


def is_paid(character: Character) -> bool:
    """CQ-NRG-1: whether his next shot comes out of the charge of a split shot before it."""
    weapon = character.weapon(character.fired)
    if weapon is None or not character.power:
        return False
    each = max(1, derived.Damage.parse(arms.figures(weapon).damage).dice // character.power)
    return bool(character.shots % each)


# --- who moves when


def with_began(game: Fight, names: Iterable[str]) -> Fight:
    """The game with `began` of those characters: the enemies who engage them now (CQ-ACT-9)."""
    units = {name: replace(game.units[name], began=near.engaged_by(game, name)) for name in names}
    return game.with_units(units)


def first_to_move(game: Fight) -> Fight:
    """The first side of the order is active, or the first character is the actor."""
    if game.options.advanced_initiative:
        return with_actor(game, _next(game, 0))
    return replace(game, active=_next(game, 0), actor="")


def next_side(game: Fight) -> str:
    """The side that moves after the active one; "" after the last."""
    return _next(game, game.move_order.index(game.active) + 1) if game.active in game.move_order else ""


def next_to_move(game: Fight) -> Fight:
    """CQ-OPT-1: the next character who can move is the actor; after the last nobody is."""
    later = game.actor in game.move_order
    return with_actor(game, _next(game, game.move_order.index(game.actor) + 1) if later else "")


def _next(game: Fight, start: int) -> str:
    """The first from that place of the order on who moves: a side that is there, or a character who is able."""
    if game.options.advanced_initiative:
        names = (name for name in game.move_order[start:] if name in game.units and near.is_able(game, name))
    else:
        names = (side for side in game.move_order[start:] if not is_gone(game, side))
    return next(names, "")


def is_gone(game: Fight, side: str) -> bool:
    """Whether everybody of a side has left the map: nobody is there to move or to throw for it."""
    return all(game.units[name].left for name in game.of(side))


# --- the situation that somebody is in, which decides what is listed: each command says where it makes sense


Situation = Literal[
    "between", "waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat", "out"
]
"""In the action phase: his first slot, a further shot, ahead of his slot, or in hand-to-hand combat."""


IN_COMBAT: tuple[Situation, ...] = ("waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat")


def situation(game: Fight, name: str) -> Situation:
    if game.phase == "between":
        return "between" if near.is_alive(game, name) else "out"
    if game.outcome or near.is_out(game, name):
        return "out"
    if game.phase == "movement":
        return "movement"
    if game.phase == "retreat" and game.actor == name:
        return "retreat"
    if game.phase != "action":
        return "waits"
    character = game.units[name]
    if in_follow_up(game, name):
        return "follow-up"
    if character.hth:
        return "wrestles"
    if game.actor == name:
        return "slot"
    early = first_slot_to_come(game, name) or (character.aimed and character.aim_target)
    return "early" if early else "waits"


def offered_in(*situations: Situation, where: Offered | None = None) -> Callable[[Fight, str], bool]:
    """A command of a character that makes sense in these situations, where something else holds as well."""
    return lambda game, by: situation(game, by) in situations and (where is None or bool(where(game, by)))


def in_slot(where: Offered) -> Callable[[Fight, str], bool]:
    return offered_in("slot", where=where)


def offered_to_side(*phases: Phase) -> Callable[[Fight, str], bool]:
    """A command of a side that makes sense in these phases; in a character's own file there are no sides."""
    return lambda game, by: game.phase in phases and not near.is_camp(game)


# --- what all actions share


@fact("{unit} takes an action.")
class ActionUsed(Fact, frozen=True):
    aside = True
    unit: str


@fact("Another shot of {unit}'s.")
class FollowUpUsed(Fact, frozen=True):
    aside = True
    unit: str


def use_action(play: Play[Fight], by: str, *, ends_aiming: bool = True, shots: int = 1) -> None:
    """CQ-TRN-2: the character has used his action, and his own first slot with it, wherever it stands.

    So it is in his slot, out of order (dodge, defend, bayonet, free attack) and forced out of turn. What is forced
    besides an action already used takes no slot. `ends_aiming` is False for aim and defend only; attacks have to
    read the aiming before. `shots` is how many shots the first shot of the turn opens (CQ-TRN-5): the second to the
    last get follow-up slots. Call it before whatever may hurt the character himself: wounds ask whether he has acted.
    """
    game = covered(play.state)
    if ends_aiming:
        game = without_aim(game, by)
    if not game.units[by].acted:
        # CQ-TRN-5: the second shot comes at the level of the first slot, or of the DEX that counts now; each later one
        # a point lower, after all that come before it.
        first = next((slot for slot in game.slots if slot.unit == by and slot.number == FIRST), None)
        level = derived.order_dex(game, by) if first is None else first.level
        game = game.with_unit(by, acted=True)
        slots = [slot for slot in game.slots if slot.unit != by or slot.number != FIRST]
        for shot in range(FIRST + 1, shots + 1):
            slot = Slot(by, shot, level - (shot - 2), level)
            later = (place for place, other in enumerate(slots) if _rank(game, other) > _rank(game, slot))
            slots.insert(next(later, len(slots)), slot)
        game = replace(game, slots=tuple(slots))
    if game != play.state:
        play.commit(game, ActionUsed(by))


def _rank(game: Fight, slot: Slot) -> tuple[int, bool, int]:
    """What a slot is sorted by: its level, first slots before follow-ups, then the order that the phase began with."""
    place = game.order.index(slot.unit) if slot.unit in game.order else len(game.order)
    return -slot.level, slot.number != FIRST, place


def use_follow_up(play: Play[Fight], by: str) -> None:
    """CQ-TRN-5: one of the follow-up shots is fired, in its slot; for `shoot` alone, where `in_follow_up` holds."""
    game = covered(play.state)
    if in_follow_up(game, by):
        play.commit(replace(game, slots=game.slots[1:]), FollowUpUsed(by))


def keep_follow_ups(game: Fight, by: str, most: int) -> Fight:
    """The game in which no more than so many of his follow-up shots are left."""
    own = [slot for slot in game.slots if slot.unit == by and slot.number != FIRST]
    lost = own[max(0, most) :]
    return replace(game, slots=tuple(slot for slot in game.slots if slot not in lost))


def covered(game: Fight) -> Fight:
    """CQ-OPT-13: the game in which nobody has just left his cover: another action begins."""
    return replace(game, left_cover={}, let_pass=()) if game.left_cover else game


def without_aim(game: Fight, name: str) -> Fight:
    character = game.units[name]
    aims = character.aim_target or character.aim_turns
    return game.with_unit(name, aim_target="", aim_turns=0) if aims else game


# --- the checks that all actions share


Limit = Literal["still", "step", "pace", "half", "attack"]
"""The rows of the table of movement limits in section 6.3."""


# --- A: every action


def action_checks(limit: Limit, rule: str, *, hth: str = "") -> Checks:
    """The ten checks A, in order, with the limit of movement and the rule that it is refused with.

    `hth` is given for what may also be done in hand-to-hand combat with a limit of its own: there one has to stand
    still, and that rule refuses. What out of order, follow-up slots and standing up allow goes by the command's name.
    """

    def within_the_limit(game: Fight, command: Command) -> Refusal | None:
        character = game.units[command.by]
        in_hth = bool(hth) and character.hth
        most = most_moved(character, "still" if in_hth else limit)
        if character.moved <= most:
            return None
        sentence = f"{character.name} has moved {character.moved}: too far for that."
        return Refusal(hth if in_hth else rule, sentence, f"{most} at most" if most else "stand still")

    return (*_ACTION_CHECKS, Check((rule, hth) if hth else (rule,), (), within_the_limit))


@forbids("CQ-TRN-4", "CQ-STN-2")
def _he_can_act(game: Fight, command: Command) -> WhyNot:
    """Able, on his feet since the turn began (unless in HTH), and not held in a net (section 10)."""
    character = game.units[command.by]
    if not near.is_able(game, command.by):
        there = not near.is_out(game, command.by)
        return Refusal("CQ-TRN-4", f"{character.name} can't act.", overridable=there)
    if has_fallen(game, character):
        return f"{character.name} was knocked down this turn."
    if character.entangled and command.do != "stand_up":
        return f"{character.name} is entangled.", "stand up"
    return None


@forbids("CQ-MOV-11", alternative="pass")
def _he_did_not_stand_up(game: Fight, command: Command) -> str | None:
    """Standing up costs the turn; who got up from his knees and hasn't moved may handle his things."""
    character = game.units[command.by]
    still = character.stood == "half" and not character.moved
    handles = command.do in ("ready", "switch", "exchange", "reload")
    return (
        f"{character.name} has stood up this turn." if character.stood and not (still and handles) else None
    )


@forbids("CQ-TRN-2")
def _his_action_is_left(game: Fight, command: Command) -> WhyNot:
    """One action a turn; in a follow-up slot only the next shot. Who aims may also defend (section 6.4)."""
    character = game.units[command.by]
    if in_follow_up(game, command.by):
        only = f"{character.name} has shots left, and nothing else.", "shoot or pass"
        return None if command.do == "shoot" else only
    if not character.acted or _defends_while_aiming(character, command):
        return None
    return f"{character.name} has acted already this turn."


@forbids("CQ-TRN-3")
def _it_is_his_turn(game: Fight, command: Command) -> WhyNot:
    """Actions come in the order of the phase, but for what may be used before one's own slot."""
    character, slot = game.units[command.by], current_slot(game)
    if slot is not None and slot.unit == command.by:
        return None
    if _defends_while_aiming(character, command):
        return None
    # CQ-ACT-14, CQ-POL-6: dodge, defend, and a blow with a fixed bayonet.
    weapon = character.weapon(getattr(command, "weapon", None) or "")
    stabs = weapon is not None and BAYONET in weapon.fitted and not getattr(command, "as_club", False)
    early = command.do in ("dodge", "defend") or (command.do == "attack" and stabs)
    if early and first_slot_to_come(game, command.by):
        return None
    who = game.units[slot.unit].name if slot else "nobody"
    read = derived.read_of_order(game, command.by) or (derived.read_of_order(game, slot.unit) if slot else ())
    sentence = f"It is not {character.name}'s turn: {who} acts now."
    return Refusal("CQ-TRN-3", sentence, reading=next(iter(read), None))


def _defends_while_aiming(character: Character, command: Command) -> bool:
    """CQ-ACT-14, decision 73: to defend against the aim target belongs to the aiming, and costs nothing more."""
    return bool(command.do == "defend" and character.aimed and character.aim_target)


_ACTION_CHECKS: Checks = (
    in_phase("action"),
    _he_can_act,
    never_while(
        "CQ-INI-4",
        "{}'s side can only run this turn.",
        lambda game, by: game.sides[game.units[by].side].fleeing,
        "pass",
    ),
    nobody_who("CQ-ACT-2", "{} has moved more than half of the allowance.", lambda one: one.ran, "pass"),
    _he_did_not_stand_up,
    nobody_who("CQ-MOV-16", "{} reached for something on the run.", lambda one: one.grabbed, "pass"),
    nobody_who(
        "CQ-ACT-6",
        "{} moved and went down: that was the action.",
        lambda one: one.went_down and one.moved,
        "pass",
    ),
    _his_action_is_left,
    _it_is_his_turn,
)


def most_moved(character: Character, limit: Limit) -> int:
    """How much MOV may be spent before an action of that row of the table in section 6.3."""
    half = max(tables.number("always_hexes"), character.half)
    limits = {"still": 0, "step": tables.number("step"), "pace": min(tables.number("pace"), half)}
    return limits.get(limit, half)


# --- B: attacks, and what else several actions share


def attack_checks(*, in_hth: bool = False) -> Checks:
    """The checks A and B of the last row of the table; what isn't done `in_hth` is refused there after them."""
    down = nobody_who("CQ-ACT-6", "{} went down this turn.", lambda one: one.went_down, "pass")
    checks = (*action_checks("attack", "CQ-ACT-8", hth="CQ-HTH-6"), down, not_in_deep_water, not_fallen)
    return checks if in_hth else (*checks, not_in_hth)


not_in_deep_water = never_while(
    "CQ-ENV-3", "{} is in deep water.", lambda game, by: deep_water(game.map, game.units[by].hex)
)

not_fallen = nobody_who(
    "CQ-TRN-4", "{} has fallen and is still down.", lambda one: one.posture == "fallen" and not one.hth
)
"""The fallen don't attack; in hand-to-hand combat everybody lies about."""

not_in_hth = nobody_who(
    "CQ-HTH-6", "{} is in hand-to-hand combat.", lambda one: one.hth, "attack, ready or disengage"
)
"""In hand-to-hand combat this is impossible. Comes right after A (and B)."""


def undisturbed(rule: str, what: str) -> Check[Fight, Command]:
    """Refuses, with that rule, what nobody does while engaged or in hand-to-hand combat."""
    sentence = f"{{}} is too close to the enemy {what}."
    return never_while(rule, sentence, lambda game, by: game.units[by].hth or near.is_engaged(game, by))


def disengaged(rule: str, nearest: str = "") -> Check[Fight, Command]:
    return never_while(rule, "{} is engaged.", near.is_engaged, nearest)


# --- T: the target


def target_checks() -> Checks:
    """The checks T, on the field `target`: nobody attacks the dead, nor the unconscious in an arena."""
    return (_the_target_lives, _the_target_is_fair)


@forbids("CQ-TRN-4", reads=("target",), overridable=False)
def _the_target_lives(game: Fight, command: Command) -> str | None:
    target = candidates.target_of(game, command)
    return f"{game.units[target].name} is dead." if target and not near.is_alive(game, target) else None


@forbids("CQ-SCN-4", reads=("target",))
def _the_target_is_fair(game: Fight, command: Command) -> str | None:
    target = candidates.target_of(game, command)
    arena = game.options.scenario == "arena"
    if target and arena and near.is_alive(game, target) and not derived.conscious(game, target):
        return f"{game.units[target].name} is unconscious, and this is an arena."
    return None


# --- R: the reach of regular weapons


def reach_checks(*, armed: bool = True) -> Checks:
    """The checks R, on the fields `weapon` (unless not `armed`: bare hands, shields) and `target`.

    In hand-to-hand combat reach doesn't matter, and they pass.
    """
    reads = ("weapon", "target") if armed else ("target",)
    return (
        _he_is_up,
        check("CQ-HTH-6", "CQ-ATK-12", reads=reads)(_the_target_is_in_reach),
        check("CQ-MAP-5", "CQ-POL-3", reads=reads)(_the_target_is_before_him),
        check("CQ-ENV-11", reads=reads)(_no_wall_stands_between),
    )


@forbids("CQ-ATK-9")
def _he_is_up(game: Fight, command: Command) -> str | None:
    character, target = game.units[command.by], candidates.target_of(game, command)
    others = (target,) if target else ("", *near.in_hex(game, character.hex))
    if not near.is_down(character) or any(near.hand_to_hand(game, command.by, other) for other in others):
        return None
    return f"{character.name} is down and strikes nobody."


def _the_target_is_in_reach(game: Fight, command: Command) -> Refusal | None:
    """CQ-ATK-12: two hexes for long melee weapons, one for all others; never in the same hex, nor who isn't there."""
    named, hexes = candidates.target_of(game, command), _hexes(game, command)
    if not named:
        return None
    character, target = game.units[command.by], game.units[named]
    if not character.hex or not target.hex:
        return Refusal("CQ-ATK-12", f"{target.name} is out of reach.", overridable=False)
    if hexes == 0 and target.hth:
        sentence = f"{target.name} is in hand-to-hand combat in this hex."
        return Refusal("CQ-HTH-6", sentence, "join it first")
    if hexes == 0:
        return Refusal("CQ-ATK-12", f"{target.name} is in the same hex.", overridable=False)
    most = reach(character, getattr(command, "weapon", None) or "")
    if hexes is None or hexes <= most:
        return None
    sentence = f"{target.name} is {hexes} hexes away, and the reach is {most}."
    return Refusal("CQ-ATK-12", sentence, overridable=False)


def _the_target_is_before_him(game: Fight, command: Command) -> Refusal | None:
    """CQ-MAP-5, CQ-POL-3: in a front hex; a jab goes truly ahead, and past nobody."""
    hexes = _hexes(game, command)
    if not hexes:
        return None
    character, target = game.units[command.by], game.units[candidates.target_of(game, command)]
    if hexes == tables.number("reach_other"):
        if near.side_of(character, target.hex) == "front":
            return None
        return Refusal("CQ-MAP-5", f"{target.name} is not in front of {character.name}.")
    if not ahead(character.facing, character.hex, target.hex):
        return Refusal("CQ-POL-3", f"{target.name} is not straight enough ahead for a jab.")
    past = [name for hex in between(character.hex, target.hex) for name in near.in_hex(game, hex)]
    if any(near.is_upright(game, name) for name in past):
        return Refusal("CQ-POL-3", "Somebody stands in the way of the jab.")
    return None


def _no_wall_stands_between(game: Fight, command: Command) -> Refusal | None:
    """CQ-ENV-11: no blow across a wall over 1 m."""
    hexes = _hexes(game, command)
    if not hexes:
        return None
    one, other = game.units[command.by].hex, game.units[candidates.target_of(game, command)].hex
    if hexes == tables.number("reach_other"):
        walled = near.is_walled(game, one, other)
    else:
        walled = any(wall.height > metres("wall_high") for wall in crossings(game.map, one, other))
    return Refusal("CQ-ENV-11", "A wall over 1 m stands between the two.") if walled else None


def _hexes(game: Fight, command: Command) -> int | None:
    """How far off the target is; None where reach doesn't matter, or isn't known yet; 0 also for who isn't there."""
    target = candidates.target_of(game, command)
    if not target or near.hand_to_hand(game, command.by, target):
        return None
    return near.away(game, command.by, target)


def reach(character: Character, weapon: str) -> int:
    """CQ-WPN-10, CQ-POL-4: how many hexes a regular weapon reaches, or bare hands; a gun serves as club or bayonet."""
    held = character.weapon(weapon)
    long = held is not None and arms.figures(held).use == "melee" and arms.figures(held).length == "long"
    return tables.number("reach_long" if long else "reach_other")
