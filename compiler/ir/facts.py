"""The constants of an engine (`runtime.contract.FACTS`), computed from the IR alone.

In: a game. Out: plain data, tuples of numbers and texts, by the name of the constant. Emitter and interpreter take them from here, so that both
describe a position in the same words. `SOURCE_MAP` is empty: only a printed module has lines.
"""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Final, TypeAlias

from compiler.ir.actions import ActionIR, Chance, Digit, Hole
from compiler.ir.flow import Branch, Decide, Draw, FlowNode, Over, Run, Sealed
from compiler.ir.game import GameIR
from compiler.ir.layout import Block, Carrier

CONTRACT: Final = 2
"""Version of the engine contract that these facts fit."""

Row: TypeAlias = tuple[object, ...]
Numbers: TypeAlias = dict[Carrier, int]


def facts(game: GameIR) -> dict[str, object]:
    """Every constant of the contract, in the contract's order."""
    layout = game.layout
    numbers = carrier_numbers(game)
    return {
        "CONTRACT": CONTRACT,
        "LANGUAGE": game.language,
        "GAME": game.game,
        "VARIANT": game.variant,
        "TITLE": game.title,
        "SPEC_HASH": game.spec_hash,
        "COMPILER": compiler_name(),
        "PLAYERS": (game.players_low, game.players_high),
        "HORIZON": game.horizon,
        "RETURNS": game.result.returns if game.result is not None else "win_loss",
        "SCORES": game.result.score_range if game.result is not None else (0, 0),
        "VECTOR_SIZE": layout.size,
        "KEPT": layout.kept,
        "SHOWN": layout.shown,
        "OBSERVATION_SIZE": observation_size(game),
        "HIDDEN": hidden(game),
        "NUM_ACTIONS": game.num_actions,
        "MAX_ACTIONS": game.max_actions,
        "NUM_OUTCOMES": game.num_outcomes,
        "MAX_OUTCOMES": game.max_outcomes,
        "OPTIONS": tuple((option.name, option.value, option.readings, option.settles) for option in game.options),
        "CARRIERS": tuple(_carrier(carrier) for carrier in numbers),
        "BLOCKS": tuple(_block(block, numbers) for block in layout.blocks),
        "ZONES": tuple(
            (
                zone.name, zone.component, zone.order, zone.instances, zone.first, zone.capacity, zone.seen,
                tuple(numbers[axis] for axis in zone.axes), zone.items, zone.count, zone.members, zone.words,
            )
            for zone in layout.zones
        ),
        "COMPONENTS": tuple(
            (component.name, component.count, int(component.each_player), component.per_seat, component.where, numbers[component.carrier])
            for component in layout.components
        ),
        "OBSERVATION": tuple(_observation(game)),
        "CHOICES": tuple(_choices(game, numbers)),
        "OUTCOMES": tuple(_outcomes(game, numbers)),
        "SAYS": tuple(_says(game, numbers)),
        "RULES": tuple(
            (rule.kind, rule.path, rule.clauses, rule.span.place if rule.span is not None else "", rule.text) for rule in game.rules
        ),
        "STEPS": tuple(step_path(game, node) for node in game.flow),
        "SOURCE_MAP": (),
        "VIEW": tuple((board.name, board.shape, board.sites, board.x, board.y, board.regions) for board in game.view.boards),
        "LABELS": game.view.labels,
        "DRAWING": game.view.drawing,
        **({"OUTCOME_SAYS": tuple(_outcome_says(game, numbers))} if any(chance.say is not None for chance in game.chances) else {}),
    }  # fmt: skip


def compiler_name() -> str:
    """`rulewright 0.1.0`"""
    try:
        return f"rulewright {version('rulewright')}"
    except PackageNotFoundError:
        return "rulewright"


def hidden(game: GameIR) -> int:
    """What an observation has where a seat may not know: less than whatever any carrier of the game holds."""
    return min(carrier.low for carrier in _mentioned(game)) - 1


def observation_size(game: GameIR) -> int:
    """The shown slots, then one number for every zone."""
    return game.layout.shown + sum(zone.instances for zone in game.layout.zones)


def choice_entry(game: GameIR, action: int, stage: int) -> int:
    """The number of a stage of an action in CHOICES: all stages of action 0, then those of action 1, …"""
    return sum(len(game.actions[before].stages) for before in range(action)) + stage


def step_path(game: GameIR, node: FlowNode) -> str:
    """Where a flow node stands in the spec."""
    match node:
        case Run() | Branch():
            return node.path
        case Decide() | Sealed():
            return game.decisions[node.decision].path
        case Draw():
            return game.chances[node.chance].path
        case Over():
            return ""


def carrier_numbers(game: GameIR) -> Numbers:
    """Every finite type that the facts mention, numbered in order of first mention."""
    numbers: Numbers = {}
    for carrier in _mentioned(game):
        numbers.setdefault(carrier, len(numbers))
    return numbers


def _mentioned(game: GameIR) -> Iterator[Carrier]:
    for block in game.layout.blocks:
        yield block.carrier
        yield from block.axes
    for zone in game.layout.zones:
        yield from zone.axes
    for component in game.layout.components:
        yield component.carrier
    for action in game.actions:
        for stage in action.stages:
            yield from (digit.carrier for digit in stage.digits)
        if action.say is not None:
            yield from (part.carrier for part in action.say.parts if isinstance(part, Hole))
    for chance in game.chances:
        for drawn in chance.stages:
            yield from (digit.carrier for digit in drawn.digits)
        if chance.say is not None:
            yield from (part.carrier for part in chance.say.parts if isinstance(part, Hole))


def _carrier(carrier: Carrier) -> Row:
    return (carrier.name, carrier.low, carrier.high, int(carrier.optional), carrier.texts, carrier.component)


def _block(block: Block, numbers: Numbers) -> Row:
    axes = tuple(numbers[axis] for axis in block.axes)
    return (block.name, block.offset, block.length, block.section, numbers[block.carrier], axes, block.seen)


def _observation(game: GameIR) -> Iterator[Row]:
    unknown = hidden(game)
    for block in game.layout.blocks:
        if block.offset < game.layout.shown:
            yield (block.name, block.offset, block.length, unknown, block.carrier.high)
    at = game.layout.shown
    for zone in game.layout.zones:
        most = game.layout.component(zone.component).count
        yield (f"size({zone.name})", at, zone.instances, unknown, most if zone.holds is None else min(most, zone.holds))
        at += zone.instances


def _choices(game: GameIR, numbers: Numbers) -> Iterator[Row]:
    for number, action in enumerate(game.actions):
        leaf = game.decisions[action.leaf]
        single = int(leaf.actions == (number,))
        for at, stage in enumerate(action.stages):
            digits = tuple(_digit(digit, numbers) for digit in stage.digits)
            yield (leaf.path, action.name, single, at, len(action.stages), stage.base, digits)


def _outcomes(game: GameIR, numbers: Numbers) -> Iterator[Row]:
    for chance in game.chances:
        for at, stage in enumerate(chance.stages):
            digits = tuple(_digit(digit, numbers) for digit in stage.digits)
            yield (chance.path, chance.kind, at, len(chance.stages), stage.base, digits)


def _digit(digit: Digit, numbers: Numbers) -> Row:
    return (digit.local, numbers[digit.carrier], digit.size, digit.values)


def _says(game: GameIR, numbers: Numbers) -> Iterator[Row | None]:
    """The text belongs to the last stage: before it not all its values are known."""
    for action in game.actions:
        yield from (None for _ in action.stages[1:])
        yield _say(action, numbers)


def _outcome_says(game: GameIR, numbers: Numbers) -> Iterator[Row | None]:
    for chance in game.chances:
        yield from (None for _ in chance.stages[1:])
        yield _say(chance, numbers)


def _say(spoken: ActionIR | Chance, numbers: Numbers) -> Row | None:
    if spoken.say is None:
        return None
    return tuple(numbers[part.carrier] if isinstance(part, Hole) else part for part in spoken.say.parts)
