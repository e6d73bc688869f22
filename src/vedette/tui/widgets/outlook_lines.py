"""What is known of a command: who gives it and to whom; and as bars what may come of it, for the unit that is aimed at, and for whom else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from vedette.tui.text import WITH_IDS, Line, Said, clean, filled, fit, line, rule, spread
from vedette.view.outlook import WORTH_TELLING, Chance, Outlook, likeliest, or_worse, percent, rarity
from vedette.view.signs import STANDING, TARGET
from vedette.view.vocabulary import Card

ARROW = " ──→ "

LEAST, TITLED = 2, 4  # rows without which the bars are not shown, and from which on they have a title

BAR = "▇"
ROLLED = " rolled "
"""The mark at what has come."""

BESIDE = 5
"""Cells between the title and what kind of numbers these are, which is not left out for a long name."""

LEAST_NAME = 8  # cells of a name that is cut, at least

OR_WORSE, SUMMED = "or worse", 50
"""The head of the column that adds up what is as bad or worse, and the cells from which on it is shown."""

OWN_RISK = "own risk "

SHORT = 44  # cells below which the foot spares words
LIKELY = 20  # what is less likely than one in so many is told only where there is room for all of it


class Parties(Struct, frozen=True):
    """The two units of a command that is aimed at somebody, and the colours of the sides."""

    by: Card
    target: Card
    roles: Mapping[str, str]

    def over(self, width: int) -> Sequence[Line]:
        """The row, and a free one below it; none in few columns, where the cards tell it."""
        if width < WITH_IDS:
            return ()
        room = (width - len(ARROW) - 4) // 2
        made: list[Said] = []
        for card, sign, under in (self.by, STANDING[self.by.standing], ""), (self.target, TARGET, " under"):
            role = f"{self.roles.get(card.side, '')} strong"
            made += [(f"{sign} ", role), (fit(clean(card.name), room), role + under), (ARROW, "strong")]
        return line(*made[:-1]), Line()


class Foreseen(Struct, frozen=True):
    """What was known to come of a command whose dice are looked at: of whom, and what of it `came`, once that is known.

    `told`: when it was known; `before`: what was expected before the dice, of odds that are known since.
    """

    outlook: Outlook
    name: str
    came: Chance | None = None
    told: str = "before the dice"
    before: str = ""


def foreseen_lines(foreseen: Foreseen, width: int, rows: int) -> list[Line]:
    """The bars as they stood in the form, with a mark at what has come, and how rare that was."""
    told = "" if foreseen.came else foreseen.told
    return outlook_lines(foreseen.outlook, foreseen.name, width, rows, foreseen.came, told)


def outlook_lines(
    seen: Outlook, name: str, width: int, rows: int, came: Chance | None = None, told: str = ""
) -> list[Line]:
    """Whether the command comes to nothing, then the bars in so many rows at most, the worst first; below them what it comes to on average, and the own risk.

    `came` is marked; `told` stands at the end of the title, else the head of the column that adds up.
    """
    if not seen.losses:  # then what else may come are the bars
        seen = replace(seen, losses=seen.others, others=())
    if rows < LEAST or not (seen.losses or seen.fails):
        return []
    titled = rows >= TITLED
    fails = []
    for chance in () if came else seen.fails:  # what follows from it is told where there is room
        said, text = f"{percent(chance)} ", chance.text
        text = text if cell_len(said + text) <= width else text.partition(" and ")[0]
        shown = (said, "strong"), (fit(clean(text), width - cell_len(said)), chance.tone)
        fails.append(Line(filled(shown, width)))
    rows -= titled + len(fails)
    least = max(1, rows - len(seen.losses))
    foot = _foot(seen, width, least, came) if rows > LEAST or not seen.losses[1:] else []  # else no bar fits
    if len(foot) == least < rows - LEAST and not any(OWN_RISK in row.text for row in foot):
        more = _foot(seen, width, least + 1, came)  # the own risk is worth a row
        foot = more if OWN_RISK in more[-1].text else foot
    losses = likeliest(seen, rows - len(foot), came)
    sums: dict[int, str] = {}
    if (
        titled and width >= SUMMED and not (told or seen.kind)
    ):  # each loss between the worst and none, or a worse one
        worse = or_worse(seen)
        for i, chance in enumerate(losses[:-1]):
            share = worse.get((chance.word, chance.lost.start)) if chance.lost and not chance.token else None
            if i and share:
                sums[i] = percent(Chance("", share, share))
    label = min(max((len(chance.text) for chance in losses), default=0), width // 2)
    number = max((len(percent(chance)) for chance in losses), default=0) + (len(OR_WORSE) + 2 if sums else 0)
    room = width - label - number - 3 - (len(ROLLED) if came else 0)
    told = told or seen.kind or (OR_WORSE if sums else "")
    title = [rule(_title(seen, clean(name), width - len(told) - BESIDE), width, told)] if titled else []
    bars = []
    for i, chance in enumerate(losses):
        tone, text = chance.tone if chance.tone != "plain" else "", chance.text
        if cell_len(text) > label:
            text = chance.word or text.partition(",")[0]
        cells = max(round(room * chance.least), 1 if chance.least else 0)
        style = "bad strong" if tone == "bad" else tone
        left: list[Said] = [(fit(clean(text), label).ljust(label + 1), style), (BAR * cells, tone or "dim")]
        left += [" ", (ROLLED, "strong reverse")] if chance is came else []
        column = [(sums.get(i, "").rjust(len(OR_WORSE) + 2), "dim")] if sums else []
        bars.append(spread(left, [(percent(chance), "strong"), *column], width))
    return [*title, *fails, *bars, *foot]


def _title(seen: Outlook, name: str, width: int) -> str:
    """Whose losses these are, and of what; the name is cut first, and left out where next to nothing of it would stay."""
    if not seen.measured:
        return fit(f"Outcome for {name}" if name else "Outcome", width)
    said = f": {seen.measured}"
    room = width - cell_len(said)
    return f"{fit(name, room)}{said}" if room >= min(LEAST_NAME, cell_len(name)) else seen.measured


def _foot(seen: Outlook, width: int, rows: int, came: Chance | None) -> list[Line]:
    """How rare it is what came, else what else may come; what is lost on average; each whole, or not at all."""
    made: list[list[Said]] = []
    for part in _parts(seen, width, came):
        joined = [*made[-1], "   ", *part] if made else part
        if made and line(*joined).width <= width:
            made[-1] = joined
        elif len(made) < rows and (not made or line(*part).width <= width):
            made.append(part)
    return [Line(filled(row, width)) for row in made]


def _parts(seen: Outlook, width: int, came: Chance | None) -> Iterator[list[Said]]:
    """What the foot tells, what matters most first."""
    if came:
        share, words = rarity(seen, came)
        yield [(share, "strong"), (f" {words}", "dim")]
    if seen.expected >= WORTH_TELLING:
        yield [("expected ", "dim"), (f"{seen.average}{' lost' if width >= SHORT else ''}", "strong")]
    if came:
        return
    likely = [chance for chance in seen.others if chance.most * LIKELY >= 1]
    if risks := [f"{percent(chance)}: {chance.risk}" for chance in likely if chance.risk]:
        while cell_len(" · ".join(risks)) + len(OWN_RISK) > width and risks[1:]:
            risks.pop()
        yield [(OWN_RISK, "dim"), (" · ".join(risks), "warn strong")]
    others: list[list[Said]] = []
    for chance in likely:
        if not chance.risk:  # the name of whom it comes to is cut first
            said = f"{percent(chance)} "
            name, colon, what = clean(chance.text).rpartition(": ")
            told = f"{fit(name, width - cell_len(f'{said}{colon}{what}'))}{colon}{what}"
            others.append([(said, "strong"), (told, chance.tone)])
    ifs: list[list[Said]] = [[(f"if {clean(choice)}", "dim")] for choice in seen.choices]
    spare: list[list[Said]] = [[(f"else {clean(seen.spread)}", "dim")]] if seen.spread else []
    yield from (*others[:1], *ifs[:1], *spare, *ifs[1:], *others[1:])
