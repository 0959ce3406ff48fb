"""The hash of a spec follows what changes play, codes or texts, and nothing else."""

import pytest

from tests.stages.lower.lowered import lowered

TEXT = """
options:
  last: {is: loses, in: [loses, wins]}
state:
  heap: {type: 0..9, start: 9}
phases:
  take:
    while: heap > 0
    for: p in players
    choose: n in 1..2 where n <= heap
    do: |
      heap -= n    # down
      if heap == 0: win p
    say: "{p} takes {n}"
"""
SAME = {
    "comments": (" # down", ""),
    "more comments": ("phases:", "# how it goes\nphases:"),
    "blanks": ("where n <= heap", "where n  <=  heap"),
    "claims": ("phases:", "claims:\n  - that: heap == 9\nphases:"),
    "invariants": ("phases:", "always:\n  - that: heap <= 9\nphases:"),
    "accounts": ("phases:", "account:\n  - lines: [{say: over}]\nphases:"),
    "labels": ("phases:", "labels:\n  heap: the heap\nphases:"),
    "about": ("state:", "about: sticks\nstate:"),
}
OTHER = {
    "a number": ("start: 9", "start: 8"),
    "an option": ("is: loses", "is: wins"),
    "a condition": ("n <= heap", "n < heap"),
    "an effect": ("heap -= n ", "heap -= 1 "),
    "a text": ("takes", "removes"),
    "the order of keys": ("while: heap > 0\n    for: p in players", "for: p in players\n    while: heap > 0"),
}


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_what_only_documents_changes_nothing(old: str, new: str) -> None:
    assert old in TEXT
    assert lowered(TEXT.replace(old, new)).spec_hash == lowered(TEXT).spec_hash


@pytest.mark.parametrize(("old", "new"), OTHER.values(), ids=OTHER)
def test_what_changes_play_changes_it(old: str, new: str) -> None:
    assert old in TEXT
    assert lowered(TEXT.replace(old, new)).spec_hash != lowered(TEXT).spec_hash


def test_it_is_a_digest() -> None:
    found = lowered(TEXT).spec_hash
    assert len(found) == 64 and set(found) <= set("0123456789abcdef")
