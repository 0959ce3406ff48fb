"""What a position is worth: scores, who is ahead of whom, returns."""

from compiler.emit.expressions.domains import open_domain
from compiler.emit.expressions.expressions import test
from compiler.emit.expressions.quantifiers import answer
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.ir.game import RankKey


def returns_of(plan: Plan) -> str:
    return plan.game.result.returns if plan.game.result is not None else "win_loss"


def has_score(plan: Plan) -> bool:
    return plan.game.result is not None and plan.game.result.score is not None


def write_score(want: Want, f: Body) -> Function:
    """A seat's score."""
    result = f.plan.game.result
    assert result is not None and result.score is not None
    answer(f, result.score)
    return f.function(result="int", doc=result.doc, about=("The score of a seat.",))


def write_key(want: Want, f: Body) -> Function:
    """What seats are compared by, one key."""
    result = f.plan.game.result
    assert result is not None and isinstance(want.subject, int)
    answer(f, result.rank[want.subject].value)
    return f.function(result="int", doc=result.doc, about=("A key that seats are compared by, the higher the better.",))


def key(f: Body, number: int, seat: str, member: str = "") -> str:
    """A call of a key for a seat; of a family for one of its members."""
    result = f.plan.game.result
    assert result is not None
    rank = result.rank[number]
    if result.score is not None and rank.binder is None and rank.value == result.score:
        return f"{f.plan.want('score', 0, 'score_of', 'result')}(s, {seat})"
    name = f.plan.want("rank key", number, f"rank_{number + 1}", "result", f.name)
    return f"{name}({', '.join(['s', seat, *([member] if member else [])])})"


def key_parameters(rank: RankKey) -> tuple[str, ...]:
    return ("p",) if rank.binder is None else ("p", rank.binder.local)


def write_compare(f: Body) -> Function:
    """Which of two seats is ahead."""
    f.parameters += ["one: int", "other: int"]
    f.busy |= {"one", "other"}
    verdict, winner = f"s[{f.plan.slot('verdict')}]", f"s[{f.plan.slot('winner')}]"
    with f.block(f"if {verdict} != 0 and one != other:"):
        with f.block(f"if {winner} == one:"):
            f.add(f"return 1 if {verdict} == 1 else -1")
        with f.block(f"if {winner} == other:"):
            f.add(f"return -1 if {verdict} == 1 else 1")
    result = f.plan.game.result
    for number, rank in enumerate(result.rank if result is not None else ()):
        with f.scope():
            member = ""
            if rank.binder is not None:
                f.env["p"] = "one"
                open_domain(f, rank.binder)
                if rank.binder.where is not None:
                    f.open(f"if {test(f, rank.binder.where)}:")
                member = f.env[rank.binder.local]
            mine, theirs = f.fresh("mine"), f.fresh("theirs")
            f.assign(mine, key(f, number, "one", member))
            f.assign(theirs, key(f, number, "other", member))
            f.open(f"if {mine} != {theirs}:")
            f.add(f"return 1 if {mine} > {theirs} else -1")
    f.add("return 0")
    return f.function(result="int", about=("1 if one seat is ahead of the other, -1 if it is behind, 0 if they share a place.",))


def write_ahead(f: Body) -> Function:
    f.parameters.append("seat: int")
    f.busy.add("seat")
    ahead = f.fresh("ahead")
    f.assign(ahead, "0")
    with f.scope():
        other = f.loop("other", f"s[{f.plan.slot('players')}]", is_temporary=True)
        f.open(f"if compare_seats(s, {other}, seat) > 0:")
        f.add(f"{ahead} += 1")
    f.add(f"return {ahead}")
    return f.function(result="int", about=("How many seats are ahead of this one.",))


def write_scores(f: Body) -> Function:
    f.parameters.append("out: Vec")
    f.add_fresh_start()
    seat = f.fresh("seat")
    with f.scope():
        f.open(f"for {seat} in range(s[{f.plan.slot('players')}]):")
        f.add(f"out[{seat}] = " + (f"{f.plan.want('score', 0, 'score_of', 'result')}(s, {seat})" if has_score(f.plan) else "0"))
    if has_score(f.plan):
        _zero_on_fault(f)
    return f.function(result="None", about=("The score of each seat.",))


def returns_rank(plan: Plan) -> bool:
    """Whether the seats that get most are those that nobody is ahead of."""
    return returns_of(plan) != "score" and not _can_fault(plan)


def _can_fault(plan: Plan) -> bool:
    result = plan.game.result
    return result is not None and plan.survey.can_fault((result.score or (), result.rank))


def _zero_on_fault(f: Body) -> None:
    """A question that meets a fault answers 0."""
    if not _can_fault(f.plan):
        return
    with f.block(f"if s[{f.plan.slot('fault')}] != 0:"):
        seat = f.loop("seat", f"s[{f.plan.slot('players')}]", is_temporary=True)
        f.add(f"out[{seat}] = 0")


def write_returns(f: Body) -> Function:
    f.parameters.append("out: Vec")
    kind = returns_of(f.plan)
    about = {
        "score": "What each seat gets: its score.",
        "place": "What each seat gets: how many it is ahead of, less how many are ahead of it.",
        "win_loss": "What each seat gets: of n seats, k of them first, the first get n - k each, the others -k.",
    }[kind]
    if kind == "score":
        f.add("scores(s, out)")
        return f.function(result="None", about=(about,))
    f.add_fresh_start()
    seats = f.fresh("seats")
    f.assign(seats, f"s[{f.plan.slot('players')}]")
    if kind == "place":
        with f.scope():
            seat = f.loop("seat", seats, is_temporary=True)
            standing = f.fresh("standing")
            f.assign(standing, "0")
            with f.scope():
                other = f.loop("other", seats, is_temporary=True)
                f.add(f"{standing} += compare_seats(s, {seat}, {other})")
            f.add(f"out[{seat}] = {standing}")
    else:
        _win_loss(f, seats)
    _zero_on_fault(f)
    return f.function(result="None", about=(about,))


def _win_loss(f: Body, seats: str) -> None:
    """The first seat found to be best, then those that share its place."""
    best, first = f.fresh("best"), f.fresh("first")
    f.assign(best, "0")
    with f.scope():
        seat = f.loop("seat", f"1, {seats}", is_temporary=True)
        f.open(f"if compare_seats(s, {seat}, {best}) > 0:")
        f.add(f"{best} = {seat}")
    f.assign(first, "0")
    with f.scope():
        seat = f.loop("seat", seats, is_temporary=True)
        f.add(f"out[{seat}] = 1 if {seat} == {best} or compare_seats(s, {seat}, {best}) == 0 else 0")
        f.add(f"{first} += out[{seat}]")
    with f.scope():
        seat = f.loop("seat", seats, is_temporary=True)
        f.add(f"out[{seat}] = {seats} - {first} if out[{seat}] == 1 else -{first}")

