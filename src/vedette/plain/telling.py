"""The table in sentences: cards, score, rolls, what may come of a command, the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from vedette.engine.dice import Pool, Roll
from vedette.engine.facts import Fact, Rolled
from vedette.engine.grammar import the
from vedette.engine.readings import READING
from vedette.engine.requests import DiceRequest
from vedette.kit.words import count
from vedette.plain.speech import spoken, spoken_list, spoken_sentence
from vedette.view import dice_text as say
from vedette.view.action_log import ActionLine
from vedette.view.hexes import ARROWS
from vedette.view.outlook import Chance, Outlook, percent
from vedette.view.roll_explanation import decided
from vedette.view.sheet import Sheet
from vedette.view.signs import Standing
from vedette.view.vocabulary import Card, Detail, PlannedRoll, StoryWords, Table

Names = Callable[[str], str]

STANDING: Mapping[Standing, str] = {
    "active": "acting", "ready": "to act", "done": "has acted", "here": "on the table",
    "away": "not on the table", "gone": "gone",
}  # fmt: skip
"""Where a unit stands in the round."""


# --- cards and the score


def card_line(card: Card) -> str:
    """A unit in one sentence: how it stands, what is left of it, what lies beside it."""
    gone = [badge.text for badge in card.badges if card.standing == "gone"]
    parts = [spoken_list(gone) or STANDING[card.standing]]
    if card.standing != "gone":
        parts += [strength(card), *(_token(card)), *(badge.text for badge in card.badges)]
    return spoken_sentence(f"{card.name}: {', '.join(filter(None, parts))}")


def strength(card: Card) -> str:
    """What is left of a unit: models, and hit points where they are not the same."""
    alive = sum(pip.value > 0 for pip in card.pips)
    if card.figure and card.figure.strip():
        return card.figure
    if not card.full:
        return ""
    if len(card.pips) > 1 and card.full == len(card.pips):
        return f"{card.value} of {card.full} left"
    models = f"{alive} of {count(len(card.pips), 'model')}, " if len(card.pips) > 1 else ""
    return f"{models}{card.value} of {card.full} {card.points or 'points'} left"


def _token(card: Card) -> Iterator[str]:
    for token in card.tokens:
        if token.count:
            effect = f" ({token.effect})" if token.effect else ""
            yield f"{token.count} {token.called(token.count)}{effect}"


def card_lines(card: Card, side: str, details: Sequence[Detail]) -> Iterator[str]:
    """A unit in full: the sentence, its profile, and a line for each thing that its card tells."""
    yield f"{spoken(side)}. {card_line(card)}"
    models = [f"{pip.name or 'model'} {pip.value} of {pip.full}" for pip in card.pips if pip.full > 1]
    if len(card.pips) > 1 and models:
        yield spoken_sentence(f"Models: {', '.join(models)}")
    if card.stats:
        # a place comes with the way that the unit faces, which the screen shows as an arrow
        stats = (
            f"in {value}, facing {name}"
            if name in ARROWS.values()
            else f"{name} {value.replace('/', ' of ')}"
            for name, value in card.stats
        )
        yield spoken_sentence(", ".join(stats))
    for detail in details:
        yield detail_line(detail)


def detail_line(detail: Detail) -> str:
    label = spoken(detail.label).rstrip(":")
    used = " (used)" if detail.struck else ""
    return spoken_sentence(": ".join(filter(None, (f"{label}{used}", detail.text))))


def place_line(table: Table) -> str:
    return spoken_sentence(", ".join(filter(None, (table.round, table.phase))))


def score_line(table: Table) -> str:
    return spoken_sentence(", ".join(f"{side.name} {side.told}" for side in table.sides if side.score))


def mark_lines(table: Table, names: Names) -> Iterator[str]:
    for mark in table.marks:
        held = f", {names(mark.side)}" if mark.side and names(mark.side) != mark.name else ""
        told = f"{mark.name}: {mark.text}" if mark.text else mark.name
        yield spoken_sentence(f"{told}{held}{', done' if mark.done else ''}")


def order_line(table: Table, names: Names) -> str:
    turns = [" ".join(filter(None, (names(turn.unit), turn.level, turn.doing))) for turn in table.order]
    return spoken_sentence(f"Order {table.order_by}: {spoken_list(turns)}") if turns else ""


def looking_on(viewers: int) -> str:
    return f"{count(viewers, 'viewer is', 'viewers are') if viewers else 'nobody is'} looking on"


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    yield spoken_sentence(sheet.title)
    yield spoken_sentence(sheet.subtitle)
    for block in sheet.blocks:
        yield spoken_sentence(f"{block.title}:")
        for row in block.rows:
            why = ", ".join(reason.text for reason in row.reasons if reason.text)
            yield spoken_sentence(" ".join(filter(None, (row.label, row.value, why and f"({why})"))))


def sheet_written(sheet: Sheet, folder: Path) -> str:
    """Write a sheet as a page for the printer, and say where it is; raises JournalError."""
    from vedette.view.page_templates import write_sheet  # Jinja: 50 ms, not before a sheet is written

    return f"Written: {write_sheet(sheet, folder)}"


# --- dice


def dice_question(request: DiceRequest, sides: Sequence[str]) -> Iterator[str]:
    """What is to be rolled, whose die comes first where both sides roll, what it needs, and where that number comes from."""
    again = "roll again" if request.roll else "roll"
    dice = f"{request.title}: {again} {request.dice} D{request.pool.sides}"
    in_turn = [f"{'then' if n else 'first'} for {the(side)}" for n, side in enumerate(sides)]
    order = "" if request.side else ", ".join(in_turn)
    return _with_needs(", ".join(filter(None, (dice, order))), say.pool_asked(request))


Parts = list[tuple[str, str, str]]
"""Where a number comes from: value, reason, rules."""


def _with_needs(dice: str, pool: Pool, rows: Parts | None = None) -> Iterator[str]:
    """Dice to be rolled with what they need, and where that number comes from."""
    yield spoken_sentence(", ".join(filter(None, (dice, say.needs(pool)))))
    yield reckoned(pool, rows)


def reckoned(pool: Pool, rows: Parts | None = None) -> str:
    """Where a number that is needed comes from; "" where it is the target itself."""
    told = (
        f"{value} is {reason}"
        if value == "1"
        else f"{reason} {value}"
        if say.is_base(value)
        else f"{value} {reason}".strip()
        for value, reason, _ in (say.reckoning(pool) if rows is None else rows)
    )
    return spoken_sentence(", ".join(told))


def roll_line(roll: Roll, name: str, words: StoryWords, *, asked: bool) -> str:
    """The faces of a roll and what they come to; whose it is and why, unless that was asked a moment ago."""
    head = "" if asked else ", ".join(filter(None, (f"{name} {roll.title}".strip(), say.needs(roll.pool))))
    result = say.outcome(roll, words)
    decision = decided(roll, words)
    if roll.typed:
        said = f"{result or say.total_of(roll.pool, roll.typed.number)}, {say.TYPED_TOTAL}"
    else:
        by_vedette = "Vedette rolls " if any(die.source.startswith("rolled") for die in roll.dice) else ""
        shown = (" rolled again ".join(map(str, (*die.earlier, die.face))) for die in roll.dice)
        faces = f"{by_vedette}{', '.join(shown) or 'no dice'}"
        said = f"{faces}: {result}" if result else faces
    return " ".join(
        filter(None, (spoken_sentence(": ".join(filter(None, (head, said)))), spoken_sentence(decision)))
    )


def planned_lines(detail: Detail) -> Iterator[str]:
    """A line of a form; of a roll what it would need, where that number comes from, and how likely it is."""
    if not isinstance(detail, PlannedRoll):
        if detail.label != READING:  # as everybody reads it: `why` tells it
            yield detail_line(detail)
        return
    pool = detail.pool
    yield from _with_needs(
        f"{detail.label}: {detail.dice or say.pool_words(pool)}", pool, say.planned_parts(detail)
    )
    odds = (
        f"{'with the re-roll' if what == say.AGAIN else what} {share}"
        for what, share in say.planned_chance(detail)
    )
    yield spoken_sentence(", ".join(odds))


# --- what may come


def outlook_lines(seen: Outlook, name: str) -> Iterator[str]:
    """What may come of a command: whether it comes to nothing, then the worst first, a line for each."""
    yield from (spoken_sentence(_chance(chance)) for chance in seen.fails)
    yield spoken_sentence(f"{name}:") if name and seen.losses else ""
    yield from (spoken_sentence(_chance(chance)) for chance in (*seen.losses, *seen.others))
    if seen.expected:
        yield spoken_sentence(
            _in_words(f"On average {seen.average} {seen.measured} lost").replace("+", " or more")
        )
    if seen.tries:
        yield spoken_sentence(f"A sample of {seen.tries:,} tries, with its standard error")
    if seen.choices:
        yield spoken_sentence(f"Assumed: {', '.join(seen.choices)}")
    if seen.spread:
        yield spoken_sentence(f"With other choices {seen.spread}")


def _chance(chance: Chance) -> str:
    told = _in_words(f"{percent(chance)} {chance.text}")
    return told.replace("<1", "less than 1").replace(">99", "more than 99")


def _in_words(told: str) -> str:
    return told.replace("≈", "about ").replace(" ±", ", give or take ")


# --- the log


def fact_lines(facts: Iterable[Fact], names: Names, words: StoryWords, *, asked: bool) -> Iterator[str]:
    """What happened, a line for each thing; what only keeps the books is left out."""
    for fact in facts:
        if isinstance(fact, Rolled):
            yield roll_line(fact.roll, names(fact.roll.side) if fact.roll.side else "", words, asked=asked)
        elif not fact.aside:
            yield spoken_sentence(fact.sentence(names))


def action_line(action: ActionLine, names: Names) -> str:
    """A command of the log in a line: its number, what came of it, its faces."""
    if action.undone:
        return f"{count(action.undone, 'command')} undone here."
    who = f"{names(action.who)}: " if action.who else ""
    results = ". ".join(result.text.rstrip(".") for result in action.results)
    faces = f" Dice: {spoken(action.faces)}." if action.faces else ""
    return f"Line {action.n}. {spoken_sentence(f'{who}{results}')}{faces}"
