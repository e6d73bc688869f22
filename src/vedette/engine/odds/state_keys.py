"""Where a suspended procedure stands: two that stand alike go on alike, whatever they are told.

What a coroutine still knows are the locals that it may yet read and its value stack (a loop's iterator, a half-made
sum), frame by frame. What cannot be compared by its value is taken for different from everything else.
"""

from __future__ import annotations

import dis
import gc
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from types import CodeType, CoroutineType, FunctionType, GeneratorType, MethodType
from typing import Any, cast

from pydantic import BaseModel

from vedette.engine.odds.lazy_roll import InARow, Unread
from vedette.engine.odds.random_variables import Chance, Number
from vedette.engine.record import is_frozen

PLAIN = frozenset({str, int, type(None)})
ALIKE = frozenset({bool, float})
"""What may be equal to an `int`, and is another value nevertheless."""

_THINGS: tuple[Any, ...] = ((), [], "", {}, {}.items(), {}.values(), range(0), range(1 << 99), reversed([]))
ITERATORS = frozenset({*(type(iter(thing)) for thing in _THINGS), enumerate, zip, map, reversed})
LIVENESS_KNOWN = sys.version_info < (3, 15)
"""Whether these are versions of Python whose instructions are known here; in others every local counts as read again."""

ENDS = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
"""Instructions, by the beginnings of their names, after which the next one does not follow."""


class Mark:
    """Stands for all values that are equal to one."""

    __slots__ = ()


class Positions:
    """Marks for values: equal values have the same mark. What has a mark is kept, so that no id comes again.

    `unknown` collects the numbers that were met on the way.
    """

    def __init__(self, *same: object, before: Positions | None = None) -> None:
        """`same` are types whose objects all count as one; what has a mark `before` keeps that."""
        self._same = same
        self._before: Mapping[int, tuple[Any, Mark]] = before._known if before else {}
        self._marks_before: Mapping[Hashable, Mark] = before._marks if before else {}
        self.unknown: list[Number] = []
        self._marks: dict[Hashable, Mark] = {}
        self._known: dict[int, tuple[Any, Mark]] = {}
        self._own: dict[int, Any] = {}

    def of(self, value: Any) -> Hashable:
        """What stands for a value."""
        kind: Any = type(value)
        if kind in PLAIN:
            return value  # type: ignore[no-any-return]
        if kind in ALIKE:
            return kind, value
        known = self._known.get(id(value)) or self._before.get(id(value))
        if known is not None:
            return known[1]
        if kind in self._same:
            return kind  # type: ignore[no-any-return]
        if kind is Number:
            value = value.by_now()
            if type(value) is not Number:
                return self.of(value)
            self.unknown.append(value)
            return self._mark((kind, self._chance(value.chance), tuple(value.values)))
        if kind in (Unread, InARow):
            results, throw, pool = self._all_of((value.results, value.throw, value.pool))
            return self._mark((kind, value.cuts, results, throw, pool))
        names = compared(kind)
        if names is not None:
            unknown = len(self.unknown)
            mark = self._mark((kind, *self._all_of(reader(kind)(value))))
            if unknown == len(self.unknown):  # else more of it may be known the next time
                self._known[id(value)] = value, mark
            return mark
        if isinstance(value, (tuple, list)):
            return self._mark((kind, *self._all_of(value)))
        if kind is dict or isinstance(value, Mapping):
            return self._mark((kind, *self._all_of(value), *self._all_of(value.values())))
        if kind in (set, frozenset):
            return self._mark((kind, frozenset(map(self.of, value))))
        if isinstance(value, BaseModel):
            return self._mark((kind, self.of(value.__dict__)))
        if kind is FunctionType:
            cells = tuple(self.of(cell.cell_contents) for cell in value.__closure__ or ())
            return self._mark((kind, id(value.__code__), cells, self.of(value.__defaults__)))
        if kind is MethodType:
            return self._mark((kind, id(value.__func__), self.of(value.__self__)))
        if kind is range:
            return self._mark((kind, value.start, value.stop, value.step))
        if kind in (CoroutineType, GeneratorType):
            return self._mark((kind, *self.frames(value)))
        if kind in ITERATORS:
            return self._mark((kind, *map(self.of, value.__reduce__())))
        return self._mark((kind, self._kept(value)))

    def _all_of(self, values: Iterable[Any]) -> list[Hashable]:
        """What stands for each of these; most of what a state holds is plain, which takes no call."""
        found: list[Hashable] = []
        for value in values:
            kind = type(value)
            if kind in PLAIN:
                found.append(value)
            elif kind in ALIKE:
                found.append((kind, value))
            elif kind is tuple and not value:
                found.append(())
            else:
                found.append(self.of(value))
        return found

    def _chance(self, value: Chance) -> Hashable:
        """What is possible, and in how many ways."""
        known = self._known.get(id(value.ways))
        if known is None:  # throws of the same pool may share them
            known = self._known[id(value.ways)] = value.ways, self._mark(tuple(value.ways))
        return Chance, value.places, known[1]

    def _kept(self, value: Any) -> int:
        """The id of what is only equal to itself."""
        self._own[id(value)] = value
        return id(value)

    def frames(self, awaited: Any) -> list[Hashable]:
        """Every frame from a coroutine down to what it waits for: place, live locals, stack."""
        found: list[Hashable] = []
        while awaited is not None:
            frame = getattr(awaited, "cr_frame", None) or getattr(awaited, "gi_frame", None)
            if frame is None:
                found.append(
                    self.of(None) if type(awaited) in (CoroutineType, GeneratorType) else id(awaited)
                )
                break
            code, names = frame.f_code, frame.f_locals
            live = [name for name in live_at(code, frame.f_lasti) if name in names]
            inner = getattr(awaited, "cr_await", None) or getattr(awaited, "gi_yieldfrom", None)
            stack = [one for one in _stack(awaited, code, names) if one is not inner]
            found.append((id(code), frame.f_lasti, *live))
            found.append((*self._all_of([names[name] for name in live]), *self._all_of(stack)))
            awaited = inner
        return found

    def __len__(self) -> int:
        return len(self._known)

    def _mark(self, key: Hashable) -> Mark:
        mark = self._marks.get(key) or self._marks_before.get(key)
        if mark is None:
            mark = self._marks[key] = Mark()
        return mark


@cache
def reader(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    """What reads everything at once that is compared of such a value."""
    return at_once(compared(kind) or ())


def at_once(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads these fields of a value at once; `attrgetter` gives no tuple for fewer than two."""
    if len(names) > 1:
        return cast(Callable[[Any], tuple[Any, ...]], attrgetter(*names))
    return lambda value: tuple(getattr(value, name) for name in names)


@cache
def compared(kind: Hashable) -> tuple[str, ...] | None:
    """The fields of a frozen dataclass, without those that only tell what has happened or never change; None for other types."""
    if not isinstance(kind, type) or not is_frozen(kind):
        return None
    return tuple(one.name for one in fields(cast(Any, kind)) if not {"record", "static"} & {*one.metadata})


def _stack(awaited: Any, code: CodeType, names: Mapping[str, Any]) -> list[Any]:
    """The value stack of a suspended frame, which only the collector looks into: it visits locals, then the stack."""
    seen = gc.get_referents(awaited)
    start = next((i for i in range(len(seen), 0, -1) if seen[i - 1] is code), 0)
    if not start:
        return [object()]  # no Python that is known here: like nothing else
    bound = sum(map(names.__contains__, _own_locals(code)))
    return seen[start + bound + len(code.co_cellvars) + len(code.co_freevars) :]


@cache
def _own_locals(code: CodeType) -> tuple[str, ...]:
    """The locals that no other function reads."""
    return tuple(name for name in code.co_varnames if name not in code.co_cellvars)


@cache
def live_at(code: CodeType, lasti: int) -> tuple[str, ...]:
    """The locals that a suspended frame may still read, in the order of their names."""
    closed = {*code.co_cellvars, *code.co_freevars}
    live = _live(code)[lasti] if LIVENESS_KNOWN else code.co_varnames
    return tuple(sorted(closed.union(live)))


@cache
def _live(code: CodeType) -> dict[int, frozenset[str]]:
    """By offset: the locals that may be read after that instruction, before they are set again."""
    bytecode: Any = dis.Bytecode(code)
    steps: list[dis.Instruction] = list(bytecode)
    before: dict[int, frozenset[str]] = {step.offset: frozenset() for step in steps}
    after = dict(before)
    handlers = {
        step.offset: [one.target for one in bytecode.exception_entries if one.start <= step.offset < one.end]
        for step in steps
    }
    changed = True
    while changed:
        changed = False
        for i in reversed(range(len(steps))):
            step = steps[i]
            last = step.opname.startswith(ENDS) or i + 1 == len(steps)
            following = [] if last else [steps[i + 1].offset]
            if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
                following.append(step.argval)
            out = frozenset().union(*(before[one] for one in (*following, *handlers[step.offset])))
            into = _before(step, out)
            if into != before[step.offset] or out != after[step.offset]:
                before[step.offset], after[step.offset], changed = into, out, True
    return after


def _before(step: dis.Instruction, after: frozenset[str]) -> frozenset[str]:
    """The locals that may be read before an instruction, given those that may be read after it."""
    if "FAST" not in step.opname:
        return after
    names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    if step.opname in ("STORE_FAST", "STORE_FAST_STORE_FAST"):
        return after - {*names}
    if step.opname == "STORE_FAST_LOAD_FAST":
        return (after | {names[1]}) - {names[0]}
    return after | {*names}
