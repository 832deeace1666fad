"""What so many people at once would take, worked out from what has been measured.

Nothing is measured here: figures that were are arguments, with what docs/web.md tells as the usual.
Prints the table of docs/internet.md.

    python benchmarks/plan.py --people 100000
"""

import argparse


def planned(given):
    """What is needed, by name: numbers for one moment in which all of them play."""
    by_people = given.people / given.pause
    by_bots = given.against_bots * by_people
    stored = by_people + by_bots
    busy = given.busy
    workers = stored * given.move_ms / 1000 / busy
    return {
        "moves of people a second": by_people,
        "moves of bots a second": by_bots,
        "transactions of the database a second": stored,
        "event streams": given.people,
        "workers, each with a core": workers,
        "event streams of a worker": given.people / workers,
        "messages between workers a second, if each hears all": stored * workers,
        "cores for bots, if all are of level 10": by_bots * given.think_ms / 1000 / busy,
    }


def arguments(given=None):
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--people", type=float, default=100_000)
    options.add_argument("--against-bots", type=float, default=0.5, help="the share of them")
    options.add_argument("--pause", type=float, default=12, help="seconds between one's moves")
    options.add_argument("--move-ms", type=float, default=3.7, help="of a core, all included")
    options.add_argument("--think-ms", type=float, default=200, help="of a core, for a bot's move")
    options.add_argument("--busy", type=float, default=0.8, help="the share of a core to be used")
    return options.parse_args(given)


def rows(given):
    """The lines of a table: numbers of two digits, for they are no better than that."""
    for what, number in planned(given).items():
        yield f"| {what} | {float(f'{number:.2g}'):,.0f} |"


if __name__ == "__main__":
    print("| | |\n| --- | ---: |", *rows(arguments()), sep="\n")
