"""A declaration on the command line: sealed before it is kept, and told by nothing until it is opened."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Vedette
from vedette.view.command_line import command_words

GAME = """
ruleset = "close-quarters"
[options]
opportunity_fire = true
[[sides]]
id = "red"
[[sides.units]]
id = "ann"
hex = "0510"
dex = 14
weapons = [{ id = "gun", type = "pistol", skills = [] }]
ready = ["gun"]
[[sides]]
id = "blue"
[[sides.units]]
id = "cid"
hex = "0304"
[state]
phase = "action"
"""

SEAL = ("seal", "red", "what=watch", "unit=ann", "weapon=gun", 'declaration={hex="0507"}')


def test_the_declaration_is_sealed_out_of_the_words() -> None:
    words = command_words(SEAL[0], SEAL[1:])
    assert "declaration" not in words
    assert {"box", "digest"} < set(words)


def test_nothing_tells_a_sealed_hex_until_it_is_revealed(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "hidden.toml").write_text(GAME, encoding="utf-8")
    assert vedette("new", tmp_path / "hidden.toml", "--save", "hidden", "--seed", 5).code == 0
    said = [vedette("do", "hidden", *SEAL)]
    assert said[0].code == 0
    for look in ("state", "log", "replay", "verify"):
        said += [vedette(look, "hidden"), vedette(look, "hidden", "--json")]
    assert [one for one in said if re.search(r"\b0507\b", one.out)] == []
    assert "box=" not in "".join(one.out for one in said)

    shown = vedette("do", "hidden", "reveal", "red")
    assert "watches 0507" in shown.out
    assert '"hex": "0507"' in vedette("state", "hidden").out
    assert vedette("verify", "hidden").code == 0


def test_a_declaration_that_makes_no_sense_is_not_kept(vedette: Vedette, tmp_path: Path) -> None:
    (tmp_path / "hidden.toml").write_text(GAME, encoding="utf-8")
    assert vedette("new", tmp_path / "hidden.toml", "--save", "hidden", "--seed", 5).code == 0
    for declaration in ("0507", "{on=true}", '{hex="here"}', "{}"):
        assert vedette("do", "hidden", *SEAL[:-1], f"declaration={declaration}").code == 2
    assert vedette("do", "hidden", *SEAL[:-1], 'declaration={hex="0512"}').code in (0, 3)
