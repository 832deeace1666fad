"""`python -m azulejos` is the command line."""

from azulejos.cli import main

main()
