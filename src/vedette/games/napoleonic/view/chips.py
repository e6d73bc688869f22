"""The rules behind the chips and tokens of a card, by the words that these begin with."""

from __future__ import annotations

CHIPS: dict[str, tuple[str, ...]] = {
    "Hits": ("NA-3.3.4", "NA-T.5",),
    "Hits waiting": ("NA-3.3.6",),
    "single 1": ("NA-3.3.1.6.1",),
    "shares Hits": ("NA-3.3.6.1",),
    "shares 1s": ("NA-3.3.1.6.1", "NA-3.3.6.1",),
    "lost": ("NA-T.3",),
    "shots": ("NA-3.3.1.2", "NA-3.3.1.2.4",),
    "all shots fired": ("NA-3.3.1.2",),
    "fire ended": ("NA-3.3.6",),
    "cavalry": ("NA-3.3.1.1",),
    "artillery": ("NA-3.3.1.1",),
    "no skirmishers": ("NA-3.3.1.1", "NA-3.3.1.2.4",),
    "no shot so formed": ("NA-3.3.1.2.2",),
    "groups out": ("NA-3.3.1.2.3",),
    "no carbines": ("NA-3.3.3.3.1",),
    "Special Event due": ("NA-3.3.5",),
    "Square": ("NA-3.3.1.2.2",),
    "garrison": ("NA-3.3.1.2.2",),
    "no Drum": ("NA-3.3.1.1.2", "NA-3.3.2.4.1",),
    "no Flag": ("NA-3.3.1.1.2",),
    "gun": ("NA-3.3.1.4",),
    "gun fired": ("NA-3.3.1.4",),
    "flank spent": ("NA-3.3.1.3",),
}  # fmt: skip
