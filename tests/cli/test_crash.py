"""What is told and written where something goes wrong that nobody expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette
from vedette.cli import errors, playing
from vedette.cli.app import run
from vedette.cli.crash import reported
from vedette.engine.errors import JournalError
from vedette.engine.save_file import read

REMARK = "Captain Rosalind was here"


@pytest.fixture
def reports(own_folders: Path) -> Path:
    return own_folders / "vedette" / "reports"


def fail(*_: Any, **__: Any) -> Any:
    remark = REMARK
    raise ValueError(remark) from KeyError(remark)


def test_the_command_line_says_where_the_game_stands_and_reports(
    game: Vedette, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reports: Path
) -> None:
    monkeypatch.setattr(playing, "_print_outcome", fail)

    with pytest.raises(SystemExit) as stop:
        run(["do", "g", "note", "red", f"text={REMARK}"])
    assert stop.value.code == errors.BROKEN
    said = capsys.readouterr().err
    (report,) = reports.iterdir()
    assert "Something went wrong inside Vedette. g is saved up to line 4" in said
    assert "to go on: vedette play" in said
    assert str(report) in said
    assert REMARK not in said
    text = report.read_text(encoding="utf-8")
    assert "Ruleset   open-fire, revision" in text
    assert "Entry     4 of 4, command note" in text
    assert "KeyError\nand then\n" in text
    assert text.endswith("\nValueError\n")
    assert "vedette/cli/playing.py:" in text
    assert "Rosalind" not in text


def test_a_look_at_a_game_promises_nothing_about_it(
    game: Vedette, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reports: Path
) -> None:
    monkeypatch.setattr("vedette.cli.looking.print_json", fail)
    with pytest.raises(SystemExit) as stop:
        run(["state", "g"])
    assert stop.value.code == errors.BROKEN
    assert "Something went wrong inside Vedette. Nothing is lost." in capsys.readouterr().err


def test_a_game_that_could_not_even_begin_is_reported_as_well(
    vedette: Vedette, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reports: Path
) -> None:
    monkeypatch.setattr("vedette.engine.session.Timeline", fail)
    with pytest.raises(SystemExit) as stop:
        run(["new", "first-battle", "--save", "g"])
    assert stop.value.code == errors.BROKEN
    assert "Something went wrong inside Vedette. Nothing is lost." in capsys.readouterr().err
    assert next(reports.iterdir()).read_text(encoding="utf-8").endswith("\nValueError\n")


def test_a_report_that_cannot_be_written_is_no_further_fault(own_folders: Path) -> None:
    (own_folders / "vedette").write_text("no folder")
    first, second = reported(IndexError("list index out of range"), None)
    assert first == "Something went wrong inside Vedette. Nothing is lost."
    assert second.startswith("No report could be written: ")


def test_reports_of_one_second_stand_side_by_side(reports: Path) -> None:
    for _ in range(3):
        reported(IndexError("list index out of range"), None)
    assert len(list(reports.iterdir())) == 3


def test_only_words_of_the_program_are_quoted(reports: Path) -> None:
    faults = [
        KeyError("rosa"),
        ValueError("rosa"),
        OSError(2, "no", "/home/rosa"),
        ZeroDivisionError("division"),
    ]
    for fault in faults:
        reported(fault, None)
    told = "".join(path.read_text(encoding="utf-8") for path in reports.iterdir())
    assert "ZeroDivisionError: division" in told
    assert "rosa" not in told


def test_an_error_of_ours_is_told_to_the_players_alone(reports: Path) -> None:
    told = reported(JournalError("rosa could not be written."), None)
    assert told[0] == "Something went wrong inside Vedette (rosa could not be written.). Nothing is lost."
    assert "rosa" not in next(reports.iterdir()).read_text(encoding="utf-8")


def test_what_was_done_before_stays(
    game: Vedette, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vedette.engine.session.Session.do", fail)
    with pytest.raises(SystemExit):
        run(["do", "g", "note", "red", "text=x"])
    assert len(read(own_folders / "saves" / "g.vedette").entries) == 3


def test_ctrl_c_while_the_program_is_loaded_leaves_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    import vedette.cli

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(vedette.cli, "_run", interrupted)
    with pytest.raises(SystemExit) as stop:
        vedette.cli.main()
    assert stop.value.code == errors.INTERRUPTED
