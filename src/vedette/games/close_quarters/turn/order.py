"""The order of the sides and of action: first slots, follow-up slots, and which of them cannot be used (CQ-TRN-3, CQ-TRN-5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.derived import Damage, e_dex
from vedette.games.close_quarters.near import engaged_by, is_able
from vedette.games.close_quarters.state import Character, Fight, Slot
from vedette.games.close_quarters.turn.allowance import with_halves

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
