"""Files of strangers that are made to break a reader: numbers, nesting, keys and texts beyond all measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from tests.trials.hostile import harm
from tests.trials.mutating import limited
from tests.trials.test_streams import FIRST
from vedette.testing.plugin import Times

PACK = """name = "Bomb"
ruleset = "open-fire"
[[profiles]]
id = "old-salts"
name = "Old salts"
models = 5
mov = 5
skl = 7
def = 8
cmd = 6
hp = 1
weapons = ["bayonet"]
"""
CHARACTER = 'name = "Ann"\nstr = 10\nstarting_points = 100\n'
DATA = ROOT / "rulesets/close-quarters"
BASES = {
    "pack": (PACK, ("pack", "add", "FILE", "--yes")),
    "game": (FIRST.read_text(), ("new", "FILE", "--save", "NAME")),
    "duel": ((DATA / "games/duel.toml").read_text(), ("new", "FILE", "--save", "NAME")),
    "map": ((DATA / "maps/arena.toml").read_text(), ("map", "picture", "FILE", "-o", "OUT")),
    "army": (CHARACTER, ("roster", "check", "FILE", "--ruleset", "close-quarters")),
}  # fmt: skip
"""A sound file of each kind, and what takes it."""

WHOLE = {
    "hex": "q = 0x" + "f" * 900_000, "binary": "q = 0b" + "1" * 900_000, "digits": "q = " + "9" * 5000, "many digits": "q = " + "9" * 4000,
    "arrays": "q = " + "[" * 50_000 + "]" * 50_000, "tables": "".join(f"[t{n}]\n" for n in range(60_000)),
    "inline": "q = " + "{a=" * 20_000 + "1" + "}" * 20_000, "header": "[" + ".".join("a" * 5000) + "]",
    "dotted": "".join(f"a.b.c.d.e.f.g.h.i.j.k{n} = 1\n" for n in range(19_000)), "rows": "[[profiles]]\n" * 60_000,
    "escapes": 'q = "' + "\\u0041" * 160_000 + '"', "surrogate": 'q = "\\ud800"', "date": "q = 9999-12-31T23:59:60Z", "nul": "\0", "large": "#" * 2**20,
}  # fmt: skip
"""What is put behind it."""

VALUES = (
    "nan", "inf", "-1", "9" * 30, "9" * 4000, "1e308", "1979-05-27", "true", "[1]", "0x" + "f" * 5000, '"\\u001b[31mX\\u0007"',
    '"' + "x" * 100_000 + '"', '"../../../evil"', '"a\\u0000b"', '""', '"\\u202egpj"', '"CON"', '"/etc/passwd"', '"' + "9" * 5000 + '"',
    '"' + "9" * 5000 + 'd6"', '"T:a+' + "9" * 5000 + '"',
)  # fmt: skip
"""What is put in place of any value."""


def bombs(text: str) -> Iterator[str]:
    yield from (f"{text}\n{bomb}\n" for bomb in WHOLE.values())
    for key in sorted(set(re.findall(r"(?m)^(\w+) *=", text))):
        for value in VALUES:
            yield re.sub(rf"(?m)^{key} *= *.*$", lambda _, line=f"{key} = {value}": line, text, count=1)  # type: ignore[misc]


@pytest.mark.parametrize("kind", BASES)
def test_every_bomb_is_a_sentence_or_no_trouble(
    kind: str, tmp_path: Path, vedette: Vedette, times: Times
) -> None:
    text, command = BASES[kind]
    tried, turn = 0, list(BASES).index(kind)
    for n, bomb in enumerate(bombs(text)):
        if n % times(59, 1) if n >= len(WHOLE) else (n + turn) % times(6, 1):
            continue  # of what is put behind a file each kind gets every sixth, the next kind others
        (tmp_path / "bomb.toml").write_text(bomb, encoding="utf-8")
        places = {"FILE": tmp_path / "bomb.toml", "OUT": tmp_path / f"{n}.svg", "NAME": f"save-{n}"}
        with limited():
            said = vedette(*(places.get(word, word) for word in command))
        assert said.code in (0, 1, 2, 3), (n, said)
        assert not harm(said.out + said.err), n
        assert len(said.err) < 20_000, n
        assert n >= len(WHOLE) or said.code in (1, 2), n
        tried += 1
    print(f"{kind}: {tried} files tried")


@pytest.mark.parametrize("number", ["9" * 5000, "²", "0x" + "f" * 5000])
def test_numbers_that_are_typed(number: str, vedette: Vedette) -> None:
    assert vedette("new", FIRST, "--save", "g").code == 0
    for words in (
        ("show", "g", number), ("undo", "g", number), ("bookmark", "g", number), ("branch", "g", number, "-o", "h"), ("replay", "g", number),
        ("do", "g", "note", "red", f"text={number}"), ("do", "g", "adjust", "red", f"values={{round = {number}}}"), ("verify", "g", f"{number}-7KAM-3XTF"),
        ("do", "g", "adjust", "red", f'values={{"units.{number}.models.{number}.hp" = 1}}'), ("answer", "g", "--dice", number),
    ):  # fmt: skip
        said = vedette(*words)
        assert said.code in (0, 2, 3), words
