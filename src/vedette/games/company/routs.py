"""Routs, and the queue of Resilience Tests that losses and routs bring."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vedette.engine.dice import Remark
from vedette.engine.play import Play
from vedette.games.company import fight_facts
from vedette.games.company.groups import company_of, half_gone, in_play, is_captains, without_melees, worth
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule, plays

BECAUSE = "because"
"""How the panel names what brought a test."""


@dataclass(frozen=True, slots=True)
class Due:
    """A Group that waits for its Resilience Test.

    `lost` is the R that brought it (0 where something else did), `reasons` what people read of it,
    `cause` the Group that it would Retreat from ("": the nearest enemy, decision 12), `readings` how
    the text is read where that brought the test, or spared another.
    """

    unit: str
    lost: int = 0
    reasons: tuple[Remark, ...] = ()
    cause: str = ""
    readings: tuple[Remark, ...] = ()


Queue = list[Due]
"""CO-RES-14: tests are taken one after the other, the first of the list first."""


def lost_r(unit: str, lost: int, cause: str = "", readings: tuple[Remark, ...] = ()) -> Due:
    """CO-RES-1: the test of a Group that lost R."""
    return Due(unit, lost, (Remark(BECAUSE, f"it lost {lost} R", ("CO-RES-1",)),), cause, readings)


def joins(game: Skirmish, due: Due, queue: Queue) -> bool:
    """CO-RES-14: the test comes last, unless the Group waits for one and takes it for both (decision 15)."""
    waiting = [place for place, other_due in enumerate(queue) if other_due.unit == due.unit]
    if not waiting:
        queue.append(due)
        return True
    told = house_rule(game, "waiting_triggers")
    if plays(game, "waiting_triggers", "each"):
        queue.append(replace(due, readings=(*due.readings, told)))
        return True
    queue[waiting[0]] = replace(queue[waiting[0]], readings=(told,))
    return False


def rout(play: Play[Skirmish], unit: str, queue: Queue, why: str) -> None:
    """CO-ROU-1, CO-ROU-3, CO-RET-6: the Group is out of play; the tests that it brings join the queue."""
    game = play.state
    if not game.units[unit].in_play:  # only when a command on it was forced
        return
    name = game.units[unit].company
    lost = worth(game, unit)
    game = without_melees(game, unit).with_unit(
        unit,
        routed=True,
        in_play=False,
        shaken=False,
        must_rally=False,
        must_check=False,
        defensive=False,
        warded=False,
    )
    game = game.with_company(name, points_lost=game.companies[name].points_lost + lost)
    half = half_gone(game.companies[name]) and not game.companies[name].half_lost
    if half:
        game = game.with_company(name, half_lost=True)  # decision 18
    play.commit(game, fight_facts.Routed(unit, why, lost))
    queue[:] = [due for due in queue if due.unit != unit]
    _bring_tests(play, unit, queue, half=half)


def _bring_tests(play: Play[Skirmish], routed: str, queue: Queue, *, half: bool) -> None:
    """CO-RES-3, CO-RES-4, CO-RES-5, CO-RES-14: who tests for a rout, in setup order."""
    remaining = in_play(play.state, play.state.units[routed].company)
    reasons = _reasons(play.state, routed, half=half, last=len(remaining) == 1)
    for unit in remaining if reasons else ():
        if joins(play.state, Due(unit, reasons=reasons), queue):
            play.emit(fight_facts.MustTest(unit, tuple(remark.text for remark in reasons)))


def _reasons(game: Skirmish, routed: str, *, half: bool, last: bool) -> tuple[Remark, ...]:
    """Why every Group that remains must test; several reasons are one test (decision 15)."""
    company = company_of(game, routed).name
    found = {
        "CO-RES-4": (is_captains(game, routed), "the Captain's Group is Routed"),
        "CO-RES-5": (half, f"{company} has lost half of its points"),
        "CO-RES-3": (last, f"it is the last Group of {company}"),
    }
    return tuple(Remark(BECAUSE, text, (rule,)) for rule, (applies, text) in found.items() if applies)
