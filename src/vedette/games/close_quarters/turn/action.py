"""Using one's action (section 6.3): what it marks, the slots that it takes, and the follow-up shots that it opens."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.play import Play
from vedette.games.close_quarters.facts import turn as facts
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.order import (
    FIRST,
    follow_up_slots,
    in_follow_up,
    with_slots,
    without_first_slot,
)


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
        opened = follow_up_slots(game, by, shots)
        game = with_slots(without_first_slot(game.with_unit(by, acted=True), by), opened)
    if game != play.state:
        play.becomes(game, facts.ActionUsed(by))


def use_follow_up(play: Play[Fight], by: str) -> None:
    """CQ-TRN-5: one of the follow-up shots is fired, in its slot; for `shoot` alone, where `in_follow_up` holds."""
    game = covered(play.state)
    if in_follow_up(game, by):
        play.becomes(replace(game, slots=game.slots[1:]), facts.FollowUpUsed(by))


def keep_follow_ups(game: Fight, by: str, most: int) -> Fight:
    """The game in which no more than so many of his follow-up shots are left."""
    own = [slot for slot in game.slots if slot.unit == by and slot.number != FIRST]
    lost = own[max(0, most) :]
    return replace(game, slots=tuple(slot for slot in game.slots if slot not in lost))


def covered(game: Fight) -> Fight:
    """CQ-OPT-13: the game in which nobody has just left his cover: another action begins."""
    return replace(game, left_cover={}) if game.left_cover else game


def without_aim(game: Fight, name: str) -> Fight:
    """The game with the character no longer aiming."""
    one = game.units[name]
    return game.with_unit(name, aim_target="", aim_turns=0) if one.aim_target or one.aim_turns else game
