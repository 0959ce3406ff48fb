"""Chance steps: what may be drawn, drawing it inside, and carrying an outcome out.

    draw_deal(s)                   draws every stage from the vector's stream and carries it out
    outcomes_of_deal(s, out, w)    the codes that may be drawn, with their weights
    total_of_deal(s)               the sum of all weights;  pick_deal(s, left)   the outcome that a number below it means
    may_deal(s, c)                 whether these values may be drawn
    do_deal(s, c)                  the effects
"""

from itertools import pairwise

from compiler.emit.expressions.domains import open_domain, walk
from compiler.emit.expressions.expressions import SUM, spell, test
from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Plan, Want
from compiler.emit.nouns.signatures import locals_of
from compiler.emit.play.codes import code_text, complete, decode
from compiler.emit.play.statements import fail, whole
from compiler.ir import exprs as x
from compiler.ir.actions import Chance, ChanceStage
from compiler.ir.simplify import conjunction, minus, plus


def earlier(chance: Chance, stage: int) -> tuple[str, ...]:
    """The names drawn before a stage."""
    return tuple(name for done in chance.stages[:stage] for name in locals_of(done))


def used_before(plan: Plan, chance: Chance, stage: int) -> tuple[str, ...]:
    """Those of the names drawn before that a stage uses."""
    drawn = chance.stages[stage]
    used = plan.survey.free((drawn.binders, drawn.where or (), drawn.weight or ()))
    return tuple(name for name in earlier(chance, stage) if name in used)


def used_in_do(plan: Plan, chance: Chance) -> tuple[str, ...]:
    used = plan.survey.free(chance.do)
    return tuple(name for name in earlier(chance, len(chance.stages)) if name in used)


def call(f: Body, kind: str, number: int, stage: int, arguments: tuple[str, ...] = ()) -> str:
    """A call of a chance step's function, with the names drawn before."""
    chance = f.plan.game.chances[number]
    verb = {"total": "total_of", "pick": "pick", "outcomes": "outcomes_of", "may": "may"}[kind]
    name = f.plan.want(f"chance {kind}", (number, stage), f"{verb}_{chance.name}" + (f"_{stage + 1}" if stage else ""), "chance", f.name)
    given = [f.env[local] for local in used_before(f.plan, chance, stage)]
    return f"{name}({', '.join(['s', *given, *arguments])})"


def call_do(f: Body, number: int) -> str:
    chance = f.plan.game.chances[number]
    name = f.plan.want("chance do", number, f"do_{chance.name}", "chance", f.name)
    return f"{name}({', '.join(['s', *(f.env[local] for local in used_in_do(f.plan, chance))])})"


def write_do(want: Want, f: Body) -> Function:
    chance = f.plan.game.chances[int(str(want.subject))]
    return whole(f, chance.do, chance.doc, (f"What happens with what `{chance.name}` drew.",))


def write_otherwise(want: Want, f: Body) -> Function:
    chance = f.plan.game.chances[int(str(want.subject))]
    return whole(f, chance.otherwise or (), chance.doc, (f"What happens where `{chance.name}` has nothing to draw.",))


def nothing_drawn(f: Body, number: int) -> str:
    """Writes what happens without outcomes; the text of how it was left."""
    chance = f.plan.game.chances[number]
    if chance.otherwise is None:
        fail(f, chance.rule)
        return "0"
    called = f"{f.plan.want('chance otherwise', number, f'otherwise_{chance.name}', 'chance', f.name)}(s)"
    if f.plan.survey.may_stop(chance.otherwise):
        return called
    f.add(called)
    return "0"


def may_stop(plan: Plan, number: int) -> bool:
    chance = plan.game.chances[number]
    return plan.survey.may_stop(chance.do) or plan.survey.may_stop(chance.otherwise or ())


# ---- drawing inside


def write_draw(want: Want, f: Body) -> Function:
    """Draws every stage and carries it out."""
    number = int(str(want.subject))
    chance = f.plan.game.chances[number]
    stops = may_stop(f.plan, number)
    for stage in range(len(chance.stages)):
        later = set(used_in_do(f.plan, chance))
        for after in range(stage + 1, len(chance.stages)):
            later |= set(used_before(f.plan, chance, after))
        _draw_stage(f, number, stage, later, stops=stops)
    done = call_do(f, number)
    if not stops:
        f.add(done)
    elif f.plan.survey.may_stop(chance.do):
        f.add(f"return {done}")
    else:
        f.add(done)
        f.add("return 0")
    return f.function(result="int" if stops else "None", doc=chance.doc, about=(f"Draws for `{chance.path}` and goes by what comes.",))


def _draw_stage(f: Body, number: int, stage: int, later: set[str], *, stops: bool) -> None:
    """Binds the names of a stage to what is drawn."""
    chance = f.plan.game.chances[number]
    drawn = chance.stages[stage]
    stream = f.plan.slot(f"{chance.stream}_low")
    below = f.plan.use("below")
    wanted = {name for name in locals_of(drawn) if name in later}
    if is_whole_product(drawn):
        code = f.fresh("drawn")
        f.assign(code, f"{below}(s, {stream}, {drawn.size})" + (f" + {drawn.base}" if drawn.base else ""))
        decode(f, drawn, code, wanted)
        return
    total = f.fresh("total")
    single = _plain(drawn)
    f.assign(total, _count_text(f, single) if single is not None else call(f, "total", number, stage))
    with f.block(f"if {total} < 1:"):
        left = nothing_drawn(f, number)
        f.add(f"return {left}" if stops else "return")
    if single is not None and isinstance(single.domain, x.Numbers):
        low = spell(f, single.domain.low, SUM)
        f.let(single.local, f"{below}(s, {stream}, {total})" if low == "0" else f"{low} + {below}(s, {stream}, {total})")
        return
    code = f.fresh("drawn")
    f.assign(code, call(f, "pick", number, stage, (f"{below}(s, {stream}, {total})",)))
    decode(f, drawn, code, {digit.local for digit in drawn.digits if digit.local in wanted or len(drawn.digits) < len(drawn.binders)})
    complete(f, drawn, conditions_of(drawn), wanted, f.topic)


def conditions_of(drawn: ChanceStage) -> tuple[x.Cond, ...]:
    asked = () if drawn.where is None else (drawn.where,)
    return asked if drawn.weight is None else (*asked, x.Compare(">", drawn.weight, x.Const(0)))


def is_whole_product(drawn: ChanceStage) -> bool:
    """Whether every code of the stage is equally likely at all times."""
    if drawn.where is not None or drawn.weight is not None or len(drawn.binders) != len(drawn.digits):
        return False
    for binder, digit in zip(drawn.binders, drawn.digits, strict=True):
        if binder.local != digit.local or binder.keep is not None or binder.where is not None:
            return False
        match binder.domain:
            case x.Numbers(x.Const(low), x.Const(high)) if not digit.carrier.optional and high - low + 1 == digit.size:
                if digit.values != tuple(range(low, high + 1)) if digit.values else digit.carrier.low != low:
                    return False
            case _:
                return False
    return True


def _plain(drawn: ChanceStage) -> x.Binder | None:
    """The only binder of a stage whose members are all equally likely and easily counted."""
    if drawn.where is not None or drawn.weight is not None or len(drawn.binders) != 1:
        return None
    (binder,) = drawn.binders
    if binder.keep is not None or binder.where is not None or len(drawn.digits) != 1:
        return None
    return binder if isinstance(binder.domain, x.Numbers | x.Pieces) and not (isinstance(binder.domain, x.Pieces) and binder.domain.kinds) else None


def _count_text(f: Body, binder: x.Binder) -> str:
    match binder.domain:
        case x.Numbers(low, high):
            return spell(f, plus(minus(high, low), x.Const(1)))
        case x.Pieces(zone, instance):
            return spell(f, x.ZoneSize(zone, instance))
        case _:
            raise AssertionError("not plain")


# ---- what may be drawn


def ascends(plan: Plan, drawn: ChanceStage) -> bool:
    """Whether walking the binders meets the codes in ascending order, each once."""
    if tuple(digit.local for digit in drawn.digits) != locals_of(drawn):
        return False
    pairs = zip(drawn.binders, drawn.digits, strict=True)
    return all(_ascends(plan, binder.domain, digit.values) and not digit.carrier.optional for binder, digit in pairs)


def _ascends(plan: Plan, domain: x.Domain, values: tuple[int, ...]) -> bool:
    match domain:
        case x.Listed(items):
            found = [values.index(item.value) if values else item.value for item in items if isinstance(item, x.Const)]
            return len(found) == len(items) and all(one < two for one, two in pairwise(found))
        case _ if any(one >= two for one, two in pairwise(values)):
            return False
        case x.Numbers() | x.One():
            return True
        case x.Pieces(zone):
            return not plan.game.layout.zone(zone).items
        case x.ListRow(lists):
            return all(one < two for row in plan.game.layout.list_table(lists).rows for one, two in pairwise(row))
        case _:
            return False


def walk_outcomes(f: Body, number: int, stage: int) -> str:
    """Opens the loops over what may be drawn; the text of a weight, at least 1 inside."""
    drawn = f.plan.game.chances[number].stages[stage]
    walk(f, drawn.binders)
    if drawn.where is not None:
        f.open(f"if {test(f, drawn.where)}:")
    if drawn.weight is None:
        return "1"
    weight = f.fresh("weight")
    f.assign(weight, spell(f, drawn.weight))
    f.open(f"if {weight} > 0:")
    return weight


def write_total(want: Want, f: Body) -> Function:
    """The sum of all weights."""
    number, stage = want.subject
    total = f.fresh("total")
    f.assign(total, "0")
    with f.scope():
        weight = walk_outcomes(f, number, stage)
        f.add(f"{total} += {weight}")
    f.add(f"return {total}")
    return f.function(result="int", about=(f"The sum of the weights of what `{f.plan.game.chances[number].name}` may draw.",))


def write_pick(want: Want, f: Body) -> Function:
    """The outcome that a number below the total means: the first whose weight, with those before it, exceeds it."""
    number, stage = want.subject
    chance = f.plan.game.chances[number]
    drawn = chance.stages[stage]
    left = f.fresh("left")
    f.parameters.append(f"{left}: int")
    f.declared.add(left)
    if ascends(f.plan, drawn):
        with f.scope():
            weight = walk_outcomes(f, number, stage)
            with f.block(f"if {left} < {weight}:"):
                f.add(f"return {code_text(f, drawn)}")
            f.add(f"{left} -= {weight}")
    else:
        weights = _tally(f, number, stage)
        with f.scope():
            at = f.loop("at", str(drawn.size), is_temporary=True)
            with f.block(f"if {left} < s[{weights} + {at}]:"):
                f.add(f"return {drawn.base} + {at}")
            f.add(f"{left} -= s[{weights} + {at}]")
    f.add(f"return {drawn.base}")
    return f.function(result="int", about=(f"The outcome of `{chance.name}` that a number below the sum of weights means.",))


def _tally(f: Body, number: int, stage: int) -> str:
    """Writes the weight of each code into scratch, as codes may come in any order and more than once."""
    chance = f.plan.game.chances[number]
    drawn = chance.stages[stage]
    weights = f.plan.region(f"weights_of_{chance.name}_{stage + 1}", drawn.size, f"weight of each outcome of {chance.name}")
    with f.scope():
        at = f.loop("at", str(drawn.size), is_temporary=True)
        f.add(f"s[{weights} + {at}] = 0")
    with f.scope():
        weight = walk_outcomes(f, number, stage)
        code = code_text(f, drawn)
        place = code.removeprefix(f"{drawn.base} + ") if drawn.base else code
        f.add(f"s[{weights} + {place}] += {weight}")
    return weights


def write_outcomes(want: Want, f: Body) -> Function:
    """Lists the codes that may be drawn, with their weights."""
    number, stage = want.subject
    chance = f.plan.game.chances[number]
    drawn = chance.stages[stage]
    f.parameters += ["out: Vec", "weights: Vec"]
    f.busy.add("weights")
    found = f.fresh("found")
    if ascends(f.plan, drawn):
        f.assign(found, "0")
        with f.scope():
            weight = walk_outcomes(f, number, stage)
            f.add(f"out[{found}] = {code_text(f, drawn)}")
            f.add(f"weights[{found}] = {weight}")
            f.add(f"{found} += 1")
    else:
        tally = _tally(f, number, stage)
        f.assign(found, "0")
        with f.scope():
            at = f.loop("at", str(drawn.size), is_temporary=True)
            f.open(f"if s[{tally} + {at}] > 0:")
            f.add(f"out[{found}] = {drawn.base} + {at}")
            f.add(f"weights[{found}] = s[{tally} + {at}]")
            f.add(f"{found} += 1")
    f.add(f"return {found}")
    return f.function(result="int", about=(f"The outcomes of `{chance.name}` and their weights.",))


def write_may(want: Want, f: Body) -> Function:
    """Whether values may be drawn."""
    number, stage = want.subject
    chance = f.plan.game.chances[number]
    drawn = chance.stages[stage]
    given = {digit.local: f.bind(f"{digit.local} drawn") for digit in drawn.digits}
    f.parameters += [f"{name}: int" for name in given.values()]
    with f.scope():
        for binder in drawn.binders:
            open_domain(f, binder)
            asked = [] if binder.where is None else [binder.where]
            if binder.local in given:
                f.open(f"if {f.env[binder.local]} == {given[binder.local]}:")
            if asked:
                f.open(f"if {test(f, conjunction(tuple(asked)))}:")
        conditions = conditions_of(drawn)
        if conditions:
            f.open(f"if {test(f, conjunction(conditions))}:")
        f.add("return True")
    f.add("return False")
    return f.function(result="bool", about=(f"Whether `{chance.name}` may draw this.",))

