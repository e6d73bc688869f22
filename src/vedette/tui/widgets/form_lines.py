"""A form as lines: one a field, the field at hand opened up, with a row for each of its choices, or several beside each other where rows are scarce."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from msgspec.structs import replace
from rich.cells import cell_len

from vedette.engine.figures import number
from vedette.engine.readings import READING
from vedette.kit.words import count
from vedette.tui import path_entry as paths
from vedette.tui.figures import tall
from vedette.tui.form_entry import FormEntry
from vedette.tui.text import (
    WITH_IDS,
    Line,
    Piece,
    Said,
    clean,
    fit,
    in_rows,
    line,
    pad,
    rows_of,
    rule,
    spread,
    whole,
    within,
    without_ids,
    wrap,
)
from vedette.tui.widgets.actions_panel import JUDGED
from vedette.view.form_draft import TARGET
from vedette.view.forms import does_words
from vedette.view.hexes import DIRECTIONS
from vedette.view.outlook import Worth
from vedette.view.signs import BEFORE, CARE, CHOSEN, IN, LEFT, LOST, OUT
from vedette.view.vocabulary import Choice, Field, Form, PlannedRoll

BULLET, HIDDEN = "•", "••••"  # what stands for a character of a secret, and for a whole one
LABEL = 14  # cells that the name of a field may take at least
NUMBER = 12  # cells that are left to a number, however long its name is
SEPARATOR = " · "  # between the parts of a hint, of which as many are told as there is room for
FOLDED = 3  # steps that the same sentence is against, from which on it is said once
STEP = 17  # the least cells for a step of a path, where three stand beside each other
KEY = 7  # cells for the key and the sign before a choice
CUT = 2  # cells that a name may lose to the columns behind it

NAME = 20
"""Cells that a name keeps beside a number with its word, if it is so long; where there are fewer the number stands alone."""

MOST = 3  # how many choices stand beside each other at the most

Rows = tuple[int, int, int]
"""The first and the last row of the field at hand, and the row of it that must be seen."""

Worths = Mapping[Any, Worth]
"""The numbers that stand beside the choices of a field, by their values."""


def body_lines(
    entry: FormEntry, width: int, worths: Mapping[Any, Worth] = {}, *, tight: bool = False, room: int = 0
) -> tuple[list[Line], Rows]:
    """The fields, and which rows belong to the one at hand; `tight` takes as few rows as will do.

    With a `room` fields of which nothing is said go behind `+` as well until the rest fits, the last ones first.
    """
    most = max(width // 3, LABEL)
    label = max((len(field.label) for field in entry.fields if len(field.label) <= most), default=0)
    made: dict[str, list[Line]] = {}
    group = ""
    for field in entry.fields:
        heads = [clean(field.group)] if field.group not in ("", group) else []
        group, at_hand = field.group, field.name == entry.focus
        made[field.name] = [line((f" {fit(head, width - 1)}", "dim")) for head in heads]
        made[field.name] += _field(entry, field, width, label, worths, at_hand=at_hand, tight=tight)
    folded = list(entry.folded)
    for field in reversed(entry.fields):
        is_usual = not field.required and field.name != entry.focus and field.name not in entry.draft
        if is_usual and 0 < room < sum(map(len, made.values())) + bool(folded):
            del made[field.name]
            folded.insert(0, field)
    body = [row for rows in made.values() for row in rows]
    at = (0, 0, 0)
    focus = next((field for field in entry.fields if field.name == entry.focus), None)
    if focus is not None:  # the choice that is taken, or that the cursor is on, must be seen
        start = sum(len(made[name]) for name in list(made)[: list(made).index(focus.name)])
        values = _chosen(focus)
        taken = (i for i, choice in enumerate(focus.choices) if choice.value in values)
        target = _target(focus, entry.member if focus.kind == "many" else next(taken, 0))
        own = made[focus.name]
        targets = ([piece.target for piece in row.pieces] for row in own)
        seen = next((i for i, row in enumerate(targets) if target in row), 0)
        at = (start, start + len(own) - 1, start + seen)
    if folded:
        names = [clean(field.label[:1].lower() + field.label[1:]) for field in folded]
        more = f" {'more':<{label}} "
        told = count(len(names), "field")
        for n in range(1, len(names) + 1):  # as many names as there is room for
            rest = [f"{len(names) - n} more"] if n < len(names) else []
            named = SEPARATOR.join((*names[:n], *rest))
            told = named if cell_len(named) <= width - len(more) - 3 else told
        body.append(line("  ", ("+", "key"), (more, "dim"), (told, "dim"), target="more"))
    return body, at


def foot_lines(
    form: Form, width: int, rows: int, drawn: Sequence[PlannedRoll], *, tight: bool = False
) -> list[Line]:
    """What the draft would cost and do, and which rule is against it: always in view; rolls that are `drawn` and sums stand elsewhere.

    The ids of the rules, and how they are usually read, are behind the key of the rules.

    Where there is no row for each, or it is to be `tight`, all stand in running text; a warning is never cut.
    """
    details = [one for one in form.lines if one not in drawn and one.kind != "sum" and one.label != READING]
    said = [(one.kind, without_ids(f"{clean(one.label)} {clean(one.text)}")) for one in details]
    told = [text for kind, text in said if kind != "warning"]
    warned = [f"{CARE} {text}" for kind, text in said if kind == "warning"]
    against = [row for text in warned for row in rows_of(text, width, "warn strong", 2)]
    begun = any(field.value not in (None, False, "", ()) for field in form.fields)
    if form.error and begun:
        against = rows_of(f"✘ {form.error}", width, "bad strong", 2)
    elif form.error:  # nothing is wrong yet
        against = rows_of(f" {form.error}", width, "warn", 1)
    elif form.refusal is not None:
        text = str(form.refusal) if width >= WITH_IDS else form.refusal.words
        wrapped = enumerate(wrap(f"✘ {clean(text)}", width, 2))
        against = [line((row, "bad" if i else "bad strong")) for i, row in wrapped]
    made = [line((" " + row, "")) for one in told for row in wrap(one, width - 1, 2)]
    room = max(0, rows - len(against))
    if (tight or len(made) > room) and told:
        while len(wrap(SEPARATOR.join(told), width - 1)) > room and told[1:]:
            told.pop()
        running = within(SEPARATOR.join(told), width - 1, room) if room else ()
        made = [line(" " + row) for row in running]
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
    made = [rule(JUDGED, width)]
    for detail in form.reminders:
        said = rows_of(detail.text, width, "dim", 2, " ")
        made += said if len(made) + len(said) <= rows else []
    return made if len(made) > 1 else []


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
    back = [Piece("Esc", "key", "close"), Piece(" back " if width >= WITH_IDS else " ", "dim", "close")]
    ground, close = "panel", back
    needed = f" Needed: {', '.join(map(clean, empty))}" if empty else ""
    said: list[Said] = [(fit(needed, width - line(*close).width - 1), "warn", "commit")]
    if half_typed:
        said, ground = [(f" {half_typed}", "warn")], "warn-ground"
    elif form.refusal is not None:
        allowed = form.refusal.overridable
        sign, does = ("!", "overrule it") if allowed else ("✘", "not possible")
        said = [(f" {sign}", "key"), (f" {does}", "bad")]
        ground = "bad-ground"
    elif form.ready and not form.error:
        words = does_words(form)
        lead: list[Said] = [("▸", "key"), ("Type the dice or ", "strong")] if at_dice else [" "]
        if at_dice and width < WITH_IDS:
            words = (form.title,)
            lead[1] = (f"Type {does_words(form)[-1].removeprefix('roll ')} or ", "strong")
        lead.append(("Enter", "key", "commit"))
        room = width - line(*lead).width - 2
        beside = (one for one in words[:-1] if cell_len(one) <= room - line(*close).width)
        does = next(beside, "") or next((one for one in words if cell_len(one) <= room), fit(words[-1], room))
        said = [*lead, (f"  {does}", "good strong", "commit")]
        told = f"   {clean(hope)}" if hope else ""
        left = width - line(*said).width
        said.append((whole(told, left) if cell_len(told.partition(SEPARATOR)[0]) <= left else "", "strong"))
        close = close if line(*said, *close).width < width else []
        ground = "good-ground"
    return spread(said, close, width, ground)


# --- a field


def _field(
    entry: FormEntry, field: Field, width: int, label: int, worths: Worths, *, at_hand: bool, tight: bool
) -> list[Line]:
    letter, named = entry.letters[field.name] or " ", clean(field.label)
    target, ground = f"field:{field.name}", "chosen" if at_hand else ""
    name = named.ljust(label)
    if field.kind in ("number", "numbers"):
        name = fit(named, width - NUMBER - 5).ljust(label)
    room = width - len(name) - 5
    mark, role = "▸" if at_hand else " ", "" if at_hand else "dim"
    head: list[Said] = [(f"{mark} ", "key"), (letter, "key"), (f" {name} ", role)]
    steers = paths.steers(field)
    steps = [*_rose(entry, field, width), *_tried(entry, width)] if at_hand and steers else []
    worded = field.kind in ("toggle", "choice", "many", "text") and not (at_hand and field.choices)
    value = cell_len(_shown(entry, field, at_hand).partition(": ")[0]) if worded else 0
    if worded and (len(named) > label or value > room):
        # more words than their column has room for: the value behind the name, else below
        said = wrap(named, width - 4)
        rows: list[list[Said]] = [["    ", (row, role)] for row in said]
        rows[0][0] = f"{mark} {letter} ", "key"
        left = width - len(said[-1]) - 5
        if value > width - 4:
            below = wrap(clean(_shown(entry, field, at_hand)), width - 4)
            rows += [["    ", (row, "strong")] for row in below]
            return [line(*row, ground=ground, target=target) for row in rows]
        if max(value, len("needed")) > left:
            rows.append(["   "])
            left = width - 4
        rows[-1] += [" ", *_value(entry, field, left, at_hand)]
        return [line(*row, ground=ground, target=target) for row in rows]
    if at_hand and field.kind in ("choice", "many") and field.choices and not steers:
        heads = _choice_heads(field, width, worths).strip() if field.heads else ""
        first = spread([*head, (clean(field.hint), "dim")], [(heads, "dim")], width, ground, target)
        return [first, *_choice_rows(entry, field, width, worths, tight=tight)]
    on_path = paths.walked(field) if field.kind == "path" else ()
    if len(paths.ARROW.join(on_path)) + len(field.hint) + 3 > room and field.kind == "path":
        hint = clean(field.hint)  # what it costs is told, and half of the allowance where there is room
        hint = hint if line(*head, hint).width <= width else hint.partition(", ")[0]
        hexes = line((f" {paths.path_written(on_path, width - 1)}", "strong"), target=target)
        first = line(*head, (hint, "strong"), ground=ground, target=target)
        return [first, *([hexes] if len(on_path) > 1 else []), *steps]
    return [line(*head, *_value(entry, field, room, at_hand), ground=ground, target=target), *steps]


def _rose(entry: FormEntry, field: Field, width: int) -> list[Line]:
    """The next steps, or facings, as their keys lie: three beside each other, where there is room; else what is against most is said once."""
    if not field.choices or field.kind == "hex":
        return []
    across = 3 if width >= 3 * STEP + 1 else 1
    ways = [way for row in paths.ROSE for way in row] if across == 3 else list(DIRECTIONS)
    against: dict[str, list[str]] = {}
    for way in ways if across == 1 else ():
        choice = paths.step_that_way(entry.form, field, way)
        if choice is not None and choice.why_not is not None:
            against.setdefault(choice.why_not.sentence, []).append(way)
    said, shut = max(against.items(), key=lambda one: len(one[1]), default=("", []))
    if len(shut) < FOLDED:
        shut = []
    cells = [_step(entry, field, way, (width - 1) // across) for way in ways if way not in shut]
    folded = f" ✘{' '.join(paths.KEYS[way] for way in shut)}  {said}"
    return [
        *(line(" ", *row.pieces) for row in in_rows(cells, across)),
        *(rows_of(folded, width, "dim", 4) if shut else []),
    ]


def _step(entry: FormEntry, field: Field, way: str, width: int) -> list[Said]:
    key, choice = paths.KEYS[way], paths.step_that_way(entry.form, field, way)
    if choice is None:
        return [(pad(f" {key} –", width), "dim")]
    target = _target(field, field.choices.index(choice))
    why, label = choice.why_not, clean(choice.label)
    sign = "✘" if why else CHOSEN if choice.value == field.value else " "
    if why and width > STEP:  # what it would cost matters to nobody
        hex, arrow, *_ = label.split(" ")
        label = f"{hex} {arrow} {clean(why.sentence).removeprefix(f'{hex} ')}"
    under = " strong" if choice == entry.tried else ""
    return [
        (sign, "dim" if why else "good strong", target),
        (f"{key} ", "dim" if why else "key", target),
        (pad(label, width - 4) + " ", "dim" + under if why else "", target),
    ]


def _tried(entry: FormEntry, width: int) -> list[Line]:
    if entry.no_step:
        return rows_of(f" ! {entry.no_step}", width, "warn", 3)
    if entry.tried is None or entry.tried.why_not is None:
        return []
    more = " ! steps there anyway." if entry.tried.why_not.overridable else ""
    return rows_of(f" ✘ {entry.tried.why_not}{more}", width, "bad", 3)


def _value(entry: FormEntry, field: Field, room: int, at_hand: bool) -> list[Said]:
    if field.kind == "path":
        hint = f" · {clean(field.hint)}" if field.hint else ""
        missing = "  needed" if field.required and field.value is None else ""
        written = paths.path_written(paths.walked(field), room - len(hint))
        return [(written, "strong"), hint, (missing, "warn")]
    text = _shown(entry, field, at_hand)
    does = ""
    columns = next((one.columns for one in field.choices if one.value == field.value), ())
    if field.kind == "choice" and columns and cell_len(text) > room:
        text = columns[0]
    if field.kind == "choice" and ": " in text and "(" not in text.partition(":")[0]:
        text, _, does = text.partition(": ")  # what a weapon does yields to its name
    unit = field.suffix if text else ""
    before = bool(text) and entry.remembered(field)
    sign = BEFORE if before else ""
    typed = at_hand and field.kind in ("number", "numbers", "text", "hex")
    wanted = ""
    if field.required and not text:
        wanted = (field.unit or "type it") if at_hand else "needed"
        if field.kind == "choice" and not field.choices:
            wanted = field.none.sentence if field.none else "none available"
        elif field.kind == "toggle" and at_hand:
            wanted = "y yes · n no"
    said: list[Said] = [
        (sign + fit(clean(text), room - len(unit + sign)), "dim" if before else "strong"),
        (unit, "strong"),
        ("▏" if typed else "", "key"),
        (wanted, "warn"),
    ]
    left, hint = room - len(sign + text + unit + wanted) - typed, clean(field.hint or does)
    if field.kind == "choice" and field.name == TARGET and text and field.choices[1:] and not hint:
        place = next((i for i, one in enumerate(field.choices, 1) if one.value == field.value), 0)
        hint = f"{place} of {len(field.choices)}"
    hint = "as before" if before else hint
    hint = whole(hint, max(left - 2, len(hint.partition(SEPARATOR)[0])))
    if hint and not (text and field.kind == "text") and cell_len(hint) + 2 <= left:
        gap = "  " if text or wanted or at_hand else ""  # alone it begins where values do
        said.append((gap + hint, "dim"))
    return said


def _shown(entry: FormEntry, field: Field, at_hand: bool) -> str:
    """The value as text; of a secret that there is something, and while it is typed how much."""
    value = field.value
    if at_hand and entry.buffer is not None:
        return BULLET * len(entry.buffer) if field.secret else entry.buffer
    if value is None and (field.secret or field.kind not in ("toggle", "many")):
        return ""
    if field.secret:
        return HIDDEN
    if field.kind == "toggle" and field.required:
        return {True: "yes", False: "no", None: ""}[value]
    if field.kind == "toggle":
        return f"{IN} yes" if value else f"{OUT} no"
    if field.kind in ("choice", "many"):
        values = _chosen(field)
        labels = [choice.label for choice in field.choices if choice.value in values]
        return ", ".join(labels) or ("none" if field.kind == "many" else "")
    if isinstance(value, (list, tuple)):
        return " ".join(number(one) for one in value)
    return number(value) if isinstance(value, (int, float)) else str(value)


# --- the choices of a field


def _chosen(field: Field) -> list[Any]:
    if field.kind == "many":
        return list(field.value or ())
    return [] if field.value is None else [field.value]


def _target(field: Field, index: int) -> str:
    return f"choice:{field.name}:{index}"


def _choice_rows(entry: FormEntry, field: Field, width: int, worths: Worths, *, tight: bool) -> list[Line]:
    """All choices with their keys; `tight` puts those that are possible beside each other, and cuts the other ones."""
    made: list[Line] = []
    worths = _with_room(field, width, worths)
    for possible, run in groupby(enumerate(field.choices), key=lambda pair: pair[1].why_not is None):
        places = [i for i, _ in run]
        if tight and possible:
            choices = [field.choices[i] for i in places]
            longest = max(len(clean(choice.label)) for choice in choices) + KEY + 1
            across = max(1, min(MOST, (width - _column(worths)) // longest))
            across = 1 if any(choice.columns for choice in choices) else across
            made += in_rows([_choice(entry, field, i, width // across, worths) for i in places], across)
        else:
            made += [row for i in places for row in _with_reason(entry, field, i, width, worths, tight=tight)]
    return made


def _with_room(field: Field, width: int, worths: Worths) -> Worths:
    """The numbers, without their words where these would cut the names or take the place of a column."""
    columns = [choice.columns or (choice.label,) for choice in field.choices]
    longest, *sizes = (max(map(len, column)) for column in zip_longest(*columns, fillvalue=""))
    last = sizes[-1] + 1 if sizes else 0
    if KEY + min(longest, NAME) + sum(sizes) + len(sizes) + _column(worths) <= width + CUT:
        return worths
    words = {value: one.text.removeprefix(one.brief).strip() for value, one in worths.items()}
    brief = {value: replace(one, text=one.brief, word=words[value]) for value, one in worths.items()}
    return {} if last and KEY + min(longest, NAME) + last + _column(brief) > width else brief


def _column(worths: Worths) -> int:
    return max((len(one.text) + 2 for one in worths.values()), default=0)


def _choice(entry: FormEntry, field: Field, index: int, width: int, worths: Worths) -> list[Piece]:
    """One choice in so many cells: its key, a sign where it is taken, its label, its number."""
    choice = field.choices[index]
    is_many = field.kind == "many"
    is_in = not field.secret and choice.value in _chosen(field)
    before = not is_many and entry.remembered(field)
    sign = (IN if is_in else OUT) if is_many else (BEFORE if before else CHOSEN) if is_in else " "
    under = "under" if is_many and index == entry.member else ""
    role = "dim" if choice.why_not else "strong" if is_in and not before else under
    target = _target(field, index)
    plain = field.kind == "choice" and isinstance(choice.value, str | int)  # of others there is no number
    own = worths.get(choice.value) if plain and choice.why_not is None else None
    figure = (clean(own.text) if own else "").rjust(_column(worths))
    tail = _tail(field, choice.columns, width - KEY - len(figure))
    named = choice.columns[0] if choice.columns else choice.label
    label = fit(clean(named), width - KEY - len(tail) - len(figure))
    return [
        Piece(f"   {entry.keys_of(field)[index] or ' '} ", "dim" if choice.why_not else "key", target),
        Piece(f"{sign} ", "dim" if before else "good strong", target),
        Piece(label, role, target),
        Piece(pad("", width - KEY - len(label) - len(tail) - len(figure)), "", target),
        *([Piece(tail, role, target)] if tail else []),
        *([Piece(figure, "strong", target)] if figure else []),
    ]


def _choice_heads(field: Field, width: int, worths: Worths) -> str:
    """What stands over the columns of the choices, and over the numbers beside them where these stand without their word."""
    worths = _with_room(field, width, worths)
    column = _column(worths)
    words = {one.word.partition(" ")[0] for one in worths.values()} - {""}
    word = words.pop() if len(words) == 1 else ""
    tail = _tail(field, ("", *field.heads), width - KEY - column)
    return tail + (word if len(word) < column else "").rjust(column)


def _tail(field: Field, columns: tuple[str, ...], room: int) -> str:
    """The columns behind the name, each as wide as it is in the longest row; the first go where names would be cut."""
    rows = [other.columns for other in field.choices if other.columns]
    if any(len(row) > 1 for row in rows):
        rows.append(("", *field.heads))
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    cells = list(zip(columns[1:], widths[1:], strict=False))
    names, *sizes = widths or [0]
    while len(cells) > 1 and min(names, NAME) + sum(sizes[-len(cells) :]) + len(cells) > room:
        cells = cells[1:]
    gap = "  " if names + sum(sizes) + 2 * len(sizes) <= room else " "
    return "".join(f"{gap}{clean(cell):>{width}}" for cell, width in cells)


CROSS = 2
"""Cells of the sign behind a choice that is not possible."""


def _with_reason(
    entry: FormEntry, field: Field, index: int, width: int, worths: Worths, *, tight: bool
) -> list[Line]:
    """A choice, and the rule against it: behind it where that fits, else below; where rows are scarce a sign or its columns tell enough, and choosing it says why."""
    choice: Choice = field.choices[index]
    why, target = choice.why_not, _target(field, index)
    shown = _choice(entry, field, index, width, worths)
    if why is None:
        label = () if choice.columns else wrap(clean(choice.label), width - KEY - _column(worths))
        if len(label) > 1:
            first = replace(shown[2], text=label[0].ljust(cell_len(shown[2].text)))
            shown = [*shown[:2], first, *shown[3:]]
        below = [(row, shown[2].role) for row in label[1:]]
        if choice.note and not tight and width >= WITH_IDS:
            below += [(row, "dim") for row in wrap(clean(choice.note), width - KEY)]
        rows = (line((" " * KEY + row, role), target=target) for row, role in below)
        return [line(*shown, target=target), *rows]
    if choice.value in _chosen(field) and entry.form.refusal == why:  # which the foot of the form tells
        return [line(*shown, target=target)]
    *pieces, room = shown
    said = clean(f"{why.rule} {why.sentence}" if width >= WITH_IDS else why.sentence)
    fits = len(said) + 2 <= len(room.text)
    if tight and not fits and len(choice.columns) < 2 and len(room.text) < CROSS:
        pieces[2] = replace(pieces[2], text=fit(pieces[2].text, cell_len(pieces[2].text) - CROSS))
        room = replace(room, text=" " * CROSS)
    if tight or fits:
        cross = "✘".rjust(len(room.text)) if len(choice.columns) < 2 else room.text
        shown_why = fit(f"  {said}", len(room.text)) if fits else cross
        return [line(*pieces, (shown_why, "bad", target), target=target)]
    below_it = (line((" " * KEY + row, "bad"), target=target) for row in wrap(said, width - KEY))
    return [line(*pieces, target=target), *below_it]
