"""No front end shows Python or JSON: pages, reports and lines of the examples, at every moment, are words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.cli.conftest import Vedette
from vedette.cli.show import Printer
from vedette.engine.library import data_folder
from vedette.engine.session import Session, read_session
from vedette.plain.game import PlainGame
from vedette.plain.talk import Talk
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.view.action_log import ActionLog
from vedette.view.clock import Clock
from vedette.view.report import battle_report
from vedette.view.report_pages import report_html, report_markdown
from vedette.web.drawing import page, regions
from vedette.web.moment import moment_at, moment_of

EXAMPLES = sorted((data_folder() / "saves").glob("*.vedette"))
example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)

CODE = re.compile(
    r"""\(['"]|['"],?\)|\[['"]|['"]\]|\{['"}]|['"]:\s|\[\]|\bTrue\b|\bFalse\b|\bNone\b(?! lost| of)"""
    r"""|\b(?:units|sides)\.\w+\.|<\w[\w.]* object|\b\w+=(?:['"\[({]|\w)|\w\(\w+=|\b(?!defence_modifier)[a-z]+_[a-z_]+\b"""
)
"""What Python and JSON write and people don't; texts of abilities that an old save keeps name a `defence_modifier`."""

KEYS = re.compile(
    r"\b(?:with|press) (?:[b-z]\b|a[.,:;])|[.,;] [a-z] (?:ends|lets|puts|places|takes|gives)\b|\bEnter (?!keeps|gives|ends)"
)
"""How the screen names its keys, which nothing else has."""

LOOKS = ("", "cards", "card", "units", "actions", "score", "why", "remind", "log 2", "map")
"""What a line of plain mode can ask for at any moment."""

APART = (61, 13)
"""Every form is opened, and plain mode asked, after so many lines: in every run, and with `--thorough`."""


def visible_text(page: str) -> str:
    """What a page shows or reads out: its text, labels and titles."""
    page = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", page)
    said = re.findall(r'\b(?:aria-label|title|alt)="([^"]*)"', page)
    return html.unescape("\n".join([re.sub(r"<[^>]*>", "\n", page), *said]))


def must_be_words(said: str, where: object) -> None:
    found = CODE.search(said) or KEYS.search(said)
    assert found is None, f"{where}: …{said[max(0, found.start() - 90) : found.end() + 60]}…"


def moments(path: Path, apart: int = 1) -> Iterator[tuple[int, Session[Any]]]:
    """The game after each of its lines, as if it were played there."""
    session = read_session(rulesets(), path)
    session.readonly = ""
    for n in [0, *(entry.n for entry in session.timeline.path())][::apart]:
        session.goto(n)
        yield n, session


@example
def test_no_page_shows_code_live_or_in_the_replay(path: Path, times: Times) -> None:
    seen: set[str] = set()
    old = read_session(rulesets(), path)
    log = ActionLog(old)
    for n in [0, *(entry.n for entry in old.timeline.path())][:: times(23, 1)]:
        for part in regions(moment_at(old, log, n)).values():
            if part not in seen:
                seen.add(part)
                must_be_words(visible_text(part), n)
    now = moment_at(old, log, old.timeline.head)
    replay = page("replay.html", now, regions(now), lines=[0, 1], rounds=[(0, "Round 1")], losses=[1])
    must_be_words(visible_text(replay), "replay")
    for n, session in moments(path, times(*APART)):
        log, clock = ActionLog(session), Clock(session)
        moment = moment_of(session, log, clock)
        must_be_words(visible_text(page("page.html", moment, regions(moment), version="1", own=None)), n)
        view = session.ruleset.view
        for unit in list(session.state.units) if session.request is None else []:
            for action in view.actions(session.state, unit):
                if action.form and action.why_not is None and not action.secret:
                    form = view.form(session.state, action.do, action.by, {})
                    must_be_words(visible_text(regions(replace(moment, form=form))["stage"]), (n, action.do))


@example
def test_no_report_shows_code(path: Path, times: Times) -> None:
    for _n, session in moments(path, times(150, 40)):
        report = battle_report(session, path.stem)
        must_be_words(visible_text(report_html(report)), "html")
        must_be_words(report_markdown(report), "markdown")


@example
def test_no_line_of_plain_mode_shows_code(path: Path, times: Times) -> None:
    for n, session in moments(path, times(*APART)):
        said: list[str] = []
        PlainGame(session, Talk(LOOKS, said.append)).play()
        must_be_words("\n".join(said), n)


@example
def test_show_prints_no_code_at_any_moment(
    path: Path, times: Times, capsys: pytest.CaptureFixture[str]
) -> None:
    for n, session in moments(path, times(7, 1)):
        Printer(session).place()
        without_ids = re.sub(r"(?m)^  \S+(?=  )", "", capsys.readouterr().out)  # what `answer` takes
        must_be_words(without_ids, n)


@example
@pytest.mark.parametrize(
    "words", [("luck", "--seconds", 0), ("log",), ("replay",)], ids=lambda words: words[0]
)
def test_what_the_command_line_prints_of_a_game_is_no_code(
    vedette: Vedette, path: Path, words: tuple[object, ...]
) -> None:
    must_be_words(vedette(words[0], path.stem, *words[1:]).out, words[0])
