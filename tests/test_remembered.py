"""What follows from a part of the state is worked out once, and again for the part that takes its place."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from vedette.kit.remembered import remembered


class Part(Struct, frozen=True, dict=True):
    size: int


def test_what_was_worked_out_is_kept_with_the_part_and_by_the_other_arguments() -> None:
    worked: list[tuple[int, int]] = []

    @remembered
    def times(part: Part, many: int) -> int:
        worked.append((part.size, many))
        return part.size * many

    part = Part(2)
    assert [times(part, 3), times(part, 3), times(part, 5), times(part, 5)] == [6, 6, 10, 10]
    assert [times(replace(part, size=7), 3), times(part, 3)] == [21, 6]
    assert worked == [(2, 3), (2, 5), (7, 3)]
    assert part == Part(2)
