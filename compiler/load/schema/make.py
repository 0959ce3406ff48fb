"""From shapes to JSON Schema (draft 2020-12).

An editor reads `5` as a number and `yes` as a truth value where the loader reads text, so every text may be any scalar.
"""

import json
from typing import assert_never

from compiler.load.shape import SCENARIOS, SPEC, TABLE, VARIANT, Anything, ByNode, Choice, Key, Kind, Leaf, ListOf, MapOf, Shape, Shaped, shape_of

Schema = dict[str, object]

_SCALAR = ["string", "number", "boolean"]


def spec_schema_text() -> str:
    return _text(SPEC)


def variant_schema_text() -> str:
    return _text(VARIANT)


def scenario_schema_text() -> str:
    return _text(SCENARIOS)


def _text(shape: Shape) -> str:
    used = _used(shape)
    schema: Schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"rulewright: {shape.noun}", **_object(shape)}
    schema["$defs"] = {each.name: _object(each) for each in TABLE if each.name in used}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _used(shape: Shape) -> frozenset[str]:
    """The shapes that stand somewhere inside one."""
    found: dict[str, None] = {}
    waiting = [shape]
    while waiting:
        for key in waiting.pop().keys:
            for name in _named(key.kind):
                if name not in found:
                    found[name] = None
                    waiting.append(shape_of(name))
    return frozenset(found)


def _named(kind: Kind) -> list[str]:
    match kind:
        case Shaped():
            return [kind.shape]
        case ListOf():
            return _named(kind.item)
        case MapOf():
            return _named(kind.value)
        case ByNode():
            return [name for each in (kind.sequence, kind.mapping) if each is not None for name in _named(each)]
        case Leaf() | Choice() | Anything():
            return []
        case _:
            assert_never(kind)


def _object(shape: Shape) -> Schema:
    plain = [key for key in shape.keys if key.pattern is None]
    schema: Schema = {
        "description": shape.doc,
        "type": "object",
        "properties": {key.name: _property(key) for key in plain},
        "additionalProperties": False,
    }
    patterns = {f"^{key.pattern}$": _property(key) for key in shape.keys if key.pattern is not None}
    if patterns:
        schema["patternProperties"] = patterns
    required = [key.name for key in plain if key.required]
    if required:
        schema["required"] = required
    if shape.forms:
        schema["anyOf"] = [{"required": [key]} for form in shape.forms for key in form.decided_by]
        schema["allOf"] = [{"not": {"required": list(pair)}} for pair in _exclusions(shape)]
    return schema


def _exclusions(shape: Shape) -> list[tuple[str, str]]:
    """Pairs of keys that no form has both of, one of them the only key that decides for its form."""
    owners: dict[str, list[int]] = {}
    for number, form in enumerate(shape.forms):
        for key in (*form.decided_by, *form.keys):
            owners.setdefault(key, []).append(number)
    pairs: list[tuple[str, str]] = []
    for number, form in enumerate(shape.forms):
        if len(form.decided_by) != 1 or owners[form.decided_by[0]][0] != number:
            continue
        decider = form.decided_by[0]
        for key in owners:
            if key != decider and not set(owners[key]) & set(owners[decider]) and (key, decider) not in pairs:
                pairs.append((decider, key))
    return pairs


def _property(key: Key) -> Schema:
    return {"description": key.doc, **_kind(key.kind)}


def _kind(kind: Kind) -> Schema:
    match kind:
        case Leaf():
            return {"type": list(_SCALAR)} if kind.pattern is None else {"type": list(_SCALAR), "pattern": f"^(?:{kind.pattern})$"}
        case Choice():
            return {"enum": [*kind.words, *([True, False] if "yes" in kind.words else [])]}
        case ListOf():
            items: Schema = {"type": "array", "items": _kind(kind.item)}
            return {"anyOf": [_kind(kind.item), items]} if kind.single else items
        case MapOf():
            value = _kind(kind.value)
            return {"type": "object", "additionalProperties": {"anyOf": [value, {"type": "null"}]} if kind.bare else value}
        case Shaped():
            return {"$ref": f"#/$defs/{kind.shape}"}
        case ByNode():
            return {"anyOf": [_kind(each) for each in (kind.scalar, kind.sequence, kind.mapping) if each is not None]}
        case Anything():
            return {}
        case _:
            assert_never(kind)


def schema_files() -> dict[str, str]:
    """The committed files by name."""
    return {
        "spec.schema.json": spec_schema_text(),
        "variant.schema.json": variant_schema_text(),
        "scenario.schema.json": scenario_schema_text(),
    }
