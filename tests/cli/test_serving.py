"""`vedette serve`: the address first, the game as it goes on elsewhere, and one sentence for whatever is wrong."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.conftest import Vedette
from tests.web.serving import Following, ask
from vedette.engine.session import open_session
from vedette.registry import rulesets


@pytest.mark.posix
def test_it_follows_a_game_that_is_played_elsewhere_and_ends_with_ctrl_c(
    vedette: Vedette, tmp_path: Path
) -> None:
    assert vedette("new", "first-battle", "--save", tmp_path / "g.vedette", "--seed", 5).code == 0
    words = [sys.executable, "-m", "vedette", "serve", str(tmp_path / "g.vedette")]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        address = server.stdout.readline().strip()
        assert address, server.stderr.read()
        assert "Roll-off" not in ask(address).text
        viewer = Following(urlsplit(address).port or 0)
        viewer.next()
        game = open_session(rulesets(), tmp_path / "g.vedette")
        game.do({"do": "start_game", "by": "red"})
        game.do({"do": "roll_off", "by": "red"})
        while "roll 2 D12" not in "".join(viewer.next().values()):
            pass  # it may have looked between the two
        game.close()
        (tmp_path / "g.vedette").rename(tmp_path / "away.vedette")
        assert "g.vedette cannot be read" in viewer.next()["banner"]
        viewer.close()
    finally:
        server.send_signal(signal.SIGINT)
        said = server.communicate(timeout=30)
    assert server.returncode == 0
    assert said[1].splitlines() == [
        "g.vedette cannot be read: No such file or directory.",
        "The page is closed.",
    ]


@pytest.mark.posix
def test_its_addresses_are_told_to_scripts_in_a_line() -> None:
    words = ["vedette", "serve", "open-fire-first-battle", "--json"]
    with subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            (address,) = json.loads(server.stdout.readline())
            assert (address["side"], address["adapter"]) == ("", "")
            assert "Keelborn" in ask(address["url"]).text
        finally:
            server.send_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("save", "said"),
    [("nothing", "There is no save “nothing”."), ("diary", "diary.vedette is not a save of Vedette")],
)
def test_what_is_no_save_is_told_in_a_sentence(
    vedette: Vedette, tmp_path: Path, save: str, said: str
) -> None:
    (tmp_path / "diary.vedette").write_text("Dear diary", encoding="utf-8")
    done = vedette("serve", save, "--saves", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)


def test_a_port_in_use_is_told_in_a_sentence(vedette: Vedette) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = vedette("serve", "open-fire-first-battle", "--port", port)
    assert (done.code, done.err) == (2, f"Port {port} cannot be used: it is in use already.\n")
