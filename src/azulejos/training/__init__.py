"""Learning by self-play: compiled search plays on all cores, two networks learn from its games.

Needs the extra ``azulejos[train]`` (PyTorch). `azulejos train azul --minutes 25 --out runs/first`
"""
