"""What is known of a command: who gives it and to whom; and as bars what may come of it, for the unit that is aimed at, and for whom else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.tui.text import WITH_IDS, Line, Said, clean, filled, fit, line, rule, spread
from vedette.view.outlook import WORTH_TELLING, Chance, Outlook, likeliest, or_worse, percent
from vedette.view.signs import STANDING, TARGET
from vedette.view.vocabulary import Card

ARROW = " ──→ "

LEAST, TITLED = 2, 4  # rows without which the bars are not shown, and from which on they have a title

BAR = "▇"
BESIDE = 5
"""Cells between the title and what kind of numbers these are, which is not left out for a long name."""

LEAST_NAME = 8  # cells of a name that is cut, at least

OR_MORE, SUMMED = "or more", 50
"""The head of the column that adds up what is lost or more, and the cells from which on it is shown."""

SMALL, SMALL_IN_FEW_CELLS = Fraction(2, 100), Fraction(10, 100)
"""Neighbouring losses that are less likely than this share a row."""

OWN_RISK = "own risk "

SHORT = 44  # cells below which the foot spares words
LIKELY = 20  # what is less likely than one in so many is told only where there is room for all of it


class Parties(Struct, frozen=True):
    """The two units of a command that is aimed at somebody, the colours of the sides, and the weapon, where it is known."""

    by: Card
    target: Card
    roles: Mapping[str, str]
    weapon: str = ""

    def over(self, width: int) -> Sequence[Line]:
        """The row, and a free one below it; none in few columns, where the cards tell it."""
        if width < WITH_IDS:
            return ()
        room = width - len(ARROW) - 4
        names = cell_len(self.by.name), cell_len(self.target.name)
        room = max(room // 2, room - min(names))  # the longer name has what the shorter one leaves
        made: list[Said] = []
        for card, sign, under in (self.by, STANDING[self.by.standing], ""), (self.target, TARGET, " under"):
            role = f"{self.roles.get(card.side, '')} strong"
            made += [(f"{sign} ", role), (fit(clean(card.name), room), role + under), (ARROW, "strong")]
        weapon = f"  {clean(self.weapon)}", "dim"
        fits = line(*made[:-1], weapon).width <= width
        return spread(made[:-1], [weapon] if self.weapon and fits else [], width), Line()


class Foreseen(Struct, frozen=True):
    """What was known to come of a command whose dice are looked at: of whom, and what of it `came`, once that is known.

    `side` is the unit's; `told`: when it was known; `before`: what was expected before the dice, of odds that are known since.
    """

    outlook: Outlook
    name: str
    came: Chance | None = None
    side: str = ""
    told: str = "before the dice"
    before: str = ""


def outlook_lines(
    seen: Outlook, name: str, width: int, rows: int, heads: Sequence[Line] | None = None
) -> list[Line]:
    """Whether the command comes to nothing, then the bars in so many rows at most, the worst first; below them what else may come.

    Over them stands what is lost on average and the head of the column that adds up; `heads` take its place, of odds whose dice are
    thrown. Without a `name` the title says nothing of whose losses these are.
    """
    whole = not seen.losses
    if whole:  # then what else may come are the bars, and not all that may come
        seen = replace(seen, losses=seen.others, others=())
    if rows < LEAST or not (seen.losses or seen.fails):
        return []
    roomy = width >= WITH_IDS
    titled = rows >= TITLED and (roomy or heads is not None)
    fails = []
    for chance in seen.fails:  # what follows from it is told where there is room
        said, text = f"{percent(chance)} ", chance.text
        text = text if cell_len(said + text) <= width else text.partition(" and ")[0]
        shown = (said, "strong"), (fit(clean(text), width - cell_len(said)), chance.tone)
        fails.append(Line(filled(shown, width)))
    rows -= titled + len(fails)
    in_title = titled and heads is None and not seen.kind and bool(seen.losses)
    averaged = roomy and heads is None and not in_title
    if titled and heads:
        rows -= len(heads) - 1
    least = max(1, rows - len(seen.losses))
    foot = _foot(seen, width, least, averaged=averaged) if rows > LEAST or not seen.losses[1:] else []
    if len(foot) == least < rows - LEAST and not any(OWN_RISK in row.text for row in foot):
        more = _foot(seen, width, least + 1, averaged=averaged)  # the own risk is worth a row
        foot = more if OWN_RISK in more[-1].text else foot
    losses = likeliest(seen, rows - len(foot), None, small=SMALL if roomy else SMALL_IN_FEW_CELLS)
    sums = _sums(seen, losses) if (in_title or (titled and heads)) and width >= SUMMED else {}
    words = [chance.text for chance in losses]
    if not roomy:  # a loss without what is left; of one that has a word only that
        words = [(one.word if one.lost else "") or one.text.partition(",")[0] for one in losses]
    label = min(max(map(cell_len, words), default=0), width * 2 // 3 if whole else width // 2)
    number = max((len(percent(chance)) for chance in losses), default=0)
    column = len(OR_MORE) + 2 if sums else 0
    room = width - label - number - column - 2
    top = 1 if whole else max((chance.least for chance in losses), default=0) or 1
    bars = []
    for i, (chance, text) in enumerate(zip(losses, words, strict=True)):
        tone = chance.tone if chance.tone != "plain" else ""
        said = text if cell_len(text) <= label else chance.word or text.partition(",")[0]
        cells = max(round(room * chance.least / top), 1 if chance.least else 0)
        style = "bad strong" if tone == "bad" else tone or ("strong" if chance.least == top else "")
        left: list[Said] = [
            (_named(clean(said), label).ljust(label + 1), style),
            (BAR * cells, tone or ("" if chance.least == top else "dim")),
        ]
        summed: list[Said] = [(sums.get(i, "").rjust(column), "dim")] if column else []
        bars.append(spread(left, [(percent(chance), "strong"), *summed], width))
    over: list[Line] = []
    if heads is not None:
        over = [*heads] if titled else []
        over[-1:] = [spread(over[-1].pieces, [(OR_MORE, "dim")] if sums else [], width)] if over else []
    elif in_title and seen.expected >= WORTH_TELLING:
        mean = f"{seen.average} {lost_words(seen)}", "strong"
        right = line((" expected ", "dim"), mean, (f"   {OR_MORE}" if sums else "", "dim"))
        head = rule(_title(clean(name), width - right.width - 2), width - right.width)
        over = [line(*head.pieces, *right.pieces)]
    elif titled:
        told = seen.kind or (OR_MORE if sums else "")
        over = [rule(_title(clean(name), width - len(told) - BESIDE), width, told)]
    return [*over, *fails, *bars, *foot]


def _sums(seen: Outlook, losses: Sequence[Chance]) -> dict[int, str]:
    """How likely as much is lost as in each row or more."""
    worse, sums = or_worse(seen), dict[int, str]()
    for i, chance in enumerate(losses):
        share = worse.get((chance.word, chance.lost.start)) if chance.lost and not chance.token else None
        if share:
            sums[i] = percent(Chance("", share, share))
    return sums if len(sums) > 1 else {}


def lost_words(seen: Outlook) -> str:
    """What is lost on average, behind its number."""
    return f"{seen.measured} lost" if seen.measured else "lost"


def _title(name: str, width: int) -> str:
    """Whose losses these are; the name is cut, and left out where next to nothing of it would stay."""
    head = "Outcome for "
    room = width - len(head)
    return f"{head}{fit(name, room)}" if name and room >= min(LEAST_NAME, cell_len(name)) else "Outcome"


def _named(text: str, width: int) -> str:
    """`Ann: fallen`, in so many cells: the name of whom it comes to is cut first, as long as some of it stays."""
    name, colon, what = text.rpartition(": ")
    room = width - cell_len(colon + what)
    return fit(f"{fit(name, room)}{colon}{what}" if colon and room >= LEAST_NAME // 2 else text, width)


def _foot(seen: Outlook, width: int, rows: int, *, averaged: bool) -> list[Line]:
    """What else may come; what is lost on average; each whole, or not at all."""
    made: list[list[Said]] = []
    for part in _parts(seen, width, averaged=averaged):
        joined = [*made[-1], "   ", *part] if made else part
        if made and line(*joined).width <= width:
            made[-1] = joined
        elif len(made) < rows and (not made or line(*part).width <= width):
            made.append(part)
    return [Line(filled(row, width)) for row in made]


def _parts(seen: Outlook, width: int, *, averaged: bool) -> Iterator[list[Said]]:
    """What the foot tells, what matters most first."""
    likely = [chance for chance in seen.others if chance.most * LIKELY >= 1]
    risks = [f"{percent(chance)}: {chance.risk}" for chance in likely if chance.risk]
    while cell_len(" · ".join(risks)) + len(OWN_RISK) > width and risks[1:]:
        risks.pop()
    own: list[list[Said]] = [[(OWN_RISK, "dim"), (" · ".join(risks), "warn strong")]] if risks else []
    mean = f"{seen.average}{f' {lost_words(seen)}' if width >= SHORT else ''}"
    average: list[list[Said]] = [[("expected ", "dim"), (mean, "strong")]]
    average = average if averaged and seen.expected >= WORTH_TELLING else []
    yield from (*own, *average)
    others: list[list[Said]] = []
    for chance in likely:
        if not chance.risk:
            said = f"{percent(chance)} "
            others.append(
                [(said, "strong"), (_named(clean(chance.text), width - cell_len(said)), chance.tone)]
            )
    ifs: list[list[Said]] = [[(f"if {clean(choice)}", "dim")] for choice in seen.choices]
    spare: list[list[Said]] = [[(f"else {clean(seen.spread)}", "dim")]] if seen.spread else []
    yield from (*others[:1], *ifs[:1], *spare, *ifs[1:], *others[1:])
