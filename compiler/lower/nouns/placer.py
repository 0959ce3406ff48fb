"""The vector while it is laid out."""

from compiler.ir.layout import Block, Carrier, Section


class Placer:
    """Blocks one after the other."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.size = 0

    def add(self, name: str, section: Section, made: Carrier, length: int = 1, **facts: object) -> None:
        self.blocks.append(Block(name=name, offset=self.size, length=length, section=section, carrier=made, **facts))  # type: ignore[arg-type]
        self.size += length
