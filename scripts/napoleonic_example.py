"""The example of the Napoleonic game: five turns along the hedges, until one brigade draws off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from evening import Evening, example, must_show
from seat import Words

from vedette.engine.requests import ChoiceRequest
from vedette.engine.session import Session
from vedette.games.napoleonic.exchange import HitsSpread, LossesMarked, UnitLost
from vedette.games.napoleonic.sending import GroupRecalled, GroupSent
from vedette.games.napoleonic.state import Battle

GAME = "along-the-hedges"
SEED = 15
TYPED = "fr"
"""The French have dice of their own; Vedette rolls for the British."""

TAPE = "An eighth of a frontage on an old tape: we call it there"

TURNS = """
    note fr  text=Terrain: two hedges from east to west, a farm behind the northern one.
    next_phase fr  to=movement
    send_group leger | send_group gren | send_group gren | undo fr | redo fr
    send_group rifles95 | send_group rifles95 | send_group lights52 | send_group ld13 | send_group chass
    next_phase br  to=skirmish
    group_fire gren-g1  at=rifles95-g1,rifles95-g2  range=1.5 | group_fire gren-g2  at=rifles95-g2  range=2
    group_fire rifles95-g1  at=gren,leger  range=2 | group_fire rifles95-g2  at=gren-g1  range=1.5
    group_fire lights52-g1  at=leger  range=2 | group_fire leger-g1  at=lights52,lights52-g1  range=1.5
    end_fire br | end_fire fr
    next_phase fr  to=movement
    formation foot48  formation=garrison | formation leger  formation=column
    note br  text=The 48th is in the farm: Protection 1 from all sides.
    next_phase br  to=skirmish
    skirmish_fire leger  at=lights52  range=2 | skirmish_fire gren  at=fus7,lights52  range=2
    skirmish_fire rifles95  at=leger  range=1.5  direction=left
    gun_fire ligne  at=foot48  range=1.5  protection=1 | skirmish_fire ligne  at=foot48  range=1.5  protection=1
    group_fire gren-g1  at=fus7,lights52  range=1.5 | group_fire gren-g2  at=rifles95  range=2
    group_fire rifles95-g1  at=gren,leger  range=2 | group_fire rifles95-g2  at=gren,leger  range=2
    skirmish_fire lights52  at=leger  range=2 | group_fire chass-g1  at=ld13-g1  range=2
    group_fire ld13-g1  at=conscrits  range=2 | skirmish_fire fus7  at=ligne  range=2
    end_fire fr | end_fire br
    next_phase fr
    mark conscrits  lives=2  drum=false  reason=Volley of the 48th from the farm
    mark fus7  hits=1  reason=Volley of the 21e Ligne
    next_phase fr
    formation gren  formation=square | mark ld13  lives=2  reason=Charged the grenadiers, and was thrown back
    next_phase fr  to=movement
    recall_group ld13-g1 | recall_group lights52-g1 | recall_group gren-g2
    next_phase fr  to=order
    mark conscrits  drum=true  reason=Order restored
    next_phase br  to=skirmish
    skirmish_fire gren  at=rifles95  range=2 | skirmish_fire leger  at=lights52  range=2.1  override
    skirmish_fire rifles95  at=gren  range=1.5
    group_fire gren-g1  at=fus7,lights52  range=1
    group_fire rifles95-g1  at=gren,leger  range=2 | group_fire leger-g1  at=lights52,rifles95  range=1
    gun_fire conscrits  at=fus7  range=2 | gun_fire ligne  at=foot48  range=1.5  protection=1
    end_fire br | end_fire fr
    adjust fr  path=units.ligne.ammo  value=0  reason=The caissons were left behind: we both forgot
    next_phase fr  to=charges
    mark conscrits  lives=1  flag=false  reason=The bayonets of the 48th
    next_phase fr  to=routs
    mark conscrits  lost=true  reason=Routed
    note br  text=Tea, and a look at the casualty tables.
    next_phase fr  to=skirmish
    skirmish_fire gren  at=rifles95  range=2 | group_fire gren-g1  at=rifles95,lights52  range=1
    skirmish_fire rifles95  at=gren,leger  range=2 | skirmish_fire lights52  at=leger  range=2
    group_fire rifles95-g1  at=gren,leger  range=1
    end_fire br | end_fire fr
    next_phase fr  to=routs
    concede fr
    note br  text=Well drawn off. Next time the village.
"""
"""Everything that is given, in order."""

SHOWN = {HitsSpread, LossesMarked, GroupSent, GroupRecalled, UnitLost}
"""What somebody who looks at the example should see once at least."""


@dataclass
class Hedges(Evening):
    """The evening: the commands in their order, and one die that is read wrongly."""

    session: Session[Battle]
    luck: Random
    typed: str = TYPED
    slip: int = 4
    several = 1
    done: set[str] = field(default_factory=set)

    def play(self) -> None:
        """Give everything in order."""
        for do, by, words in _given(TURNS):
            if do in ("undo", "redo"):
                getattr(self.session, do)(by)
                continue
            agreed = words.pop("override", False)
            if self.give(do, by, TAPE if agreed else "", **words) is None:
                raise SystemExit(f"{do} by {by} is not possible")
            if agreed:
                self.done.add("agreement")

    def choice(self, request: ChoiceRequest) -> str | int:
        """Who takes an odd Hit is chosen now so, now so."""
        self.done.add("choice")
        return self.luck.choice(request.options).value


def _given(script: str) -> Iterator[tuple[str, str, Words]]:
    """Commands out of lines such as `mark gren  lives=2  reason=Charged | end_fire fr`."""
    for one in script.replace("\n", " | ").split(" | "):
        if one.strip():
            head, *rest = (part.strip() for part in one.split("  ") if part.strip())
            do, by = head.split()
            yield do, by, dict(_word(part) for part in rest)


def _word(part: str) -> tuple[str, Any]:
    """`at=a,b` is a list, `range=2` a number, `drum=true` a flag, and the rest is text."""
    name, _, value = part.partition("=")
    if name == "at":
        ids = value.split(",")
        return name, ids if len(ids) > 1 else ids[0]
    try:
        return name, json.loads(value or "true")
    except ValueError:
        return name, value


def make_napoleonic(folder: Path, clock: Callable[[], str]) -> Path:
    """Play the example to its end and save it."""
    path = folder / f"napoleonic-{GAME}.vedette"
    with example("napoleonic", GAME, SEED, path, clock) as opened:
        game = Hedges(opened, Random(SEED))
        game.play()
    must_show(game, ("slip", "choice", "agreement"), SHOWN)
    return path
