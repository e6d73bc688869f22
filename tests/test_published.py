"""Rulesets of other packages: found by their entry points, named where they fail, and told by their saves where they are lost."""

from __future__ import annotations

import builtins
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.tui.rooms import rooms
from vedette import registry
from vedette.engine import library, plugin_discovery
from vedette.engine.errors import JournalError
from vedette.engine.save_file import UnknownRulesetError, read
from vedette.engine.session import new_session, open_session

Publish = Callable[[str, str, str], Path]

__all__ = ["vedette"]

SOUND = """
from msgspec.structs import replace
from vedette.games.open_fire.ruleset import RULESET as OURS

RULESET = replace(OURS, id="{id}", title="A stranger's fire")
"""


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Publish]:
    """Installs a package with a ruleset of that id and that module; gives its folder."""
    places = tmp_path / "site-packages"
    places.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(places)])
    before = set(sys.modules)

    def install(name: str, id: str, module: str) -> Path:
        folder = places / name.replace("-", "_")
        (folder / "data/games").mkdir(parents=True)
        (folder / "__init__.py").touch()
        (folder / "ruleset.py").write_text(module.replace("{id}", id))
        info = places / f"{folder.name}-1.2.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
        entry = f"[vedette.rulesets]\n{id} = {folder.name}.ruleset:RULESET\n"
        (info / "entry_points.txt").write_text(entry)
        _forget()
        return folder

    yield install
    _forget()
    for module in set(sys.modules) - before:
        if module.startswith("stranger"):
            del sys.modules[module]


def _forget() -> None:
    plugin_discovery.others.cache_clear()
    registry._foreign.cache_clear()
    registry._wrote.clear()


def test_a_package_adds_a_ruleset_and_its_games(publish: Publish, vedette: Vedette) -> None:
    folder = publish("stranger-fire", "stranger-fire", SOUND)
    (folder / "data/games/alley.toml").write_text('ruleset = "stranger-fire"')
    assert list(registry.rulesets())[-1] == "stranger-fire"
    assert registry.rulesets()["stranger-fire"].package == "stranger-fire 1.2"
    assert list(library.games("stranger-fire")) == ["alley"]
    told = {row["id"]: row["package"] for row in vedette("rulesets", "--json").json}
    assert told["stranger-fire"] == "stranger-fire 1.2"
    assert told["open-fire"].startswith("vedette ")


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name' (ModuleNotFoundError)"),
        ("1 / 0", "division by zero (ZeroDivisionError)"),
        ("RULESET = 'a text'", "is no ruleset of the id stranger-broken"),
        (SOUND.replace("{id}", "another"), "is no ruleset of the id stranger-broken"),
        ("", "has no attribute 'RULESET'"),
        ("import sys; sys.exit(7)", "7 (SystemExit)"),
        ("raise KeyboardInterrupt", "(KeyboardInterrupt)"),
        ("raise BaseException('no')", "no (BaseException)"),
        ("raise MemoryError", "(MemoryError)"),
        ("def f(): f()\nf()", "(RecursionError)"),
        ("def (", "(SyntaxError)"),
        ("class Odd(Exception):\n    def __str__(self): raise SystemExit\nraise Odd", "(Odd)"),
    ],
)
def test_one_that_cannot_be_loaded_is_named_with_its_reason(
    publish: Publish, vedette: Vedette, module: str, reason: str
) -> None:
    publish("stranger-broken", "stranger-broken", module)
    said = vedette("rulesets")
    assert said.code == 0
    assert "stranger-broken 1.2: " in said.err
    assert reason in said.err
    assert "stranger-broken" not in said.out
    assert "stranger-broken" not in registry.rulesets()
    with pytest.raises(KeyError):
        registry.rulesets()["stranger-broken"]


LOUD = "import sys\nprint('\\x1b[31mLOUD\\x1b[2J')\nprint('AND ON', file=sys.stderr)\n"


def test_output_while_loading_is_kept_from_the_screen_and_named(publish: Publish, vedette: Vedette) -> None:
    publish("stranger-loud", "stranger-loud", LOUD + SOUND)
    said = vedette("rulesets")
    assert "stranger-loud 1.2" in said.out
    assert "\x1b" not in said.out + said.err
    assert "LOUD" not in said.out
    (told,) = said.err.splitlines()
    assert told.startswith("stranger-loud 1.2: ")
    assert "LOUD" in told


def test_other_threads_write_while_a_package_is_loaded(
    publish: Publish, capsys: pytest.CaptureFixture[str]
) -> None:
    publish("stranger-slow", "stranger-slow", "import builtins\nprint('LOUD')\nbuiltins.stranger_is_there()")
    reading = threading.Event()
    go_on = threading.Event()

    def wait() -> None:
        reading.set()
        assert go_on.wait(30)

    vars(builtins)["stranger_is_there"] = wait
    loading = threading.Thread(target=lambda: list(registry.rulesets()))
    loading.start()
    assert reading.wait(30)
    before = sys.stdout
    print("last words")
    go_on.set()
    loading.join()
    del vars(builtins)["stranger_is_there"]
    assert capsys.readouterr().out == "last words\n"
    assert sys.stdout is not before


@pytest.mark.parametrize("put", ["sys.stdout = sys.stderr = io.StringIO()", "sys.stdout = sys.stderr = None"])
def test_no_package_takes_the_output_for_itself(publish: Publish, vedette: Vedette, put: str) -> None:
    publish("stranger-taker", "stranger-taker", f"import io, sys\n{put}\nraise ValueError('ours now')")
    said = vedette("rulesets")
    assert "open-fire" in said.out
    assert "ours now" in said.err


def test_a_thread_of_a_package_that_prints_ends_nothing(publish: Publish) -> None:
    """In a process of its own, which could crash."""
    busy = (
        "import sys, threading\nsys.setswitchinterval(1e-6)\ndef talk():\n    while True: print('', end='')\n"
    )
    folder = publish(
        "stranger-talker",
        "stranger-talker",
        f"{busy}threading.Thread(target=talk, daemon=True).start()\n{SOUND}",
    )
    load = "from vedette import registry\nassert 'stranger-talker' in registry.rulesets()"
    load += "\nfrom vedette.engine import plugin_discovery\nfor _ in range(300): plugin_discovery.find('stranger-talker').load()"
    done = subprocess.run(
        [sys.executable, "-c", load],
        env={**os.environ, "PYTHONPATH": str(folder.parent)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("points", [b"=\n[[[\nfoo", b"\xff\xfe\x00", b"[vedette.rulesets]\nx = \n", b"[vedette.rulesets]\n../../etc = stranger_points:R\n"])  # fmt: skip
@pytest.mark.parametrize("metadata", ["Metadata-Version: 2.1\nName: stranger-points\nVersion: 1.2\n", "\n"])
def test_broken_entry_points_of_any_package_are_named(
    publish: Publish, vedette: Vedette, points: bytes, metadata: str
) -> None:
    info = publish("stranger-points", "x", "").parent / "stranger_points-1.2.dist-info"
    (info / "entry_points.txt").write_bytes(points)
    (info / "METADATA").write_text(metadata)
    said = vedette("rulesets")
    assert said.code == 0
    if points[:1] != b"=":  # some Pythons find nothing in it
        assert len(said.err.splitlines()) == 1
        assert not metadata.strip() or "stranger-points 1.2: " in said.err
    assert list(registry.rulesets()) == list(plugin_discovery.ours())


@pytest.mark.posix
def test_ctrl_c_of_the_player_goes_through(publish: Publish) -> None:
    publish(
        "stranger-late",
        "stranger-late",
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhile True: pass",
    )
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        list(registry.rulesets())
    assert signal.getsignal(signal.SIGINT) is before
    assert sys.stdout.isatty() in (True, False)


@pytest.mark.parametrize("module", ["import sys; sys.exit(7)", "raise KeyboardInterrupt", LOUD, LOUD + SOUND])
async def test_home_and_new_game_outlive_every_package(
    publish: Publish, module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publish("stranger-bad", "stranger-bad", module)
    async with rooms(tmp_path, registry.rulesets()) as home:
        await home.press("n")
        assert home.where == "NewGameScreen"
        await home.press("escape")
        assert home.where == "HomeScreen"
    assert "LOUD" not in capsys.readouterr().out


def test_nobody_takes_the_id_of_one_of_ours(publish: Publish) -> None:
    publish("stranger-thief", "open-fire", SOUND)
    assert registry.rulesets()["open-fire"].package == ""
    assert len(registry.rulesets()) == len(plugin_discovery.ours())


def test_asking_for_one_game_imports_no_other(publish: Publish) -> None:
    publish("stranger-fire", "stranger-fire", SOUND)
    publish("stranger-other", "stranger-other", SOUND)
    assert "stranger-fire" in registry.rulesets()
    assert "stranger-nowhere" not in registry.rulesets()
    assert "stranger_other.ruleset" not in sys.modules


@pytest.fixture
def lost(publish: Publish, tmp_path: Path) -> Path:
    """A save of a ruleset whose package is gone."""
    folder = publish("stranger-fire", "stranger-fire", SOUND)
    path = tmp_path / "lost.vedette"
    setup = next(iter(library.games("open-fire").values()))
    session = new_session(registry.rulesets()["stranger-fire"], setup, seed=1, path=path)
    side = next(iter(session.state.sides))
    session.do({"do": "note", "by": side, "text": "All quiet"})
    session.close()
    (folder.parent / "stranger_fire-1.2.dist-info/entry_points.txt").unlink()
    _forget()
    return path


def test_a_save_says_which_package_its_ruleset_came_from(lost: Path) -> None:
    assert json.loads(lost.read_text().splitlines()[0])["package"] == "stranger-fire 1.2"
    ours = next(library.data_folder().glob("saves/*.vedette"))
    assert read(ours).header.package == ""


def test_a_save_of_a_lost_ruleset_tells_its_lines_and_names_the_package(lost: Path, vedette: Vedette) -> None:
    with pytest.raises(UnknownRulesetError, match=r"It comes from the package stranger-fire 1\.2"):
        open_session(registry.rulesets(), lost)
    before = lost.read_bytes()
    said = vedette("log", str(lost))
    assert said.code == 1
    assert "stranger-fire 1.2" in said.err
    assert "All quiet" in said.out
    assert lost.read_bytes() == before
    assert issubclass(UnknownRulesetError, JournalError)
