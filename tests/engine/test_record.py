"""Records are frozen dataclasses."""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass

import pytest
from pydantic import TypeAdapter

from vedette.engine.record import record, replace


@record
class Unit:
    """Somebody."""

    name: str
    hits: int = 3
    marks: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False)


@record(kw_only=True)
class Leader(Unit):
    """Somebody who leads."""

    reach: int

    def __repr__(self) -> str:
        """In their own words."""
        return f"{self.name} leads"


@record(eq=False)
class Place:
    """Only ever itself."""


def test_a_record_is_made_of_its_fields_and_their_defaults() -> None:
    unit = Unit("Ann", marks=["hurt"])
    assert (unit.name, unit.hits, unit.marks) == ("Ann", 3, ["hurt"])
    assert Unit("Ann").marks is not Unit("Bob").marks
    assert is_dataclass(Unit)
    assert [one.name for one in fields(Unit)] == ["name", "hits", "marks", "note"]
    assert repr(unit) == "Unit(name='Ann', hits=3, marks=['hurt'], note='')"


def test_records_of_one_class_are_equal_where_what_counts_is() -> None:
    ann = Leader("Ann", reach=6)
    assert Unit("Ann", note="old") == Unit("Ann", note="new") != Unit("Bob")
    assert ann == replace(ann) != replace(ann, reach=5)
    assert Unit("Ann") != ann
    assert Place() != Place()
    assert repr(ann) == "Ann leads"


def test_equal_records_have_one_hash() -> None:
    assert len({Die(3), Die(3), Die(4)}) == 2


def test_nothing_of_a_record_can_be_set_or_deleted() -> None:
    unit = Unit("Ann")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        unit.name = "Bob"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
        del unit.name
    with pytest.raises(FrozenInstanceError):
        unit.rank = 1  # type: ignore[attr-defined]
    assert not hasattr(unit, "__dict__")


def test_a_changed_record_is_another_one_and_frozen_as_well() -> None:
    ann = Leader("Ann", 1, ["hurt"], "old", reach=6)
    bob = replace(ann, name="Bob", reach=2)
    assert type(bob) is Leader
    assert bob == Leader("Bob", 1, ["hurt"], reach=2)
    assert (bob.note, ann.name) == ("old", "Ann")
    with pytest.raises(FrozenInstanceError):
        bob.name = "Ann"  # type: ignore[misc]
    with pytest.raises(TypeError, match="there is no field rank"):
        replace(ann, rank=1)


def test_a_record_is_copied_and_read_from_plain_data() -> None:
    ann = Leader("Ann", 1, ["hurt"], reach=6)
    assert copy.deepcopy(ann) == ann
    assert (
        TypeAdapter(Leader).validate_python({"name": "Ann", "hits": 1, "marks": ["hurt"], "reach": 6}) == ann
    )


@record
class Die:
    """A face; a field may have any name."""

    face: int
    self: int = 0


def test_a_field_is_left_out_of_the_hash_where_it_says_so() -> None:
    @record
    class Start:
        name: str
        setup: dict[str, int] = field(hash=False)

    assert hash(Start("a", {})) == hash(Start("a", {"b": 1}))
    assert Start("a", {}) != Start("a", {"b": 1})


def test_a_class_with_a_post_init_is_no_record() -> None:
    class Careful:
        def __post_init__(self) -> None: ...

    with pytest.raises(TypeError, match="__post_init__"):
        record(Careful)


@dataclass(frozen=True)
class Rider(Unit):
    """A dataclass as others write them, made of a record."""

    horse: str = ""


@record
class Scout(Rider):
    """And a record made of that."""

    seen: int = 0


def test_frozen_dataclasses_and_records_are_made_of_each_other() -> None:
    """Whoever publishes a ruleset need not know of records."""
    scout = Scout("Ann", horse="Roan", seen=2)
    assert replace(scout, horse="Bay").horse == "Bay"
    assert Rider("Ann", horse="Roan") == Rider("Ann", horse="Roan") != scout
    with pytest.raises(FrozenInstanceError):
        scout.horse = "Bay"  # type: ignore[misc]
