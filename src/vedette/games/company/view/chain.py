"""The tests of a command or of a step of the turn: who has tested, who tests now, who is still to test, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.dice import Remark, Roll
from vedette.engine.facts import Rolled
from vedette.engine.grammar import agree, name_of
from vedette.engine.played import PlayedCommand
from vedette.engine.requests import ChoiceRequest, DiceRequest, Queued, Request
from vedette.games.company import groups, resilience, routing
from vedette.games.company.attacking import Calmed, NobodyInReach, Reacted
from vedette.games.company.groups import edition
from vedette.games.company.scoring import vp_for
from vedette.games.company.state import Skirmish
from vedette.games.company.tables import number, order_name
from vedette.games.company.turns import Ordered, PassedOutright, StepBegan, TurnBegan, succeeded
from vedette.kit.words import count
from vedette.view.course import Column, Course, Ledger, Row, Verdict
from vedette.view.signs import Tone

ASKED_OF_A_TEST = ("captain", "embolden", "wicked")
"""Questions that a test of Resilience asks before it is known what came of it."""

COLUMNS = (
    Column("Group", 22, 19), Column("Why", 9), Column("Needs", 6, 4), Column("Dice", 6), Column("Result", 11, 11),
)  # fmt: skip

SHORT = {
    "CO-RES-3": "last", "CO-RES-4": "Captain", "CO-RES-5": "half lost", "CO-RAL-1": "Rally",
}  # fmt: skip
"""What brought a test, in a few cells."""

LONG = {"CO-RES-3": "last Group", "CO-RES-4": "Captain Routed", "CO-RES-5": "half lost"}

ORDERS = {"rally": "RALLY", "reckless": "RECKLESS CHECKS"}

AWARDED = {"enemy_points": "points lost", "captain_routed": "the Captain", "more_points": "more points"}


class Taken(Struct):
    """A test with the `word` of what came of it; `order`: it was for an order, and not of Resilience; `stays`: it can't Retreat. Without a roll a Group was Routed without one."""

    unit: str
    why: str
    word: str = ""
    tone: Tone = "bad"
    roll: Roll | None = None
    order: bool = False
    lost: bool = False
    stays: bool = False


def course(game: Skirmish, played: PlayedCommand | None, request: Request | None) -> Course | None:
    """The chain of a command under way or just finished, with the tests before it in the same step; None for a single test that is over."""
    if played is None:
        return None
    chain = request.chain if request else None
    tried = request.roll if isinstance(request, ChoiceRequest) and request.name == "reroll" else None
    step = {"rally": "rally", "reckless": "reckless"}.get(played.do, "")
    taken, before = _taken(game, played), played.before
    opened = any(isinstance(fact, TurnBegan | StepBegan) for fact in played.facts)
    while step and before is not None and before.do == step:
        if any(isinstance(fact, TurnBegan) for fact in before.facts):
            break
        taken, before = [*_taken(game, before), *taken], before.before
    due = () if opened or not step else groups.due(game, step, game.active)
    now = chain.now if chain else None
    if tried is not None and taken:  # an order that failed, and may be tried once more
        failed = _rolled(taken[-1], tried)
        ledger = Ledger("Activation", COLUMNS, (replace(_row(game, failed), when="now"),), tone="bad")
        return Course(ledger, _verdict(game, failed))
    tests = [one for one in taken if one.roll is not None and not one.order]
    checks = [one for one in taken if one.order] if step == "reckless" and not (tests or chain) else tests
    asked = isinstance(request, DiceRequest) and request.why == "resilience"
    asked = asked or (isinstance(request, ChoiceRequest) and request.name in ASKED_OF_A_TEST)
    if step == "reckless" and checks is tests:  # the checks that are still due are no tests of this chain
        due = ()
    waiting = [*(chain.waiting if chain else ()), *(Queued(unit) for unit in due)]
    whole = len(checks) + asked + len(waiting)
    if not (chain or (whole > 1 and checks)):
        return None
    rows = [_row(game, one) for one in taken]
    if asked and now:
        rows.append(_open_row(game, now, "now", "tests now"))
    elif chain:  # its answer is still open
        at = next(
            (i for i in reversed(range(len(taken))) if now and taken[i].unit == now.unit), len(rows) - 1
        )
        rows[at:] = [Row(row.cells, row.side, "now", row.tone) for row in rows[at : at + 1]] + rows[at + 1 :]
    rows += (
        _open_row(game, one, "waits", "to come" if place else "next", step if one.unit in due else "")
        for place, one in enumerate(waiting)
    )
    last = next((one for one in reversed(taken) if one.roll), None)
    reasons = now.reasons if now and asked else _reasons(last.roll) if last and last.roll else ()
    title = edition(game).tested.upper()
    title = ORDERS.get(step, title) if checks is not tests or step == "rally" else title
    unit = "check" if checks is not tests else "test"
    changed = tuple(_changed(game, played, request))
    return Course(
        Ledger(
            title,
            COLUMNS,
            tuple(rows),
            count=f"{unit} {len(checks) + asked} of {whole}",
            note=", ".join(dict.fromkeys(filter(None, (_reason(one, LONG) for one in reasons)))),
            tone="bad",
        ),
        None if asked or last is None or last.order else _verdict(game, last),
        then=Ledger("What it changes", (Column("", 14, 12), Column("", 40, 22)), changed)
        if changed
        else None,
    )


def _taken(game: Skirmish, played: PlayedCommand) -> list[Taken]:
    """Every test of a command in its order, with what came of it; and who was Routed without one."""
    taken: list[Taken] = []
    roll: Roll | None = None
    for fact in played.facts:
        match fact:
            case Rolled():
                roll = fact.roll
                if roll.why == "activation":
                    _rolled(taken[-1], roll)
            case Ordered():
                why = "Reckless" if fact.check else order_name(fact.order)
                taken.append(Taken(fact.unit, why, order=True))
            case Reacted() if roll:
                passed = _tested(fact.unit, roll, "passed", "good")
                tried = passed if fact.success else _tested(fact.unit, roll, "failed")
                taken.append(replace(tried, why=fact.trait.capitalize(), order=True))
            case PassedOutright():
                taken[-1].word, taken[-1].tone = "passed", "good"
            case NobodyInReach():
                taken.append(Taken(fact.unit, "Reckless", "no enemy near", "dim", order=True))
            case Calmed():
                taken.append(Taken(fact.unit, "Reckless", "calmed", "dim", order=True))
            case resilience.FeltNothing():
                taken.append(Taken(fact.unit, "no roll", "rallied" if fact.rally else "held", "good"))
            case resilience.BoughtRally() if roll:
                taken.append(_tested(fact.unit, roll, f"rallied, −{fact.lost} {fact.of}", "warn"))
            case resilience.Held() if roll:
                taken.append(_tested(fact.unit, roll, "held", "good"))
            case resilience.Rallied() if roll:
                taken.append(_tested(fact.unit, roll, "rallied", "good"))
            case resilience.BecameShaken() if roll:
                taken.append(_tested(fact.unit, roll, "SHAKEN"))
            case resilience.FailedShaken() if roll:
                taken.append(_tested(fact.unit, roll, f"−{fact.lost} {fact.of}"))
            case routing.Routed(why="test") if roll:
                taken.append(_tested(fact.unit, roll, "† ROUTED"))
            case routing.Routed() if taken and taken[-1].unit == fact.unit and not taken[-1].order:
                taken[-1].word, taken[-1].tone, taken[-1].lost = "† ROUTED", "bad", True
            case routing.Routed():
                why = "off table" if fact.why == "off_table" else f"{fact.of} 0"
                taken.append(Taken(fact.unit, why, "† ROUTED", lost=True))
            case routing.Blocked(lost=lost) if lost and taken:
                taken[-1].word += f" −{lost}"
            case routing.HeldGround(lost=lost) if taken:
                taken[-1].word += f" −{lost}"
                taken[-1].stays = True
            case routing.Escaped() if taken and taken[-1].unit == fact.unit and not taken[-1].order:
                taken[-1].word += ", Escaped"
            case _:
                pass
    return taken


def _tested(unit: str, roll: Roll, word: str, tone: Tone = "bad") -> Taken:
    why = next(filter(None, (_reason(one, SHORT) for one in _reasons(roll))), "")
    return Taken(unit, why, word, tone, roll)


def _rolled(order: Taken, roll: Roll) -> Taken:
    order.roll = roll
    order.word, order.tone = ("passed", "good") if succeeded(roll) else ("failed", "bad")
    return order


def _reasons(roll: Roll) -> Sequence[Remark]:
    return [one for one in roll.pool.remarks if one.name == routing.BECAUSE]


def _reason(one: Remark, words: dict[str, str]) -> str:
    """What brought a test, by its rule; in the players' own words where they asked for it."""
    rule = one.rules[0] if one.rules else ""
    if rule == "CO-RES-1":
        return one.text.removeprefix("it ")
    return words.get(rule, "" if rule else one.text)


def _row(game: Skirmish, one: Taken) -> Row:
    group, roll = game.units[one.unit], one.roll
    needs, dice, came = ("–" if one.order and one.word else "", "", one.word)
    if roll:
        dice = " ".join(map(str, roll.faces))
        needs, came = f"{roll.pool.target:g}+", f"{roll.total:<3g}{one.word}".replace("-", "−")
    cells = (group.name, one.why, needs, dice, came)
    return Row(cells, group.side, "lost" if one.lost and not one.roll else "done", one.tone)


def _open_row(game: Skirmish, one: Queued, when: str, word: str, step: str = "") -> Row:
    group = game.units[one.unit]
    why = next(filter(None, (_reason(reason, SHORT) for reason in one.reasons)), "")
    needs = groups.tested_against(game, one.unit)
    if step == "reckless":
        needs, why = groups.needed_for(game, one.unit, "attack") or 0, "Reckless"
    cells = (group.name, why or ("Rally" if step else ""), f"{needs}+", "", word)
    return Row(cells, group.side, "now" if when == "now" else "waits", "warn" if when == "now" else "dim")


def _verdict(game: Skirmish, one: Taken) -> Verdict | None:
    """The test that was taken last, and what else bears on the next ones."""
    if one.roll is None:
        return None
    group, company = game.units[one.unit], groups.company_of(game, one.unit)
    total, target = int(one.roll.total), int(one.roll.pool.target or 0)
    word, held = one.word, one.tone == "good"
    if word.startswith("−"):
        word = word.replace("−", "loses ")
    elif held or one.order:
        word = word.upper()
    lines = [word if word.startswith("†") else f"{'✔' if held else '✘'} {word}"]
    if word.startswith("SHAKEN") and not one.stays:
        lines.append(f'retreats {groups.retreat_distance(game, one.unit)}"')
    margin = total - target
    lines.append(
        f"passed by {margin}" if margin > 0 else f"missed by {-margin}" if margin else "passed exactly"
    )
    of, aside = f"to {one.why}" if one.order else f"the printed {edition(game).resolve}", list[str]()
    if not one.order:
        aside += [] if groups.captain_of(game, one.unit) else ["no Captain"]
        left = f"{company.points - company.points_lost} of {count(company.points, 'point')} left"
        aside += [left] if company.points_lost else []
    return Verdict(
        group.name, group.side, one.roll, f"{target}", of, tuple(lines), one.tone, ", ".join(aside)
    )


def _changed(game: Skirmish, played: PlayedCommand, request: Request | None) -> Iterator[Row]:
    """Who may not act before they rally, what the sides would score now, and what the open answer could add."""
    chain = request.chain if request else None
    unit = chain.now.unit if chain else ""
    if unit and game.units[unit].shaken and game.units[unit].in_play:
        group, its = game.units[unit], name_of(game.units[unit])
        said = f"no orders before a rally, {agree(its, 'hits', 'hit')} on {number('shaken_hits_on')}"
        yield Row((group.name, said), group.side)
    routed = [fact for fact in played.facts if isinstance(fact, routing.Routed)]
    if routed:
        awards = game.book.scenario.awards
        losers = {game.units[fact.unit].side for fact in routed}
        for side in (one for one in game.sides if losers - {one}):
            scored = ((award, vp_for(game, side, award)) for award in awards)
            said = ", ".join(
                f"{vp} for {AWARDED.get(award.when, 'the scenario')}" for award, vp in scored if vp
            )
            if said:
                yield Row((game.sides[side].name, said.replace(" for", " VP for", 1)), side)
        for name in dict.fromkeys(game.units[fact.unit].company for fact in routed):
            company = game.companies[name]
            if groups.below_half(company):
                left = company.points - company.points_lost
                yield Row(
                    (company.name, f"next tests −1, {left} of {company.points} points left"), company.side
                )
    if isinstance(request, ChoiceRequest) and request.name == "retreat":
        company, lost = groups.company_of(game, unit), groups.worth(game, unit)
        after = replace(company, points_lost=company.points_lost + lost)
        what = "next tests −1, " if groups.below_half(after) else ""
        what = "all test, " if groups.half_gone(after) and not company.half_lost else what
        if lost:
            leaves = f"if {agree(name_of(game.units[unit]), 'it leaves', 'they leave')}"
            said = f"{what}{after.points - after.points_lost} of {company.points} points left"
            yield Row((leaves, said), "", "done", "warn")
