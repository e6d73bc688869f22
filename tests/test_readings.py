"""Readings: each is a real question, both answers are played, shown by a case, and told where they matter."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from vedette.engine import plugin_discovery
from vedette.engine.case import Case, misses
from vedette.engine.errors import DataError
from vedette.engine.readings import Reading, asked_in, completed, faults
from vedette.engine.session import new_session
from vedette.registry import rulesets
from vedette.testing.starts import case_files

READINGS = [(ruleset, one) for ruleset in rulesets() for one in rulesets()[ruleset].readings().values()]
NAMED = [f"{ruleset}/{one.id}" for ruleset, one in READINGS]

DECISION = re.compile(r"^(\d+)\. (.*?)(?=^\d+\. |^## |\Z)", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"\*(?:Fixed|Settings?: (`[\w-]+`(?:, `[\w-]+`)*))\.\*$")


@pytest.mark.parametrize(("ruleset", "reading"), READINGS, ids=NAMED)
def test_a_reading_is_a_question_with_answers(ruleset: str, reading: Reading) -> None:
    ids = [one.id for one in reading.choices]

    assert len(set(ids)) == len(ids) >= 2
    assert set(reading.rules) <= set(rulesets()[ruleset].rules())
    assert reading.rules
    assert reading.question.endswith("?")
    assert reading.before in ("", *ids[1:])
    assert len(reading.title) <= 30
    for one in reading.choices:
        assert one.text.endswith("."), one
        assert len(one.text) <= 90, one
        assert one.because.endswith((".", ".”")), one


@pytest.mark.parametrize(("ruleset", "reading"), READINGS, ids=NAMED)
def test_for_each_answer_every_other_one_fails_a_case(ruleset: str, reading: Reading) -> None:
    for choice in reading.choices:
        others = [one.id for one in reading.choices if one is not choice]
        given = [
            case
            for case in case_files(ruleset).values()
            if case.setup.get("readings", {}).get(reading.id) == choice.id
        ]
        for other in others:
            assert any(_depends(case, reading.id, other) for case in given), (choice.id, other)


def _depends(case: Case, reading: str, other: str) -> bool:
    """Whether the case fails as soon as the text is read otherwise."""
    setup = {**case.setup, "readings": {**case.setup["readings"], reading: other}}
    return any(misses(rulesets()[case.ruleset], case.model_copy(update={"setup": setup})))


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_decision_says_whether_it_is_a_setting(ruleset: str) -> None:
    text = (ROOT / "rulesets" / ruleset / "decisions.md").read_text(encoding="utf-8")
    settings: set[str] = set()
    for number, decision in DECISION.findall(text):
        mark = MARK.search(decision.strip())
        assert mark, f"decision {number} doesn't say whether it is a setting"
        settings |= set(re.findall(r"`([\w-]+)`", mark[1] or ""))
    assert settings == set(rulesets()[ruleset].readings())


def _asked(ruleset: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each call of `plays`, `house_rule` and `deciding` in a game's code, with the texts that it is given."""
    package = ROOT / "src" / Path(*plugin_discovery.ours()[ruleset].entry.module.split(".")[:-1])
    modules = {path.name: ast.parse(path.read_text(encoding="utf-8")) for path in package.rglob("*.py")}
    constants = {
        ast.unparse(node.targets[0]): node.value
        for module in modules.values()
        for node in module.body
        if isinstance(node, ast.Assign)
    }
    for name, module in modules.items():
        for call in _calls(module):
            function = getattr(call.func, "id", getattr(call.func, "attr", ""))
            match function, call.args[1:]:
                case "deciding", [given, _]:
                    texts = constants[given.id] if isinstance(given, ast.Name) else given
                    for reading in ast.literal_eval(texts):
                        yield "house_rule", (reading,)
                case "plays" | "house_rule", given:
                    words = [word.value for word in given if isinstance(word, ast.Constant)]
                    assert len(words) == len(given), f"{name}:{call.lineno}: literals only"
                    yield function, tuple(map(str, words))


def _calls(module: ast.Module) -> Iterator[ast.Call]:
    """The calls of a module, but those in `deciding`, which passes on the readings that it is given."""
    for part in module.body:
        if not (isinstance(part, ast.FunctionDef) and part.name == "deciding"):
            yield from (node for node in ast.walk(part) if isinstance(node, ast.Call))


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_rules_ask_for_every_reading_by_its_id_and_tell_it(ruleset: str) -> None:
    readings = rulesets()[ruleset].readings()
    asked: set[str] = set()
    told: set[str] = set()
    for function, (reading, *choice) in _asked(ruleset):
        assert reading in readings
        assert {*choice} <= {one.id for one in readings[reading].choices}
        (told if function == "house_rule" else asked).add(reading)
    assert asked == set(readings)
    assert told == set(readings)


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_preset_chooses_among_the_readings(ruleset: str) -> None:
    readings, presets = rulesets()[ruleset].readings(), rulesets()[ruleset].presets()
    made = [preset.completed(readings) for preset in presets]
    assert all(made.count(one) == 1 and one != completed(readings, {}) for one in made)
    for preset in presets:
        assert not list(faults(readings, preset.choices))


@pytest.mark.parametrize("ruleset", rulesets())
def test_unknown_readings_and_choices_are_refused(ruleset: str) -> None:
    case = next(case for case in case_files(ruleset).values() if not case.setup_error)
    some = next(iter(rulesets()[ruleset].readings()), "")
    for given in ({"nothing": "x"}, {some: "nothing"}, {some: 1}, [some], "x"):
        with pytest.raises(DataError, match="readings"):
            new_session(rulesets()[ruleset], {**case.setup, "readings": given}, seed=1)


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_save_says_of_every_reading_how_it_is_read(ruleset: str) -> None:
    case = next(case for case in case_files(ruleset).values() if not case.setup_error)
    setup = {key: value for key, value in case.setup.items() if key != "readings"}
    session = new_session(rulesets()[ruleset], setup, seed=1)

    readings = rulesets()[ruleset].readings()
    asked = asked_in(readings, session.header.setup)
    assert session.header.setup.get("readings", {}) == {id: one.usual for id, one in asked.items()}
    assert session.paths()["readings"] == session.readings == session.header.setup.get("readings", {})
    assert session.house_rules == ()
