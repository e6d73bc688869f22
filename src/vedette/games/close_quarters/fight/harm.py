"""Points that reach a body: what they do, and who falls by them (section 10, steps 8 and 10)."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.dice import Remark
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.facts import damage as facts
from vedette.games.close_quarters.facts.reckoning import Step
from vedette.games.close_quarters.fight.hit import Place, Wound
from vedette.games.close_quarters.standing import is_enemy, is_out, is_upright
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import number
from vedette.games.close_quarters.values.effective import alive, conscious, hits_left

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


def wound(
    play: Play[Fight], name: str, taken: Wound, *, raw: int | None = None, by: str = "", place: Place = ""
) -> None:
    """Step 8: points taken, what they count for, and whom they make unconscious, dead or slower."""
    before = play.state
    one = before.units[name]
    game = before.with_unit(
        name,
        damage=one.damage + taken.points,
        nonlethal=one.nonlethal + taken.nonlethal,
        hits_turn=one.hits_turn + taken.both,
        raw_turn=one.raw_turn + (taken.both if raw is None else raw),
    )
    if taken.both and by and by != name:
        game = _credited(game, name, taken.both, by)
    left = hits_left(game.units[name])
    read = " ".join(one.text for one in taken.readings)
    hurt = facts.Wounded(name, taken.points, taken.nonlethal, left, taken.how, place, reading=read)
    play.becomes(game, hurt if taken.both else facts.Unharmed(name, taken.how, place, reading=read))
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
        _go_out(play, now, before, name=name, by=by, fact=facts.Died(name))
    elif conscious(before, name) and not conscious(now, name):
        _go_out(play, now, before, name=name, by=by, fact=facts.Fainted(name))


def knock_out(play: Play[Fight], name: str, by: str = "") -> None:
    """He is unconscious, however few points he has taken (CQ-OPT-9)."""
    game = play.state
    _go_out(play, game.with_unit(name, knocked_out=True), game, by=by, name=name, fact=facts.Fainted(name))


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
    play.becomes(game, fact)


# --- slower by a wound


def slow(play: Play[Fight], name: str) -> None:
    """CQ-DMG-6: from 5 points in a turn on he is slower for one movement and one action phase, and aims no longer."""
    one = play.state.units[name]
    if one.hits_turn < number("hurt_at"):
        return
    part = "movement" if action_to_come(play.state, name) else "end"
    until = max(one.hurt_until, f"{part}-{play.state.round + 1}", key=_when)
    status = one.status if HURT in one.status else (*one.status, HURT)
    game = play.state.with_unit(name, status=status, hurt_until=until, aim_target="", aim_turns=0)
    if game != play.state:
        play.becomes(game, facts.Slowed(name, until))


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
        play.becomes(play.state.with_unit(name, aim_target="", aim_turns=0), facts.AimLost(name))


# --- falling


def fall_by_wounds(play: Play[Fight], name: str) -> bool:
    """CQ-DMG-7: who is on his feet falls by 8 points or more in a turn; whether he does."""
    one = play.state.units[name]
    if not stands(play.state, name) or one.hits_turn < number("fall_at"):
        return False
    fall(play, name)
    return True


def stands(game: Fight, name: str) -> bool:
    """Whether he is upright and not in hand-to-hand combat, so that he can be knocked down."""
    return is_upright(game, name) and not game.units[name].hth


def fall(play: Play[Fight], name: str) -> None:
    """He falls: dodging, defending, aiming and overwatch end."""
    play.becomes(fallen(play.state, name), facts.Fell(name))


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
