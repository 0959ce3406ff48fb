"""Remembered positions: the key of the present one, how often it is recorded, recording it. How keys are made is said in `compiler.ir.keys`."""

from collections.abc import Mapping, Sequence
from typing import Final

from compiler.emit.expressions.expressions import ATOM, spell
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.ir import exprs as x
from compiler.ir.game import MemoryIR
from compiler.ir.keys import MULTIPLIERS, PRIMES, exact_places
from compiler.ir.simplify import minus

MASK: Final = (1 << 31) - 1

BIT_WORDS: Final = 64
"""Words of 32 bits that keys are looked up in before the record is gone through."""


def write_key(want: Want, f: Body) -> Function:
    """Writes the two words of the present value's key into scratch."""
    memory = f.plan.survey.memories[str(want.subject)]
    key = f.plan.region(f"{memory.name}_key", 2, f"key of the present {memory.name}")
    places = exact_places(memory)
    if places is None:
        _fingerprint(f, memory, key)
    else:
        low, high = f.fresh("low"), f.fresh("high")
        f.assign(low, "0")
        f.assign(high, "0")
        for (word, least, _), place in zip(memory.words, places, strict=True):
            distance = minus(word, x.Const(least))
            text = spell(f, distance) if place.bit == 0 else f"{spell(f, distance, ATOM)} << {place.bit}"
            f.add(f"{(low, high)[place.slot]} |= {text}")
        f.add(f"s[{key}] = {low}")
        f.add(f"s[{key} + 1] = {high}")
    return f.function(result="None", about=(f"Writes the key of the present `{memory.name}` into scratch.",))


def _fingerprint(f: Body, memory: MemoryIR, key: str) -> None:
    """Four polynomials over the words; words that stand side by side are gone through in a loop."""
    if _is_light(memory):
        _weighed(f, memory, key)
        return
    hashes = [f.fresh(f"hash_{number + 1}") for number in range(len(PRIMES))]
    word = f.fresh("word")
    for name in hashes:
        f.assign(name, "0")
    for run in runs(memory):
        with f.scope():
            block, index, least, length = run
            if block and length > 1:
                at = f.loop("at", f"{index}, {index + length}" if index else str(length), is_temporary=True)
                text = f"s[{f.plan.offsets[block]} + {at}]"
                f.assign(word, text if least == 0 else f"{text} - {least}" if least > 0 else f"{text} + {-least}")
            else:
                f.assign(word, spell(f, minus(memory.words[run[1]][0] if not block else x.Load(block, x.Const(index)), x.Const(least))))
            for name, prime, multiplier in zip(hashes, PRIMES, MULTIPLIERS, strict=True):
                f.add(f"{name} = ({name} * {multiplier} + {word}) % {prime}")
    f.add(f"s[{key}] = ({hashes[0]} << 31) + {hashes[1]}")
    f.add(f"s[{key} + 1] = ({hashes[2]} << 31) + {hashes[3]}")


def _is_light(memory: MemoryIR) -> bool:
    """Whether sums of all words, each times its weight in a polynomial, stay within 62 bits."""
    return all(block for block, *_ in runs(memory)) and sum(high - low for _, low, high in memory.words) < 1 << 30


def _weighed(f: Body, memory: MemoryIR, key: str) -> None:
    """The same polynomials as sums of words times weights."""
    sums = [f.fresh(f"sum_{number + 1}") for number in range(len(PRIMES))]
    for name in sums:
        f.assign(name, "0")
    first = 0
    for block, index, least, length in runs(memory):
        with f.scope():
            at = f.loop("at", str(length), is_temporary=True)
            word = f.fresh("word")
            text = f"s[{f.plan.offsets[block]} + {f'{index} + ' if index else ''}{at}]"
            f.assign(word, text if least == 0 else f"{text} - {least}" if least > 0 else f"{text} + {-least}")
            for name, table in zip(sums, _weight_tables(f, memory), strict=True):
                f.add(f"{name} += {word} * {table}[{f'{first} + ' if first else ''}{at}]")
        first += length
    for (where, upper), total, prime in zip(_digits(key), sums, PRIMES, strict=True):
        f.add(f"s[{where}] = {total} % {prime} << 31" if upper else f"s[{where}] += {total} % {prime}")


def runs(memory: MemoryIR) -> list[tuple[str, int, int, int]]:
    """Words as runs of slots (block, first index, lowest value, length); another expression is a run ("", its place, lowest, 1)."""
    runs: list[tuple[str, int, int, int]] = []
    for at, (word, least, _) in enumerate(memory.words):
        match word:
            case x.Load(block, x.Const(index)):
                last = runs[-1] if runs else ("", 0, 0, 0)
                if last[0] == block and last[1] + last[3] == index and last[2] == least:
                    runs[-1] = (block, last[1], least, last[3] + 1)
                else:
                    runs.append((block, index, least, 1))
            case _:
                runs.append(("", at, least, 1))
    return runs


def _followed(plan: Plan, memory: MemoryIR) -> tuple[str, str, str]:
    """Scratch: whether what follows is that of the position without trials; its key; bits that say which keys may be recorded."""
    before = plan.region(f"{memory.name}_before", 2, f"key of {memory.name} without the trials that are going on")
    bits = plan.region(f"{memory.name}_bits", BIT_WORDS, f"a bit for each key of {memory.name} that is recorded, by its last digits")
    return plan.known[memory.name], before, bits


def write_trial_key(want: Want, f: Body) -> Function:
    """The key of the present value while writes are noted: each counts by its weight in the four polynomials."""
    memory = f.plan.survey.memories[str(want.subject)]
    key = f.plan.region(f"{memory.name}_key", 2, f"key of the present {memory.name}")
    known, before, _ = _followed(f.plan, memory)
    journal = f.plan.regions["journal"]
    with f.block(f"if s[{journal}] == 0 or s[{known}] == 0:"):
        f.add(f"{_key_function(f, memory)}(s)")
        f.add("return")
    sums = _sums_on_trial(f, memory, range(len(PRIMES)))
    for at, (word, upper) in enumerate(_digits(key)):
        f.add(f"s[{word}] = {sums[at]} % {PRIMES[at]} << 31" if upper else f"s[{word}] += {sums[at]} % {PRIMES[at]}")
    about = f"Writes the key of the present `{memory.name}` into scratch, from that before the trial and what the trial wrote."
    return f.function(result="None", about=(about,))


def _sums_on_trial(f: Body, memory: MemoryIR, which: Sequence[int]) -> list[str]:
    """Writes the lines that give some of the polynomials, up to their remainders, of the position on trial; the names of the sums."""
    _, before, _ = _followed(f.plan, memory)
    journal = f.plan.regions["journal"]
    sums = [f.fresh(f"sum_{number + 1}") for number in which]
    for name, (word, upper) in zip(sums, [_digits(before)[number] for number in which], strict=True):
        f.assign(name, f"s[{word}] >> 31" if upper else f"s[{word}] & {MASK}")
    with f.scope():
        number = f.loop("number", f"s[{journal}] - 1, -1, -1", is_temporary=True)
        slot, change = f.fresh("slot"), f.fresh("change")
        f.assign(slot, f"{f.plan.use('noted')}(s, {number})")
        f.open(f"if {_is_remembered(f, memory, slot)}:")
        f.assign(change, f"{f.plan.use('exchange')}(s, {number})")
        _weigh(f, memory, slot, change, dict(zip(which, sums, strict=True)))
    with f.scope():
        number = f.loop("number", f"s[{journal}]", is_temporary=True)
        noted = f"{f.plan.use('noted')}(s, {number})"
        f.open(f"if {_is_remembered(f, memory, noted)}:")
        f.add(f"{f.plan.use('exchange')}(s, {number})")
    return sums


LAST: Final = 1
"""The polynomial that gives the last digits of a key, by which its bit goes."""


def write_maybe(want: Want, f: Body) -> Function:
    """Whether a key with the last digits of that of the position on trial is recorded."""
    memory = f.plan.survey.memories[str(want.subject)]
    _, _, bits = _followed(f.plan, memory)
    (total,) = _sums_on_trial(f, memory, (LAST,))
    digits = f.fresh("digits")
    f.assign(digits, f"{total} % {PRIMES[LAST]}")
    f.add(f"return s[{bits} + {_bit_word(digits)}] >> {_bit(digits)} & 1 != 0")
    return f.function(result="bool", about=(f"Whether the present `{memory.name}` may be recorded, as far as a look at the last digits of its key tells.",))


def _digits(key: str) -> list[tuple[str, bool]]:
    """For each polynomial the word in which its value stands, and whether it is the upper half."""
    return [(f"{key}{word}", upper) for word in ("", " + 1") for upper in (True, False)]


def _is_remembered(f: Body, memory: MemoryIR, slot: str) -> str:
    bounds = [(f"{f.plan.offsets[block]}{f' + {index}' if index else ''}", length) for block, index, _, length in runs(memory)]
    return " or ".join(f"{start} <= {slot} < {start} + {length}" for start, length in bounds)


def _weigh(f: Body, memory: MemoryIR, slot: str, change: str, sums: Mapping[int, str]) -> None:
    """Adds a change of a slot to the sums, if the slot is remembered."""
    first = 0
    for block, index, _, length in runs(memory):
        start = f"{f.plan.offsets[block]}{f' + {index}' if index else ''}"
        with f.block(f"if {start} <= {slot} < {start} + {length}:"):
            place = f.fresh("place")
            shift = f" + {first - index}" if first > index else f" - {index - first}" if index > first else ""
            f.assign(place, f"{slot} - {f.plan.offsets[block]}{shift}")
            tables = _weight_tables(f, memory)
            for number, name in sums.items():
                f.add(f"{name} += {change} * {tables[number]}[{place}]")
        first += length


def _weight_tables(f: Body, memory: MemoryIR) -> list[str]:
    """For each polynomial the table of what a word at each place is multiplied by."""
    places = range(len(memory.words) - 1, -1, -1)
    return [
        f.plan.table(tuple(pow(multiplier, place, prime) for place in places), f"{memory.name}_weights")
        for prime, multiplier in zip(PRIMES, MULTIPLIERS, strict=True)
    ]


def write_prepare(want: Want, f: Body) -> Function:
    """What trials build on: the key without them, and the bits of what is recorded."""
    memory = f.plan.survey.memories[str(want.subject)]
    key = f.plan.region(f"{memory.name}_key", 2, f"key of the present {memory.name}")
    known, before, bits = _followed(f.plan, memory)
    ring, used = f.plan.offsets[memory.ring], f.plan.offsets[memory.used]
    f.add(f"s[{known}] = 1")
    f.add(f"{_key_function(f, memory)}(s)")
    f.add(f"s[{before}] = s[{key}]")
    f.add(f"s[{before} + 1] = s[{key} + 1]")
    with f.scope():
        at = f.loop("at", f"{bits}, {bits} + {BIT_WORDS}", is_temporary=True)
        f.add(f"s[{at}] = 0")
    with f.scope():
        at = f.loop("at", f"{ring}, {ring} + 2 * s[{used}], 2", is_temporary=True)
        f.add(f"s[{bits} + {_bit_word(f's[{at}]')}] |= 1 << {_bit(f's[{at}]')}")
    return f.function(result="None", about=(f"Notes the key of the present `{memory.name}`, and which keys are recorded, for the trials to come.",))


def _bit_word(key: str) -> str:
    return f"({key} >> 5 & {BIT_WORDS - 1})"


def _bit(key: str) -> str:
    return f"({key} & 31)"


def write_times(want: Want, f: Body) -> Function:
    """How often the present value is recorded."""
    memory = f.plan.survey.memories[str(want.subject)]
    key = f.plan.region(f"{memory.name}_key", 2, f"key of the present {memory.name}")
    ring = f.plan.offsets[memory.ring]
    followed = memory.name in f.plan.known
    if followed:
        maybe = f.plan.want("maybe", memory.name, f"may_be_recorded_{memory.name}", "memory")
        with f.block(f"if s[{f.plan.known[memory.name]}] != 0 and s[{f.plan.regions['journal']}] != 0 and not {maybe}(s):"):
            f.add("return 0")
    f.add(f"{f.plan.want('trial key', memory.name, f'key_of_{memory.name}_on_trial', 'memory') if followed else _key_function(f, memory)}(s)")
    low, high, times = f.fresh("low"), f.fresh("high"), f.fresh("times")
    f.assign(low, f"s[{key}]")
    f.assign(high, f"s[{key} + 1]")
    f.assign(times, "0")
    with f.scope():
        # Full or not, the ring is used from its start without a gap: it begins at 0 and only a full one turns.
        at = f.loop("at", f"{ring}, {ring} + 2 * s[{f.plan.offsets[memory.used]}], 2", is_temporary=True)
        f.open(f"if s[{at}] == {low} and s[{at} + 1] == {high}:")
        f.add(f"{times} += 1")
    f.add(f"return {times}")
    return f.function(result="int", about=(f"How often the present `{memory.name}` is recorded.",))


def _key_function(f: Body, memory: MemoryIR) -> str:
    return f.plan.want("key", memory.name, f"key_of_{memory.name}", "memory")


def write_record(want: Want, f: Body) -> Function:
    """Records the present value."""
    name, noting = want.subject
    memory = f.plan.survey.memories[name]
    key = f.plan.region(f"{memory.name}_key", 2, f"key of the present {memory.name}")
    ring, used, head = (f.plan.offsets[block] for block in (memory.ring, memory.used, memory.head))

    def put(where: str, text: str, operator: str = "=") -> None:
        if noting:
            f.add(f"{f.plan.use('note')}(s, {where})")
        f.add(f"s[{where}] {operator} {text}")

    ends = memory.full == "end"
    if ends:
        with f.block(f"if s[{used}] == {memory.last}:"):
            f.add("return False")
    f.add(f"{_key_function(f, memory)}(s)")
    place = f.fresh("place")
    f.assign(place, f"{ring} + 2 * ((s[{head}] + s[{used}]) % {memory.last})")
    put(place, f"s[{key}]")
    put(f"{place} + 1", f"s[{key} + 1]")
    if ends:
        put(used, "1", "+=")
        f.add("return True")
    else:
        with f.block(f"if s[{used}] == {memory.last}:"):
            put(head, f"(s[{head}] + 1) % {memory.last}")
        with f.block("else:"):
            put(used, "1", "+=")
    about = f"Records the present `{memory.name}`" + ("; False if there is no room." if ends else "; the oldest goes if there is no room.")
    return f.function(result="bool" if ends else "None", about=(about,))
