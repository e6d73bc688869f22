"""Getting into a hex otherwise than by a move of one's own: what waits there (sections 6.5, 6.6 and 10)."""

from __future__ import annotations

from typing import Literal

from vedette.engine.play import Play
from vedette.games.close_quarters.fight.clouds import breathe
from vedette.games.close_quarters.fight.fire import through
from vedette.games.close_quarters.ground.terrain import deep_pit, jumped_pit
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.turn.falls import into_pit

Arrival = Literal["by himself", "driven", "thrown"]
"""Into a pit of up to 2 m one climbs by oneself, and falls if driven; who is thrown falls in any case."""


async def arrive(play: Play[Fight], name: str, hex: str, how: Arrival = "by himself") -> None:
    """He meets what waits in the hex where he is now: a pit (CQ-MOV-14), fire (CQ-FIR-9), gas (CQ-GRN-9)."""
    map = play.state.map
    falls = how == "thrown" or deep_pit(map, hex) or (how == "driven" and jumped_pit(map, hex))
    if falls:
        await into_pit(play, name, hex)
    await through(play, name, (hex,))
    breathe(play, name, (hex,))
