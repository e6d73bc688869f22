"""What may come of a command, as people read it: losses of the units, what becomes of them, and how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.odds.command_odds import command_search, done_without_dice, hears_moments
from vedette.engine.odds.standard_error import standard_error
from vedette.engine.state import GameState
from vedette.view.signs import Tone
from vedette.view.vocabulary import USUAL_WORDS, Card, Form, StoryWords, Token

if TYPE_CHECKING:  # what draws an outlook must not load what looks for one
    from vedette.engine.checks import Refusal
    from vedette.engine.odds.command_odds import Heard
    from vedette.engine.odds.search import Odds, Search, Telling
    from vedette.engine.ruleset import Ruleset
    from vedette.view.view import View

S = TypeVar("S", bound=GameState)

Losses = Mapping[tuple[int, str], Fraction]  # how likely each is, with the word for what becomes of the unit
WORTH_TELLING = 0.05  # what is lost on average from here on; less would be told as 0.0
MOST = 12  # rows of one distribution at most; where there are more values, neighbours share a row


class Chance(Struct, frozen=True):
    """Something that may come, and how likely it is, from `least` to `most`; both are the same where it is known exactly.

    `error` is the standard error of a chance that was sampled.
    `lost` are the losses that it stands for, of the `token` beside the unit how many more; `word` is what becomes of a
    unit that is lost by them. `risk`: in few words, what it costs the unit that acts.
    """

    text: str
    least: Fraction
    most: Fraction
    tone: Tone = "plain"
    lost: range = range(0)
    word: str = ""
    token: str = ""
    error: float = 0.0
    risk: str = ""


class Outlook(Struct, frozen=True):
    """What may come of a command.

    `unit`: whose losses the `losses` are, the worst first, in `measured`; where nobody can lose anything, what comes to lie
    beside it, and nothing is measured. "" and none, where only something else may become of anybody. `fails`: that the command comes to nothing, which is told before anything else.
    `expected` is how much it loses on average. `others`: what may become of whom besides, the own risk first. `choices`: what was taken to be
    chosen; `spread` is from where to where other choices move what matters most, once that is known. `exact`: whether all
    of it has been looked into. `tries`: how often the command was tried with dice, where the chances are those of a sample;
    `error` is the standard error of what is `expected` then. `over`: whether it stays at that, exact or not.
    """

    unit: str
    losses: tuple[Chance, ...]
    expected: float
    others: tuple[Chance, ...]
    choices: tuple[str, ...]
    exact: bool
    spread: str = ""
    tries: int = 0
    error: float = 0.0
    over: bool = False
    measured: str = ""
    fails: tuple[Chance, ...] = ()

    @property
    def average(self) -> str:
        """The loss on average; `1.1+` as long as what is left to look into may add to it, `≈1.1 ±0.1` of a sample."""
        return _average(self.expected, self.error, self.tries, exact=self.exact)

    @property
    def kind(self) -> str:
        """What kind of numbers these are, where they are not exact."""
        if self.exact or self.tries:
            return f"sample of {self.tries:,}" if self.tries else ""
        return "not all counted" if self.over else "still counting"


class Worth(Struct, frozen=True):
    """The one number that matters, to stand beside a target or a weapon; of two the one with the higher `rank` is better.

    `brief` is the number without the word behind it, for where a name needs the room; then `word` is that word.
    """

    text: str
    rank: tuple[float, float]
    brief: str = ""
    word: str = ""


RangeOf = Callable[[Any, Callable[[Any], float | Fraction]], tuple[Fraction, Fraction] | None]
"""From where to where choices move the mean of something that is told."""


def tells_cards(view: View[S], before: S) -> Telling[S]:
    """Tells of an end how the cards of the units differ: what they have lost and what for a word, badges and tokens that came or went."""
    card_before = cache(partial(view.card_of, before))

    def tells(after: S, heard: frozenset[Heard]) -> Mapping[Any, Any]:
        words = {one.unit: one.word for one in sorted(heard) if one.word}
        told: dict[Any, Any] = {("", "fails", one.fails): True for one in heard if one.fails}
        sharing = view.sharing(after)
        for unit, state in after.units.items():
            if unit in before.units and (state is not before.units[unit] or unit in sharing):
                told |= _differences(unit, card_before(unit), view.card_of(after, unit), words.get(unit, ""))
        return told

    return tells


def form_search(ruleset: Ruleset[S], state: S, form: Form) -> Refusal | Search[S]:
    """A search for the odds of a form's command as the form is judged: behind everything that comes before it.

    Or the rule that refuses it. Raises CommandError where one of the commands makes no sense, or can't be given without dice.
    """
    for words in form.before:
        state = done_without_dice(ruleset, state, words)
    tells = tells_cards(ruleset.view, state)
    return command_search(ruleset, state, form.command, tells, hears=hears_moments)


def _differences(unit: str, before: Card, after: Card, word: str) -> dict[Any, Any]:
    lost = measure(before) - measure(after)
    told: dict[Any, Any] = {(unit, "lost"): (lost, word)} if lost > 0 or word else {}
    if lost < 0:
        told[unit, "back"] = -lost
    had, has = ({badge.text for badge in card.badges} for card in (before, after))
    for badge in after.badges:
        if badge.risk and badge.text not in had and badge.text.casefold() != word.casefold():
            told[unit, "is", badge.text, badge.tone] = True
    stays = after.standing != "gone"
    for badge in before.badges:
        # A state that a unit is in stands in capitals; what it still has to do, or just did, ends by itself.
        if stays and badge.tone == "bad" and badge.text.isupper() and badge.text not in has:
            told[unit, "no longer", badge.text] = True
    had_of, has_of = ({token.name: token.count for token in card.tokens} for card in (before, after))
    for name in {**had_of, **has_of}:
        more = has_of.get(name, 0) - had_of.get(name, 0)
        if more > 0:
            told[unit, "more", name] = more
        elif more < 0 and stays:
            told[unit, "less", name] = -more
    return told


def measure(card: Card) -> int:
    """What a unit has left: models where it has several, else what its card shows."""
    return sum(pip.value > 0 for pip in card.pips) if len(card.pips) > 1 else card.value


def outlook(
    odds: Odds,
    cards: Mapping[str, Card],
    by: str,
    target: str = "",
    range_of: RangeOf | None = None,
    words: StoryWords = USUAL_WORDS,
) -> Outlook | None:
    """What odds come to for people; `by`, a unit or a side, gives the command. None while nothing is known, or where nothing may come."""
    chances = odds.chances
    losses = {key[0]: values for key, values in chances.items() if key[1] == "lost" and key[0] in cards}
    failing = [(key[2], values[True]) for key, values in chances.items() if key[1] == "fails"]
    fails = tuple(_likely(text, share, odds, tone="warn") for text, share in failing)
    nothing_comes = odds.exact and not losses and not fails and not any(_others(odds, cards, "", by))
    if not chances or nothing_comes:
        return None
    side = cards[by].side if by in cards else by
    if target in cards:
        unit = target
    else:  # the worst hit of the other side, else of anybody, else who has more of something beside it
        counters = (key[0] for key in chances if key[1] == "more" and key[0] in cards)
        hit = [one for one in losses if cards[one].side != side] or losses
        unit = max(hit, key=lambda one: expected(losses[one]), default=next(counters, ""))
    own = losses.get(unit, {})
    counted = None  # the token of most consequence that may come to lie beside it
    if unit in cards and not losses:
        tokens = {token.name: token for token in cards[unit].tokens}
        beside = [tokens[key[2]] for key in chances if key[:2] == (unit, "more") and key[2] in tokens]
        counted = max(beside, key=lambda token: token.towards[1], default=None)
    rows: tuple[Chance, ...] = ()
    if counted:
        rows = tuple(_count_rows(counted, chances[unit, "more", counted.name], cards[unit], odds, words))
    elif unit:
        rows = tuple(_rows(own, cards[unit], odds))
    others = list(_others(odds, cards, unit, by, told=counted.name if counted else ""))
    others.sort(key=lambda one: (not one.risk, -one.least))
    if (others or fails) and not (own or counted) and odds.exact:  # that nothing is lost is not the question
        unit, rows = "", ()
    measured = words.measure(cards[unit]) if unit else words.points
    return Outlook(
        unit,
        rows,
        float(expected(own)),
        tuple(others),
        tuple(one.assumed or f"“{one.label}” is chosen" for one in odds.choices.values()),
        odds.exact,
        _spread(own, unit, range_of) if range_of and odds.choices else "",
        tries=odds.sampled,
        error=_error_of_mean(own, odds),
        measured=measured[1] if unit and not counted else "",
        fails=fails,
    )


def _average(mean: float, error: float, tries: int, *, exact: bool) -> str:
    if tries:
        return f"≈{mean:.1f} ±{max(error, 0.1):.1f}"
    return f"{mean:.1f}{'' if exact else '+'}"


def _error_of_mean(values: Losses, odds: Odds) -> float:
    if not odds.sampled:
        return 0.0
    squares = sum((lost * lost * chance for (lost, _), chance in values.items()), Fraction(0))
    return sqrt(max(0.0, float(squares - expected(values) ** 2)) / odds.sampled)


def _spread(values: Losses, unit: str, range_of: RangeOf) -> str:
    """What other choices make of the chance that the unit is lost, else of its losses; "" where they change nothing."""
    word = max((word for _, word in values), default="")
    if word:
        found = range_of((unit, "lost"), lambda told: bool(told and told[1]))
        said = percent(Chance("", *found)) if found else ""
        if "–" in said:
            return f"{said} {word}"
    found = range_of((unit, "lost"), lambda told: told[0] if told else 0)
    least, most = (f"{float(mean):.1f}" for mean in found) if found else ("", "")
    return f"{least}–{most} lost" if least != most else ""


def harm(odds: Odds) -> Mapping[str, str]:
    """How likely each unit loses anything at all, in four cells: `74%`, and `60+` where more may be found."""
    before, behind = ("≈", "%") if odds.sampled else ("", "%" if odds.exact else "+")
    return {
        key[0]: f"{before}{whole_percents(sum(values.values(), Fraction(0)))}{behind}"
        for key, values in odds.chances.items()
        if key[1] == "lost"
    }


def worth(seen: Outlook) -> Worth:
    """The chance that the unit is lost, where there is one, else that a token comes to lie beside it, else what it loses on average."""
    gone = _gone(seen)
    if gone is not None and gone.most * 100 >= 1:
        return Worth(f"{percent(gone)} {gone.word}", (float(gone.least), seen.expected), percent(gone))
    if seen.losses and seen.losses[0].token:
        *some, none = seen.losses
        more = " or more" if some[1:] else ""
        chance = replace(none, least=1 - none.most, most=1 - none.least)
        text = f"{some[-1].text.partition(',')[0]}{more}"
        return Worth(f"{percent(chance)} {text}", (0.0, float(chance.least)), percent(chance))
    return Worth(f"{seen.average} lost", (0.0, seen.expected), f"−{seen.average}".replace("−≈", "≈−"))


def _gone(seen: Outlook) -> Chance | None:
    """How likely it is that the unit is lost, whatever the word for it; None where it can't be."""
    loud = [chance for chance in seen.losses if chance.word]
    if not loud:
        return None
    least = sum((chance.least for chance in loud), Fraction(0))
    open_yet = max(chance.most - chance.least for chance in loud)
    word = loud[0].word if len(loud) == 1 else "out of action"
    return Chance("", least, least + open_yet, word=word, error=standard_error(least, seen.tries))


def _likely(text: str, share: Fraction, odds: Odds, **more: Any) -> Chance:
    return Chance(text, share, share + odds.rest, error=odds.error_of(share), **more)


def _count_rows(
    token: Token, values: Mapping[int, Fraction], card: Card, odds: Odds, words: StoryWords
) -> Iterator[Chance]:
    """How many tokens come to lie beside a unit and what they cost it, the most first, and last that there is none, if that may be."""
    plus, left = "+" if token.count else "", measure(card) - token.cost()
    one, many = words.measure(card)
    for low, high, chance in _shared(values, MOST):
        cost = token.cost(high) - token.cost()
        lost = ""
        if cost and left > 0:
            lost = ", lost" if cost >= left else f", −{cost} {one if cost == 1 else many}"
        text = f"{plus}{low if low == high else f'{low}–{high}'} {token.called(high)}{lost}"
        tone, more = "bad" if lost else "warn", range(low, high + 1)
        yield _likely(text, chance, odds, tone=tone, lost=more, token=token.name)
    none = f"+0 {token.name}" if token.count else f"no {token.called(1)}"
    nothing = 1 - odds.rest - sum(values.values())
    if nothing > 0 or not values:
        yield _likely(none, nothing, odds, lost=range(1), token=token.name)


def expected(values: Losses) -> Fraction:
    """The loss on average."""
    return sum((lost * chance for (lost, _), chance in values.items()), Fraction(0))


def _rows(values: Losses, card: Card, odds: Odds) -> Iterator[Chance]:
    had = measure(card)
    nothing = 1 - odds.rest - sum(values.values())
    by_word = {
        word: {lost: chance for (lost, said), chance in values.items() if said == word} for _, word in values
    }
    for word in sorted(by_word, key=lambda word: (bool(word), max(by_word[word]), word), reverse=True):
        for low, high, chance in _shared(by_word[word], 1 if word else MOST):
            lost = f"{low}–{high} lost" if low != high else f"{low} lost" if low else "none lost"
            left = "" if word else f", {had - low} left" if low == high else ""
            tone = "bad" if word else "plain"
            text = f"{lost}{left}{f', {word}' if word else ''}"
            yield _likely(text, chance, odds, tone=tone, lost=range(low, high + 1), word=word)
    if nothing > 0 or not values:
        yield _likely("none lost", nothing, odds, lost=range(1))


def _shared(values: Mapping[int, Fraction], rows: int) -> Iterator[tuple[int, int, Fraction]]:
    """So many rows of neighbouring losses, the greatest first; what has a word of its own is one row."""
    lost = sorted(values, reverse=True)
    size = -(-len(lost) // rows)
    for start in range(0, len(lost), size):
        row = lost[start : start + size]
        yield row[-1], row[0], sum((values[one] for one in row), Fraction(0))


def _others(odds: Odds, cards: Mapping[str, Card], unit: str, by: str, *, told: str = "") -> Iterator[Chance]:
    """What else may become of whom: badges, tokens but the one of the unit that is told, and the losses of others."""
    for (who, what, *more), values in odds.chances.items():
        name, chance = cards[who].name if who in cards else who, sum(values.values(), Fraction(0))
        thing = f"{more[0][:1].lower()}{more[0][1:]}" if more else ""
        if what == "lost" and who != unit:
            # How likely it is lost, by each word for it, and that it loses anything, where it may lose less than all.
            for word in dict.fromkeys(word for _, word in values if word):
                gone = sum((share for (_, said), share in values.items() if said == word), Fraction(0))
                yield _likely(f"{name} {word}", gone, odds, tone="bad", risk=word if who == by else "")
            if not all(word for _, word in values):
                error = _error_of_mean(values, odds)
                mean = _average(float(expected(values)), error, odds.sampled, exact=odds.exact)
                risk = f"{mean} lost" if who == by else ""
                yield _likely(f"{name}: some lost, {mean} on average", chance, odds, tone="warn", risk=risk)
        elif what == "is" and more[1] == "bad":
            yield _likely(f"{name}: {more[0]}", chance, odds, tone="bad")
        elif what == "more" and not (who == unit and more[0] == told):
            tokens = cards[who].tokens if who in cards else ()
            had = any(token.name == more[0] and token.count for token in tokens)
            yield _likely(f"{name}: {'more ' if had else ''}{thing}", chance, odds, tone="warn")
        elif what == "back":
            least, most = min(values), max(values)
            more_of = f"+{least if least == most else f'{least}–{most}'} {cards[who].points}".rstrip()
            yield _likely(f"{name}: {more_of}", chance, odds, tone="good")
        elif what == "less":
            yield _likely(f"{name}: less {thing}", chance, odds, tone="good")
        elif what == "no longer" and chance < 1:
            yield _likely(f"{name}: no longer {more[0]}", chance, odds, tone="good")


def came(seen: Outlook, before: Mapping[str, Card], after: Mapping[str, Card]) -> Chance | None:
    """What of the outlook has come, from the cards before and after; None where nothing of it has."""
    if not seen.exact or seen.unit not in before or seen.unit not in after:
        return None
    was, now = before[seen.unit], after[seen.unit]
    lost = measure(was) - measure(now)

    def difference(chance: Chance) -> int:
        had, has = (
            sum(token.count for token in card.tokens if token.name == chance.token) for card in (was, now)
        )
        return has - had if chance.token else lost

    fits = [chance for chance in seen.losses if difference(chance) in chance.lost]
    return min(fits, key=lambda chance: bool(chance.word) != (now.standing == "gone"), default=None)


def rarity(seen: Outlook, chance: Chance) -> tuple[str, str]:
    """How rare it is that as much comes as this, or as little, whichever is rarer: in percent, and what of."""
    at = seen.losses.index(chance)
    more = sum((one.least for one in seen.losses[: at + 1]), Fraction(0))
    less = sum((one.least for one in seen.losses[at:]), Fraction(0))
    share, this = min((more, "more"), (less, "less"))
    return f"{whole_percents(share)} %", f"chance of this or {this}"


def in_few_words(seen: Outlook) -> str:
    """The numbers that matter most: how likely the unit is lost, and what it loses on average."""
    gone = _gone(seen)
    lost = [f"{percent(gone)} {gone.word}"] if gone else []
    average = [f"{seen.average} lost on average"] if seen.expected >= WORTH_TELLING else []
    return " · ".join([*lost, *average])


def or_worse(seen: Outlook) -> Mapping[tuple[str, int], Fraction]:
    """How likely a loss is, or a worse one: by the word for it, and the least of what a row stands for."""
    told, share = dict[tuple[str, int], Fraction](), Fraction(0)
    for chance in seen.losses:
        share += chance.least
        told[chance.word, chance.lost.start] = share
    return told


def likeliest(seen: Outlook, most: int, came: Chance | None, small: Fraction = Fraction(0)) -> list[Chance]:
    """The losses in so many rows, in their order: neighbours below `small` share one, then the least likely that end alike; what came is never shared.

    That the unit is lost is told to the last: only ends of that kind share a row then, and what is less likely yields.
    """
    rows: list[Chance] = []
    were_small = False
    for chance in seen.losses:
        is_small = chance.most < small and chance is not came and bool(chance.lost) and not chance.token
        if were_small and is_small and rows[-1].word == chance.word:
            rows[-1] = _together(rows[-1], chance)
        else:
            rows.append(chance)
        were_small = is_small

    def may_share(at: int, alike: bool) -> bool:
        worse, better = rows[at : at + 2]
        losses = not worse.token and min(better.lost, default=0) > 0 and came not in (worse, better)
        return losses and (worse.word == better.word if alike else bool(worse.word) == bool(better.word))

    for alike in (True, False):
        while len(rows) > most and (pairs := [i for i in range(len(rows) - 1) if may_share(i, alike)]):
            least = min(pairs, key=lambda i: rows[i].most + rows[i + 1].most)
            rows[least : least + 2] = [_together(rows[least], rows[least + 1])]
    shown = sorted(rows, key=lambda chance: (chance is not came, chance.tone != "bad", -chance.most))[:most]
    return [chance for chance in rows if chance in shown]


def _together(worse: Chance, better: Chance) -> Chance:
    lost = range(min(worse.lost.start, better.lost.start), max(worse.lost.stop, better.lost.stop))
    same = worse.word == better.word
    word = worse.word if same else f"{worse.word or better.word}?"
    many = f"{lost[0]}–{lost[-1]} lost" if lost[0] else f"{lost[-1]} or fewer"
    return replace(
        worse,
        text=f"{many}{word and f', {word}'}",
        least=worse.least + better.least,
        most=min(worse.most + better.most, Fraction(1)),
        lost=lost,
        word=worse.word if same else "",
        error=hypot(worse.error, better.error),
    )


def percent(chance: Chance) -> str:
    """A chance as people write it: `74 %`, `<1 %`, `60–74 %` where not all of it is known, and `≈60 ±2 %` of a sample."""
    least, most = whole_percents(chance.least), whole_percents(chance.most)
    if chance.error:
        error = max(1, round(100 * chance.error))
        return f"≈{least} %" if error == 1 and not least.isdecimal() else f"≈{least} ±{error} %"
    return f"{least} %" if least == most else f"{least}–{most} %"


def whole_percents(chance: Fraction) -> str:
    """Whole percents; what is possible and not sure is neither 0 nor 100."""
    if 0 < chance < Fraction(1, 100):
        return "<1"
    if Fraction(99, 100) < chance < 1:
        return ">99"
    return str(round(100 * chance))
