"""odds: what may come of a command."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from fnmatch import fnmatch
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from vedette.engine.library import data_folder
from vedette.engine.odds.search import Search
from vedette.engine.patch import get
from vedette.engine.plain import to_plain
from vedette.engine.session import open_session, read_session
from vedette.registry import rulesets

VOLLEY = 144
"""The line of a volley in the example of Company."""

MELEE = 116
"""That of an attack, where both may have to retreat."""

STRIKE = "attack", "bruce", "weapon=knife", "target=zorgo"


@pytest.fixture
def duel(vedette: Vedette, tmp_path: Path) -> Path:
    """The duel where Bruce Corr can strike, with 3 hits left to Zorgo."""
    save = tmp_path / "duel.vedette"
    shutil.copy(data_folder() / "saves" / "close-quarters-duel.vedette", save)
    assert vedette("undo", save, "--steps", 4).code == 0
    assert vedette("do", save, "end_movement", "rebels").code == 0
    return save


def test_the_odds_of_a_command_in_words_and_in_numbers(vedette: Vedette, duel: Path) -> None:
    """The worst comes first, and everything once; what no card shows, such as a blade that breaks, is in the JSON."""
    said = vedette("odds", duel, *STRIKE).out
    assert said.index("3 lost, DEAD") < said.index("2 lost, UNCONSCIOUS") < said.index("none lost")
    assert "Zorgo: unconscious" not in said
    told = vedette("odds", duel, *STRIKE, "--json").json
    assert (told["exact"], told["kind"]) == (True, "exact")
    assert all(sum(map(Fraction, chances.values())) == 1 for chances in told["meters"].values())
    assert any("fighting-knife" in weapons for weapons in told["meters"]["units.bruce.weapons"])


def test_what_has_no_odds_is_said_in_a_sentence(vedette: Vedette, duel: Path) -> None:
    unseen = "100.0% has not been looked into; --seconds looks longer.\n"
    assert vedette("odds", duel, *STRIKE, "--seconds", 0).out == unseen
    certain = "Dice decide nothing here.\nNote: hello\n"
    assert vedette("odds", duel, "note", "colony", "text=hello").out == certain
    assert vedette("odds", duel).err == "No command is under way.\n"
    assert vedette("odds", duel, "end_turn", "colony").code == 3
    assert "There is no command “blubb”" in vedette("odds", duel, "blubb").err


def test_odds_that_take_too_long_are_sampled(
    vedette: Vedette, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sample says how large it is, and how far it may be off."""
    monkeypatch.setattr(Search, "look", lambda search, until: search.try_out(tries=60) is None)
    told = vedette("odds", duel, *STRIKE, "--json").json
    assert (told["kind"], told["tries"], told["exact"]) == ("sample", 60, False)
    assert 0 < told["error"] < 0.1
    said = vedette("odds", duel, *STRIKE).out
    assert "expected to lose ≈" in said
    assert said.endswith("A sample of 60 tries, with its standard error; --seconds tries longer.\n")


def test_odds_that_the_players_have_hidden_stay_hidden_until_they_show_them(
    vedette: Vedette, duel: Path
) -> None:
    """It is kept with the game, whose record is as good as before."""
    said = vedette("do", duel, "odds", "rebels", "shown=false").out
    assert said.startswith("Odds hidden from both players.\n")
    hidden = vedette("odds", duel, *STRIKE)
    assert hidden.code == 2
    assert hidden.err.startswith("The players have hidden the odds. To show them: vedette do")
    assert vedette("verify", duel).code == 0
    assert vedette("undo", duel).code == 0
    assert vedette("odds", duel, *STRIKE).code == 0


def test_how_far_choices_move_the_odds_is_in_the_json(vedette: Vedette, tmp_path: Path) -> None:
    """A volley whose failed test may be re-rolled: what is assumed lies within the range."""
    save = tmp_path / "mill.vedette"
    shutil.copy(data_folder() / "saves" / "company-mill-road.vedette", save)
    session = open_session(rulesets(), save)
    session.goto(VOLLEY - 1)
    session.close()
    told = vedette("odds", save, "shoot", "h4", "target=t5", "inches=11", "cover=false", "--json").json
    assert "reroll: re-roll, once a turn" in told["choices"]
    least, most = map(Fraction, told["ranges"]["units.t5.routed"])
    assert least < Fraction(told["meters"]["units.t5.routed"]["true"]) <= most
    assert told["headline"] == ["The Gull Boys: 22 % ROUTED · 3.6 lost on average"]


def before(tmp_path: Path, example: str, line: int) -> tuple[Path, list[str]]:
    """An example as it stood before the command of a line, and that command in words."""
    save = tmp_path / "game.vedette"
    shutil.copy(data_folder() / "saves" / f"{example}.vedette", save)
    with closing(open_session(rulesets(), save)) as session:
        entry = session.timeline.command_at(line)
        session.goto(entry.parent)
    said = dict(entry.input.words)
    do, by = said.pop("do"), said.pop("by")
    return save, [do, by, *(f"{name}={json.dumps(value)}" for name, value in said.items())]


@pytest.mark.parametrize(
    ("example", "line", "unit", "paths"),
    [
        ("company-mill-road", VOLLEY, "t5", "units.t5.r"),
        ("open-fire-first-battle", 15, "m1", "units.m1.models.*.hp"),
        ("close-quarters-boarding", 59, "hanne", "units.hanne.damage"),
        ("napoleonic-along-the-hedges", 18, "gren", "units.gren.lives"),
    ],
)
def test_each_unit_has_the_whole_distribution_of_its_losses(
    vedette: Vedette, tmp_path: Path, example: str, line: int, unit: str, paths: str
) -> None:
    """Of what its card counts: of models the mean is how likely each of them falls, of a number how far it falls."""
    save, words = before(tmp_path, example, line)
    state = to_plain(read_session(rulesets(), save).state)
    told = vedette("odds", save, *words, "--json").json
    assert told["exact"]
    assert list(told["lost"]) == list(state["units"])
    assert {sum(map(Fraction, chances.values())) for chances in told["lost"].values()} == {1}
    fallen = sum(
        Fraction(chance) * (left == "0" if "*" in paths else abs(get(state, path) - int(left)))
        for path, chances in told["meters"].items()
        if fnmatch(path, paths)
        for left, chance in chances.items()
    )
    assert sum(int(lost) * Fraction(chance) for lost, chance in told["lost"][unit].items()) == fallen


def test_what_is_left_is_counted_from_before_the_command_under_way(vedette: Vedette, tmp_path: Path) -> None:
    """After a volley that cost three R of six the test is still to come: three are left, not none."""
    save, words = before(tmp_path, "company-mill-road", VOLLEY)
    vedette("do", save, *words, "--dice", "6,6")
    vedette("answer", save, "--dice", "5,5,5,1,1,1,1,1,1,1,1,1")
    said = vedette("odds", save).out
    assert "3 lost, 3 left" in said
    assert "fails" not in said


@pytest.mark.thorough
def test_other_choices_are_left_alone_where_they_lead_too_far(vedette: Vedette, tmp_path: Path) -> None:
    """A melee is worked out at once; to weigh every answer to every Retreat after it would take hours."""
    save, words = before(tmp_path, "company-mill-road", MELEE)
    told = vedette("odds", save, *words, "--seconds", 3600, "--json").json
    assert (told["exact"], told["ranges"], told["unweighed"]) == (True, {}, ["reroll", "captain", "retreat"])
    save, words = before(tmp_path, "company-mill-road", VOLLEY)
    assert vedette("odds", save, *words, "--seconds", 3600, "--json").json["unweighed"] == []


def test_a_plan_tells_the_odds_of_its_last_command_as_if_the_others_were_done(
    vedette: Vedette, duel: Path
) -> None:
    """What is not possible then is told with its rule."""
    struck = vedette("odds", duel, *STRIKE).out
    assert vedette("odds", duel, "note", "rebels", "text=hm", "then", *STRIKE).out == struck
    ended = vedette("odds", duel, "note", "rebels", "text=hm", "then", "end_turn", "colony").out
    assert ended.startswith("  100 %  not possible then: CQ-")
    assert vedette("odds", duel, *STRIKE, "then").err == "A command is missing beside “then”.\n"
    assert "a plan goes by the rules" in vedette("odds", duel, *STRIKE, "then", *STRIKE, "--override").err
