"""A form as lines: one a field, the field at hand opened up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len

from vedette.engine.figures import number
from vedette.tui.figures import tall
from vedette.tui.form_entry import FormEntry
from vedette.tui.path_entry import ARROW, KEYS, ROSE, path_written, steers, step_that_way, walked
from vedette.tui.text import (
    WITH_IDS,
    Line,
    Piece,
    clean,
    ends,
    fit,
    line,
    pad,
    rule,
    whole,
    without_ids,
    wrap,
)
from vedette.tui.widgets.actions_panel import JUDGED
from vedette.tui.widgets.choice_rows import choice_heads, choice_rows, chosen, row_at_hand
from vedette.view.hexes import DIRECTIONS
from vedette.view.outlook import Worth
from vedette.view.signs import BEFORE, CARE, CHOSEN, IN, LEFT, LOST, OUT
from vedette.view.vocabulary import Field, Form, PlannedRoll

BULLET, HIDDEN = "•", "••••"
"""What stands for a character of a secret, and for a whole one."""

MOST_ROLLS = 2
"""Rolls that are drawn with their parts and their number; further ones are told in lines."""

LABEL = 14
"""Cells that the name of a field may take at least."""

NUMBER = 12
"""Cells that are left to a number, however long its name is."""

HINT = 12
"""Cells that a hint has at least, if it is so long; where there are fewer it is left out."""

STEP = 17
"""The least cells for a step of a path, where three stand beside each other."""


Rows = tuple[int, int, int]
"""The first and the last row of the field at hand, and the row of it that must be seen."""


def body_lines(
    entry: FormEntry, width: int, worths: Mapping[Any, Worth] = {}, *, tight: bool = False
) -> tuple[list[Line], Rows]:
    """The fields, and which rows belong to the one at hand; `tight` takes as few rows as will do.

    `worths` are the numbers that stand beside its choices.
    """
    made: list[Line] = []
    rows = (0, 0, 0)
    label = min(max([len(field.label) for field in entry.fields], default=0), max(width // 3, LABEL))
    group = ""
    for field in entry.fields:
        if field.group not in ("", group):
            made.append(line((f" {fit(clean(field.group), width - 1)}", "dim")))
        group = field.group
        start = len(made)
        at_hand = field.name == entry.focus
        made.extend(_field(entry, field, width, label, worths, at_hand=at_hand, tight=tight))
        if at_hand:
            rows = (start, len(made) - 1, start + row_at_hand(entry, field, made[start:]))
    if entry.folded:
        names = ", ".join(clean(field.label).lower() for field in entry.folded)
        made.append(line((" + ", "key"), (fit(f"more: {names}", width - 3), "dim"), target="more"))
    return made, rows


def foot_lines(form: Form, width: int, rows: int, drawn: int, *, tight: bool = False) -> list[Line]:
    """What the draft would cost and do, and which rule is against it: always in view; so many rolls are drawn elsewhere.

    Where there is no row for each, or it is to be `tight`, all stand in running text; a warning is never cut.
    """
    planned = [detail for detail in form.lines if isinstance(detail, PlannedRoll)][:drawn]
    told = [
        f"{clean(one.label)} {clean(one.text)}"
        for one in form.lines
        if one not in planned and one.kind != "warning"
    ]
    said = told if width >= WITH_IDS else [without_ids(one) for one in told]
    against = [
        line((row, "warn strong"))
        for one in form.lines
        if one.kind == "warning"
        for row in wrap(f"{CARE} {clean(one.label)} {clean(one.text)}", width, 2)
    ]
    if form.error:
        against = [line((row, "bad strong")) for row in wrap("✘ " + clean(form.error), width, 2)]
    elif form.refusal is not None:
        against = refusal_lines(str(form.refusal) if width >= WITH_IDS else form.refusal.words, width)
    made = [
        line((" " + row, "strong" if i == 0 else ""))
        for one in said
        for i, row in enumerate(wrap(one, width - 1, 2))
    ]
    room = max(0, rows - len(against))
    if (tight or len(made) > room) and said:
        running = [*wrap(" · ".join(said), width - 1)]
        if len(running) > room:
            running = [*running[: room - 1], fit(" ".join(running[room - 1 :]), width - 1)] if room else []
        made = [line((" " + row, "strong")) for row in running]
    return [*made, *against][-max(rows, len(against)) :]


def gauge_lines(form: Form, width: int) -> list[Line]:
    """What the draft spends in a tall figure, and as a bar with a mark up to which it costs nothing besides."""
    gauge = next((field.gauge for field in form.fields if field.gauge), None)
    if gauge is None or gauge.most <= 0:
        return []
    role = "good" if gauge.spent <= gauge.mark else "warn"
    words = ("", "", f" of {gauge.most} {clean(gauge.unit)}, half {gauge.mark}")
    rows = zip(tall(str(gauge.spent)), words, strict=True)
    figure = [line((f" {row}", f"{role} strong"), (said, "dim")) for row, said in rows]
    room = width - 2
    spent, mark = (min(room, room * part // gauge.most) for part in (gauge.spent, gauge.mark))
    bar = f"{LEFT * spent}{LOST * (room - spent)}"
    return [*figure, line((f" {bar[:mark]}", role), ("┃", "strong"), (bar[mark + 1 :], role))]


def reminder_lines(form: Form, width: int, rows: int) -> list[Line]:
    """Rules that only eyes at the table can judge, where there is room for them."""
    made = [rule(JUDGED, width)]
    for detail in form.reminders:
        said = [line((f" {row}", "dim")) for row in wrap(clean(detail.text), width - 1, 2)]
        made += said if len(made) + len(said) <= rows else []
    return made if len(made) > 1 else []


def refusal_lines(text: str, width: int) -> list[Line]:
    return [
        line((row, "bad strong" if i == 0 else "bad"))
        for i, row in enumerate(wrap("✘ " + clean(text), width, 2))
    ]


def closing_line(
    form: Form,
    half_typed: str,
    width: int,
    hope: str = "",
    empty: Sequence[str] = (),
    *,
    at_dice: bool = False,
) -> Line:
    """What Enter does now, on a ground that says whether it may; `half_typed` is why it does nothing, `empty` names what is still to be said.

    With `at_dice` the cursor stands here, and a face gives the command as well. `hope` is what may come of it in a few words, where that has no room of its own; `Esc` yields to it, the footer has it.
    """
    ground, close = "panel", [Piece("Esc", "key", "close"), Piece(" back ", "dim", "close")]
    needed = f" Needed: {', '.join(map(clean, empty))}" if empty else ""
    said = [Piece(fit(needed, width - Line((*close,)).width - 1), "warn", "commit")]
    if half_typed:
        said, ground = [Piece(f" {half_typed}", "warn")], "warn-ground"
    elif form.refusal is not None:
        allowed = form.refusal.overridable
        said = [
            Piece(" !" if allowed else " ✘", "key"),
            Piece(" overrule it" if allowed else " not possible", "bad"),
        ]
        ground = "bad-ground"
    elif form.ready and not form.error:
        first = [Piece("▸", "key"), Piece("Type the dice or ", "strong")] if at_dice else [Piece(" ")]
        said = [
            *first,
            Piece("Enter", "key", "commit"),
            Piece(f" ✔ {clean(form.title)}", "good strong", "commit"),
        ]
        told = f"   {clean(hope)}" if hope else ""
        if Line((*said, Piece(told.partition(" · ")[0]))).width > width:  # what it is stands above
            said[-1], told = Piece(" ✔", "good strong", "commit"), told[2:]
        said.append(Piece(whole(told, width - Line((*said,)).width), "strong"))
        close = close if Line((*said, *close)).width < width else []
        ground = "good-ground"
    return Line(ends(said, close, width, ground))


def _field(
    entry: FormEntry,
    field: Field,
    width: int,
    label: int,
    worths: Mapping[Any, Worth],
    *,
    at_hand: bool,
    tight: bool,
) -> list[Line]:
    letter = entry.letters[field.name] or " "
    if field.kind in ("number", "numbers"):
        label = max(label, min(len(clean(field.label)), width - NUMBER - 4))
    name = fit(clean(field.label), label).ljust(label)
    ground = "chosen" if at_hand else ""
    head = [
        Piece("▸" if at_hand else " ", "key"),
        Piece(letter, "key"),
        Piece(f" {name} ", "strong" if at_hand else ""),
    ]
    room = width - label - 4
    cut = len(name) < len(clean(field.label))
    if field.kind == "toggle" and cut and (field.required or not tight):
        return _question(entry, field, ground, width, at_hand=at_hand)
    if at_hand and field.kind in ("choice", "many") and field.choices and not steers(field):
        rows = choice_rows(entry, field, width, worths, tight=tight)
        heads = choice_heads(field, width, worths).strip() if field.heads else ""
        head[-1] = Piece(f" {clean(field.label):<{label}} ", "strong")  # beside it is room for all of it
        named = ends([*head, Piece(clean(field.hint), "dim")], [Piece(heads, "dim")], width, ground)
        return [Line(named, ground, f"field:{field.name}"), *rows]
    if field.kind == "path" and len(ARROW.join(walked(field))) + len(field.hint) + 3 > room:
        return _long_path(entry, field, head, ground, width, at_hand=at_hand)
    value = _value(entry, field, room, at_hand)
    row = Line((*head, *value), ground, f"field:{field.name}")
    steps = [*_rose(entry, field, width), *_tried(entry, width)] if at_hand and steers(field) else []
    return [row, *steps]


def _long_path(
    entry: FormEntry, field: Field, head: list[Piece], ground: str, width: int, *, at_hand: bool
) -> list[Line]:
    """A path that has no room beside its name: how far it goes, and its hexes below."""
    hint = clean(field.hint)
    if (
        Line((*head, Piece(hint))).width > width
    ):  # what it costs is told, and half of the allowance where there is room
        hint = hint.partition(", ")[0]
    first = Line((*head, Piece(hint, "strong")), ground, f"field:{field.name}")
    on_path = walked(field)
    hexes = line((f" {path_written(on_path, width - 1)}", "strong"), target=f"field:{field.name}")
    steps = [*_rose(entry, field, width), *_tried(entry, width)] if at_hand else []
    return [first, *([hexes] if len(on_path) > 1 else []), *steps]


def _question(entry: FormEntry, field: Field, ground: str, width: int, *, at_hand: bool) -> list[Line]:
    """Yes or no to more words than the column of names has room for: the answer behind them, else below."""
    target, role = f"field:{field.name}", "strong" if at_hand else ""
    said = wrap(clean(field.label), width - 3)
    rows = [[Piece("   "), Piece(row, role)] for row in said]
    rows[0][0] = Piece(f"{'▸' if at_hand else ' '}{entry.letters[field.name] or ' '} ", "key")
    answer = _value(entry, field, width - 3, at_hand)
    if len(said[-1]) + 5 + sum(len(piece.text) for piece in answer) > width:
        rows.append([Piece("  ")])
    rows[-1] += [Piece(" "), *answer]
    return [Line(tuple(row), ground, target) for row in rows]


def _rose(entry: FormEntry, field: Field, width: int) -> list[Line]:
    """The next steps, or facings, as their keys lie: three beside each other, where there is room."""
    if not field.choices or field.kind == "hex":
        return []
    across = 3 if width >= 3 * STEP + 1 else 1
    ways = [way for row in ROSE for way in row] if across == 3 else list(DIRECTIONS)
    cells = [_step(entry, field, way, (width - 1) // across) for way in ways]
    return [
        Line((Piece(" "), *(piece for cell in cells[i : i + across] for piece in cell)))
        for i in range(0, len(cells), across)
    ]


def _step(entry: FormEntry, field: Field, way: str, width: int) -> list[Piece]:
    """One step: its key and what it costs; a rule against it greys it."""
    choice = step_that_way(entry.form, field, way)
    if choice is None:
        return [Piece(pad(f" {KEYS[way]} –", width), "dim")]
    target = f"choice:{field.name}:{field.choices.index(choice)}"
    why = choice.why_not
    sign = "✘" if why else CHOSEN if choice.value == field.value else " "
    label = clean(choice.label)
    if why and width > STEP:  # what it would cost matters to nobody
        label = f"{' '.join(label.split(' ')[:2])} {clean(why.sentence)}"
    under = " strong" if choice == entry.tried else ""
    return [
        Piece(sign, "dim" if why else "good strong", target),
        Piece(f"{KEYS[way]} ", "dim" if why else "key", target),
        Piece(pad(label, width - 4) + " ", "dim" + under if why else "", target),
    ]


def _tried(entry: FormEntry, width: int) -> list[Line]:
    if entry.no_step:
        return [line((row, "warn")) for row in wrap(" ! " + entry.no_step, width, 3)]
    if entry.tried is None or entry.tried.why_not is None:
        return []
    more = "" if not entry.tried.why_not.overridable else " ! steps there anyway."
    return [line((row, "bad")) for row in wrap(f" ✘ {clean(str(entry.tried.why_not))}{more}", width, 3)]


def _value(entry: FormEntry, field: Field, room: int, at_hand: bool) -> list[Piece]:
    if field.kind == "path":
        return _path(entry, field, room)
    text = _shown(entry, field, at_hand)
    if field.kind == "choice" and cell_len(text) > room:
        name = text.partition(":")[0]
        text = text if "(" in name else name  # what a weapon does yields to its name
    unit = field.suffix if text else ""
    before = bool(text) and entry.remembered(field)
    sign = BEFORE if before else ""
    said = [
        Piece(sign + fit(clean(text), room - len(unit + sign)), "dim" if before else "strong"),
        Piece(unit),
    ]
    if at_hand and field.kind in ("number", "numbers", "text", "hex"):
        said.insert(1, Piece("▏", "key"))
    wanted = _wanted(field, at_hand) if field.required and not text else ""
    said.append(Piece(wanted, "warn"))
    left = room - len(sign + text + unit + wanted) - 2
    if before and left > 9:
        said.append(Piece("  as before", "dim"))
    elif (
        field.hint
        and not (text and field.kind == "text")
        and left - 2 >= min(HINT, cell_len(clean(field.hint)))
    ):
        gap = "  " if text or wanted or at_hand else ""  # alone it begins where values do
        said.append(Piece(gap + fit(clean(field.hint), left - 2), "dim"))
    return said


def _path(entry: FormEntry, field: Field, room: int) -> list[Piece]:
    hint = f" · {clean(field.hint)}" if field.hint else ""
    said = [Piece(path_written(walked(field), room - len(hint)), "strong"), Piece(hint)]
    if field.required and field.value is None:
        said.append(Piece("  needed", "warn"))
    return said


def _wanted(field: Field, at_hand: bool) -> str:
    if field.kind == "choice" and not field.choices:
        return field.none.sentence if field.none else "none available"
    if field.kind == "toggle" and at_hand:
        return "y yes · n no"
    return field.unit or "type it" if at_hand else "needed"


def _shown(entry: FormEntry, field: Field, at_hand: bool) -> str:
    if field.secret:
        return _bullets(entry, field, at_hand)
    if at_hand and entry.buffer is not None:
        return entry.buffer
    if field.kind == "toggle" and field.required:
        return {True: "yes", False: "no", None: ""}[field.value]
    if field.kind == "toggle":
        return f"{IN} yes" if field.value else f"{OUT} no"
    if field.kind in ("choice", "many"):
        values = chosen(field)
        labels = [choice.label for choice in field.choices if choice.value in values]
        return ", ".join(labels) or ("none" if field.kind == "many" else "")
    if isinstance(field.value, (list, tuple)):
        return " ".join(number(one) for one in field.value)
    if isinstance(field.value, (int, float)):
        return number(field.value)
    return "" if field.value is None else str(field.value)


def _bullets(entry: FormEntry, field: Field, at_hand: bool) -> str:
    """A secret: that there is something, and while it is typed how much."""
    if at_hand and entry.buffer is not None:
        return BULLET * len(entry.buffer)
    return "" if field.value is None else HIDDEN
