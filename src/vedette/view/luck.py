"""The luck of the table as people read it: by side and by kind of roll."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor

from msgspec import Struct

from vedette.engine.luck import Tally, Throw
from vedette.engine.requests import question_title


class SideLuck(Struct, frozen=True):
    """The luck of one side: all of its rolls that succeed or fail, those typed and those rolled by Vedette, and by kind.

    `kinds` are the game's own names of its rolls; `sums` are rolls that are neither good nor bad by themselves.
    """

    side: str
    whole: Tally
    typed: Tally
    rolled: Tally
    kinds: Mapping[str, Tally]
    sums: Mapping[str, Tally]


def luck_of(throws: Sequence[Throw], side: str) -> SideLuck:
    """The luck of a side so far."""
    own = [throw for throw in throws if throw.side == side and throw.parts]
    judged = [throw for throw in own if throw.judged]
    return SideLuck(
        side,
        Tally.of(judged),
        Tally.of(throw for throw in judged if throw.typed),
        Tally.of(throw for throw in judged if not throw.typed),
        _by_kind(judged),
        _by_kind(throw for throw in own if not throw.judged),
    )


def _by_kind(throws: Iterable[Throw]) -> dict[str, Tally]:
    kinds: dict[str, list[Throw]] = {}
    for throw in throws:
        kinds.setdefault(question_title(throw.kind), []).append(throw)
    return {kind: Tally.of(some) for kind, some in kinds.items()}


def tenths(value: Fraction | float) -> int:
    """The nearest tenths, exact halves away from zero: the one rounding of everything about luck."""
    whole = floor(abs(Fraction(value)) * 10 + Fraction(1, 2))
    return -whole if value < 0 else whole


def one_decimal(value: Fraction | float) -> str:
    """A number with one decimal, its minus a minus sign."""
    shown = tenths(value)
    return f"{'−' if shown < 0 else ''}{abs(shown) // 10}.{abs(shown) % 10}"


def more_words(luck: Fraction | float) -> str:
    """A difference with its sign and one decimal: `+2.7`."""
    told = one_decimal(luck)
    return told if told.startswith("−") else f"+{told}"


def percentile_words(tally: Tally) -> str:
    """How unusual that is, in a few words; that the rolls are too few to tell, where they are."""
    share = tally.percentile
    if share is None:
        return "too few rolls to tell"
    word, others = ("luckier", share) if 2 * share >= 1 else ("unluckier", 1 - share)
    return f"{word} than {min(99, round(100 * others))} % of games"
