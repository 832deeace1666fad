"""Our own games, for type checkers: ``from azulejos import azul`` finds them when it runs."""

from azulejos.games import azul as azul
from azulejos.games import azuleo as azuleo
