"""Remembered positions: a ring of keys, the present key, how often it is there, recording it."""

from compiler.interpret.expressions import expressions
from compiler.interpret.nouns.frame import FinishRaised, Frame, InternalError
from compiler.ir.game import MemoryIR
from compiler.ir.keys import MULTIPLIERS, PRIMES, exact_places


def times(frame: Frame, name: str) -> int:
    """How often the present value is recorded."""
    memory = frame.program.memories[name]
    now = present_key(frame, memory)
    head = frame.load(memory.head)
    return sum(1 for age in range(frame.load(memory.used)) if _key_at(frame, memory, (head + age) % memory.last) == now)


def record(frame: Frame, name: str) -> None:
    """Records the present value; where the ring is full the oldest goes, or the game ends."""
    memory = frame.program.memories[name]
    used, head = frame.load(memory.used), frame.load(memory.head)
    if used == memory.last and memory.full == "end":
        raise FinishRaised("end", -1)
    place = (head + used) % memory.last
    for slot, word in enumerate(present_key(frame, memory)):
        frame.store(memory.ring, 2 * place + slot, word)
    if used == memory.last:
        frame.store(memory.head, 0, (head + 1) % memory.last)
    else:
        frame.store(memory.used, 0, used + 1)


def present_key(frame: Frame, memory: MemoryIR) -> tuple[int, int]:
    """The two slots that stand for the present value (see `compiler.ir.keys`)."""
    distances = [_distance(frame, memory, at) for at in range(len(memory.words))]
    places = exact_places(memory)
    if places is not None:
        slots = [0, 0]
        for place, distance in zip(places, distances, strict=True):
            slots[place.slot] |= distance << place.bit
        return slots[0], slots[1]
    hashes = []
    for prime, multiplier in zip(PRIMES, MULTIPLIERS, strict=True):
        number = 0
        for distance in distances:
            number = (number * multiplier + distance) % prime
        hashes.append(number)
    return hashes[0] * 2**31 + hashes[1], hashes[2] * 2**31 + hashes[3]


def _distance(frame: Frame, memory: MemoryIR, at: int) -> int:
    expr, low, high = memory.words[at]
    value = expressions.value(frame.inner({}), expr)
    if not low <= value <= high:
        raise InternalError(f"{memory.name}: word {at} is {value}, outside {low}..{high}")
    return value - low


def _key_at(frame: Frame, memory: MemoryIR, place: int) -> tuple[int, int]:
    return frame.load(memory.ring, 2 * place), frame.load(memory.ring, 2 * place + 1)
