"""A unit's card as lines: two where space is short, up to five where there is room."""

from __future__ import annotations

from vedette.tui.text import Line, Piece, clean, fit, line
from vedette.view.vocabulary import Badge, Card, Pip, Token

STANDING = {"active": "►", "ready": "◆", "done": "✓", "away": "◌", "gone": "✗"}
STANDING_WORDS = {
    "active": "acting now",
    "ready": "still to act",
    "done": "is done",
    "away": "off the table",
    "gone": "out of it",
}
TONES = {"plain": "", "dim": "dim", "good": "good", "warn": "warn", "bad": "bad"}

SHORTEST, LONGEST = 2, 9

ROOMY = 5
"""Cards of more rows than this show weapons as well, and stand apart."""
BAR = 10
"""Cells of a lone model's bar, at most; who has more hit points has them share the cells."""
STATS_ROWS = 2
"""Rows that the attributes of a narrow card may take."""
ABBREVIATION = 2
"""Letters of an attribute that is abbreviated already."""
COUNTED = 5
"""A token with a higher limit than this shows a number instead of signs."""


def card_lines(card: Card, width: int, rows: int, chosen: bool, role: str) -> list[Line]:
    """The card in that many rows; `role` is the side's colour."""
    ground = "chosen" if chosen else ""
    faded = "dim" if card.standing in ("gone", "done") else ""
    lines = [_head(card, width, chosen, role)]
    if rows == SHORTEST:
        lines.append(_packed(card, width, ground, faded))
    else:
        lines.append(_models(card, width, ground))
        lines.extend(_rest(card, width, rows - 2, ground))
    if rows > ROOMY:
        lines.extend(_details(card, width, rows - len(lines) - 1, ground))
    filled = rows if rows < ROOMY else rows - 1
    lines += [Line(ground=ground)] * (filled - len(lines))
    return [*lines, *[Line()] * (rows - len(lines))][:rows]


def _details(card: Card, width: int, rows: int, ground: str) -> list[Line]:
    """Weapons and special rules, one in a row, cut where the row ends."""
    made = []
    for detail in card.details[: max(0, rows)]:
        struck = "dim struck" if detail.struck else "dim"
        made.append(_fit(width, ground, Piece(f"  {detail.label} ", struck), Piece(detail.text, struck)))
    return made


def _head(card: Card, width: int, chosen: bool, role: str) -> Line:
    total = f"{card.value}/{card.full}" if card.full else ""
    name = fit(clean(card.name), width - len(total) - 3)
    gap = " " * max(1, width - len(total) - 2 - Line((Piece(name),)).width)
    strong = "strong" if card.standing in ("active", "ready") else ""
    style = {"gone": "dim struck", "done": "dim"}.get(card.standing, strong)
    sign = Piece(f"{STANDING[card.standing]} ", f"{role} strong" if strong else "dim")
    ground = f"{role}-block" if chosen else ""
    if chosen:
        return line(sign.text, (name, "struck" if card.standing == "gone" else ""), gap, total, ground=ground)
    coloured = f"{role} {style}" if strong else style
    return line(sign, (name, coloured), gap, (total, "dim" if style.startswith("dim") else "strong"))


def _packed(card: Card, width: int, ground: str, faded: str) -> Line:
    """Pips, tokens and as much of the badges as fits, in one row."""
    pieces = [*_indent(_pips(card)), *_tokens(card, named=width >= 34)]
    left = width - sum(len(piece.text) for piece in pieces)
    for badge in card.badges:
        if left < 4:
            break
        text = " " + fit(clean(badge.text), left - 1)
        pieces.append(Piece(text, TONES[badge.tone] or faded))
        left -= len(text)
    return _fit(width, ground, *pieces)


def _models(card: Card, width: int, ground: str) -> Line:
    """Pips and tokens, with the tokens' names and effects where they fit."""
    pips = _indent(_pips(card))
    for named, told in ((True, True), (True, False)):
        row = Line((*pips, *_tokens(card, named=named, told=told)), ground)
        if row.width <= width:
            return row
    return _fit(width, ground, *pips, *_tokens(card, named=False))


def _rest(card: Card, width: int, rows: int, ground: str) -> list[Line]:
    """Stats and badges in full, as far as the rows go."""
    lines = _badges(card.badges, width, ground)
    if card.stats and (rows > 1 or not lines):
        stats = _stats(card, width - 2)
        shown = stats if len(stats) + len(lines) <= rows else stats[:1]
        lines[:0] = [_fit(width, ground, Piece("  " + row, "dim")) for row in shown]
    return lines[:rows]


def _stats(card: Card, width: int) -> list[str]:
    """The attributes, in short where their names don't fit; what is left over in a second row."""
    long = "  ".join(f"{name} {value}" for name, value in card.stats)
    if len(long) <= width:
        return [long]
    names = [name for name, _ in card.stats]
    rows = [""]
    for name, value in card.stats:
        word = _short(name, names) + value
        if rows[-1] and len(rows) < STATS_ROWS and len(rows[-1]) + 1 + len(word) > width:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    return rows


def _short(name: str, names: list[str]) -> str:
    """An initial; an abbreviation of two letters stays whole where others begin like it."""
    alike = sum(other[:1] == name[:1] for other in names) > 1
    return name if alike and len(name) <= ABBREVIATION else name[:1]


def _badges(badges: tuple[Badge, ...], width: int, ground: str) -> list[Line]:
    if not badges:
        return []
    rows: list[list[Piece]] = [[]]
    used = 0
    for badge in badges:
        text = fit(clean(badge.text), width - 2)
        if used and used + len(text) + 3 > width:
            rows.append([])
            used = 0
        rows[-1].append(Piece(("  " if not used else " · ") + text, TONES[badge.tone]))
        used += len(text) + (2 if not used else 3)
    return [Line(tuple(row), ground) for row in rows]


def _pips(card: Card) -> list[Piece]:
    """Full, damaged (the hit points left) and lost models; the leader in brackets."""
    if len(card.pips) == 1 and card.pips[0].full > 1:
        pip = card.pips[0]
        cells = min(pip.full, BAR)
        left = -(-max(0, pip.value) * cells // pip.full)
        return [Piece("▰" * left), Piece("▱" * (cells - left), "dim")]
    return [_pip(pip) for pip in card.pips]


def _pip(pip: Pip) -> Piece:
    if pip.value <= 0:
        sign, role = "·", "dim"
    elif pip.value >= pip.full:
        sign, role = "●", ""
    else:
        sign, role = str(pip.value), "warn strong"
    return Piece(f"({sign})" if pip.leader else sign, role)


def _tokens(card: Card, *, named: bool, told: bool = True) -> list[Piece]:
    """Counters that lie beside the unit; what they cost where there is room for words."""
    pieces: list[Piece] = []
    several = len([token for token in card.tokens if token.count]) > 1
    for token in card.tokens:
        if token.count:
            label = f"{token.name} " if named else token.name[:1] if several else ""
            pieces.append(Piece(f"  {label}{_count(token)}" if named else f" {label}{_count(token)}", "warn"))
            if named and told and token.effect:
                pieces.append(Piece(f" {token.effect}", "dim"))
    return pieces


def _count(token: Token) -> str:
    if token.limit > COUNTED or token.count > token.limit:
        return f"▲{token.count}"
    return "▲" * token.count + "△" * (token.limit - token.count)


def _indent(pieces: list[Piece]) -> list[Piece]:
    return [Piece("  "), *pieces] if pieces else [Piece(" ")]


def _fit(width: int, ground: str, *pieces: Piece) -> Line:
    """The pieces in one row, the last that doesn't fit cut short."""
    kept: list[Piece] = []
    left = width
    for piece in pieces:
        text = fit(clean(piece.text), left)
        if text:
            kept.append(Piece(text, piece.role))
            left -= Line((kept[-1],)).width
    return Line(tuple(kept), ground)
