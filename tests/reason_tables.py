"""The tables of docs/reference/reasons.md, made of what is declared; run, it writes them.

python -m tests.reason_tables
"""

from importlib import import_module
from pathlib import Path

from azulejos.core.reasons import ReasonKind, kinds_in

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "reasons.md"
#: Headings, and the modules whose reasons stand below them.
SECTIONS = {
    "Every game, and data of any kind": "azulejos.core.reasons",
    "Azul": "azulejos.games.azul.reasons",
    "Azuleo": "azulejos.games.azuleo.reasons",
    "The service": "azulejos.web.reasons",
    "Players and the engine": "azulejos.bots.reasons",
    "Environments": "azulejos.envs.reasons",
    "Reviews": "azulejos.analysis.reasons",
}
BEGINNING = """# azulejos.core.reasons

Whatever is refused is refused for a reason: a code with named parts, of which a sentence is made
in the reader's language. Python's errors have it as `error.reason` (see
[the errors](errors.md)), the [service](../web.md#the-api) and the [engine](../engine.md#answers) as
`code` and `parts`. Codes and parts stay when words change.

Kinds of parts: a `number`; a `place`, as moves are written, from 1; the index of a `player`, from
0; a `colour` or another `kind` of piece, by its letters; a `word` of the data, or a list of them; a
`text`; what was `given` (where that is long, a reason of its own: a list of so many); a `path` in
data, or `data` themselves; another `reason`.

```{eval-rst}
.. automodule:: azulejos.core.reasons
   :members: Reason, ReasonKind, PartKind, given
```
"""


def row(kind: ReasonKind) -> str:
    sentence = kind.english if kind.many is None else kind.many
    parts = ", ".join(f"`{name}` ({part.name})" for name, part in kind.parts.items())
    return f"| `{kind.code}` | {sentence.replace('{', '`{').replace('}', '}`')} | {parts} |"


def page() -> str:
    sections = [BEGINNING]
    for heading, module in SECTIONS.items():
        rows = map(row, kinds_in(import_module(module)))
        table = ["| code | sentence | parts |", "| --- | --- | --- |", *rows]
        sections.append(f"## {heading}\n\n" + "\n".join(table) + "\n")
    return "\n".join(sections)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
