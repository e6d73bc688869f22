"""Which lines of a game's functions something runs, and how often it calls them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from inspect import CO_OPTIMIZED
from types import CodeType, FrameType
from typing import Any

Line = tuple[str, int]
"""A file as Python names it, and a line of it."""

Function = tuple[str, int, int]
"""A file, and the first and the last line of a function in it."""


@dataclass(slots=True)
class Execution:
    """What was run."""

    lines: set[Line] = field(default_factory=set)
    calls: Counter[Function] = field(default_factory=Counter)

    def less_in(self, later: Execution) -> set[Line]:
        """The lines that a later run needed less often: something remembers what they came to."""
        fewer = [function for function, times in self.calls.items() if later.calls[function] < times]
        inside = {(file, line) for file, first, last in fewer for line in range(first, last + 1)}
        return inside | (self.lines - later.lines)


def run(work: Callable[[], object], files: Collection[str]) -> Execution:
    """Do the work, and look which functions of the files it runs; the files' own level does not count."""
    codes: dict[int, CodeType] = {}
    calls: Counter[int] = Counter()
    unseen: dict[int, set[int]] = {}

    def line(frame: FrameType, _event: str, _: Any) -> Any:
        left = unseen[id(frame.f_code)]
        left.discard(frame.f_lineno)
        return line if left else None

    def call(frame: FrameType, _event: str, _: Any) -> Any:
        code = frame.f_code
        if code.co_filename not in files or not code.co_flags & CO_OPTIMIZED:
            return None
        key = id(code)
        if key not in codes:
            codes[key] = code
            unseen[key] = _lines(code) - {code.co_firstlineno}
        calls[key] += 1
        return line if unseen[key] else None

    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(None)
    found = Execution()
    for key, code in codes.items():
        lines = _lines(code)
        found.lines.update((code.co_filename, one) for one in lines - unseen[key])
        found.calls[code.co_filename, min(lines), max(lines)] += calls[key]
    return found


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line}
