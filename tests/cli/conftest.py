"""How the tests call the command line: in this process, as it would be called."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import typer.main

from vedette.cli.app import run


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Vedette = Callable[..., Said]

parser = cache(typer.main.get_command)


@pytest.fixture(autouse=True)
def one_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer makes the parser of all commands anew for every call, which takes longer than most of them."""
    monkeypatch.setattr(typer.main, "get_command", parser)


@pytest.fixture
def vedette(capsys: pytest.CaptureFixture[str]) -> Vedette:
    """Run one command; nothing may ever go wrong inside."""

    def call(*arguments: object) -> Said:
        with pytest.raises(SystemExit) as stop:
            run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert "inside Vedette" not in said.err
        assert "Traceback" not in said.err
        assert isinstance(stop.value.code, int)
        return Said(stop.value.code, said.out, said.err)

    return call


@pytest.fixture
def game(vedette: Vedette) -> Vedette:
    """A game named `g` of the first battle, in its first activations."""
    assert vedette("new", "first-battle", "--save", "g", "--seed", 5).code == 0
    assert vedette("do", "g", "start_game", "red").code == 0
    assert vedette("do", "g", "roll_off", "red", "--dice", "7,1").code == 0
    return vedette
