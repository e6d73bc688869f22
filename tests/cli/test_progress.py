"""Long work says how far it is, on a terminal, and can be stopped."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.cli.conftest import Vedette
from vedette.cli import bar, errors, progress, verifying
from vedette.engine import verify
from vedette.engine.again import against
from vedette.engine.checks import Refusal

DUEL = "open-fire-hanging-yard"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_shown_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(bar, "SOON", 0)
    for stream, shown in ((Terminal(), True), (io.StringIO(), False), (None, False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.progress("Counting") as tell:
            tell(0.5)
        said = stream.getvalue() if stream else ""
        assert ("Counting" in said and "50%" in said) == shown


@pytest.mark.parametrize("command", ["verify", "luck", "report"])
def test_ctrl_c_ends_long_work_with_a_sentence(
    vedette: Vedette, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for place in (
        "engine.verify.Verification.of",
        "view.loss_luck.LossSearch.go_on",
        "cli.reporting.battle_report",
    ):
        monkeypatch.setattr(f"vedette.{place}", interrupted)
    said = vedette(command, DUEL)
    assert (said.code, said.out, len(said.err.splitlines())) == (errors.INTERRUPTED, "", 1)


@pytest.mark.parametrize("never", [False, True])
def test_several_processes_find_the_same_differences(
    vedette: Vedette, monkeypatch: pytest.MonkeyPatch, never: bool
) -> None:
    """Also if the others never get to anything."""

    def every_third(ruleset: object, state: object, start: object, command: object) -> Sequence[Refusal]:
        refused = against(ruleset, state, start, command)  # type: ignore[arg-type,type-var]
        return refused or ([Refusal("X", "No.")] if start.n % 3 == 0 else [])  # type: ignore[attr-defined]

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int, **begin: object) -> None:
            super().__init__(workers)

        def submit(self, *work: object) -> futures.Future[object]:  # type: ignore[override]
            return futures.Future() if never else super().submit(*work)  # type: ignore[arg-type]

    monkeypatch.setattr(verify, "against", every_third)
    alone = vedette("verify", DUEL)
    assert (alone.code, len(alone.out.splitlines()) > 9) == (1, True)
    monkeypatch.setattr(verifying, "FEW", 0)
    monkeypatch.setattr(verifying, "PART", 3)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(futures, "ProcessPoolExecutor", Pool)
    assert vedette("verify", DUEL) == alone
