"""What a suspended coroutine may still use, read from CPython's frames: the one module that knows how CPython keeps them.

Frame by frame, that is the place where it waits, the locals that may be read before they are set again (found by a liveness
analysis of the bytecode) and the value stack, on which lie a loop's iterator or a half-made sum. Only the garbage
collector looks into that stack: it visits the locals, then the stack.

Other versions and other Pythons may keep all this differently. There `frames_of` returns None, and the odds tell states
apart by the answers that led to them (`OddsPlay.history`), which is slower. `VEDETTE_ODDS=portable` asks for that here too.
"""

from __future__ import annotations

import dis
import gc
import os
import sys
from functools import cache
from types import CodeType, CoroutineType, GeneratorType
from typing import Any

KNOWN = ((3, 11), (3, 12), (3, 13), (3, 14))
"""The versions of CPython whose instructions and frames are known here."""

Frame = tuple[tuple[Any, ...], list[Any]]
"""The place where a frame waits, and the values that it may still use."""

NO_WAY_ON = ("RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD")
"""Instructions, by the beginnings of their names, after which the next one does not follow."""


def frames_of(awaited: Any) -> list[Frame] | None:
    """Every frame from a coroutine down to what it waits for; None where this Python isn't known, or isn't to be."""
    if (
        sys.version_info[:2] not in KNOWN
        or sys.implementation.name != "cpython"
        or os.environ.get("VEDETTE_ODDS") == "portable"
    ):
        return None
    found: list[Frame] = []
    while awaited is not None:
        frame = getattr(awaited, "cr_frame", None) or getattr(awaited, "gi_frame", None)
        if frame is None:  # it has come to its end, or is no coroutine at all
            found.append(((), [] if type(awaited) in (CoroutineType, GeneratorType) else [awaited]))
            break
        code, names = frame.f_code, frame.f_locals
        live = [name for name in _live_at(code, frame.f_lasti) if name in names]
        inner = getattr(awaited, "cr_await", None) or getattr(awaited, "gi_yieldfrom", None)
        seen = gc.get_referents(awaited)
        start = next((i for i in range(len(seen), 0, -1) if seen[i - 1] is code), 0)
        if not start:
            return None
        start += (
            len(code.co_cellvars) + len(code.co_freevars) + sum(map(names.__contains__, _own_locals(code)))
        )
        stack = [one for one in seen[start:] if one is not inner]
        # A code object lives as long as its module, so that its id stays its own.
        found.append(((id(code), frame.f_lasti, *live), [*(names[name] for name in live), *stack]))
        awaited = inner
    return found


@cache
def _own_locals(code: CodeType) -> tuple[str, ...]:
    """The locals that no other function reads."""
    return tuple(name for name in code.co_varnames if name not in code.co_cellvars)


@cache
def _live_at(code: CodeType, lasti: int) -> tuple[str, ...]:
    """The locals that a suspended frame may still read; those that it shares with other functions are always among them."""
    return tuple(sorted({*code.co_cellvars, *code.co_freevars, *_live_after(code)[lasti]}))


@cache
def _live_after(code: CodeType) -> dict[int, frozenset[str]]:
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
            last = step.opname.startswith(NO_WAY_ON) or i + 1 == len(steps)
            following = [] if last else [steps[i + 1].offset]
            if step.opcode in dis.hasjrel or step.opcode in dis.hasjabs:
                following.append(step.argval)
            out = frozenset().union(*(before[one] for one in (*following, *handlers[step.offset])))
            into = _live_before(step, out)
            if into != before[step.offset] or out != after[step.offset]:
                before[step.offset], after[step.offset], changed = into, out, True
    return after


def _live_before(step: dis.Instruction, after: frozenset[str]) -> frozenset[str]:
    """The locals that may be read before an instruction, given those that may be read after it."""
    if "FAST" not in step.opname:
        return after
    names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
    if step.opname in ("STORE_FAST", "STORE_FAST_STORE_FAST"):
        return after - {*names}
    if step.opname == "STORE_FAST_LOAD_FAST":
        return (after | {names[1]}) - {names[0]}
    return after | {*names}
