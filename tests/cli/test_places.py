"""Where the players' data stand, and what is written into a file instead of printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.characters import own_file
from tests.cli.conftest import Vedette
from vedette.cli import places
from vedette.engine import library, saves
from vedette.engine.library import user_folder


def test_every_place_is_told_with_what_is_there(game: Vedette, own_folders: Path) -> None:
    own_file()
    assert game("roster", "import", "open-fire", _listed(own_folders)).code == 0
    told = {row["name"]: row for row in game("where", "--json").json}
    assert (told["saves"]["files"], told["characters"]["files"]) == (1, 1)
    assert told["open-fire: armies, maps, packs"]["tables"] == {"armies": 1}
    assert Path(told["saves"]["path"]) == saves.save_folder()
    printed = game("where")
    for row in told.values():
        assert any(row["path"] in line and line.startswith(row["name"]) for line in printed.out.splitlines())
        assert row["variable"] in printed.out
    assert printed.err == ""
    elsewhere = {row["name"]: row for row in game("where", "--json", "--saves", own_folders / "x").json}
    assert elsewhere["characters"]["path"] == str(own_folders / "x" / "characters")


def test_places_are_told_from_the_root(
    vedette: Vedette, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = [Path(row["path"]) for row in vedette("where", "--json", "--saves", "games").json]
    assert paths[0] == Path.cwd() / "games"
    assert all(path.is_absolute() for path in paths)


@pytest.mark.parametrize("name", ["a:b.html", "lpt1.html", "nul.md"])
def test_a_file_has_a_name_that_every_system_takes(name: str, game: Vedette, tmp_path: Path) -> None:
    said = game("report", "g", "-o", tmp_path / name)
    assert (said.code, "Windows" in said.err) == (2, True)
    assert not (tmp_path / name).exists()


def test_everything_of_the_players_is_in_a_place_that_is_told(game: Vedette, own_folders: Path) -> None:
    game("roster", "import", "open-fire", _listed(own_folders))
    told = [Path(row["path"]) for row in game("where", "--json").json]
    written = [path for path in own_folders.rglob("*") if path.is_file() and path.suffix != ".txt"]
    assert written
    assert all(any(path.is_relative_to(place) for place in told) for path in written)


def test_all_of_it_can_be_kept_elsewhere(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_DATA", str(own_folders / "stick"))
    assert user_folder() == own_folders / "stick"


def test_data_that_would_go_with_python_is_among_the_documents(
    vedette: Vedette, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, documents = own_folders / "local/vedette", own_folders / "documents"
    monkeypatch.delenv("VEDETTE_DATA")
    monkeypatch.setattr(library, "user_folder", user_folder)
    monkeypatch.setattr(library, "user_data_path", lambda *_, **__: usual)
    monkeypatch.setattr(library, "user_documents_path", lambda: documents)
    assert user_folder() == usual
    monkeypatch.setattr(library, "keeps_data", lambda: False)
    assert user_folder() == documents / "Vedette"
    assert vedette("where").err == ""
    usual.mkdir(parents=True)
    assert user_folder() == usual
    assert places.DATA in vedette("where").err


@pytest.mark.posix
def test_folders_that_windows_puts_elsewhere_are_named_as_they_are(
    vedette: Vedette, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs from its store see theirs where it is for others; nobody finds it there in a file manager."""
    usual, real = own_folders / "local/vedette", own_folders / "package/vedette"
    real.mkdir(parents=True)
    usual.parent.mkdir()
    usual.symlink_to(real)
    monkeypatch.delenv("VEDETTE_DATA")
    monkeypatch.setattr(library, "user_folder", user_folder)
    monkeypatch.setattr(library, "user_data_path", lambda *_, **__: usual)
    monkeypatch.setattr(library, "keeps_data", lambda: False)
    said = vedette("where")
    assert f"{real.resolve()}" in said.out
    assert f"{usual}" not in said.out


@pytest.mark.parametrize("words", [("state", "g"), ("roster", "export", "open-fire", "dry-masts")])
def test_what_is_printed_can_be_written_once(words: tuple[str, ...], game: Vedette, tmp_path: Path) -> None:
    file = tmp_path / "out"
    printed = game(*words).out
    said = game(*words, "-o", file)
    assert (said.code, said.err) == (0, "")
    assert file.read_bytes() == printed.encode()
    file.write_text("mine")
    assert game(*words, "-o", file).code == 2
    assert file.read_text() == "mine"
    assert game(*words, "-o", file, "--force").code == 0
    assert file.read_bytes() == printed.encode()
    assert game(*words, "--json", "-o", file, "--force").code == 0
    assert json.loads(file.read_bytes()) == game(*words, "--json").json


def _listed(folder: Path) -> Path:
    """A list of an army, as people send them."""
    path = folder / "list.txt"
    path.write_text("Reds\n2x Deckhands (9)\n", encoding="utf-8")
    return path
