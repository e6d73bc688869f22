"""What a hex is to a character: how far it is, whether anything is seen there, who threatens whoever stands in it."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.games.close_quarters.attacks.to_hit import sight
from vedette.games.close_quarters.candidates import named
from vedette.games.close_quarters.hexes import distance, multihexes, on_map
from vedette.games.close_quarters.near import in_hex, is_enemy, is_out, threat_zone
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import Figure, hexes_of_smoke, smoky
from vedette.kit.words import count


def look(game: Fight, by: str, hex: str) -> str:
    """In words, what the hex is to him; "" where there is nothing to say."""
    return " · ".join(_said(game, by, hex)) if on_map(game.map, hex) else ""


def _said(game: Fight, by: str, hex: str) -> Iterator[str]:
    character = game.units.get(by)
    if character is not None and character.hex and not is_out(game, by) and character.hex != hex:
        away = distance(character.hex, hex)
        yield f"{count(away, 'hex', 'hexes')} from {character.name} ({multihexes(away)} MH)"
        yield from _seen(game, by, hex)
    threatening = [
        name
        for name in game.units
        if (character is None or is_enemy(game, by, name)) and hex in threat_zone(game, name)
    ]
    if threatening:
        yield f"threatened by {named(game, threatening)}"


def _seen(game: Fight, by: str, hex: str) -> Iterator[str]:
    """CQ-ENV-9, CQ-ENV-10, CQ-ENV-5: whether he sees who is there, behind what, through how much smoke."""
    character = game.units[by]
    there = next((game.units[name] for name in in_hex(game, hex)), None)
    target = Figure(hex, there.posture, there.exposed) if there else Figure(hex)
    found = sight(game, Figure(character.hex, character.posture), target)
    if found.rule:
        yield found.sentence.rstrip(".")
        return
    yield "in line of sight"
    if found.concealment is not None:
        yield f"{found.concealment.name} {figure(found.concealment.value, '+')}"
    smoke = hexes_of_smoke(character.hex, hex, lambda one: smoky(game.map, one))
    if smoke:
        yield f"{count(smoke, 'hex', 'hexes')} of smoke between"
