"""What a game tells before it begins and once it is over: nothing of it says that anybody may act, or has acted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from tests.conftest import ROOT
from tests.plain.test_lines import told
from tests.seen import text_of
from tests.tui.rooms import rooms
from tests.web.serving import now
from vedette.engine.session import Session, new_session, read_session
from vedette.registry import rulesets
from vedette.view.offered import offered
from vedette.view.report import battle_report
from vedette.view.report_pages import report_markdown
from vedette.web.drawing import regions

STALE = re.compile(
    r"\bcan act|to act\b|has acted|\bacted\b|\bcharged\b|can fire|may still|may fire|shots fired|has fired"
    r"|must Rally|Reckless check|[Ll]ive grenade|¤|to its end"
)
EXAMPLES = sorted((ROOT / "saves").glob("*.vedette"))
example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
moment = pytest.mark.parametrize("over", [False, True], ids=["before", "after"])


def at(path: Path, *, over: bool, save: Path | None = None) -> Session[Any]:
    """An example at its end, or as it was set up."""
    session = read_session(rulesets(), path)
    return session if over else new_session(session.ruleset, session.setup, seed=1, path=save)


def texts(value: Any) -> Iterator[str]:
    """Every text in a record and all that it holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for one in fields(value):
            yield from texts(getattr(value, one.name))
    elif isinstance(value, dict):
        yield from texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def stale(told: str) -> list[str]:
    return [told[max(0, one.start() - 30) : one.end() + 10] for one in STALE.finditer(told)]


@example
@moment
def test_the_table_the_page_and_plain_mode_offer_nothing(path: Path, *, over: bool) -> None:
    session = at(path, over=over)
    view, state = session.ruleset.view, session.state
    table = view.table(state, None)
    cards = [detail for card in table.cards for detail in view.details(state, card.id)]
    assert stale("\n".join(texts((table, cards)))) == []
    assert not {card.standing for card in table.cards} & {"ready", "active"}
    if over and table.board:
        assert not any(cell.smoke or cell.fire or cell.grenade for cell in table.board.cells.values())
    shown = [
        html for part, html in regions(now(session)).items() if part != "log"
    ]  # that tells what has been
    page = re.sub(r"<[^>]*>", " ", " ".join(shown))
    assert stale(page) == []
    said, _ = told(session, "score", "units", "map")
    assert stale("\n".join(said)) == []


@example
def test_no_order_is_offered_once_a_game_is_over(path: Path) -> None:
    session = at(path, over=True)
    orders = {
        "move",
        "shoot",
        "attack",
        "skirmish_fire",
        "group_fire",
        "activate",
        "deploy",
        "formation",
        "next_phase",
    }
    units = (*session.state.units, *session.state.sides)
    found = {action.do for unit in units for action in offered(session.ruleset, session.state, unit)}
    assert not found & orders


def test_a_side_that_concedes_amid_the_fire_leaves_nobody_to_fire() -> None:
    old = read_session(rulesets(), ROOT / "saves" / "napoleonic-along-the-hedges.vedette")
    session = new_session(old.ruleset, old.setup, seed=1)
    for _ in range(2):
        session.do({"do": "next_phase", "by": "fr"})
    view = session.ruleset.view
    assert any("can fire" in side.score for side in view.table(session.state, None).sides)
    session.do({"do": "concede", "by": "fr"})
    table = view.table(session.state, None)
    assert stale("\n".join(texts(table))) == []
    assert {card.standing for card in table.cards} == {"here"}
    assert not offered(session.ruleset, session.state, table.cards[0].id)


@pytest.mark.parametrize(
    "path",
    [pytest.param(one, marks=pytest.mark.thorough if "boarding" in one.stem else []) for one in EXAMPLES],
    ids=lambda path: path.stem,
)
@moment
async def test_the_screen_offers_nothing(path: Path, tmp_path: Path, *, over: bool) -> None:
    save = tmp_path / path.name
    if over:
        save.write_bytes(path.read_bytes())
    else:
        at(path, over=False, save=save).close()
    async with rooms(tmp_path, rulesets(), save, (120, 40)) as screen:
        assert stale(text_of(screen.app)) == []


@example
@moment
def test_the_report_offers_nothing(path: Path, *, over: bool) -> None:
    """Beside the battle itself, which tells what happened."""
    told = report_markdown(battle_report(at(path, over=over)))
    heads, found = re.subn(r"(?s)\n## The battle\n.*?(?=\n## )", "", told)
    assert found == over
    assert stale(heads) == []


def test_a_fight_that_is_conceded_amid_a_turn_leaves_nobody_to_act() -> None:
    old = read_session(rulesets(), ROOT / "saves" / "close-quarters-boarding.vedette")
    n = next(e.n for e in old.timeline.path() if old.state_at(e.n).phase == "action")
    view, state = old.ruleset.view, old.state_at(n)
    assert {"ready", "active"} & {card.standing for card in view.table(state, None).cards}
    over = replace(cast(Any, state), outcome="draw")
    table = view.table(over, None)
    assert {card.standing for card in table.cards} <= {"here", "away", "gone"}
    assert not any(turn.doing in ("acts", "may fire", "acted") for turn in table.order)
