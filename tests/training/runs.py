"""Runs compared: their networks, losses and logs."""

import numpy as np
import torch


def same_networks(one, other):
    return all(
        np.array_equal(a, b)
        for network, again in zip(one, other, strict=True)
        for a, b in zip(network, again, strict=True)
    )


def whole(dataset):
    return dataset.some(torch.arange(len(dataset)))


def losses(learner, samples):
    with torch.no_grad():
        found = learner.losses(whole(learner.dataset(samples)))
    return {name: float(loss) for name, loss in found.items()}


def without_times(log):
    return [{k: v for k, v in line.items() if k not in TIMES} for line in log]


TIMES = ("minutes", "seconds", "cores busy")
MEASURED = ("against heuristic", "champion")
