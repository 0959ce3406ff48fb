"""`python -m compiler.cli`"""

from compiler.cli.app import main

main()
