"""The end of the turn as far as it hurts: steps 1 to 10 of section 6.7, in their order (CQ-TRN-7)."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.damage.blasts import grenades
from vedette.games.close_quarters.damage.clouds import clouds, gas, held_grenades
from vedette.games.close_quarters.damage.fire import energy_fields, fires, oil_burns_down
from vedette.games.close_quarters.damage.harm import recovery
from vedette.games.close_quarters.damage.microgravity import drift, leaks
from vedette.games.close_quarters.state import Fight


async def end_steps(play: Play[Fight], side: str) -> None:
    """Steps 1 to 10; `side` gives the command, and rolls for the blasts."""
    await fires(play)  # 1
    await held_grenades(play)  # 2
    await energy_fields(play)  # 3
    await leaks(play)  # 4
    await recovery(play)  # 5
    await drift(play)  # 6
    await clouds(play)  # 7
    await oil_burns_down(play)  # 8
    await grenades(play, "turn", side)  # 9
    await gas(play)  # 10
