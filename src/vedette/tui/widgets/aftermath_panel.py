"""What a command came to, where the duel was: a great moment in a frame, both rolls, the arithmetic, who lost what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from rich.cells import cell_len

from vedette.tui.figures import can_be_tall, tall, tall_width
from vedette.tui.text import Line, Said, clean, filled, fit, line, rows_of, rule, wrap
from vedette.tui.widgets.cards import bar, with_figure
from vedette.tui.widgets.dice_panel import RollsPanel
from vedette.tui.widgets.outlook_lines import Foreseen, Parties, foreseen_lines
from vedette.tui.widgets.panel_host import Panel
from vedette.view.action_log import ActionLine
from vedette.view.loss_impact import TableChange, UnitLoss
from vedette.view.signs import severity
from vedette.view.vocabulary import USUAL_WORDS, StoryWords

MOST_LARGE = 2  # losers that are shown in tall figures at most; more have a row each
MOST_DECIDED = 2  # traits that decided the loss that are told at most; `w` in the log tells them all
LEAST_BAR = 8  # cells from which on there is a bar beside what a loser lost
SHORT = 8  # cells that a loser's name takes at least
MOST_BARS, FEW_BARS = 6, 3  # rows of the odds where there is room, and where there is little
FEW_CHANGES = 3  # lines of what a loss changes that are told though the dice are smaller for it
LEFT_FOR_ROLLS = 6  # rows that the dice have at least, before anything stands beside them


@dataclass(eq=False)
class AftermathPanel(Panel):
    """The rolls and the losses of the last command, and what was known to come of it; the largest way that fits.

    What `decided` it is found out later.
    """

    rolls: RollsPanel | None
    losses: Sequence[UnitLoss]
    last: ActionLine | None
    roles: Mapping[str, str]
    foreseen: Foreseen | None = None
    decided: Iterable[str] = ()
    parties: Parties | None = None
    changed: Sequence[TableChange] = ()
    story: StoryWords = USUAL_WORDS
    known: tuple[str, ...] = ()
    """What decided it, as far as it is known by now."""

    def draw(self, width: int, height: int) -> list[Line]:
        """Frame, rolls, arithmetic, strips and the odds; so that the dice stay large the odds yield first, then the strips, then the frame."""
        arithmetic = self.last.arithmetic if self.last else ()
        sums = [row for said in arithmetic for row in rows_of(said, width, "strong", 2, " ")]
        sums += [row for said in self.known[:MOST_DECIDED] for row in rows_of(said, width, "warn", lead=" ")]
        large = self.rolls.large(width) if self.rolls else 0
        frame, strips, bars, left = self._way(width, height - len(sums), large)
        changed: list[Line] = []
        if frame:  # what the loss means to the rest of the table
            rows = max(left - large, min(FEW_CHANGES + 1, left - LEFT_FOR_ROLLS)) - 1
            for one in self.changed[: max(0, rows)]:
                name = f" {clean(one.name)}", f"{self.roles.get(one.side, '')} strong"
                changed.append(line(name, f"  {clean(one.text)}"))
            changed = [rule("What it changes", width), *changed] if changed else []
        left -= len(changed)
        head = self.parties.over(width, left) if self.parties and not frame else ()
        rolls = self.rolls.draw(width, max(0, left - len(head))) if self.rolls else []
        made = [*head, *frame, *rolls, *sums, *strips, *changed, *bars]
        return made if len(made) <= height else [*strips, *rolls][:height]

    def _way(self, width: int, height: int, large: int) -> tuple[list[Line], list[Line], list[Line], int]:
        """The fullest way that leaves room for large dice, and how much it leaves; a frame stays where there is any room."""
        told = 1 + len(self.changed) if self.changed else 0
        ways = [(*way, height - sum(map(len, way))) for way in self._ways(width)]
        roomy = [way for way in ways if way[-1] >= large + (told if way[0] else 0)]
        framed = [way for way in ways if way[0] and way[-1] >= LEFT_FOR_ROLLS]
        if framed and not any(way[0] for way in roomy):
            return framed[-1]
        fit = roomy or [way for way in ways if way[-1] >= LEFT_FOR_ROLLS]
        return (fit or ways[-1:])[0]

    def _ways(self, width: int) -> Iterator[tuple[list[Line], list[Line], list[Line]]]:
        """Frame, strips and odds, the fullest first; whom the frame names needs no strip."""
        frame, last = self._frame(width), self.last
        close = [row for row in frame if row.text.strip(" ┃")]
        lost = [one for one in self.losses if not (frame and last and one.after.name in last.loudest.text)]
        high, low = (
            [row for loss in lost for row in self._strip(loss, width, large=large)]
            for large in (len(lost) <= MOST_LARGE, False)
        )
        bars, few = (
            foreseen_lines(self.foreseen, width, rows) if self.foreseen else []
            for rows in (MOST_BARS, FEW_BARS)
        )
        yield frame, high, [Line(), *bars] if bars else []
        yield frame, high, few
        yield frame, low, few
        yield frame, low, []
        yield close, low, []
        yield [], [row for loss in self.losses for row in self._strip(loss, width, large=False)], []
        if len(self.losses) > MOST_LARGE:
            told = (
                f"{clean(loss.after.name)} {self.story.lost(loss.before, loss.after)}"
                f"{f', {loss.after.value} left' if loss.after.value else ''}"
                for loss in self.losses
            )
            yield [], rows_of(" · ".join(told), width, "bad", lead=" "), []

    def later(self) -> Iterator[bool]:
        """Which traits and facts of the table decided the command, one after the other."""
        for said in self.decided:
            if said:
                self.known = tuple(dict.fromkeys((*self.known, said)))
            yield bool(said)

    def tumbling(self, step: int, before: int) -> AftermathPanel | None:
        tumbled = copy(self)
        tumbled.rolls = self.rolls.tumbling(step, before) if self.rolls else None
        return tumbled if tumbled.rolls else None

    def _frame(self, width: int) -> list[Line]:
        """Who is lost, by whom, and the word for it in letters that can be read across the room."""
        loud = self.last.loudest if self.last and self.last.results else None
        if self.last is None or loud is None or loud.moment != "lost":
            return []
        words = [one.strip(",.:") for one in clean(loud.text).split()]
        word = next((one for one in words[::-1] if one.isupper() and len(one) > 1), "")
        if not word or not can_be_tall(word, width - 6):
            return []
        inner = width - 4
        rows: list[Said] = [
            (f" † {clean(loud.text[: loud.subject] or loud.text)}", "strong"),
            "",
            *((row.center(inner), "bad strong") for row in tall(word)),
            "",
            *(f" {row}" for row in wrap(clean(self.last.cause), inner - 1, 2)),
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
        gone = "rest gone" if card.standing == "gone" else f"{card.value} left"
        left = f", {gone if card.value else 'none left'}  "
        wide = tall_width(figure) if large else len(figure)
        room = width - wide - len(of) - cell_len(left) - 2
        lost = self.story.lost(loss.before, card)
        if room - cell_len(lost) < min(SHORT, cell_len(clean(card.name))) and card.standing != "gone":
            room, left = room + cell_len(left) - 2, "  "  # the figure at the end says it
        name = fit(clean(card.name), max(SHORT, room - cell_len(lost)))
        said: list[Said] = [(f" {name} ", f"{role} strong"), (lost, "bad strong"), left]
        room = width - wide - len(of)
        if large:
            models = bar(card, room - sum(len(text) for text in (name, lost, left)) - 2)
            rows = [filled(row, room, ground) for row in ((), [*said, *models], ())]
            return with_figure(rows, figure, of, style, ground)
        free = min(width // 3, room - line(*said).width)
        models = bar(card, free) if free >= LEAST_BAR else []
        shown = filled([*said, *models], room, ground)
        return [line(*shown, (figure, f"{ground} {style}"), (of, f"{ground} dim"))]
