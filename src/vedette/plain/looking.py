"""Words that only look: the cards, the map, the rules behind what is said, the log, the odds, the luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

from vedette.engine.checks import Refusal
from vedette.engine.commands import shown
from vedette.engine.errors import CommandError
from vedette.engine.facts import Rolled
from vedette.engine.figures import read_whole
from vedette.engine.luck import Tally
from vedette.engine.odds.command_odds import command_search, hears_moments, rest_search, state_before
from vedette.engine.requests import DiceRequest
from vedette.engine.ruleset import RuleText
from vedette.engine.saves import save_folder
from vedette.kit.words import count
from vedette.plain import telling
from vedette.plain.form import FormTalk
from vedette.plain.map import around, hex_line, map_lines
from vedette.plain.speech import not_allowed, refused, spoken, spoken_list, spoken_sentence
from vedette.plain.table import PlainTable
from vedette.plain.words import Word, help_lines
from vedette.view.behind import Behind, of_card, of_form, of_refusal, of_request, of_roll
from vedette.view.clock import clock_words, time_spent
from vedette.view.command_line import command_words, split_words
from vedette.view.form_draft import aimed_at
from vedette.view.log_search import Finder, read_wanted
from vedette.view.luck import luck_of, more_words, one_decimal, percentile_words
from vedette.view.outlook import form_search, outlook, tells_cards

PATIENCE = 5.0
"""Seconds for which odds are looked for."""

MOST_LOG = 10
"""Commands that the log tells, where no number is said."""

MOST_FOUND = 12
"""Rules that a search names."""


# --- help


def _help(table: PlainTable, rest: str) -> None:
    """Every word in a line; or one of them in full, or all commands of the game."""
    if rest == "commands":
        table.say(
            *(spoken_sentence(f"{do}: {spec.does}") for do, spec in table.session.ruleset.specs.items())
        )
        return
    if not rest:
        table.say(
            "A number, or how its words begin, picks what is offered. The name of a unit looks at that unit.",
            "A command in full works too, such as do attack m2 target=p2 range=9; help commands names them.",
        )
    table.say(*help_lines({**FormTalk.words, **table.words} if rest else table.words, rest))
    if not rest:
        fresh = {name: word for name, word in FormTalk.words.items() if name not in table.words}
        table.say("In a form also:", *help_lines(fresh, ""))


# --- units


def unit_named(table: PlainTable, text: str) -> str:
    """The unit that is named, else the one at hand; raises CommandError."""
    unit = table.unit_called(text) if text else table.unit
    if not unit:
        raise CommandError(f"There is no unit “{shown(text)}”; cards names them.")
    return unit


def _cards(table: PlainTable, rest: str) -> None:
    for side in table.controller.table.sides:
        if not rest or spoken(side.name).casefold().startswith(rest.casefold()) or side.id == rest:
            cards = [card for card in table.controller.table.cards if card.side == side.id]
            table.say(
                spoken_sentence(f"{side.name}, {count(len(cards), 'unit')}"), *map(telling.card_line, cards)
            )


def _card(table: PlainTable, rest: str) -> None:
    controller = table.controller
    card = controller.cards_by_id[unit_named(table, rest)]
    table.say(*telling.card_lines(card, controller.name(card.side), controller.details(card.id)))


def _units(table: PlainTable, rest: str) -> None:
    controller = table.controller
    able = [
        card.name
        for card in controller.table.cards
        if card.standing != "gone" and controller.may_act(card.id)
    ]
    if any("," in name for name in able):
        table.say("May act now:", *map(spoken_sentence, able))
    else:
        table.say(spoken_sentence(f"May act now: {spoken_list(able)}" if able else "No unit may act now"))


def _actions(table: PlainTable, rest: str) -> None:
    for action in table.offered():
        if action.why_not is None:
            table.say(spoken_sentence(action.title))
        else:
            table.say(f"Not {spoken(action.title)}: {refused(action.why_not)}")


def _sheet(table: PlainTable, rest: str) -> None:
    unit, _, page = rest.rpartition("page")
    made = table.controller.sheet_of(unit_named(table, rest if page else unit.strip()))
    if made is None:
        raise CommandError("There is no sheet of this.")
    if rest and not page:
        path = table.session.path
        table.say(telling.sheet_written(made, path.parent if path else save_folder()))
    else:
        table.say(*telling.sheet_lines(made))


def _score(table: PlainTable, rest: str) -> None:
    shown_table, session = table.controller.table, table.session
    table.say(
        telling.place_line(shown_table),
        telling.score_line(shown_table),
        *telling.mark_lines(shown_table, table.controller.name),
    )
    table.say(telling.order_line(shown_table, table.controller.name))
    if session.house_rules:
        table.say(
            spoken_sentence(f"House rules: {spoken_list(remark.name for remark in session.house_rules)}")
        )
    spent = time_spent(session)
    times = ", ".join(f"{table.name(side)} {clock_words(time)}" for side, time in spent.items() if side)
    table.say(spoken_sentence(f"Time: {times}") if times else "")
    told = session.ruleset.view.report(session.state) if session.state.outcome else None
    for unit, cells in told.rows.items() if told else ():
        cells_told = (
            (f"{head} {cell}" for head, cell in zip(told.heads, cells, strict=False) if cell) if told else ()
        )
        table.say(spoken_sentence(f"{table.name(unit)}: {', '.join(cells_told)}"))


# --- the map


def _map(table: PlainTable, rest: str) -> None:
    controller = table.controller
    board = (table.form.form.board if table.form else None) or controller.table.board
    if board is None:
        raise CommandError("This game is played on your table; there is no map of it here.")
    figure = board.figure(table.unit)
    if board.has(rest):
        start = figure.hex if figure else ""
        told = hex_line(board, rest, start, lambda place: controller.hex_words(table.unit, place))
        table.say(told, *around(board, rest))
        return
    unit = unit_named(table, rest)
    side = controller.cards_by_id[unit].side
    table.say(*map_lines(board, unit, side, lambda place: controller.hex_words(unit, place)))


# --- rules


def _why(table: PlainTable, rest: str) -> None:
    rules = table.session.rules
    if (line := read_whole(rest)) is not None:
        session = table.session
        if not 0 < line <= len(session.timeline.entries):
            raise CommandError(f"There is no line {line}.")
        facts = session.facts(session.timeline.entry(line))
        told = [
            one
            for fact in facts
            if isinstance(fact, Rolled)
            for one in of_roll(fact.roll, session.ruleset.view.story)
        ]
    elif rest:
        _rule(table, rest)
        return
    else:
        told = list(_behind(table))
    known = {behind.rule: behind for behind in told if behind.rule in rules}
    if not known:
        table.say("No rule stands behind this.")
    for id, behind in known.items():
        table.say(*_rule_lines(rules[id], behind.said))


def _behind(table: PlainTable) -> Iterator[Behind]:
    controller, form = table.controller, table.form
    rules = table.session.rules
    if form is not None:
        yield from (one for one in of_form(form.form, rules) if one.said != "At the table")
    elif controller.refused is not None:
        yield from of_refusal(controller.refused.refusal)
    elif isinstance(controller.request, DiceRequest):
        yield from of_request(controller.request)
    else:
        words = table.session.ruleset.view.story
        yield from (one for roll in table.session.rolls for one in of_roll(roll, words))
        card = controller.cards_by_id.get(table.unit)
        yield from of_card(card, table.session.ruleset.view.chips) if card else ()


def _rule_lines(rule: RuleText, said: str = "") -> Iterator[str]:
    """What it is behind, its id and title, and its text."""
    yield spoken_sentence(said) if said and said != rule.title else ""
    yield f"{rule.id}: {spoken_sentence(rule.title)}"
    yield spoken_sentence(" ".join(rule.text.split()))


def _rule(table: PlainTable, rest: str) -> None:
    rules = table.session.rules
    found = rules.get(rest.upper())
    if found is not None:
        table.say(*_rule_lines(found))
        return
    words = rest.casefold().split()
    having = [
        one
        for one in rules.values()
        if all(word in f"{one.id} {one.title} {one.text}".casefold() for word in words)
    ]
    if not having:
        raise CommandError(f"No rule has the words “{shown(rest)}”.")
    if len(having) == 1:
        table.say(*_rule_lines(having[0]))
        return
    table.say(*(f"{one.id}, {spoken(one.title)}" for one in having[:MOST_FOUND]))
    if len(having) > MOST_FOUND:
        table.say(f"{len(having) - MOST_FOUND} more; say more words.")


def _remind(table: PlainTable, rest: str) -> None:
    reminders = table.form.form.reminders if table.form else table.controller.table.prompt.reminders
    told = [spoken_sentence(detail.text) for detail in reminders]
    table.say(*told or ["Nothing to judge at the table now."])


def _briefing(table: PlainTable, rest: str) -> None:
    setup = table.controller.setup
    table.say(spoken_sentence(setup.text) if setup else "The game has begun.")


# --- the log


def _log(table: PlainTable, rest: str) -> None:
    session, most = table.session, MOST_LOG
    if (number := read_whole(rest)) is not None:
        most = number
    elif rest:
        most = len(session.timeline.entries)
    look, finder = read_wanted("" if number is not None or rest == "all" else rest), Finder(session)
    told = [
        (action.n, telling.action_line(action, table.controller.name))
        for action in table.controller.log.last(max(most, 1))
    ]
    found = [
        line
        for n, line in told
        if not look
        or any(finder.matches([entry.n], line, look) for entry in session.timeline.command_path(n))
    ]
    table.say(*found or ["No line of the log has these words." if look else "Nothing has happened yet."])
    for n, note in session.timeline.bookmarked():
        if finder.matches([n], note, look):
            table.say(spoken_sentence(f"Bookmark at line {n}: {note}"))


# --- odds and luck


def _odds(table: PlainTable, rest: str) -> None:
    session = table.session
    if rest in ("on", "off"):
        if session.odds_shown != (rest == "on"):
            table.heed(table.controller.flip_odds())
        else:
            table.say(f"Odds are {'shown' if session.odds_shown else 'hidden'} already.")
        return
    if not session.odds_shown:
        raise CommandError("The players have hidden the odds; odds on shows them.")
    search, words = _search(table, rest)
    if isinstance(search, Refusal):
        table.talk.refuse(not_allowed(search))
        return
    until = perf_counter() + PATIENCE
    search.look(until)
    if search.odds.complete:
        search.weigh_choices(until)
    cards = {card.id: card for card in session.ruleset.view.table(state_before(session), None).cards}
    by, story = str(words.get("by", table.controller.side)), session.ruleset.view.story
    seen = outlook(search.known, cards, by, aimed_at(words), search.range_of, story)
    if search.odds.sealed == 1:
        table.say("What is secret is not foretold.")
    elif seen is None:
        table.say(
            "Dice decide nothing here."
            if search.known.runs == 1
            else "What the dice decide costs nobody anything."
        )
    else:
        table.say(*telling.outlook_lines(seen, cards[seen.unit].name if seen.unit in cards else ""))
    left = search.known.rest - search.known.sealed
    table.say("" if search.odds.exact or not left else f"{float(left):.0%} has not been looked into.")


def _search(table: PlainTable, rest: str) -> tuple[Any, Any]:
    """A search for odds, and the words of the command that it is about."""
    session, ruleset, state = table.session, table.session.ruleset, table.session.state
    if session.request is not None:
        before = state_before(session)
        words = session.timeline.command_at(session.timeline.head).input.words
        return rest_search(session, tells_cards(ruleset.view, before), hears=hears_moments), words
    if rest:
        do, *more = split_words(rest.removeprefix("do "))
        words = command_words(do, more)
        tells = tells_cards(ruleset.view, state)
        return command_search(ruleset, state, words, tells, hears=hears_moments), words
    if table.form is None:
        raise CommandError(
            "Odds of what? Say odds in a form, while dice are asked, or with a command in full."
        )
    form = table.form.form
    if not form.ready:
        raise CommandError("Fill the form in first; then its odds can be told.")
    return form_search(ruleset, state, form), form.command


def _luck(table: PlainTable, rest: str) -> None:
    throws = table.session.played.throws()
    if not throws:
        table.say("No dice have been rolled.")
    for side in table.session.state.sides:
        luck = luck_of(throws, side)
        if luck.whole.rolls or luck.sums:
            table.say(spoken_sentence(f"{table.name(side)}: {percentile_words(luck.whole)}"))
            table.say(
                *(
                    _tally(kind, tally, "success" if tally.actual == 1 else "successes")
                    for kind, tally in luck.kinds.items()
                )
            )
            table.say(*(_tally(kind, tally, "in all") for kind, tally in luck.sums.items()))


def _tally(kind: str, tally: Tally, what: str) -> str:
    said = f"{tally.actual} {what}, {one_decimal(tally.expected)} expected, {more_words(tally.luck)}"
    return spoken_sentence(f"{kind}, {count(tally.rolls, 'roll')}: {said}")


def _guide(table: PlainTable, text: str) -> None:
    if table.guide is None:
        raise CommandError("Only a first battle has a guide")
    table.guide.quiet = not table.guide.quiet
    table.say("The guide is gone; the game goes on." if table.guide.quiet else "The guide is back.")


WORDS: Sequence[Word[PlainTable]] = (
    Word("help", "[WORD]", "these words; help commands names the commands of the game.", _help),
    Word("cards", "[SIDE]", "every unit in a line.", _cards),
    Word("card", "[UNIT]", "everything about a unit.", _card),
    Word("units", "", "who may act now.", _units),
    Word("actions", "", "everything that the unit may do now, and why not the rest.", _actions),
    Word("sheet", "[UNIT] [page]", "the character sheet, in games that have such; page writes it to be printed.", _sheet),
    Word("score", "", "round, score, objectives, order of acting, house rules.", _score),
    Word("map", "[UNIT or HEX]", "who is where, in which direction, how far, and seen or not.", _map),
    Word("why", "[LINE or RULE or WORDS]", "the rules behind what was said last, behind a line of the log, or any rule by its words.", _why),
    Word("remind", "", "what only you can judge at the table now.", _remind),
    Word("briefing", "", "before the game: the mission in full.", _briefing),
    Word("log", "[NUMBER or WORDS or all]", "the last commands, or those with these words; also unit:, rule: and kind: with a name.", _log),
    Word("odds", "[COMMAND or on or off]", "what may come of the form, of the dice that are asked for, or of a command in full.", _odds),
    Word("guide", "", "in a first battle: ends the guide, or brings it back.", _guide),
    Word("luck", "", "how lucky each side was.", _luck),
)  # fmt: skip
"""In the order in which help tells them."""
