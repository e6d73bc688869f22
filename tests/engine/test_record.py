from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field, fields, replace
from typing import Any

import pytest

from vedette.engine import record


def made_by(dataclass: Any) -> Any:
    @dataclass(frozen=True, slots=True)
    class Model:
        name: str
        hp: int = 3
        seen: tuple[str, ...] = ()
        told: str = field(default="", compare=False)
        hidden: str = field(default="", repr=False)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Leader(Model):
        self: list[int] = field(default_factory=list)
        rank: int = 0

    return Model, Leader


@record.dataclass(frozen=True, slots=True)
class Token:
    name: str
    where: tuple[int, ...] = ()


def test_a_record_is_the_dataclass_that_python_makes() -> None:
    ours, theirs = made_by(record.dataclass), made_by(dataclasses.dataclass)
    for mine, other in zip(ours, theirs, strict=True):
        assert [one.name for one in fields(mine)] == [one.name for one in fields(other)]
        assert mine.__slots__ == other.__slots__
        assert mine.__match_args__ == other.__match_args__
    for words in ({"name": "a"}, {"name": "a", "hp": 1, "told": "x", "hidden": "y"}):
        assert repr(ours[0](**words)) == repr(theirs[0](**words))
        assert repr(ours[1](rank=1, **words)) == repr(theirs[1](rank=1, **words))
    with pytest.raises(TypeError):
        ours[1]("a", 3, (), "", "", [], 1)


def test_records_are_compared_by_what_counts() -> None:
    model, leader = made_by(record.dataclass)
    assert model("a", told="x") == model("a", told="y")
    assert hash(model("a", told="x")) == hash(model("a", told="y"))
    assert model("a") != model("b")
    assert model("a") != leader(name="a", rank=1)
    assert model("a") != "a"


def test_each_record_has_lists_of_its_own() -> None:
    _, leader = made_by(record.dataclass)
    assert leader(name="a", rank=1).self is not leader(name="a", rank=1).self


def test_a_record_cannot_be_changed() -> None:
    token = Token("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        token.name = "b"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del token.name
    assert replace(token, name="b") == Token("b")


def test_a_record_can_be_copied_and_pickled() -> None:
    token = Token("a", (1, 2))
    assert copy.copy(token) == copy.deepcopy(token) == pickle.loads(pickle.dumps(token)) == token
