"""The phases of a turn, the order of action, and the situation that somebody is in, which decides what is listed (section 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from vedette.engine.checks import Check, Refusal
from vedette.engine.record import replace
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.derived import Damage, e_dex
from vedette.games.close_quarters.near import engaged_by, is_able, is_alive, is_camp, is_out
from vedette.games.close_quarters.state import Character, Fight, Phase, Slot
from vedette.games.close_quarters.turn.allowance import with_halves

AFTER_THE_END = "start_combat"
"""The one command of combat that may follow its end."""

DUE: Mapping[Phase, str] = {
    "between": "",
    "initiative": "initiative",
    "movement": "move",
    "action": "act",
    "retreat": "retreat",
    "end": "end_turn",
}
"""What must come next in each phase."""


def pending(game: Fight) -> str:
    """What must come next; "" between combats and when one is over (combat half 4)."""
    if game.outcome:
        return ""
    all_moved = game.phase == "movement" and game.options.advanced_initiative and not game.actor
    return "end_movement" if all_moved else DUE[game.phase]


def phase_check(combat: frozenset[str]) -> Check[Fight, Any]:
    """Refuses the commands of combat once it is over."""

    def over(game: Fight, command: Any) -> Refusal | None:
        if game.outcome and command.do in combat and command.do != AFTER_THE_END:
            return Refusal("CQ-TRN-6", "The combat is over.", "start another one", overridable=False)
        return None

    return Check(("CQ-TRN-6",), (), over)


# --- the turn (section 5): initiative, movement, action, retreat, end, and each command in its phase (CQ-TRN-1)


PHASE_NAMES: Mapping[Phase, str] = {
    "between": "between combats",
    "initiative": "initiative",
    "movement": "movement",
    "action": "action",
    "retreat": "forced retreats",
    "end": "end of the turn",
}
"""The phases as people call them, in the order of a turn."""

IN_TURN = tuple(phase for phase in PHASE_NAMES if phase != "between")
"""The phases of a turn."""

IN_PHASE: Mapping[Phase, str] = {
    "between": "between combats",
    "initiative": "in the initiative phase",
    "movement": "in the movement phase",
    "action": "in the action phase",
    "retreat": "while enemies are forced back",
    "end": "at the end of the turn",
}
"""When something is done, as a sentence says it."""


def before_initiative(game: Fight, round: int) -> Fight:
    """The game where a turn begins: the initiative is waited for, and nobody's turn has come."""
    return replace(
        game,
        round=round,
        phase="initiative",
        active="",
        actor="",
        order=(),
        slots=(),
        last_move=None,
        left_cover={},
    )


def in_phase(*phases: Phase) -> Check[Fight, Any]:
    """CQ-TRN-1: the command belongs to one of these phases; no agreement carries it into another."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.phase in phases:
            return None
        wanted = " or ".join(IN_PHASE[phase] for phase in phases)
        return Refusal("CQ-TRN-1", f"That is done {wanted}, not {IN_PHASE[game.phase]}.", overridable=False)

    return Check(("CQ-TRN-1",), (), test)


def between_combats(rule: str) -> Check[Fight, Any]:
    """CH 17: the command is for the time between combats; `rule` refuses it in any other phase (CQ-CHR-17, CQ-EXP-4)."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.phase == "between":
            return None
        return Refusal(rule, "That is for the time between combats.", "settle this combat first")

    return Check((rule,), (), test)


def nonlethal_is_played(rule: str) -> Check[Fight, Any]:
    """Refuses, with that rule, what belongs to the option for nonlethal damage where it is not played."""

    def test(game: Fight, command: Any) -> Refusal | None:
        if game.options.nonlethal:
            return None
        return Refusal(rule, "Nonlethal damage is not played in this game.")

    return Check((rule,), (), test)


# --- the order of action


FIRST = 1
"""The number of a first slot; follow-up slots are numbered from 2."""


# --- making the order


def first_slots(game: Fight) -> tuple[Slot, ...]:
    """CQ-TRN-3: a slot for each able character at the level of his effective DEX now: high first, ties by initiative."""
    able = [name for name in by_initiative(game) if is_able(game, name)]
    slots = [Slot(name, FIRST, e_dex(game, name), e_dex(game, name)) for name in able]
    return tuple(sorted(slots, key=lambda slot: -slot.level))


def follow_up_slots(game: Fight, name: str, shots: int) -> tuple[Slot, ...]:
    """CQ-TRN-5: the second shot stands at the level of his first slot, each later one a point lower.

    Who has no first slot any more shoots besides his turn, at the level of his effective DEX now.
    """
    level = next((s.level for s in game.slots if s.unit == name and s.number == FIRST), e_dex(game, name))
    return tuple(Slot(name, number, level - (number - 2), level) for number in range(FIRST + 1, shots + 1))


def with_slots(game: Fight, more: tuple[Slot, ...]) -> Fight:
    """The game with more slots, each after all that come before it; those that are there keep their order."""
    slots = list(game.slots)
    for slot in more:
        later = (place for place, other in enumerate(slots) if _rank(game, other) > _rank(game, slot))
        slots.insert(next(later, len(slots)), slot)
    return replace(game, slots=tuple(slots))


def _rank(game: Fight, slot: Slot) -> tuple[int, bool, int]:
    """What a slot is sorted by: its level, first slots before follow-ups, then the order that the phase began with."""
    place = game.order.index(slot.unit) if slot.unit in game.order else len(game.order)
    return -slot.level, slot.number != FIRST, place


def by_initiative(game: Fight) -> list[str]:
    """All characters as ties go: by the order of the initiative, then of the set-up.

    With `advanced_initiative` the order in which the characters moved comes first (section 12).
    """
    moved = game.move_order if game.options.advanced_initiative else ()
    sides = [*game.initiative, *(side for side in game.sides if side not in game.initiative)]
    return list(dict.fromkeys([*moved, *(name for side in sides for name in game.of(side))]))


# --- using it


def current_slot(game: Fight) -> Slot | None:
    """The slot that the order of action has come to; outside of that phase there are none."""
    return game.slots[0] if game.slots else None


def with_actor(game: Fight, name: str) -> Fight:
    """The game in which it is his turn, and so his side's; nobody's with ""."""
    return replace(game, actor=name, active=game.units[name].side if name else "")


def in_follow_up(game: Fight, name: str) -> bool:
    """Whether it is his turn for one of his follow-up shots."""
    slot = current_slot(game)
    return slot is not None and slot.unit == name and slot.number != FIRST


def first_slot_to_come(game: Fight, name: str) -> bool:
    """Whether his own first slot hasn't passed yet: it is there still, or it is just his turn."""
    return any(slot.unit == name and slot.number == FIRST for slot in game.slots)


def without_first_slot(game: Fight, name: str) -> Fight:
    """The game with his first slot used up."""
    return replace(game, slots=tuple(s for s in game.slots if s.unit != name or s.number != FIRST))


def without_slots(game: Fight, name: str) -> Fight:
    """The game with all his slots given up."""
    return replace(game, slots=tuple(slot for slot in game.slots if slot.unit != name))


# --- skipping


def is_usable(game: Fight, slot: Slot) -> bool:
    """Whether the slot's character can use it; otherwise it is skipped without a command (section 5)."""
    character = game.units[slot.unit]
    if not can_act(game, slot.unit):
        return False
    if slot.number == FIRST:
        return not character.acted
    return not character.hth and has_another_shot(character)


def can_act(game: Fight, name: str) -> bool:
    """Whether nothing that happened this turn keeps him from acting (CQ-TRN-4, and checks 2 to 7 of section 6.3)."""
    character = game.units[name]
    return (
        is_able(game, name)
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


def has_another_shot(character: Character) -> bool:
    """Whether the weapon that he fired is still ready, whole and loaded."""
    weapon = character.weapon(character.fired)
    if weapon is None or weapon.id not in character.ready or weapon.broken:
        return False
    return weapon.ammo > 0 or is_paid(character)


def is_paid(character: Character) -> bool:
    """CQ-NRG-1: whether his next shot comes out of the charge of a split shot before it."""
    weapon = character.weapon(character.fired)
    if weapon is None or not character.power:
        return False
    each = max(1, Damage.parse(figures(weapon).damage).dice // character.power)
    return bool(character.shots % each)


# --- who moves when


def begin_movement(game: Fight) -> Fight:
    """The phase of movement, with who engages whom and half of everybody's allowance as the turn begins."""
    game = with_halves(with_began(game, game.units), game.units)
    return first_to_move(replace(game, phase="movement", last_move=None))


def with_began(game: Fight, names: Iterable[str]) -> Fight:
    """The game with `began` of those characters: the enemies who engage them now (CQ-ACT-9)."""
    units = {name: replace(game.units[name], began=engaged_by(game, name)) for name in names}
    return replace(game, units={**game.units, **units})


def first_to_move(game: Fight) -> Fight:
    """The first side of the order is active, or the first character is the actor."""
    if game.options.advanced_initiative:
        return with_actor(game, _first(_movers(game, 0)))
    return replace(game, active=_first(_sides(game, 0)), actor="")


def next_side(game: Fight) -> str:
    """The side that moves after the active one; "" after the last."""
    if game.active not in game.move_order:
        return ""
    return _first(_sides(game, game.move_order.index(game.active) + 1))


def next_to_move(game: Fight) -> Fight:
    """CQ-OPT-1: the next character who can move is the actor; after the last nobody is."""
    at = game.move_order.index(game.actor) + 1 if game.actor in game.move_order else len(game.move_order)
    return with_actor(game, _first(_movers(game, at)))


def has_moved(game: Fight) -> bool:
    """CQ-OPT-1: whether the actor's time to move is over: he has moved, delays the rest, or can't any more."""
    character = game.units[game.actor]
    return character.done or character.delayed or not is_able(game, game.actor)


def is_gone(game: Fight, side: str) -> bool:
    """Whether everybody of a side has left the map: nobody is there to move or to throw for it."""
    return all(game.units[name].left for name in game.of(side))


def _sides(game: Fight, start: int) -> list[str]:
    return [side for side in game.move_order[start:] if not is_gone(game, side)]


def _movers(game: Fight, start: int) -> list[str]:
    return [name for name in game.move_order[start:] if name in game.units and is_able(game, name)]


def _first(names: list[str]) -> str:
    return names[0] if names else ""


# --- the situation that somebody is in, which decides what is listed: each command says where it makes sense


Situation = Literal[
    "between", "waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat", "out"
]
"""In the action phase: his first slot, a further shot, ahead of his slot, or in hand-to-hand combat."""

Offered = Callable[[Fight, str], bool]

IN_COMBAT: tuple[Situation, ...] = ("waits", "movement", "slot", "follow-up", "early", "wrestles", "retreat")


def situation(game: Fight, name: str) -> Situation:
    """Where a character stands in the turn."""
    if game.phase == "between":
        return "between" if is_alive(game, name) else "out"
    if game.outcome or is_out(game, name):
        return "out"
    match game.phase:
        case "movement":
            return "movement"
        case "action":
            return _in_action(game, name)
        case "retreat":
            return "retreat" if game.actor == name else "waits"
    return "waits"


def _in_action(game: Fight, name: str) -> Situation:
    character = game.units[name]
    if in_follow_up(game, name):
        return "follow-up"
    if character.hth:
        return "wrestles"
    if game.actor == name:
        return "slot"
    early = first_slot_to_come(game, name) or (character.aimed and character.aim_target)
    return "early" if early else "waits"


def always(game: Fight, by: str) -> bool:
    """Nothing else matters."""
    return True


def offered_in(*situations: Situation, where: Offered = always) -> Offered:
    """A command of a character that makes sense in these situations, where something else holds as well."""
    return lambda game, by: situation(game, by) in situations and where(game, by)


def offered_to_side(*phases: Phase) -> Offered:
    """A command of a side that makes sense in these phases; in a character's own file there are no sides."""
    return lambda game, by: game.phase in phases and not is_camp(game)
