"""What a form tells beside its fields: a roll before it is made, and how a rule is read."""

from __future__ import annotations

from vedette.engine.dice import Count, Remark
from vedette.kit.words import modifier_words
from vedette.view.vocabulary import Detail


def reading_line(remark: Remark) -> Detail:
    """How the table reads a rule that matters here."""
    return Detail(remark.name, f"{remark.text} ({', '.join(remark.rules)})")


def pool_words(pool: Count) -> str:
    """Dice, what each must show, and why."""
    parts = [modifier_words(modifier) for modifier in pool.modifiers] + [
        _remark_words(remark) for remark in pool.remarks
    ]
    return f"{pool.dice} D{pool.sides}, {pool.target}+ hits" + "".join(f"; {part}" for part in parts)


def _remark_words(remark: Remark) -> str:
    rules = f" ({', '.join(remark.rules)})" if remark.rules else ""
    return f"{remark.name}: {remark.text}{rules}"
