"""A third game, as a package of its own that nothing in src/ knows: games are plug-ins."""
