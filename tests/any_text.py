"""Any sign at all, for properties of texts; Hypothesis's own would first look through all of Unicode, for seconds."""

from __future__ import annotations

from hypothesis import strategies as st

SIGNS = st.one_of(
    st.integers(0x20, 0x7E),
    st.integers(0xA0, 0x24F),
    st.integers(0x4E00, 0x9FFF),
    st.integers(0, 0xD7FF),
    st.integers(0xE000, 0x10_FFFF),
).map(chr)
"""One sign, often of ASCII, Latin or Chinese, never half of a surrogate pair."""
