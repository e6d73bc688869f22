"""The rules behind the chips and tokens of a card, by the words that these begin with."""

from __future__ import annotations

CHIPS: dict[str, tuple[str, ...]] = {
    "Hits": ("NA-3.3.4", "NA-T.5",),
    "New Hits": ("NA-3.3.6",),
    "single 1": ("NA-3.3.1.6.1",),
    "shares Hits": ("NA-3.3.6.1",),
    "shares 1s": ("NA-3.3.1.6.1", "NA-3.3.6.1",),
    "lost": ("NA-T.3",),
    "called in": ("NA-T.3", "NA-T.4",),
    "fires": ("NA-3.3.1.2", "NA-3.3.1.2.4",),
    "no fire": ("NA-3.3.1.1", "NA-3.3.1.2",),
    "Square": ("NA-3.3.1.2.2",),
    "garrison": ("NA-3.3.1.2.2",),
    "no Drum": ("NA-3.3.1.1.2", "NA-3.3.2.4.1",),
    "no Flag": ("NA-3.3.1.1.2",),
    "gun fired": ("NA-3.3.1.4",),
    "flank spent": ("NA-3.3.1.3",),
}  # fmt: skip
