"""Functions that read zones and move pieces: each keeps the places of pieces, their order and the member words in step."""

from compiler.emit.nouns.body import Body
from compiler.emit.nouns.plan import Function, Want
from compiler.ir.layout import WORD, Component, Zone


def write_size(want: Want, f: Body) -> Function:
    """How many pieces a set or bag of more than one word holds."""
    zone = f.plan.game.layout.zone(str(want.subject))
    instance = _parameter(f, "instance")
    first = f"{f.plan.offsets[zone.members]} + {zone.words} * {instance}"
    f.add("return " + " + ".join(f"s[{first}{f' + {word}' if word else ''}].bit_count()" for word in range(zone.words)))
    return f.function(result="int", about=(f"How many pieces lie in `{zone.name}`.",))


def write_item(want: Want, f: Body) -> Function:
    """The piece at an index, from either end."""
    name, from_top = want.subject
    zone = f.plan.game.layout.zone(name)
    instance, index, rule = (_parameter(f, wanted) for wanted in ("instance", "index", "rule"))
    if zone.items:
        count = f.fresh("count")
        f.assign(count, f"s[{f.plan.offsets[zone.count]} + {instance}]")
        with f.block(f"if not 0 <= {index} < {count}:"):
            f.add(f"return {f.plan.use('fault')}(s, {rule})")
        place = f"{count} - 1 - {index}" if from_top else index
        f.add(f"return s[{f.plan.offsets[zone.items]} + {zone.capacity} * {instance} + {place}]")
    else:
        _item_of_set(f, zone, instance, index, rule, from_top=from_top)
    end = "from the other end" if from_top else "from the bottom or left" if zone.items else "in component order"
    return f.function(result="int", about=(f"The piece at this index of `{zone.name}`, {end}; the fault `rule` if there is none.",))


def _item_of_set(f: Body, zone: Zone, instance: str, index: str, rule: str, *, from_top: bool) -> None:
    base = f"{f.plan.offsets[zone.members]} + {instance if zone.words == 1 else f'{zone.words} * {instance}'}"
    if from_top:
        count = f.fresh("count")
        f.assign(count, " + ".join(f"s[{base}{f' + {word}' if word else ''}].bit_count()" for word in range(zone.words)))
        f.assign(index, f"{count} - 1 - {index}")
    left, wanted = f.fresh("left"), index
    with f.block(f"if {wanted} < 0:"):
        f.add(f"return {f.plan.use('fault')}(s, {rule})")
    for word in range(zone.words):
        with f.scope():
            f.assign(left, f"s[{base}{f' + {word}' if word else ''}]")
            f.open(f"while {left} != 0:")
            with f.block(f"if {wanted} == 0:"):
                f.add(f"return ({left} & -{left}).bit_length() - 1{f' + {WORD * word}' if word else ''}")
            f.add(f"{left} &= {left} - 1")
            f.add(f"{wanted} -= 1")
    f.add(f"return {f.plan.use('fault')}(s, {rule})")


def write_first_of_kind(want: Want, f: Body) -> Function:
    """Whether no like piece comes before this one in its zone."""
    zone = f.plan.game.layout.zone(str(want.subject))
    component = f.plan.game.layout.component(zone.component)
    kinds = f.plan.table(component.kinds, f"{component.name}_kind")
    instance = _parameter(f, "instance")
    if zone.items:
        at = _parameter(f, "index")
        first = f.fresh("first")
        f.assign(first, f"{f.plan.offsets[zone.items]} + {zone.capacity} * {instance}")
        with f.scope():
            before = f.loop("before", at, is_temporary=True)
            f.open(f"if {kinds}[s[{first} + {before}]] == {kinds}[s[{first} + {at}]]:")
            f.add("return False")
    else:
        piece = _parameter(f, "piece")
        with f.scope():
            before = f.loop("before", f"{kinds}[{piece}], {piece}", is_temporary=True)
            here = f"{f.plan.zones[zone.name]} + {instance}" if zone.instances > 1 else f.plan.zones[zone.name]
            f.open(f"if {kinds}[{before}] == {kinds}[{piece}] and s[{f.plan.offsets[component.where]} + {before}] == {here}:")
            f.add("return False")
    f.add("return True")
    return f.function(result="bool", about=(f"Whether no like piece comes before this one in `{zone.name}`.",))


def write_move_by_number(want: Want, f: Body) -> Function:
    """Moves a piece to any zone of a component whose zones are all sets or bags."""
    name, noting = want.subject
    f.noting = noting
    component = f.plan.game.layout.component(name)
    words = next(zone.words for zone in f.plan.game.layout.zones if zone.component == name)
    where, members = f.plan.offsets[component.where], f.plan.members[name]
    piece, zone, was = _parameter(f, name), _parameter(f, "zone"), f.fresh("was")
    bit = f"1 << {piece}" if words == 1 else f"1 << {piece} % {WORD}"
    f.assign(was, f"s[{where} + {piece}]")
    with f.block(f"if {was} == {zone}:"):
        f.add("return")
    for number in (was, zone):
        with f.block(f"if {number} != 0:"):
            _put(f, f"{members} + {number}" if words == 1 else f"{members} + {words} * {number} + {piece} // {WORD}", bit, "^=")
    _put(f, f"{where} + {piece}", zone)
    return f.function(result="None", about=(f"Moves a {name} to a zone, by the zone's number; 0 is the box.",))


def write_move(want: Want, f: Body) -> Function:
    """Moves a piece to a zone, or into the box."""
    name, zone_name, bottom, noting = want.subject
    f.noting = noting
    component = f.plan.game.layout.component(name)
    where = f.plan.offsets[component.where]
    piece = _parameter(f, "piece")
    if not zone_name:
        f.add(f"{_take_name(f, component)}(s, {piece})")
        _put(f, f"{where} + {piece}", "0")
        return f.function(result="None", about=(f"Puts a {name} into the box.",))
    zone = f.plan.game.layout.zone(zone_name)
    instance = _parameter(f, "instance")
    if name in f.plan.members:
        _move_if_room(f, component, zone, piece, instance)
        return f.function(result="None", about=(f"Moves a {name} to `{zone.name}`, if there is room.",))
    number = f.fresh("number")
    f.assign(number, f"{f.plan.zones[zone.name]} + {instance}")
    if not zone.items:
        with f.block(f"if s[{where} + {piece}] == {number}:"):
            f.add("return")
    if zone.holds is not None:
        rule = _parameter(f, "rule")
        size = _size(f, zone, instance)
        with f.block(f"if {size} >= {zone.holds}" + (f" and s[{where} + {piece}] != {number}:" if zone.items else ":")):
            f.add(f"{f.plan.use('fault')}(s, {rule})")
            f.add("return")
    f.add(f"{_take_name(f, component)}(s, {piece})")
    _put(f, f"{where} + {piece}", number)
    _add(f, zone, instance, piece, bottom=bottom)
    return f.function(result="None", about=(f"Moves a {name} to `{zone.name}`" + (", to its bottom or left end." if bottom else "."),))


def _move_if_room(f: Body, component: Component, zone: Zone, piece: str, instance: str) -> None:
    rule = _parameter(f, "rule")
    number = f"{f.plan.zones[zone.name]} + {instance}"
    with f.block(f"if {_size(f, zone, instance)} >= {zone.holds} and s[{f.plan.offsets[component.where]} + {piece}] != {number}:"):
        f.add(f"{f.plan.use('fault')}(s, {rule})")
        f.add("return")
    f.add(f"{moving(f, component.name)}(s, {piece}, {number})")


def write_take(want: Want, f: Body) -> Function:
    """Takes a piece out of what keeps order and members of the zone it is in."""
    name, noting = want.subject
    f.noting = noting
    component = f.plan.game.layout.component(name)
    piece = _parameter(f, "piece")
    number = f.fresh("number")
    f.assign(number, f"s[{f.plan.offsets[component.where]} + {piece}]")
    zones = sorted((zone for zone in f.plan.game.layout.zones if zone.component == name), key=lambda zone: zone.first)
    with f.block(f"if {number} == 0:"):
        f.add("return")
    for at, zone in enumerate(zones):
        last = at == len(zones) - 1
        with f.scope():
            if len(zones) > 1:
                f.open("else:" if last else f"{'elif' if at else 'if'} {number} < {zone.first + zone.instances}:")
            _remove(f, zone, f"{number} - {zone.first}", piece)
    return f.function(result="None", about=(f"Takes a {name} out of the zone it is in.",))


def write_swap(want: Want, f: Body) -> Function:
    """Exchanges a piece with the one at an index of the same zone."""
    name, noting = want.subject
    f.noting = noting
    zone = f.plan.game.layout.zone(name)
    instance, index, piece = (_parameter(f, wanted) for wanted in ("instance", "index", "piece"))
    first, at = f.fresh("first"), f.fresh("at")
    f.assign(first, f"{f.plan.offsets[zone.items]} + {zone.capacity} * {instance}")
    f.assign(at, first)
    with f.block(f"while s[{at}] != {piece}:"):
        f.add(f"{at} += 1")
    _put(f, at, f"s[{first} + {index}]")
    _put(f, f"{first} + {index}", piece)
    return f.function(result="None", about=(f"Exchanges a piece of `{zone.name}` with the one at an index.",))


def _parameter(f: Body, wanted: str) -> str:
    name = f.fresh(wanted)
    f.parameters.append(f"{name}: int")
    f.declared.add(name)
    return name


def _put(f: Body, where: str, text: str, operator: str = "=") -> None:
    if f.noting:
        f.add(f"{f.plan.use('note')}(s, {where})")
    f.add(f"s[{where}] {operator} {text}")


def _take_name(f: Body, component: Component) -> str:
    return f.plan.want("take", (component.name, f.noting), f"take_{component.name}" + ("_on_trial" if f.noting else ""), "zones")


def _size(f: Body, zone: Zone, instance: str) -> str:
    if zone.items:
        return f"s[{f.plan.offsets[zone.count]} + {instance}]"
    if zone.words == 1:
        return f"s[{f.plan.offsets[zone.members]} + {instance}].bit_count()"
    return f"{f.plan.want('zone size', zone.name, f'size_of_{zone.name}', 'zones')}(s, {instance})"


def _word(f: Body, zone: Zone, instance: str, piece: str) -> tuple[str, str]:
    """The slot of a piece's member word, and its bit."""
    base = f.plan.offsets[zone.members]
    if zone.words == 1:
        return f"{base} + {instance}", f"1 << {piece}"
    factor = f"{zone.words} * ({instance})" if " " in instance else f"{zone.words} * {instance}"
    return f"{base} + {factor} + {piece} // {WORD}", f"1 << {piece} % {WORD}"


def _add(f: Body, zone: Zone, instance: str, piece: str, *, bottom: bool) -> None:
    if zone.items:
        first, count = f.fresh("first"), f.fresh("count")
        f.assign(first, f"{f.plan.offsets[zone.items]} + {zone.capacity} * {instance}")
        f.assign(count, f"s[{f.plan.offsets[zone.count]} + {instance}]")
        if bottom:
            with f.scope():
                at = f.loop("at", f"{first} + {count}, {first}, -1", is_temporary=True)
                _put(f, at, f"s[{at} - 1]")
            _put(f, first, piece)
        else:
            _put(f, f"{first} + {count}", piece)
        _put(f, f"{f.plan.offsets[zone.count]} + {instance}", f"{count} + 1")
    if zone.members:
        where, bit = _word(f, zone, instance, piece)
        _put(f, where, bit, "|=")


def _remove(f: Body, zone: Zone, instance: str, piece: str) -> None:
    if zone.members:
        where, bit = _word(f, zone, instance, piece)
        _put(f, where, bit, "^=")
    if not zone.items:
        return
    first, count, at = f.fresh("first"), f.fresh("count"), f.fresh("at")
    f.assign(first, f"{f.plan.offsets[zone.items]} + {zone.capacity} * ({instance})")
    f.assign(count, f"{f.plan.offsets[zone.count]} + {instance}")
    f.assign(at, first)
    with f.block(f"while s[{at}] != {piece}:"):
        f.add(f"{at} += 1")
    last = f.fresh("last")
    f.assign(last, f"{first} + s[{count}] - 1")
    with f.block(f"while {at} < {last}:"):
        _put(f, at, f"s[{at} + 1]")
        f.add(f"{at} += 1")
    _put(f, last, "-1")
    _put(f, count, "1", "-=")


def moving(f: Body, component: str) -> str:
    """The one function that moves pieces of a component whose zones are all alike."""
    return f.plan.want("move by number", (component, f.noting), f"move_{component}" + ("_on_trial" if f.noting else ""), "zones")
