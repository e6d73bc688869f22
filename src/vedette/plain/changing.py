"""Words that change the game or its record: undo, notes, corrections, what is set by hand, dice, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from vedette.controller import Feedback, GameController, refusal_of
from vedette.engine.commands import shown
from vedette.engine.common import LIFT, ROLL
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError
from vedette.engine.facts import place
from vedette.engine.figures import read_whole
from vedette.pages import consent
from vedette.pages.corrections import CorrectionTool, told_now
from vedette.pages.model import Steps
from vedette.plain.answers import pick
from vedette.plain.form import FormTalk
from vedette.plain.looking import unit_named
from vedette.plain.replaying import ReplayTalk
from vedette.plain.speech import not_allowed, numbered, refused, spoken, spoken_list, spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.talk import LeftError
from vedette.plain.telling import looking_on
from vedette.plain.tool import carry_out
from vedette.plain.words import Word
from vedette.view.clock import Clock, clock_sentence
from vedette.view.form_draft import FormDraft
from vedette.view.report import battle_report
from vedette.view.steppers import read, written

MOST_ROLLS = 8
"""Rolls that are offered to be corrected."""

MOST_VALUES = 12
"""Values that a search offers."""


# --- back and forth


def _go(move: Callable[[GameController], Steps[Feedback]], table: PlainTable, rest: str) -> None:
    """So many steps back or forth; what they were is told by the news."""
    before = table.session.timeline.head
    for _ in range(read_whole(rest) or 1):
        if not _moved(table, move(table.controller)):
            break
    if table.session.timeline.head != before:
        table.moved()


def _goto(table: PlainTable, rest: str) -> None:
    if _moved(table, consent.go_to(table.controller, _line(rest))):
        table.moved()


def _moved(table: PlainTable, steps: Steps[Feedback]) -> bool:
    """Take something back, after the questions that this needs; whether it was done."""
    said = carry_out(steps, table)
    return said is not None and table.heed(said)


def _replay(table: PlainTable, rest: str) -> None:
    replay = ReplayTalk(table, rest)
    replay.hold()
    if replay.play_from is not None:
        _goto(table, str(replay.play_from))


def _line(text: str) -> int:
    number = read_whole(text)
    if number is None:
        raise CommandError("Say the number of a line; log tells them.")
    return number


def _bookmark(table: PlainTable, rest: str) -> None:
    n, _, note = rest.partition(" ")
    table.heed(table.controller.bookmark(_line(n), note.strip()))


# --- notes, dice, what belongs to the table


def _note(table: PlainTable, rest: str) -> None:
    text = rest or table.ask_or_leave("What should be remembered?")
    table.done(table.controller.note(text))


def _dice(table: PlainTable, rest: str) -> None:
    sides = list(table.controller.rolled)
    found = pick(rest, [table.name(side) for side in sides]) if rest else sides.index(table.controller.side)
    if found is None:
        raise CommandError(f"There is no side “{shown(rest)}”.")
    table.heed(table.controller.flip_dice(sides[found]))
    if table.controller.request is not None:
        table.moved()


def _table(table: PlainTable, rest: str) -> None:
    actions = [action for action in table.offered() if action.of_table]
    titles = [action.title for action in actions]
    if not titles:
        table.say("Nothing belongs to the table now.")
        return
    text = rest or table.ask_or_leave(
        "At the table:", *numbered([spoken(title) for title in titles]), empty=True
    )
    found = pick(text, titles)
    if text and found is None:
        raise CommandError(f"“{shown(text)}” is none of them.")
    if found is not None:
        table.take(actions[found])
        table.moved()


def _again(table: PlainTable, rest: str) -> None:
    action = table.controller.again_of(unit_named(table, rest))
    if action is None:
        raise CommandError("There is no earlier attack to repeat.")
    table.take(action)
    table.moved()


def _override(table: PlainTable, rest: str) -> None:
    against = refusal_of(table.form.form) if table.form else None
    last = against or table.controller.refused
    if last is None:
        raise CommandError("Nothing was refused.")
    if not last.refusal.overridable:
        raise CommandError(f"No agreement can set this aside. {refused(last.refusal)}")
    if last.form_first is not None:
        table.controller.refused = None
        table.open_form(last.form_first)
        table.moved()
    reason = rest or table.ask_or_leave("Both players must agree. The reason, for the log?")
    table.done(table.controller.do(last.words, override=reason, first=last.first))


# --- by hand


def _adjust(table: PlainTable, rest: str) -> None:
    controller = table.controller
    if controller.request is not None:
        raise CommandError("Answer this first; then values can be corrected.")
    unit = unit_named(table, rest)
    steppers = controller.steppers_of(unit)
    levels = {n: stepper.at for n, stepper in enumerate(steppers)}
    rows = [f"{spoken(stepper.label)} {spoken(stepper.levels[stepper.at].label)}" for stepper in steppers]
    named = table.name(unit)
    table.say(*(numbered(rows, f"{named}:") if rows else [f"{named} has nothing to set like this."]))
    conditions = controller.conditions_on(unit)
    table.say(spoken_sentence(f"Conditions: {spoken_list(conditions)}") if conditions else "")
    table.talk.teach(
        "Say a number and the new value, such as 1 4; Enter sets all that was said, cancel leaves. set finds any other value."
    )
    while text := table.ask_or_leave(empty=True):
        words, _, wanted = text.rpartition(" ")
        row = pick(words, [stepper.label for stepper in steppers]) if words else None
        level = None if row is None else _level(wanted, [level.label for level in steppers[row].levels])
        if row is None or level is None:
            table.complain(_no_level(text, row, steppers))
        else:
            levels[row] = level
    values: Table = {}
    for row, level in levels.items():
        values |= steppers[row].levels[level].values if level != steppers[row].at else {}
    if values:
        _set_values(table, values)


def _level(text: str, labels: Sequence[str]) -> int | None:
    """A level by its label: a digit is a value here, and no place in a list."""
    said = [spoken(label).casefold() for label in labels]
    return said.index(text.casefold()) if text.casefold() in said else None


def _no_level(text: str, row: int | None, steppers: Sequence[Any]) -> str:
    if row is None:
        return f"“{shown(text)}” is none of these rows and a value"
    labels = [spoken(level.label) for level in steppers[row].levels]
    told = spoken_list(labels, "or") if len(labels) <= MOST_VALUES else f"{labels[0]} to {labels[-1]}"
    return f"{spoken(steppers[row].label)} can be {told}"


def _set_values(table: PlainTable, values: Row) -> None:
    reason = table.ask_or_leave("The reason, for the log? Enter for none.", empty=True)
    said = {"reason": reason} if reason else {}
    words = {"do": "adjust", "by": table.controller.side, "values": dict(values), **said}
    table.done(table.controller.do(words))


def _set(table: PlainTable, rest: str) -> None:
    values = table.controller.values()
    called = table.session.ruleset.value_words(table.session.state)
    told = {path: spoken(place(path, table.controller.name, called)) for path in values}
    words = rest.casefold().split()
    found = [path for path in values if all(word in f"{path} {told[path]}".casefold() for word in words)]
    if not words or not found:
        raise CommandError("Say words of a value to set, such as the name of a unit and what it has.")
    if len(found) > MOST_VALUES:
        raise CommandError(f"{len(found)} values have these words; say more of them.")
    path = found[0]
    if len(found) > 1:
        answer = table.ask_or_leave(
            "Which?", *numbered([f"{told[one]}: {spoken(written(values[one]))}" for one in found])
        )
        which = pick(answer, [told[one] for one in found])
        if which is None:
            raise CommandError(f"“{shown(answer)}” is none of them.")
        path = found[which]
    text = table.ask_or_leave(
        f"{told[path]} is {spoken(written(values[path])) or 'empty'}. What shall it be?"
    )
    _set_values(table, {path: read(text, values[path])})


def _condition(table: PlainTable, rest: str) -> None:
    unit = unit_named(table, rest)
    if table.controller.conditions_on(unit) is None:
        raise CommandError("Units of this game have no conditions.")
    FormTalk(table, FormDraft(*table.controller.condition_form_of(unit))).fill()
    table.moved()


def _clock(table: PlainTable, rest: str) -> None:
    session = table.session
    if rest == "stop":
        session.pauses.stop()
    elif rest == "start":
        session.pauses.start()
    elif rest:
        raise CommandError("Say clock, clock stop or clock start.")
    side, _ = table.controller.called
    table.say(clock_sentence(session, Clock(session).view(side)))


def _lift(table: PlainTable, rest: str) -> None:
    unit = unit_named(table, rest)
    conditions = table.controller.conditions_on(unit)
    if not conditions:
        raise CommandError(f"{table.name(unit)} has no condition.")
    found: int | None = 0
    if len(conditions) > 1:
        found = pick(table.ask_or_leave("Which?", *numbered(list(conditions))), conditions)
    if found is None:
        raise CommandError("That is none of its conditions.")
    words = {"do": LIFT, "by": table.controller.side, "unit": unit, "text": conditions[found]}
    table.done(table.controller.do(words))


def _place(table: PlainTable, rest: str) -> None:
    if not table.controller.places:
        raise CommandError("This game is played on your table; there is no map to place units on.")
    everyone = rest.casefold() == "everyone"
    for unit in table.controller.to_place if everyone else [unit_named(table, rest)]:
        table.talk.say(*([spoken_sentence(table.name(unit))] if everyone else []))
        PlaceTalk(table, FormDraft(*table.controller.place_form_of(unit))).fill()
    table.moved()


class PlaceTalk(FormTalk):
    """The form that places a unit on the map; Enter leaves one that is already placed."""

    def give(self) -> bool:
        return self.game.controller.stands_there(self.form) or super().give()


def _settings(table: PlainTable, rest: str) -> None:
    if table.controller.request is not None:
        raise CommandError("Answer this first; then settings can be changed.")
    FormTalk(table, FormDraft(*table.controller.settings_form_source())).fill()
    table.moved()


def _throw(table: PlainTable, rest: str) -> None:
    what, _, why = rest.partition(" ")
    if not what:
        raise CommandError("Say which dice, such as throw 1d12, and what for.")
    words = {"do": ROLL, "by": table.controller.side, "what": what, "why": why}
    table.done(table.controller.do(words))


# --- corrections and the report


def _correct(table: PlainTable, rest: str) -> None:
    tool = CorrectionTool(table.controller)
    n, _, text = rest.partition(" ")
    if not n:
        section = tool.page().sections[0]
        table.say(
            *(spoken_sentence(row.spoken) for row in section.choices[-MOST_ROLLS:]),
            "Say correct and the number of a line; choices and commands have such numbers too, log tells them."
            if section.choices
            else section.empty,
        )
        return
    tool.at(_line(n))
    assert tool.entry is not None
    if not text:
        table.say(spoken_sentence(tool.row(tool.entry).spoken))
        text = table.ask_or_leave(
            "What should it be? Faces, total and a number, an answer, or words such as range=9; cancel leaves."
        )
    tool.tell(told_now(tool.entry, text))
    planned = tool.planned
    if planned is None:
        raise CommandError(tool.fault)
    if planned.refusal is not None:
        table.talk.refuse(not_allowed(planned.refusal))
        return
    table.say(*map(spoken_sentence, tool.sentences()))
    if table.sure("Do it?") and _moved(table, consent.correct(table.controller, planned)):
        table.moved()


def _report(table: PlainTable, rest: str) -> None:
    if rest != "read":
        table.heed(table.controller.write_report())
        return
    told = battle_report(table.session)
    table.say(spoken_sentence(told.result))
    table.say(
        *(
            spoken_sentence(
                f"{side.name}: {side.score}, lost {spoken_list(side.lost) or 'nobody'}, luck {side.luck or 'not known yet'}, time {side.time}"
            )
            for side in told.sides
        )
    )
    for point in told.turning:
        headline = f"Turning point at line {point.n}: {point.headline}"
        table.say(spoken_sentence(headline), spoken_sentence(point.roll))
    table.say(*(spoken_sentence(f"{one.name}: {one.text}") for one in told.rounds))


def _page(table: PlainTable, rest: str) -> None:
    page = table.page
    if rest == "close":
        page.close()
        table.say("The page is closed.")
        return
    if rest == "new":
        page.close()
        page.open(table.controller.table, lan=True, new_link=True)
    elif not page.is_open and rest in ("", "lan", "here"):
        lan = rest == "lan" or (not rest and table.sure("May everybody look who is in this network?"))
        page.open(table.controller.table, lan=lan)
    if not page.is_open:
        raise CommandError("Say page lan for everybody in this network, or page here for this computer.")
    alone = list(dict.fromkeys(address.side for address in page.addresses if address.side))
    place = pick(rest, alone)
    side = "" if place is None else alone[place]
    if side and not table.sure(f"Only {spoken(side)} listens now."):
        return
    table.say(*(f"{one.whose}{one.url}" for one in page.addresses if one.side == side))
    if not side:
        table.say(spoken_sentence(looking_on(page.viewers)))
        own = f"Page and a side tells the address for {spoken_list(alone, 'or')} alone."
        table.talk.teach(own if alone else "Page again tells how many are looking; page close ends it.")


def _quit(table: PlainTable, rest: str) -> None:
    raise LeftError


WORDS: Sequence[Word[PlainTable]] = (
    Word("undo", "[NUMBER]", "take the last decision back, or so many.", partial(_go, consent.undo)),
    Word("redo", "[NUMBER]", "do again what was undone.", partial(_go, consent.redo)),
    Word("goto", "LINE", "go back to a line of the log, or on from one that was undone.", _goto),
    Word("again", "[UNIT]", "the unit's last attack once more.", _again),
    Word("table", "", "what belongs to the table: concede, other rolls, score.", _table),
    Word("override", "REASON", "set the last refusal aside, where both players agree.", _override),
    Word("replay", "[LINE]", "the game so far, step by step; play there goes on from a line.", _replay),
    Word("page", "[lan or here or new or close or SIDE]", "others follow the game on their phones: opens a page, tells its address and how many look; new gives it a new link.", _page),
    Word("dice", "[SIDE]", "real dice are typed for a side, or Vedette rolls them.", _dice),
    Word("note", "WORDS", "a remark for the log.", _note),
    Word("bookmark", "LINE [WORDS]", "put a note to a line, or take it away.", _bookmark),
    Word("adjust", "[UNIT]", "set what a unit has by hand, with a reason.", _adjust),
    Word("set", "WORDS", "set any other value by hand, found by its words.", _set),
    Word("condition", "[UNIT]", "something that holds for a unit, such as dug in.", _condition),
    Word("lift", "[UNIT]", "end a condition.", _lift),
    Word("clock", "[stop or start]", "the time of each side; the next decision starts it too.", _clock),
    Word("place", "[UNIT]", "put a unit on the map by hand; place everyone goes through all units.", _place),
    Word("correct", "[LINE [VALUE]]", "put a roll, an answer or a command right that was misread.", _correct),
    Word("report", "[read]", "write the battle report as a page beside the save, or hear it.", _report),
    Word("throw", "DICE [WHY]", "a roll that no rule asks for, such as throw 1d12.", _throw),
    Word("settings", "", "what both players agree on: how undo works, and time limits.", _settings),
    Word("quit", "", "leave; the game is saved.", _quit),
)  # fmt: skip
"""In the order in which help tells them."""
