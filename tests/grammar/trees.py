"""Hypothesis strategies for trees as parsing gives them: `and` and `or` flat, no `Bad`, chains of `<`, `<=` and `==` only."""

from hypothesis import strategies as st

from compiler.parse import ast
from compiler.source import SourceFile, Span

SPAN = Span(file=SourceFile(path="", text=""), start=0, end=0)

NAMES = st.sampled_from(["a", "b", "c_1", "hand", "orb", "inner", "limit", "default", "top", "player_count", "notable", "link"])
FIELDS = st.one_of(NAMES, st.sampled_from(["to", "where", "end", "all", "none"]))
LITERALS = st.text(alphabet=st.characters(exclude_characters='"', exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=5)


def ident(text: str) -> ast.Ident:
    return ast.Ident(text=text, span=SPAN)


IDENTS = NAMES.map(ident)


def _logic(operator: str, items: list[ast.Expr]) -> ast.Expr:
    flat: list[ast.Expr] = []
    for item in items:
        flat += item.items if isinstance(item, ast.Logic) and item.operator == operator else (item,)
    return ast.Logic(operator="or" if operator == "or" else "and", items=tuple(flat), span=SPAN)


def _binders(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Binder]:
    return st.builds(
        ast.Binder,
        names=st.lists(IDENTS, min_size=1, max_size=2).map(tuple),
        domain=inner,
        keep=st.none() | inner,
        where=st.none() | inner,
        by=st.none() | inner,
        span=st.just(SPAN),
    )


def _larger(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    some = st.lists(inner, max_size=3).map(tuple)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    binders = st.lists(_binders(inner), min_size=1, max_size=2).map(tuple)
    default = st.none() | inner
    span = st.just(SPAN)
    return st.one_of(
        st.builds(ast.Call, name=IDENTS, arguments=some, span=span),
        st.builds(ast.Field, base=inner, name=FIELDS.map(ident), span=span),
        st.builds(ast.Index, base=inner, arguments=st.lists(inner, min_size=1, max_size=2).map(tuple), span=span),
        st.builds(ast.SetOf, items=several, span=span),
        st.builds(ast.Range, low=inner, high=inner, span=span),
        st.builds(ast.Unary, operator=st.sampled_from(["-", "not"]), operand=inner, span=span),
        st.builds(ast.Binary, operator=st.sampled_from(["+", "-", "*", "//", "%"]), left=inner, right=inner, span=span),
        st.builds(_logic, st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3)),
        st.builds(
            lambda left, comparator, right: ast.Compare(operands=(left, right), comparators=(comparator,), span=SPAN),
            inner,
            st.sampled_from(["==", "!=", "<=", ">=", "<", ">", "in", "not in"]),
            inner,
        ),
        st.builds(
            lambda operands, comparators: ast.Compare(operands=operands, comparators=comparators, span=SPAN),
            st.tuples(inner, inner, inner),
            st.tuples(st.sampled_from(["<", "<=", "=="]), st.sampled_from(["<", "<=", "=="])),
        ),
        st.builds(ast.IfElse, value=inner, condition=inner, other=inner, span=span),
        st.builds(ast.Search, kind=st.sampled_from(["any", "count", "first"]), binders=binders, default=default, span=span),
        st.builds(ast.Fold, kind=st.sampled_from(["all", "sum", "min", "max"]), body=inner, binders=binders, default=default, span=span),
        st.builds(ast.FoldValues, kind=st.sampled_from(["min", "max"]), values=several, span=span),
        st.builds(ast.Largest, rank=inner, body=inner, binders=binders, default=default, span=span),
    )


_SMALL: st.SearchStrategy[ast.Expr] = st.one_of(
    st.builds(ast.Number, value=st.integers(0, 2**62), span=st.just(SPAN)),
    st.builds(ast.Truth, value=st.booleans(), span=st.just(SPAN)),
    st.just(ast.Nothing(span=SPAN)),
    st.builds(ast.Text, value=LITERALS, span=st.just(SPAN)),
    st.builds(ast.Name, text=NAMES, span=st.just(SPAN)),
)
EXPRESSIONS = st.recursive(_SMALL, _larger, max_leaves=12)
BINDERS = _binders(EXPRESSIONS)

_BOUNDS = st.one_of(
    st.builds(ast.Number, value=st.integers(0, 999), span=st.just(SPAN)),
    st.builds(lambda value: ast.Unary(operator="-", operand=ast.Number(value=value, span=SPAN), span=SPAN), st.integers(0, 99)),
    EXPRESSIONS,
)
_BASE_TYPES = st.one_of(
    st.builds(ast.NamedType, name=IDENTS, span=st.just(SPAN)),
    st.builds(ast.OfType, kind=IDENTS, argument=IDENTS, span=st.just(SPAN)),
    st.builds(ast.RangeType, low=_BOUNDS, high=_BOUNDS, span=st.just(SPAN)),
)
TYPES = _BASE_TYPES | st.builds(ast.OptionalType, base=_BASE_TYPES, span=st.just(SPAN))
_PARAMETERS = st.lists(st.builds(ast.Parameter, type=TYPES, name=IDENTS, span=st.just(SPAN)), max_size=3).map(tuple)
SIGNATURES = st.builds(ast.Signature, name=IDENTS, parameters=_PARAMETERS, result=TYPES, span=st.just(SPAN))
HEADS = st.builds(ast.Head, name=IDENTS, parameters=_PARAMETERS, span=st.just(SPAN))

_TARGETS = st.one_of(
    st.builds(ast.Name, text=NAMES, span=st.just(SPAN)),
    st.builds(ast.Index, base=EXPRESSIONS, arguments=st.lists(EXPRESSIONS, min_size=1, max_size=2).map(tuple), span=st.just(SPAN)),
)
_SIMPLE = st.one_of(
    st.builds(
        ast.Move,
        what=EXPRESSIONS,
        to=EXPRESSIONS,
        every=st.booleans(),
        place=st.sampled_from([None, "top", "bottom"]),
        span=st.just(SPAN),
    ),
    st.builds(ast.Let, name=IDENTS, value=EXPRESSIONS, span=st.just(SPAN)),
    st.builds(ast.Assign, target=_TARGETS, operator=st.sampled_from(["=", "+=", "-="]), value=EXPRESSIONS, span=st.just(SPAN)),
    st.builds(ast.End, target=FIELDS.map(ident), span=st.just(SPAN)),
    st.builds(ast.Verdict, kind=st.sampled_from(["win", "lose", "eliminate"]), player=EXPRESSIONS, span=st.just(SPAN)),
    st.builds(ast.Do, name=IDENTS, arguments=st.lists(EXPRESSIONS, max_size=2).map(tuple), span=st.just(SPAN)),
    st.just(ast.Pass(span=SPAN)),
)


def _compound(inner: st.SearchStrategy[ast.Stmt]) -> st.SearchStrategy[ast.Stmt]:
    suite = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(
            ast.If,
            branches=st.lists(st.tuples(EXPRESSIONS, suite), min_size=1, max_size=2).map(tuple),
            other=st.just(()) | suite,
            span=st.just(SPAN),
        ),
        st.builds(ast.For, binder=BINDERS, body=suite, span=st.just(SPAN)),
        st.builds(ast.While, condition=EXPRESSIONS, limit=st.none() | st.integers(0, 999), body=suite, span=st.just(SPAN)),
    )


STATEMENTS = st.lists(st.recursive(_SIMPLE, _compound, max_leaves=4), min_size=1, max_size=3).map(tuple)
