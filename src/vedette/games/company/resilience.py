"""Testing Resilience: the test itself, the queue of tests, and the rally at the start of a turn."""

from __future__ import annotations

from dataclasses import replace

from vedette.engine.checks import forbids
from vedette.engine.commands import CommandSpec
from vedette.engine.conditions import condition_modifiers
from vedette.engine.dice import Modifier, Remark, Total
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.company import fight_facts
from vedette.games.company.commands import Rally, Test
from vedette.games.company.groups import (
    below_half,
    captain_bonus,
    captain_is_shaken,
    captained,
    company_of,
    has,
    is_captains,
    is_played,
    profile,
    tested_against,
)
from vedette.games.company.lines import reading_line
from vedette.games.company.lookup import by_group, in_a_turn
from vedette.games.company.phase_check import RALLY_CHECKS, in_its_part_of_the_game
from vedette.games.company.retreats import fall_back
from vedette.games.company.routs import BECAUSE, Due, Queue, lost_r, rout
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import house_rule, modifier, number, plays
from vedette.kit.tables import applying
from vedette.kit.words import modifier_words
from vedette.view.vocabulary import Detail, PlannedRoll

TEST_RULES = (
    "CO-GEN-1", "CO-GEN-5", "CO-RES-1", "CO-RES-3", "CO-RES-4", "CO-RES-5", "CO-RES-6", "CO-RES-7", "CO-RES-8",
    "CO-RES-9", "CO-RES-10", "CO-RES-11", "CO-RES-12", "CO-RES-13", "CO-RES-14", "CO-SHK-3", "CO-SHK-4",
    "CO-ROU-1", "CO-ROU-2", "CO-ROU-3", "CO-RET-2", "CO-RET-4", "CO-RET-5", "CO-RET-6", "CO-TRA-7", "CO-TRA-8",
    "CO-CAP-2", "CO-CAP-4", "CO-CAP-6", "CO-CAP-7", "CO-CAP-11", "CO-CAP-12",
)  # fmt: skip
"""The rules that come with every Resilience Test."""


async def after_losses(play: Play[Skirmish], taken: dict[str, int], cause: dict[str, str]) -> None:
    """CO-SHT-7, CO-ATK-11, CO-RES-14: what follows when all losses of a command have been taken.

    Groups that lost R wait for a test, Groups without R are Routed, then the queue is tested. `taken` is
    what each Group lost, the acting Group first (decision 13); `cause` whom each would Retreat from.
    """
    queue: Queue = [
        lost_r(unit, lost, cause.get(unit, ""))
        for unit, lost in taken.items()
        if lost and play.state.units[unit].r > number("gone_at")
    ]
    for unit in taken:
        if play.state.units[unit].r <= number("gone_at"):  # CO-ROU-2, decision 5
            rout(play, unit, queue, "no_r")
    await test_all(play, queue)


async def test_all(play: Play[Skirmish], queue: Queue) -> None:
    """CO-RES-14: one test after the other; those that a rout brings come at the end."""
    while queue:
        await take_test(play, queue.pop(0), queue)


async def take_test(play: Play[Skirmish], due: Due, queue: Queue, *, rally: bool = False) -> None:
    """CO-RES-6 and what follows from it (4.2)."""
    unit = due.unit
    near = await _captain_near(play, unit, rally=rally)
    group, needed = play.state.units[unit], tested_against(play.state, unit)
    result = await play.total(
        resilience_pool(play.state, due, near),
        why="resilience",
        side=group.side,
        rules=("CO-RES-6",),
        told=f"{group.name}: Resilience test" + (" to Rally" if rally else ""),
    )
    if result >= needed:
        _passed(play, unit, result, needed, rally=rally)
    elif result <= number("routed_at"):  # CO-RES-13
        rout(play, unit, queue, "test")
    elif group.shaken:
        await _failed_again(play, due, queue, result, needed)
    else:
        shaken = play.state.with_unit(unit, shaken=True, must_check=False)
        play.commit(shaken, fight_facts.BecameShaken(unit, result, needed))
        await fall_back(play, unit, queue, due.cause, ordered=False)  # CO-RES-11


def _passed(play: Play[Skirmish], unit: str, result: int, needed: int, *, rally: bool) -> None:
    """CO-RES-10, CO-RAL-3: success ends Shaken in a Rally only."""
    if rally:
        play.commit(play.state.with_unit(unit, shaken=False), fight_facts.Rallied(unit, result, needed))
    else:
        play.emit(fight_facts.Held(unit, result, needed))


async def _failed_again(play: Play[Skirmish], due: Due, queue: Queue, result: int, needed: int) -> None:
    """CO-RES-12, CO-SHK-3, CO-RAL-4: a Shaken Group loses 1 R and Retreats (decisions 6, 7 and 25)."""
    group = play.state.units[due.unit]
    lost = min(number("rally_loss"), group.r)
    failed = fight_facts.FailedShaken(due.unit, result, needed, lost, group.r - lost)
    play.commit(play.state.with_unit(due.unit, r=group.r - lost), failed)
    if group.r - lost <= number("gone_at"):
        rout(play, due.unit, queue, "no_r")
    else:
        await fall_back(play, due.unit, queue, due.cause, ordered=False)


async def _captain_near(play: Play[Skirmish], unit: str, *, rally: bool) -> Modifier | None:
    """CO-RES-9: what the Captain adds, asked before the dice (decisions 21 and 44)."""
    bonus = captain_bonus(play.state, unit, rally=rally)
    if bonus is None or is_captains(play.state, unit):
        return bonus
    group = play.state.units[unit]
    captain = play.state.units[company_of(play.state, unit).captain].name
    answer = await play.choose(
        "captain",
        side=group.side,
        options=(Option("yes", f"yes: {bonus.value:+g} to the test"), Option("no", "no")),
        why=f"{group.name}: Resilience test. Is the Captain ({captain}) within {number('captain_range')} inches?",
        rules=bonus.rules,
        suggested=group.captain_near or None,
    )
    said = play.state.with_unit(unit, captain_near=answer)
    play.commit(said, fight_facts.CaptainPlaced(unit, answer == "yes"))
    return bonus if answer == "yes" else None


def resilience_pool(game: Skirmish, due: Due, near: Modifier | None) -> Total:
    """CO-RES-6 to CO-RES-9, CO-TRA-7, CO-TRA-8, CO-CAP-2: 2d6 with every modifier, against the Group's R."""
    unit = due.unit
    craven = is_captains(game, unit) and captained(game, unit, "craven")
    modifiers = applying(
        modifier("r-lost", due.lost),  # decision 4
        modifier("company-below-half") if below_half(company_of(game, unit)) else None,
        near,
        modifier("fearless") if has(game, unit, "fearless") else None,
        modifier("skittish") if has(game, unit, "skittish") else None,
        modifier("craven-captain") if craven else None,
        *condition_modifiers(game, resilience=unit),
    )
    return Total(
        dice=number("resilience_dice"),
        sides=number("die_sides"),
        target=tested_against(game, unit),
        modifiers=modifiers,
        remarks=due.reasons,
        readings=(*due.readings, *readings_of_test(game, unit, near)),
    )


def readings_of_test(game: Skirmish, unit: str, near: Modifier | None) -> tuple[Remark, ...]:
    """How the table reads a test of this Group, where that makes a difference (decisions 3 and 22)."""
    told = []
    if game.units[unit].r != profile(game, unit).r_max:
        told.append(house_rule(game, "tests_against"))
    if captain_is_shaken(game, unit) and (near or plays(game, "shaken_captain", "no-bonus")):
        told.append(house_rule(game, "shaken_captain"))
    return tuple(told)


async def rally(play: Play[Skirmish], command: Rally) -> None:
    """CO-RAL-1 to CO-RAL-5, CO-RES-2: a Shaken Group tests; whatever comes of it, the turn goes on."""
    in_a_turn(play.state)
    tested = play.state.with_unit(command.by, must_rally=False, rallied=True)
    play.commit(tested, fight_facts.RallyTried(command.by))
    queue: Queue = []
    because = Remark(BECAUSE, "it tries to Rally", ("CO-RAL-1", "CO-RES-2"))
    await take_test(play, Due(command.by, reasons=(because,)), queue, rally=True)
    await test_all(play, queue)


def test_understood(game: Skirmish, command: Test) -> Test:
    """A Group of either side tests."""
    return by_group(game, command)


@forbids("CO-ROU-1")
def the_tested_group_is_in_play(game: Skirmish, command: Test) -> str | None:
    """A Group that is out of play does not test."""
    unit = game.units[command.by]
    return None if unit.in_play else f"{unit.name}: not in play."


async def test_at_the_table(play: Play[Skirmish], command: Test) -> None:
    """CO-RES-1, CO-ROU-2: for losses and scares that no other command covers."""
    in_a_turn(play.state)
    if not command.lost:
        because = Remark(BECAUSE, command.reason)
        await test_all(play, [Due(command.by, reasons=(because,))])
        return
    group = play.state.units[command.by]
    lost = min(command.lost, group.r)
    loss = fight_facts.Loss(command.by, lost, group.r - lost, command.reason)
    play.commit(play.state.with_unit(command.by, r=group.r - lost), loss)
    await after_losses(play, {command.by: lost}, {})


def _must_rally(game: Skirmish, by: str) -> bool:
    return is_played(game, by) and game.units[by].must_rally


def test_lines(game: Skirmish, *units: str) -> tuple[Detail, ...]:
    """Section 9: what the test of each Group would need, what is known of it beforehand, and how it is read."""
    near = {unit: captain_bonus(game, unit, rally=False) for unit in units}
    read = dict.fromkeys(remark for unit in units for remark in readings_of_test(game, unit, near[unit]))
    return (
        *(reading_line(remark) for remark in read),
        *(_test_line(game, unit) for unit in units),
    )


def _test_line(game: Skirmish, unit: str) -> Detail:
    group = game.units[unit]
    text = f"{group.name}: {resilience_words(game, unit)}"
    pool = _known_beforehand(game, unit, rally=False)
    return PlannedRoll("Would test", text, side=group.side, pool=pool, basis="R")


def resilience_words(game: Skirmish, unit: str, *, rally: bool = False) -> str:
    """The number needed, the modifiers that are sure, and the Captain's with a question mark."""
    pool = _known_beforehand(game, unit, rally=rally)
    parts = [modifier_words(applied) for applied in pool.modifiers]
    parts += [f"{remark.name} {remark.text} ({', '.join(remark.rules)})" for remark in pool.remarks]
    return f"{pool.dice}d{pool.sides}, {pool.target}+" + "".join(f"; {part}" for part in parts)


def _known_beforehand(game: Skirmish, unit: str, *, rally: bool) -> Total:
    """The pool of a test, with what may still be added to it as remarks."""
    bonus = captain_bonus(game, unit, rally=rally)
    sure = is_captains(game, unit)
    each = modifier("r-lost")
    open_still = [] if rally else [Remark(each.title, f"{signed(each.value)} each", each.rules)]
    if bonus and not sure:
        open_still.append(Remark(bonus.title, f"{signed(bonus.value)}?", bonus.rules))
    return replace(resilience_pool(game, Due(unit), bonus if sure else None), remarks=tuple(open_still))


RESILIENCE_COMMANDS: dict[str, CommandSpec[Skirmish]] = {
    "rally": CommandSpec(
        Rally,
        "Rally",
        "unit",
        rally,
        by_group,
        RALLY_CHECKS,
        rules=(*TEST_RULES, "CO-RAL-3", "CO-RAL-4", "CO-RAL-5", "CO-RES-2", "CO-SHK-1"),
        key="r",
        offered=_must_rally,
    ),
    "test": CommandSpec(
        Test,
        "Test Resilience",
        "unit",
        test_at_the_table,
        test_understood,
        (in_its_part_of_the_game, the_tested_group_is_in_play),
        rules=TEST_RULES,
        key="r",
        deliberate=True,
        of_table=True,
    ),
}
