"""Goes through a history that a seat cannot tell from the true one, and says how far it holds. Of the engine subset: see `runtime.companions`."""

from runtime.engine_names import OBSERVATION_SIZE, Vec, actor, apply, chance_outcomes, legal_actions, observe, refusal, seen_action


def runtime_retell(
    s: Vec, codes: Vec, seen: Vec, ends: Vec, views: Vec, out: Vec, weights: Vec, logs: Vec, tally: Vec, seat: int, count: int, weigh: int
) -> int:
    """Applies the first `count` codes as long as the seat perceives what it perceived; returns the number of the first that does not fit.

    `seen`: how the seat perceived each; `ends`: which row of `views` it observed after it, -1 where none is to be compared. `logs[n]` is the
    logarithm of n in fixed point, `logs[0]` how many there are; where one is to `weigh`, `tally[0]` becomes the logarithm of how likely the codes are
    (chance by weight, others' choices equally likely).
    """
    size: int = logs[0]
    total: int = 0
    for at in range(count):
        code: int = codes[at]
        tally[0] = total
        if refusal(s, code) != 0 or seen_action(s, seat, code) != seen[at]:
            return at
        who: int = actor(s) if weigh != 0 else seat
        number: int = 1
        share: int = 1
        if who == -1:
            found: int = chance_outcomes(s, out, weights)
            number = 0
            for k in range(found):
                number += weights[k]
                if out[k] == code:
                    share = weights[k]
        elif who != seat:
            number = legal_actions(s, out)
        total += logs[share if share < size else size - 1] - logs[number if number < size else size - 1]
        if apply(s, code) != 0:
            return at
        if ends[at] >= 0:
            base: int = ends[at] * OBSERVATION_SIZE
            observe(s, seat, out)
            for k in range(OBSERVATION_SIZE):
                if out[k] != views[base + k]:
                    return at
    tally[0] = total
    return count
