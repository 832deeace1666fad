"""Training by self-play, as in AlphaZero: compiled search plays, value and policy network learn.

Needs the extra ``azulejos[train]`` (PyTorch). `azulejos train GAME --minutes 25 --out runs/first`
"""
