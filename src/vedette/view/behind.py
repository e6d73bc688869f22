"""The rules behind what is on the screen: a refusal, the modifiers of a roll, the chips of a card, what is not possible now."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from vedette.engine.checks import Refusal
from vedette.engine.dice import Pool, Roll
from vedette.engine.figures import signed
from vedette.engine.luck import Throw
from vedette.engine.requests import DiceRequest
from vedette.view.dice_text import outcome
from vedette.view.outlook import Outlook, percent
from vedette.view.roll_explanation import decided as decided_by
from vedette.view.turning import rarity
from vedette.view.vocabulary import USUAL_WORDS, Action, Card, Detail, Form, PlannedRoll, StoryWords

ID = re.compile(r"[A-Z]{2,3}-[A-Z0-9]+(?:[.-][A-Z0-9]+)*")  # what the id of a rule looks like in a text
Chips = Mapping[str, tuple[str, ...]]  # rules by the words that a chip begins with, numbers left out


class Behind(Struct, frozen=True):
    """A rule, and the words on the screen that it stands behind; what is told of them besides stands in lines of its own."""

    rule: str
    said: str = ""


def of_refusal(refusal: Refusal) -> Iterator[Behind]:
    """A rule's no, with what else is broken."""
    return (Behind(rule, refusal.words) for rule in refusal.rules)


def of_form(form: Form, known: Collection[str]) -> Iterator[Behind]:
    """What is against the draft, the modifiers of its rolls, what its lines name, and what it reminds of."""
    yield from of_refusal(form.refusal) if form.refusal else ()
    for detail in form.lines:
        if isinstance(detail, PlannedRoll):
            yield from _of_pool(detail.pool)
        else:
            named = f"{detail.label} {detail.text}"
            said = detail.label or detail.text
            found = dict.fromkeys((*detail.rules, *ID.findall(named)))
            yield from (Behind(rule, said) for rule in found if rule in known)
    yield from of_reminders(form.reminders)


def of_request(request: DiceRequest) -> Iterator[Behind]:
    """The modifiers of a pool that is asked for, and why it is rolled."""
    yield from _of_pool(request.pool)
    yield from (Behind(rule, request.title) for rule in request.rules)


def of_roll(roll: Roll, words: StoryWords) -> Iterator[Behind]:
    """What decided a roll that was made, its modifiers, and why it was rolled."""
    said = decided_by(roll, words) or outcome(roll, words)
    yield from (Behind(rule, f"{roll.title}: {said}") for rule in roll.rules[:1])
    yield from _of_pool(roll.pool)
    yield from (Behind(rule, roll.title) for rule in roll.rules[1:])


def of_result(
    rolls: Sequence[Roll],
    throws: Sequence[Throw],
    seen: Outlook | None,
    decided: Sequence[str],
    words: StoryWords = USUAL_WORDS,
) -> Iterator[Behind]:
    """What a command came to: the odds before its dice, how likely each of its rolls was, what it hung on, and what each roll rests on."""
    judged = [rarity(throw).text for throw in throws if throw.judged and throw.parts]
    odds = [f"{chance.text}: {percent(chance)}" for chance in seen.losses] if seen and seen.losses else []
    told = [*judged, *decided, *(["Before the dice:", *odds] if odds else [])]
    if told:
        yield Behind(
            next((rule for roll in rolls for rule in roll.rules), ""), "\n".join(["What came of it", *told])
        )
    yield from (one for roll in rolls for one in of_roll(roll, words))


def of_card(card: Card, chips: Chips) -> Iterator[Behind]:
    """The conditions and tokens of a unit."""
    shown = (*(token.name for token in card.tokens if token.count), *(badge.text for badge in card.badges))
    for text in shown:
        words = text.lstrip("0123456789 ")
        key = max((key for key in chips if words.startswith(key)), key=len, default="")
        yield from (Behind(rule, text) for rule in chips.get(key, ()))
    yield from (Behind(rule, badge.text) for badge in card.badges for rule in badge.rules)


def of_actions(actions: Sequence[Action]) -> Iterator[Behind]:
    """What is not possible now, and why."""
    denied = ((action.title, action.why_not) for action in actions if action.why_not is not None)
    return (Behind(rule, f"{title}: {why.sentence}") for title, why in denied for rule in why.rules)


def of_reminders(reminders: Sequence[Detail]) -> Iterator[Behind]:
    """What only the players can judge."""
    return (Behind(detail.label, "At the table") for detail in reminders)


def _of_pool(pool: Pool) -> Iterator[Behind]:
    for modifier in pool.modifiers:
        yield from (Behind(rule, f"{modifier.title} {signed(modifier.value)}") for rule in modifier.rules)
    for read in (*pool.remarks, *pool.readings):
        yield from (Behind(rule, f"{read.name}: {read.text}") for rule in read.rules)
