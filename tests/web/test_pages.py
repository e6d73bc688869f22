"""The page as it is asked for: what stands on it, and that nobody can do anything but look."""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

from tests.cli.test_sealing import GAME
from tests.tui.rooms import LITTLE_GAMES, played
from tests.web.serving import EXAMPLES, ask, example, free_port, now, served
from vedette.engine import library
from vedette.engine.session import Session, new_session, read_session
from vedette.registry import rulesets
from vedette.view.action_log import ActionLog
from vedette.web import server
from vedette.web.drawing import page, regions, script, style
from vedette.web.links import WebError
from vedette.web.moment import moment_at

INLINE = re.compile(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
"""What the policy of the page forbids."""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_game_is_drawn_from_its_view_alone(path: Path) -> None:
    session = read_session(rulesets(), path)
    log = ActionLog(session)
    line = session.timeline.path()
    for n in (0, line[len(line) // 3].n, line[len(line) // 2].n, session.timeline.head):
        moment = moment_at(session, log, n)
        drawn = regions(moment)
        whole = page("page.html", moment, drawn, version="1", own=None)
        assert not INLINE.search(whole)
        assert all(str(escape(side.name)) in whole for side in moment.table.sides)
        assert bool(drawn["map"]) == (moment.table.board is not None)
        for card in moment.table.cards:
            side = next(i for i, side in enumerate(moment.table.sides, 1) if side.id == card.side)
            assert str(escape(card.name)) in drawn[f"army-{side}"]


def test_each_line_of_the_log_ends_with_a_stop_and_dice_are_called_dice() -> None:
    log = regions(now(example("close-quarters-boarding")))["log"]
    told = [
        " ".join(re.sub(r"<[^>]*>", "", line).split())
        for line in re.findall(r"<li class=\"\w*\">(.*?)</li>", log, re.DOTALL)
    ]
    assert len(told) > 10
    assert all(re.fullmatch(r".+[.?!]( Dice: [\d ·]+)?", line) for line in told)


def test_the_page_can_only_be_looked_at() -> None:
    with served(example("open-fire-first-battle")) as screen:
        good = ask(screen.address)
        assert good.status == 200
        assert "default-src 'none'" in good.headers["content-security-policy"]
        assert "unsafe" not in good.headers["content-security-policy"]
        assert ask(screen.address, "HEAD").status == 200
        assert ask(f"{screen.address}live", "HEAD").status == 200
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"):
            refused = ask(screen.address, method)
            assert (refused.status, refused.text) == (405, "This page can only be looked at.\n")
            assert refused.headers["allow"] == "GET, HEAD"
        assert ask(f"{screen.address}replay").text == "This game has no save, so there is no replay of it.\n"
        for nothing in (
            "wp-admin",
            "replay/999999",
            f"replay/{'9' * 5000}",
            "replay/%D9%A3",
            "..%2f..%2fetc/passwd",
            "static/page.js",
            "replay/-1",
        ):
            answer = ask(f"{screen.address}{nothing}")
            assert answer.status == 404
            assert answer.headers["content-type"].startswith("text/plain")
            assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_it_is_served_under_no_other_name() -> None:
    with served(example("open-fire-first-battle")) as screen:
        for host in ("evil.example", "127.0.0.1", "127.0.0.1.evil.example:80", ""):
            assert ask(screen.address, Host=host).status == 421


def test_nothing_is_loaded_from_anywhere_else() -> None:
    assert not re.search(r"https?://|@import|url\((?!#)", style() + script())


def test_in_a_network_the_address_has_a_token() -> None:
    with served(example("open-fire-first-battle"), host="127.0.0.1") as screen:
        root, token = screen.address[:-1].rsplit("/", 1)
        assert len(token) >= 16
        assert ask(screen.address).status == 200
        assert ask(f"{screen.address}page.js").status == 200
        for wrong in ("/", "/live", "/page.css", "/replay", f"/{token[:-1]}/", f"/{token[::-1]}/live"):
            assert ask(f"{root}{wrong}").status == 404


def test_a_port_in_use_is_told_where_it_was_asked_for_and_else_another_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, port = example("open-fire-first-battle"), free_port()
    monkeypatch.setattr(server, "PORT", port)
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with pytest.raises(WebError, match=f"^Port {port} cannot be used: "), served(session, port=port):
            pass
        with served(session, port=None) as screen:
            assert screen.port != port
            assert ask(screen.address).status == 200


def test_no_two_pages_share_a_port() -> None:
    session, port = example("open-fire-first-battle"), free_port()
    with served(session, port=port) as first:
        with pytest.raises(WebError), served(session, port=port):
            pass
        assert ask(first.address).status == 200


def hidden(tmp_path: Path, save: Path | None = None) -> Session[Any]:
    """A fight in which red has sealed the hex that Ann watches."""
    from vedette.cli.games import set_up
    from vedette.engine.hidden_information import sealed_words

    (tmp_path / "hidden.toml").write_text(GAME, encoding="utf-8")
    setup = set_up(str(tmp_path / "hidden.toml"), ())
    session = new_session(
        rulesets()["close-quarters"],
        {key: setup[key] for key in setup if key != "ruleset"},
        seed=5,
        path=save,
    )
    watch = {"do": "seal", "by": "red", "what": "watch", "unit": "ann", "weapon": "gun"}
    assert session.do(sealed_words({**watch, "declaration": {"hex": "0507"}})).refusal is None
    return session


def test_what_is_sealed_is_on_no_page_but_its_own_sides(tmp_path: Path) -> None:
    with served(hidden(tmp_path)) as screen:
        everybody, red, blue = screen.addresses
        pages = {address.url: ask(address.url).text for address in screen.addresses}
        assert (everybody.side, red.side, blue.side) == ("", "red", "blue")
        assert "watches 0507" in pages[red.url]
        assert "watches 0507" not in pages[everybody.url] + pages[blue.url]
        marked = {url: len(re.findall(r'class="zone"', text)) for url, text in pages.items()}
        assert (marked[red.url], marked[everybody.url], marked[blue.url]) == (1, 0, 0)
        assert len({len(address.url) for address in (red, blue)}) == 1
        assert red.url.rsplit("/", 2)[1] not in pages[everybody.url] + pages[blue.url]


def test_names_are_text_and_nothing_else(tmp_path: Path) -> None:
    bad = "<img src=x onerror=alert(1)>\"'&\u202e"
    played(tmp_path / "bad.vedette", names=(bad, bad))
    moment = now(read_session(LITTLE_GAMES, tmp_path / "bad.vedette"))
    whole = page("page.html", moment, regions(moment), version="1", own=None)
    assert "&lt;img" in whole
    assert "<img" not in whole
    assert "\u202e" not in whole


def test_clocks_are_told_as_numbers_from_which_the_page_counts_on() -> None:
    battle = library.games("open-fire")["first-battle"]
    session = new_session(rulesets()["open-fire"], {**battle, "side_minutes": 60, "round_minutes": 7}, seed=1)
    assert regions(now(session))["clocks"].count("1:00:00") == 2
    session.do({"do": "start_game", "by": "red"})
    session.pauses.stop()
    told = regions(now(session))["clocks"]
    assert 'data-limit="420" data-runs>7:00<' in told
    assert "Stopped" in told
    assert regions(moment_at(session, ActionLog(session), 1))["clocks"].strip() == "", (
        "no clock runs in the replay"
    )
    untimed = new_session(rulesets()["open-fire"], battle, seed=1)
    assert regions(now(untimed))["clocks"].strip() == ""


def test_the_battle_report_leads_to_the_replay_of_the_same_game() -> None:
    path = next(path for path in EXAMPLES if path.stem == "open-fire-first-battle")
    with served(example(path.stem), path) as screen:
        told = ask(f"{screen.address}report")
    assert told.status == 200
    assert '<a href="replay#29">' in told.text
    assert told.headers["content-security-policy"].startswith(
        "default-src 'none'; style-src 'unsafe-inline';"
    )
    assert "script-src" not in told.headers["content-security-policy"]


def test_the_page_says_how_many_can_act_in_the_words_of_the_screen() -> None:
    session = example("open-fire-first-battle")
    moment = moment_at(session, ActionLog(session), 45)
    drawn = regions(moment)

    for side in moment.table.sides:
        assert side.foreseen in drawn["score"]
        for _, many, words in moment.table.strength(side.id):
            assert f"{many} {words}" in drawn["score"]
