"""What a command came to, where the duel was: a great moment in a frame, both rolls, the arithmetic, who lost what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy

from rich.cells import cell_len

from vedette.tui.figures import TALL, can_be_tall, tall, tall_width
from vedette.tui.text import Line, Piece, clean, filled, fit, line, rule, wrap
from vedette.tui.widgets.card_lines import bar
from vedette.tui.widgets.dice_panel import RollsPanel
from vedette.tui.widgets.outlook_lines import Foreseen, foreseen_lines
from vedette.tui.widgets.panel_host import Panel
from vedette.tui.widgets.parties import Parties
from vedette.view.action_log import ActionLine
from vedette.view.loss_impact import TableChange, UnitLoss
from vedette.view.signs import severity
from vedette.view.vocabulary import USUAL_WORDS, StoryWords

MOST_LARGE = 2
"""Losers that are shown in tall figures at most; more have a row each."""

MOST_DECIDED = 2
"""Traits that decided the loss that are told at most; `w` in the log tells them all."""

LEAST_BAR = 8
"""Cells from which on there is a bar beside what a loser lost."""

SHORT = 8
"""Cells that a loser's name takes at least."""

MOST_BARS, FEW_BARS = 6, 3
"""Rows of the odds where there is room, and where there is little."""

FEW_CHANGES = 3
"""Lines of what a loss changes that are told though the dice are smaller for it."""

LEFT_FOR_ROLLS = 6
"""Rows that the dice have at least, before anything stands beside them."""


class AftermathPanel(Panel):
    """Looked at and never played; the largest way that fits."""

    def __init__(
        self,
        rolls: RollsPanel | None,
        losses: Sequence[UnitLoss],
        last: ActionLine | None,
        roles: Mapping[str, str],
        foreseen: Foreseen | None = None,
        decided: Iterable[str] = (),
        parties: Parties | None = None,
        changed: Sequence[TableChange] = (),
        words: StoryWords = USUAL_WORDS,
    ) -> None:
        """Show the rolls and the losses of the last command, and what was known to come of it; what `decided` it is found out later."""
        self._foreseen = foreseen
        self._parties = parties
        self._changed = changed
        self._decided: tuple[str, ...] = ()
        self._to_find = decided
        self._rolls = rolls
        self._losses = losses
        self._last = last
        self._roles = roles
        self._words = words

    def draw(self, width: int, height: int) -> list[Line]:
        """Frame, rolls, arithmetic, strips and the odds; so that the dice stay large the odds yield first, then the strips, then the frame."""
        sums = [*self._arithmetic(width), *self._told_decided(width)]
        frame, strips, bars, left = self._way(width, height - len(sums))
        changed = self._what_changed(width, left) if frame else []
        left -= len(changed)
        head = self._parties.over(width, left) if self._parties and not frame else ()
        rolls = self._rolls.draw(width, max(0, left - len(head))) if self._rolls else []
        made = [*head, *frame, *rolls, *sums, *strips, *changed, *bars]
        return made if len(made) <= height else [*strips, *rolls][:height]

    def _way(self, width: int, height: int) -> tuple[list[Line], list[Line], list[Line], int]:
        """The fullest way that leaves room for large dice, and how much it leaves; a frame stays where there is any room."""
        large = self._rolls.large(width) if self._rolls else 0
        told = 1 + len(self._changed) if self._changed else 0
        ways = [(*way, height - sum(map(len, way))) for way in self._ways(width)]
        roomy = [way for way in ways if way[-1] >= large + (told if way[0] else 0)]
        framed = [way for way in ways if way[0] and way[-1] >= LEFT_FOR_ROLLS]
        if framed and not any(way[0] for way in roomy):
            return framed[-1]
        fit = roomy or [way for way in ways if way[-1] >= LEFT_FOR_ROLLS]
        return (fit or ways[-1:])[0]

    def _ways(self, width: int) -> Iterator[tuple[list[Line], list[Line], list[Line]]]:
        """Frame, strips and odds, the fullest first; whom the frame names needs no strip."""
        frame, last = self._frame(width), self._last
        close = [row for row in frame if row.text.strip(" ┃")]
        lost = [
            loss for loss in self._losses if not (frame and last and loss.after.name in last.loudest.text)
        ]
        high, low = (
            [row for loss in lost for row in self._strip(loss, width, large=large)]
            for large in (len(lost) <= MOST_LARGE, False)
        )
        bars = self._bars(width, MOST_BARS)
        yield frame, high, [Line(), *bars] if bars else []
        yield frame, high, self._bars(width, FEW_BARS)
        yield frame, low, self._bars(width, FEW_BARS)
        yield frame, low, []
        yield close, low, []
        yield [], [row for loss in self._losses for row in self._strip(loss, width, large=False)], []
        if len(self._losses) > MOST_LARGE:
            left = (f", {loss.after.value} left" if loss.after.value else "" for loss in self._losses)
            told = (
                f"{clean(loss.after.name)} {self._words.lost(loss.before, loss.after)}{rest}"
                for loss, rest in zip(self._losses, left, strict=True)
            )
            yield [], [line((f" {row}", "bad")) for row in wrap(" · ".join(told), width - 1)], []

    def later(self) -> Iterator[bool]:
        """Which traits and facts of the table decided the command, one after the other."""
        for said in self._to_find:
            if said:
                self._decided = tuple(dict.fromkeys((*self._decided, said)))
            yield bool(said)

    def _told_decided(self, width: int) -> list[Line]:
        """The traits and facts of the table without which the loss would have been another."""
        return [
            line((f" {row}", "warn"))
            for said in self._decided[:MOST_DECIDED]
            for row in wrap(clean(said), width - 1)
        ]

    def tumbling(self, step: int, before: int) -> AftermathPanel | None:
        rolls = self._rolls.tumbling(step, before) if self._rolls else None
        if rolls is None:
            return None
        tumbled = copy(self)
        tumbled._rolls = rolls
        return tumbled

    def _what_changed(self, width: int, room: int) -> list[Line]:
        large = self._rolls.large(width) if self._rolls else 0
        rows = max(room - large, min(FEW_CHANGES + 1, room - LEFT_FOR_ROLLS)) - 1
        made = [
            line((f" {clean(one.name)}", f"{self._roles.get(one.side, '')} strong"), f"  {clean(one.text)}")
            for one in self._changed[: max(0, rows)]
        ]
        return [rule("What it changes", width), *made] if made else []

    def _bars(self, width: int, rows: int) -> list[Line]:
        return foreseen_lines(self._foreseen, width, rows) if self._foreseen else []

    def _frame(self, width: int) -> list[Line]:
        loud = self._last.loudest if self._last and self._last.results else None
        if loud is None or loud.moment != "lost":
            return []
        words = [one.strip(",.:") for one in clean(loud.text).split()]
        word = next((one for one in words[::-1] if one.isupper() and len(one) > 1), "")
        if not word or not can_be_tall(word, width - 6):
            return []
        inner = width - 4
        who = clean(loud.text[: loud.subject] or loud.text)
        by = clean(self._last.cause if self._last else "")
        rows = [
            Piece(f" † {who}", "strong"),
            Piece(""),
            *(Piece(row.center(inner), "bad strong") for row in tall(word)),
            Piece(""),
            *(Piece(f" {row}") for row in wrap(by, inner - 1, 2)),
        ]
        edge = Piece("┃", "bad-ground bad")
        body = [
            Line(
                (
                    Piece(" ", "bad-ground"),
                    edge,
                    *filled([row], inner, "bad-ground"),
                    edge,
                    Piece(" ", "bad-ground"),
                )
            )
            for row in rows
        ]
        top, low = (line((f" {ends[0]}{'━' * inner}{ends[1]} ", "bad-ground bad")) for ends in ("┏┓", "┗┛"))
        return [top, *body, low]

    def _arithmetic(self, width: int) -> list[Line]:
        said = self._last.arithmetic if self._last else ()
        return [line((f" {row}", "strong")) for one in said for row in wrap(clean(one), width - 1, 2)]

    def _strip(self, loss: UnitLoss, width: int, *, large: bool) -> list[Line]:
        """On the quiet ground of its side: what it lost, what is left, its bar and its hit points in tall figures."""
        card, role = loss.after, self._roles.get(loss.after.side, "")
        ground = f"{role}-ground" if role else "surface"
        style = f"{severity(card.value, card.full)} strong"
        figure, of = str(card.value), f"/{card.full} "
        gone = "rest gone" if card.standing == "gone" else f"{card.value} left"
        left = f", {gone if card.value else 'none left'}  "
        wide = tall_width(figure) if large else len(figure)
        room = width - wide - len(of) - cell_len(left) - 2
        lost = self._words.lost(loss.before, card)
        if room - cell_len(lost) < min(SHORT, cell_len(clean(card.name))) and card.standing != "gone":
            room, left = room + cell_len(left) - 2, "  "  # the figure at the end says it
        name = fit(clean(card.name), max(SHORT, room - cell_len(lost)))
        said = [Piece(f" {name} ", f"{role} strong"), Piece(lost, "bad strong"), Piece(left)]
        if not large:
            room = width - len(figure) - len(of)
            free = min(width // 3, room - Line((*said,)).width)
            models = bar(card, free) if free >= LEAST_BAR else []
            return [
                Line(
                    (
                        *filled([*said, *models], room, ground),
                        Piece(figure, f"{ground} {style}"),
                        Piece(of, f"{ground} dim"),
                    )
                )
            ]
        room = width - tall_width(figure) - len(of)
        texts: list[list[Piece]] = [[], [*said, *bar(card, room - sum(len(one.text) for one in said))], []]
        return [
            Line(
                (
                    *filled(text, room, ground),
                    Piece(row, f"{ground} {style}"),
                    Piece(of if i == TALL - 1 else " " * len(of), f"{ground} dim"),
                )
            )
            for i, (text, row) in enumerate(zip(texts, tall(figure), strict=True))
        ]
