"""Laws of types, each against what the values themselves say."""

from itertools import product

import pytest

from compiler.bind.nouns.types import LARGEST, BadType, BoolType, ComponentType, EnumType, NoneType, OptionalType, PlayerType, RangeType, SiteType, TextType, Type
from compiler.bind.types import lattice

WHOLE, PART, OTHER_PART = EnumType("land"), EnumType("colour", "land"), EnumType("built", "land")
_MEMBERS: dict[EnumType, tuple[int, ...]] = {WHOLE: (0, 1, 2, 3), PART: (2, 3), OTHER_PART: (0, 1)}
TYPES: tuple[Type, ...] = (
    BoolType(), RangeType(0, 3), RangeType(2, 5), RangeType(4, 4), WHOLE, PART, PlayerType(), ComponentType("card"), SiteType("field"),
    SiteType("track"), OptionalType(RangeType(0, 3)), OptionalType(RangeType(2, 9)), OptionalType(PlayerType()), OptionalType(PART),
    OptionalType(WHOLE), NoneType(),
)  # fmt: skip


def values(type: Type) -> frozenset[tuple[str, int]]:
    """The values of a type as pairs of what they are and their number."""
    match type:
        case OptionalType(base):
            return values(base) | {("none", -1)}
        case NoneType():
            return frozenset({("none", -1)})
        case RangeType(low, high):
            return frozenset(("number", value) for value in range(low, high + 1))
        case EnumType():
            return frozenset(("land", value) for value in _MEMBERS[type])
        case _:
            return frozenset((repr(type), value) for value in range(2))


@pytest.mark.parametrize(("a", "b"), list(product(TYPES, TYPES)))
def test_fits_and_meet_say_what_the_values_say(a: Type, b: Type) -> None:
    assert lattice.fits(a, b) == (values(a) <= values(b))
    common = lattice.meet(a, b)
    assert (values(common) if common is not None else frozenset()) == values(a) & values(b)


@pytest.mark.parametrize(("a", "b"), list(product(TYPES, TYPES)))
def test_join_is_the_least_type_above_both(a: Type, b: Type) -> None:
    above = [type for type in TYPES if lattice.fits(a, type) and lattice.fits(b, type)]
    joined = lattice.join(a, b)
    assert joined == lattice.join(b, a)
    if joined is None:
        assert not above
    else:
        assert lattice.fits(a, joined) and lattice.fits(b, joined)
        assert all(lattice.fits(joined, type) for type in above)


def test_two_parts_join_to_their_whole() -> None:
    assert lattice.join(PART, OTHER_PART) == WHOLE


def test_what_is_bad_fits_everywhere() -> None:
    for type in (*TYPES, TextType()):
        assert lattice.fits(BadType(), type) and lattice.fits(type, BadType())
        assert lattice.join(BadType(), type) == BadType()


SPANS = [(-7, -3), (-2, 4), (0, 0), (0, 5), (3, 9)]


@pytest.mark.parametrize(("a", "b"), list(product(SPANS, SPANS)))
def test_intervals_hold_every_result(a: tuple[int, int], b: tuple[int, int]) -> None:
    pairs = list(product(range(a[0], a[1] + 1), range(b[0], b[1] + 1)))
    for result, operate in ((lattice.add, int.__add__), (lattice.subtract, int.__sub__), (lattice.multiply, int.__mul__)):
        found = [operate(x, y) for x, y in pairs]
        assert result(a, b) == (min(found), max(found))
    if b[0] >= 1:
        quotients, rests = [x // y for x, y in pairs], [x % y for x, y in pairs]
        assert lattice.divide(a, b) == (min(quotients), max(quotients))
        low, high = lattice.remainder(a, b)
        assert low <= min(rests) and max(rests) <= high < b[1]


def test_too_large_begins_beyond_two_to_the_62nd() -> None:
    assert not lattice.too_large((-LARGEST, LARGEST))
    assert lattice.too_large((0, LARGEST + 1)) and lattice.too_large((-LARGEST - 1, 0))


@pytest.mark.parametrize(
    ("type", "text"),
    [(OptionalType(SiteType("field")), "site(field) or none"), (RangeType(0, 9), "0..9"), (PART, "colour"), (BoolType(), "bool")],
)
def test_types_are_shown_as_written(type: Type, text: str) -> None:
    assert lattice.show(type) == text
