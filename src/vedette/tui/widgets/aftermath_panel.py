"""What a command came to, where the duel was: a great moment in a frame, both rolls, the arithmetic, who lost what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from rich.cells import cell_len

from vedette.engine.facts import LOSSES
from vedette.tui.figures import can_be_tall, tall, tall_width
from vedette.tui.text import (
    Line,
    Piece,
    Said,
    clean,
    filled,
    fit,
    flowing,
    line,
    rows_of,
    rule,
    spread,
    within,
)
from vedette.tui.widgets.cards import bar, with_figure
from vedette.tui.widgets.dice_lines import AIR, OVER, WIDEST, WITHIN, Ranked, squeezed
from vedette.tui.widgets.dice_panel import RollsPanel
from vedette.tui.widgets.head import MOMENTS
from vedette.tui.widgets.outlook_lines import Foreseen, Parties
from vedette.tui.widgets.panel_host import Panel
from vedette.view.action_log import ActionLine
from vedette.view.loss_impact import TableChange, UnitLoss
from vedette.view.outlook import WORTH_TELLING, rarity
from vedette.view.signs import LOST, severity
from vedette.view.vocabulary import USUAL_WORDS, StoryWords

MOST_LARGE = 2  # losers that are shown in tall figures at most; more have a row each
SHORT = 8  # cells that a loser's name takes at least
MOST_CAUSE = 3  # rows of what somebody was lost by
MOST_CHANGES = 5  # lines of what a loss changes, at most


@dataclass(eq=False)
class AftermathPanel(Panel):
    """The rolls of the last command, their sum, and who lost what; why, and the odds, stand behind `w`."""

    rolls: RollsPanel | None
    losses: Sequence[UnitLoss]
    last: ActionLine | None
    roles: Mapping[str, str]
    foreseen: Foreseen | None = None
    parties: Parties | None = None
    changed: Sequence[TableChange] = ()
    story: StoryWords = USUAL_WORDS

    decided: Iterator[bool] | None = None
    """What it all hung on, found out by and by."""

    def draw(self, width: int, height: int) -> list[Line]:
        """The fullest way for which there is room: free rows yield first, then what it changes, the dice of earlier rolls, tall figures, the frame."""
        width = min(width, WIDEST)
        ways = [*self.rolls.ways(width)] if self.rolls else [(WITHIN, ())]
        told = self.rolls.rows(width, len(self.rolls.rolls)) if self.rolls else ()
        frame = self._frame(width)
        for large, framed in ((True, frame), (False, frame), (False, [])):
            below = self._below(width, large=large, is_framed=bool(framed))
            for least, rolls in (*ways, (WITHIN, told)):
                made = squeezed([*self._above(width, framed), *rolls, *below], height, least)
                if made is not None:
                    return made
        return [row for yields, row in (*below, *told) if not yields][:height]

    def later(self) -> Iterator[bool] | None:
        return self.decided

    def _above(self, width: int, frame: Sequence[Line]) -> Ranked:
        if not frame and self.parties:
            return [(OVER, row) for row in self.parties.over(width)]
        made = [(0 if row.text.strip(" ┃") else AIR, row) for row in frame]
        return [*made, (WITHIN, Line())] if made else made

    def _below(self, width: int, *, large: bool, is_framed: bool) -> Ranked:
        """The sum, the losers with what they have left, what that changes, and how likely it was."""
        made: list[tuple[int, Line]] = [(WITHIN, Line())] if self.rolls else []
        if sums := self.last.sums if self.last else ():
            made.append((AIR, line(("─" * width, "edge"))))
            for said, short in sums:
                made += [(0, row) for row in self._sum(said if cell_len(said) < width else short, width)]
            made.append((AIR, Line()))
        named = self.last.loudest.text if self.last and is_framed else ""
        lost = [one for one in self.losses if one.after.name not in named]  # the frame names the others
        for loss in lost:
            made += [(0, row) for row in self._strip(loss, width, large=large and len(lost) <= MOST_LARGE)]
        made += [(AIR, Line())] if lost else []
        if changed := self.changed[:MOST_CHANGES] if is_framed else ():
            made.append((OVER, rule("What it changes", width)))
            for one in changed:
                name = f" {clean(one.name)}", f"{self.roles.get(one.side, '')} strong"
                text = clean(one.text)
                fits = line(name, "  ", text).width <= width
                rows = [line(name, "  ", text)] if fits else [line(name), *rows_of(text, width, lead="   ")]
                made += [(OVER, Line(filled(row.pieces, width))) for row in rows]
            made.append((AIR, Line()))
        seen, came = (self.foreseen.outlook, self.foreseen.came) if self.foreseen else (None, None)
        if seen and came:
            share, words = rarity(seen, came)
            mean = f"   expected {seen.average}" if seen.expected >= WORTH_TELLING else ""
            tail: list[Said] = [(" w", "key"), (" details", "dim")]
            ways = [
                f" {words}{mean}",
                f" {words.removeprefix('chance ')}",
                f" {words.removeprefix('chance of ')}",
            ]
            told: list[list[Said]] = [[(f" {share}", "strong"), (way, "dim")] for way in ways]
            left = next((one for one in told if line(*one, *tail).width <= width), told[-1])
            made.append((0, spread(left, tail if line(*left, *tail).width <= width else tail[:1], width)))
        return made

    def _sum(self, said: str, width: int) -> list[Line]:
        before, equals, lost = clean(said).rpartition(" = ")
        parts = (before or lost).split(" ")
        words: list[list[Said]] = [[(part, "strong" if part.isdecimal() else ""), " "] for part in parts]
        if equals:
            role = "bad strong" if self.losses else "strong"
            words.append([("=", "dim"), " "])
            words += [[(word, role), " "] for word in lost.split(" ")]
        rows = enumerate(flowing(words, width - 2, 1))
        return [Line(filled([" " if not i else "  ", *row.pieces[:-1]], width)) for i, row in rows]

    def tumbling(self, step: int, before: int) -> AftermathPanel | None:
        tumbled = copy(self)
        tumbled.rolls = self.rolls.tumbling(step, before) if self.rolls else None
        return tumbled if tumbled.rolls else None

    def _frame(self, width: int) -> list[Line]:
        """Who is lost, by whom, and the word for it in letters that can be read across the room."""
        loud = self.last.loudest if self.last and self.last.results else None
        if self.last is None or loud is None or loud.moment not in LOSSES:
            return []
        words = [one.strip(",.:") for one in clean(loud.text).split()]
        word = next((one for one in words[::-1] if one.isupper() and len(one) > 1), "")
        if not word or not can_be_tall(word, width - 6):
            return []
        inner = width - 4
        rows: list[Said] = [
            (f" {MOMENTS[loud.moment][0]}{clean(loud.text[: loud.subject] or loud.text)}", "strong"),
            "",
            *((row.center(inner), "bad strong") for row in tall(word)),
            "",
            *(f" {row}" for row in within(clean(self.last.cause), inner - 1, MOST_CAUSE, 2)),
        ]
        left, right = (" ┃", "bad-ground bad"), ("┃ ", "bad-ground bad")
        body = [line(left, *filled([row], inner, "bad-ground"), right) for row in rows]
        top, low = (line((f" {ends[0]}{'━' * inner}{ends[1]} ", "bad-ground bad")) for ends in ("┏┓", "┗┛"))
        return [top, *body, low]

    def _strip(self, loss: UnitLoss, width: int, *, large: bool) -> list[Line]:
        """On the quiet ground of its side: what it lost, what is left, its bar and its hit points in tall figures."""
        card, role = loss.after, self.roles.get(loss.after.side, "")
        ground = f"{role}-ground" if role else "surface"
        style = f"{severity(card.value, card.full)} strong"
        figure, of = str(card.value), f"/{card.full} "
        gone = card.standing == "gone"
        left = ", rest gone" if gone and card.value else f", {card.value or 'none'} left"
        lost = f"{self.story.lost(loss.before, card)} lost"
        room = width - (tall_width(figure) if large else len(figure)) - len(of)
        name = f" {clean(card.name)}", f"{role} strong"
        left = left if cell_len(lost + left) < room - 1 else ""  # the figure says it
        models = newly_lost(bar(card, room - 1), loss.before.value - card.value)
        if large:
            said: tuple[list[Said], ...] = ([name], [" ", (lost, "bad strong"), left], [" ", *models])
            return with_figure([filled(row, room, ground) for row in said], figure, of, style, ground)
        short: list[Said] = [
            (f" {fit(clean(card.name), max(SHORT, room - cell_len(lost + left) - 3))}  ", name[1]),
            (lost, "bad strong"),
            left,
        ]
        free = room - line(*short).width
        shown = filled([*short, "  ", *models] if line(*models).width + 2 <= free else short, room, ground)
        return [line(*shown, (figure, f"{ground} {style}"), (of, f"{ground} dim"))]


def newly_lost(models: Sequence[Piece], points: int) -> list[Piece]:
    """A bar in which the points that were just lost are red: they stand before those that were lost earlier."""
    made: list[Piece] = []
    for piece in models:
        if set(piece.text) <= {LOST} and points > 0:
            new, old = piece.text[:points], piece.text[points:]
            points -= len(new)
            made += [Piece(new, "bad strong"), *([Piece(old, piece.role)] if old else [])]
        else:
            made.append(piece)
    return made
