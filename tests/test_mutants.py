"""The mutation tests of `scripts/mutants.py`: what they change, and what they make of it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from tests.conftest import ROOT

SCRIPTS = ROOT / "scripts"


@pytest.fixture
def edits(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return import_module("mutant_edits")


def changes(
    edits: Any, body: str, head: str = "def rule(a, b, c):", **also: Any
) -> set[tuple[str, str, str]]:
    """What becomes of a function with this body: operator, before, after; each must be Python still."""
    source = f"{head}\n{indent(dedent(body), '    ')}\n".encode()
    found = edits.mutants_of(source, "toy.py", **also)
    for one in found:
        ast.parse(one.edited(source))
    return {(one.operator, one.before, one.after) for one in found}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("return a < b", {("comparison", "a < b", "a <= b")}),
        ("return a is not b", {("comparison", "a is not b", "a is b")}),
        ("return a not in b", {("comparison", "a not in b", "a in b")}),
        (
            "return a <= b != c",
            {("comparison", "a <= b != c", "a < b != c"), ("comparison", "a <= b != c", "a <= b == c")},
        ),
        (
            "return a and b",
            {("and/or", "a and b", "a or b"), ("operand", "a", "True"), ("operand", "b", "True")},
        ),
        ("return a or ()", {("and/or", "a or ()", "a and ()"), ("operand", "a", "False")}),
        ("return not (a)", {("not", "not (a)", "(a)")}),
        ("return a if b else c", {("condition", "b", "True"), ("condition", "b", "False")}),
        (
            "while a: b()",
            {("condition", "a", "True"), ("condition", "a", "False"), ("statement", "b()", "pass")},
        ),
        ("return [b for b in c if b]", {("condition", "b", "True"), ("condition", "b", "False")}),
        ("return (a) + b", {("arithmetic", "(a) + b", "(a) - b")}),
        ("a //= b", {("arithmetic", "a //= b", "a *= b")}),
        (
            "return 0, 1, 7",
            {("number", "0", "1"), ("number", "1", "0"), ("number", "1", "2"), ("number", "7", "8")},
        ),
        ("return True", {("True/False", "True", "False")}),
        ("return min(a, b)", {("max/min", "min(a, b)", "max(a, b)")}),
        ("return any(a)", {("all/any", "any(a)", "all(a)")}),
        ("for b in a:\n    continue", {("loop", "continue", "break")}),
        ("a(\n    b,\n)\nreturn c", {("statement", "a( b, )", "pass")}),
    ],
)
def test_operators(edits: Any, body: str, wanted: set[tuple[str, str, str]]) -> None:
    assert changes(edits, body) == wanted


@pytest.mark.parametrize("body", ["if a:\n    b = c", "b = c", '"""Meaning."""\nb = c'])
def test_a_check_may_always_allow(edits: Any, body: str) -> None:
    made = changes(edits, body, "def rule(a, b, c) -> Refusal | None:")
    assert ("check allows", "the check", "return None") in made


def test_what_is_only_said_stays(edits: Any) -> None:
    body = """
    play.emit(Hit(1))
    play.commit(state, facts.Hit(points=2))
    if a > 6:
        play.emit(Hit(7))
    hits = "the hit" if a == 1 else f"{a} hits"
    raise CommandError(f"{3}" if a else "4")
    return Refusal("R-1", "one" if a else "two", nearest=str(5))
    """
    made = changes(edits, body, told=frozenset({"Hit"}))
    assert made == {("statement", "play.commit(state, facts.Hit(points=2))", "pass")}
    assert changes(edits, "return 1", "class Hit:\n  def sentence(self):") == set()


def test_an_edit_moves_no_other_line(edits: Any) -> None:
    source = b"def rule(a):\n    a(\n        1,\n    )\n    return a\n"
    dropped = next(one for one in edits.mutants_of(source, "toy.py") if one.operator == "statement")
    assert dropped.edited(source) == b"def rule(a):\n    pass\n\n\n    return a\n"
    assert (dropped.line, dropped.first, dropped.last) == (2, 2, 4)


def test_the_lines_of_a_diff(edits: Any) -> None:
    diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1,2 @@ def\n+a\n+b\n@@ -9,2 +10,0 @@\n-a\n-b\n"
    assert import_module("mutants").diff_lines(diff) == {"x.py": {1, 2}}


TOY = """
from functools import cache

LIMIT = [1]

def at_import(x):
    return x > 5

SMALL = at_import(2)

@cache
def kept(x):
    return x + 1

def bound(limit):
    def test(x):
        return x >= limit
    return test

over_three = bound(3)

def loops(x):
    while x > 0:
        x -= 1
    return x

def rule(x):
    if x < 0:
        return False
    return over_three(kept(x)) and not SMALL

def unused(x):
    return x == 1
"""

RUN = """
import json, sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
import mutant_edits, mutant_runs

class Toy(mutant_runs.Trials):
    def game(self):
        import_module("toy")
        return SimpleNamespace(commands={})

    def misses(self, path):
        toy = import_module("toy")
        number = int(path.stem)
        return [] if (toy.rule(number), toy.loops(number)) == (number >= 2, 0) else ["wrong"]

mutant_runs.LEAST_SECONDS = 0.2
mutant_runs.engine_case.read_case = lambda path: SimpleNamespace(rules=())
here = Path.cwd()
path = here / "toy.py"
toy = Toy("toy", here, [here / f"{number}.toml" for number in (1, 2, 7)], {"toy.py": path.read_bytes()}, 2)
toy.look()
mutants = mutant_edits.mutants_of(path.read_bytes(), "toy.py")
for mutant, verdict in toy.verdicts(mutants):
    print(json.dumps([mutant.function, mutant.before, mutant.after, verdict.status, verdict.case, verdict.way]))
"""


def test_killed_and_surviving_mutants_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{SCRIPTS}:{ROOT / 'src'}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    came = {
        tuple(words): how
        for *words, status, _, way in map(json.loads, done.stdout.splitlines())
        for how in [(status, way)]
    }
    assert came["rule", "x < 0", "x <= 0"] == ("survived", "")  # no case has a 0
    assert came["rule", "x < 0", "True"] == ("killed", "wrong")
    assert came["bound.test", "x >= limit", "x > limit"] == (
        "killed",
        "wrong",
    )  # a closure made by the import
    assert came["kept", "x + 1", "x - 1"] == ("killed", "wrong")  # though its results are kept
    assert came["at_import", "x > 5", "x >= 5"] == ("survived", "")
    assert came["at_import", "5", "6"] == ("survived", "")
    assert came["loops", "x > 0", "True"] == ("killed", "EndlessError")
    assert came["unused", "x == 1", "x != 1"] == ("uncovered", "")


def test_the_script_knows_every_game_of_ours() -> None:
    script = [sys.executable, str(SCRIPTS / "mutants.py"), "no-game"]
    done = subprocess.run(script, check=False, capture_output=True, text=True)
    assert "There is no ruleset no-game. There are: open-fire, company" in done.stderr
