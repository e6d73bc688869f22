"""Game, army, character, map, case and data files with something wrong in them: they work, or say what is wrong."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from tests.trials.mutating import limited, mutated, mutated_bytes
from vedette.cli.app import run
from vedette.engine import library
from vedette.engine.case import play_case
from vedette.engine.errors import DataError, VedetteError
from vedette.engine.library import data_folder, read_toml
from vedette.registry import rulesets
from vedette.testing.drawn import draw
from vedette.testing.game import PLAIN, begin
from vedette.testing.plugin import Times
from vedette.testing.starts import CASES, Start, game_files

Capture = pytest.CaptureFixture[str]

SAMPLE, WHOLE = 25, 10_000
"""Files of a kind, of all rulesets together."""


@pytest.fixture(autouse=True)
def bare_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wall stands in the way of an unexpected error."""
    monkeypatch.setenv("VEDETTE_DEBUG", "1")


def each(name: str, files: list[Path], number: int) -> Iterator[tuple[Path, bytes, Random]]:
    """So many files, each made from one of those, with the luck that made it."""
    luck = Random(name)
    for n in range(number):
        file, own = luck.choice(files), Random(f"{name}/{n}")
        yield file, _odd_file(file, own), own


def _odd_file(file: Path, luck: Random) -> bytes:
    """The file with something wrong in it, as bytes of TOML or of no TOML."""
    held = file.read_bytes()
    if luck.random() < 0.25:
        return mutated_bytes(held, luck)
    return _written(mutated(tomllib.loads(held.decode()), luck)) or mutated_bytes(held, luck)


def _written(data: Any) -> bytes:
    """Plain data as TOML, which knows no nothing and no broken text; b"" for what it can't say."""
    with suppress(TypeError, ValueError, UnicodeError, RecursionError, AttributeError):
        return tomli_w.dumps(_without_nothing(data)).encode()
    return b""


def _without_nothing(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _without_nothing(one) for key, one in value.items() if one is not None}
    return [_without_nothing(one) for one in value if one is not None] if isinstance(value, list) else value


def tried(name: str, files: list[Path], number: int, try_it: Callable[[Path, Path, Random], bool], folder: Path) -> None:  # fmt: skip
    """Try so many files; whatever isn't a sentence fails, and the file is kept."""
    worked = 0
    for n, (origin, held, luck) in enumerate(each(name, files, number)):
        path = folder / f"{name}.toml"
        path.write_bytes(held)
        try:
            with limited():
                worked += try_it(origin, path, luck)
        except Exception as error:
            error.add_note(f"{name} {n}, from {origin}, kept as {path}")
            raise
    print(f"{name}: {number} files tried, {worked} of them worked")


def ruleset_of(file: Path) -> str:
    """The ruleset in whose folder a file stands."""
    return next(part for part in file.parts[::-1] if part in rulesets())


def data_files(*folders: str) -> list[Path]:
    """Files of all rulesets in folders of that name."""
    return sorted(file for one in folders for file in data_folder().glob(f"rulesets/*/{one}/*.toml"))


def told_well(error: VedetteError) -> None:
    """Every fault is a sentence that can be shown, and none is endless."""
    for fault in error.faults if isinstance(error, DataError) else [str(error)]:
        assert fault.isprintable() or "\xa0" in fault, fault
        assert 5 < len(fault) <= 2000, fault


def a_game(origin: Path, path: Path, luck: Random) -> bool:
    """Begin it and play a few steps; in every second one the data is written out before something goes wrong."""
    try:
        setup = read_toml(path)
        ruleset = rulesets()[ruleset_of(origin)]
        if luck.random() < 0.5:
            setup = mutated(ruleset.resolve(read_toml(origin)), luck)
        game = begin(Start(ruleset.id, path.stem, setup), 1, PLAIN)
    except VedetteError as error:
        told_well(error)
        return False
    draw(ruleset, game.session.state)
    for _ in game.play(6):
        pass
    draw(ruleset, game.session.state, game.session.request)
    return True


def test_games(times: Times, tmp_path: Path) -> None:
    files = [file for ruleset in rulesets() for file in game_files(ruleset)]
    tried("game", files, times(SAMPLE, WHOLE), a_game, tmp_path)


def test_cases(times: Times, tmp_path: Path) -> None:
    def play(origin: Path, path: Path, luck: Random) -> bool:
        report = play_case(rulesets(), path)
        assert all(len(miss) < 20_000 for miss in report.misses)
        return not report.misses

    for ruleset in rulesets():
        folder = tmp_path / ruleset
        shutil.copytree(CASES / ruleset / "setups", folder / "setups")
        tried("case", sorted((CASES / ruleset).glob("*.toml")), times(SAMPLE // 2, WHOLE // 4), play, folder)


def test_shared_set_ups(times: Times, tmp_path: Path) -> None:
    def play(origin: Path, path: Path, luck: Random) -> bool:
        case = tmp_path / "case.toml"
        case.write_text(f'title = "x"\nruleset = "{ruleset_of(origin)}"\nsetup.base = "{path.stem}"\n')
        return not play_case(rulesets(), case).misses

    (tmp_path / "setups").mkdir()
    tried("base", sorted(CASES.glob("*/setups/*.toml")), times(SAMPLE, WHOLE), play, tmp_path / "setups")


def test_armies_and_characters(times: Times, tmp_path: Path, capsys: Capture) -> None:
    def check(origin: Path, path: Path, luck: Random) -> bool:
        with pytest.raises(SystemExit) as stop:
            run(["roster", "check", str(path), "--ruleset", ruleset_of(origin)])
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err
        assert "\u202e" not in said.out + said.err
        assert max(map(len, (said.out + said.err).splitlines()), default=0) <= 2100
        return stop.value.code == 0

    tried("army", [*data_files("armies"), *_characters(tmp_path)], times(SAMPLE, WHOLE), check, tmp_path)


def _characters(folder: Path) -> list[Path]:
    """The sample characters of Close Quarters, each as a file of its own, as `roster check` takes them."""
    place = folder / "close-quarters"
    place.mkdir()
    for n, row in enumerate(library.table("close-quarters", "profiles")):
        (place / f"{n}.toml").write_bytes(_written({key: one for key, one in row.items() if key != "id"}))
    return sorted(place.glob("*.toml"))


def test_maps(times: Times, tmp_path: Path) -> None:
    ruleset = rulesets()["close-quarters"]
    game = next(iter(library.games("close-quarters").values()))

    def fight_on(origin: Path, path: Path, luck: Random) -> bool:
        try:
            held = read_toml(path)
            row = held["maps"][0] if isinstance(held.get("maps"), list) and held["maps"] else held
            session = begin(Start(ruleset.id, path.stem, {**game, "map": row}), 1, PLAIN).session
        except VedetteError as error:
            told_well(error)
            return False
        draw(ruleset, session.state)
        return True

    tried("map", data_files("maps"), times(SAMPLE, WHOLE), fight_on, tmp_path)


def test_data_of_ones_own(times: Times, tmp_path: Path, own_folders: Path) -> None:
    """Armies, profiles, missions and games in the player's own folder."""

    def offered(origin: Path, path: Path, luck: Random) -> bool:
        ruleset = rulesets()[ruleset_of(origin)]
        place = own_folders / "vedette" / "rulesets" / ruleset.id / origin.parent.name
        place.mkdir(parents=True, exist_ok=True)
        own = path.replace(place / f"own{luck.randrange(10**9)}.toml")
        try:
            roster = ruleset.view.roster()
            assert all(one.isprintable() for one in roster.left_out)
            for game in (one for one in roster.games if one.id != own.stem):
                begin(Start(ruleset.id, game.id, dict(game.row)), 1, PLAIN)
            return not roster.left_out
        except VedetteError as error:
            told_well(error)
            return False
        finally:
            own.unlink()

    files = data_files("armies", "profiles", "missions", "scenarios", "games")
    tried("own data", files, times(SAMPLE // 2, WHOLE), offered, tmp_path)
