"""How our games read as OpenSpiel's (2.0.2), one `Match` each: codes, options that make the rules alike, and what still differs."""

from tests.conformance.matches import boards, classics, dice

MATCHES = (*classics.CLASSICS, *boards.BOARDS, *dice.DICE)
