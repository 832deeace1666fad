"""What a game is written with: the kernel contract, `Game`, records, errors, compiling, chance."""
