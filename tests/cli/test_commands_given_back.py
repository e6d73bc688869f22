"""What `vedette log --commands` prints is a script: run again, it plays the same game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection
from contextlib import closing
from typing import Any

import pytest

from tests.cli.conftest import Vedette, vedette
from tests.conftest import ROOT
from tests.games.close_quarters.watched import after_the_move
from vedette.engine.plain import to_plain
from vedette.engine.saves import save_folder
from vedette.engine.session import read_session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets

__all__ = ["vedette"]

EXAMPLES = sorted(path.stem for path in (ROOT / "saves").glob("*.vedette"))
SHORT = ("close-quarters-duel",)


@pytest.mark.parametrize(
    "example", [pytest.param(one, marks=[] if one in SHORT else pytest.mark.thorough) for one in EXAMPLES]
)
def test_the_commands_of_an_example_play_it_again(example: str, vedette: Vedette) -> None:
    lines = vedette("log", example, "--commands").out.splitlines()
    assert lines == vedette("replay", example, "--commands").out.splitlines()
    for line in lines:
        said = vedette(*shlex.split(line)[1:])
        assert said.code in (0, 4), (line, said.err)
    again = read_session(rulesets(), save_folder() / f"{example}-again.vedette")
    played = read_session(rulesets(), ROOT / "saves" / f"{example}.vedette")
    older = set(played.ruleset.kept_since)  # what an older save does not keep
    assert _without(to_plain(again.state), older) == _without(to_plain(played.state), older)
    assert again.pending == played.pending


def test_a_mover_who_went_on_past_a_watcher_goes_on_in_the_script_too(vedette: Vedette) -> None:
    """As older versions let them, with no rule overruled."""
    save_folder().mkdir(parents=True)
    with closing(after_the_move("zorgo", path=save_folder() / "w.vedette")) as played:
        assert played.do({"do": "move", "by": "bruce", "facing": "n"}).refusal is None
    for line in vedette("log", "w", "--commands").out.splitlines():
        said = vedette(*shlex.split(line)[1:])
        assert said.code in (0, 4), (line, said.err)
    again = read_session(rulesets(), save_folder() / "w-again.vedette")
    assert to_plain(again.state) == to_plain(played.state)
    assert not any(one.input.overridden for one in again.timeline.path() if isinstance(one, CommandEntry))


@pytest.mark.parametrize(
    "words",
    [("log", "--all"), ("log", "--since", 1), ("log", "--find", "moved"), ("replay", "--at", 20)],
)
def test_a_script_is_of_the_whole_game(words: tuple[object, ...], vedette: Vedette) -> None:
    command, option, *value = words
    said = vedette(command, EXAMPLES[0], "--commands", option, *value)
    assert (said.code, said.out) == (2, "")
    assert str(option) in said.err


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize("command", ["log", "replay"])
def test_people_read_words_and_no_ids(example: str, command: str, vedette: Vedette) -> None:
    said = vedette(command, example).out
    assert not re.search(r"\w=\w|\bTrue\b|\bFalse\b|[{}]|\w_\w|units\.", said)


@pytest.fixture
def waiting(vedette: Vedette) -> str:
    """A game in which First Relief are about to attack."""
    vedette("branch", "open-fire-first-battle", 14, "-o", "w")
    return "w"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("attack", "Pell"), "units: m1 Skipper Jessa Rook, m2 Morning Watch, "),
        (("concede",), "by: red Keelborn or blue Wardens."),
        (("attack", "p2"), "target: m1 Skipper Jessa Rook."),
        (("attack", "p2", "target=m1", "weapon=bow"), "weapon: lock-carbine Lock carbine, bayonet or "),
    ],
)
def test_an_error_lists_the_ids_that_are_possible(
    words: tuple[str, ...], said: str, vedette: Vedette, waiting: str
) -> None:
    told = vedette("do", waiting, *words)
    assert told.code == 2
    assert said in told.err


def test_a_name_that_only_one_has_is_taken_for_its_id(vedette: Vedette, waiting: str) -> None:
    words = ("attack", "first relief", "target=skipper jessa rook", "weapon=Lock Carbine", "range=17.9")
    assert vedette("do", waiting, *words, "los=clear", "--dice", "").code == 4
    given = vedette("log", waiting, "--json").json[-1]["input"]
    assert (given["by"], given["target"], given["weapon"]) == ("p2", "m1", "lock-carbine")


def _without(value: Any, names: Collection[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(one, names) for key, one in value.items() if key not in names}
    return [_without(one, names) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("line", "words", "code"),
    [
        (14, ("move", "p4", "inches=5"), 3),  # still in reserve
        (14, ("attack", "p2", "target=p1", "weapon=lock-carbine", "range=9", "los=clear"), 3),  # no enemy
        (15, ("end_activation", "p2"), 3),  # dice are waited for
        (171, ("move", "p1", "inches=5"), 3),  # the battle is over
        (171, ("concede", "red"), 3),
        (14, ("attack", "p2", "target=m1", "weapon=lock-carbine", "range=900", "los=clear"), 3),  # a rule
        (14, ("fly", "p2"), 2),
        (14, ("move", "nobody", "inches=5"), 2),
        (14, ("move", "p2", "inches=far"), 2),
    ],
)
def test_what_a_rule_or_the_state_forbids_ends_with_3_and_nonsense_with_2(
    line: int, words: tuple[str, ...], code: int, vedette: Vedette
) -> None:
    vedette("branch", "open-fire-first-battle", line, "-o", "w")
    said = vedette("do", "w", *words)
    assert (said.code, said.out) == (code, "")
    assert said.err


def test_a_game_without_commands_is_a_script_that_only_sets_it_up(vedette: Vedette) -> None:
    vedette("new", "mill-road", "--save", "fresh")
    assert vedette("log", "fresh", "--commands").out.count("vedette ") == 1
