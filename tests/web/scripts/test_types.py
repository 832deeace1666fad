"""The types of the scripts against the schema of the API: the same fields of the same types."""

import json
import random
import re

import pytest

from azulejos import azul, azuleo
from azulejos.web.app import create_app
from azulejos.web.pages.files import scripts_of

from ..service import settings_for
from .run_deno import ROOT, run_deno

TYPES = ROOT / "src/azulejos/web/static/js/types.js"
NAMES = re.findall(r"@typedef \{.*\} (\w+)", TYPES.read_text(encoding="utf-8"))
IMPORT = f"""
import type * as own from {json.dumps(TYPES.as_uri())};
type Flat<T> = T extends object ? {{ [K in keyof T]: T[K] }} : T;
type Asked<A> = <T>() => T extends Flat<A> ? 1 : 2;
type Same<A, B> = Asked<A> extends Asked<B> ? true : false;
"""


@pytest.fixture(scope="module")
def schemas():
    described = create_app(settings_for("sqlite:///of no service")).openapi()
    return described["components"]["schemas"]


def typescript(schema, within):
    """A JSON schema as a type; `within` is the name before those of the scripts' own types."""
    match schema:
        case {"$ref": ref}:
            return f"{within}{ref.rpartition('/')[2]}"
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"const": value}:
            return json.dumps(value)
        case {"anyOf": parts}:
            return " | ".join(typescript(part, within) for part in parts)
        case {"type": "array", "items": items}:
            return f"({typescript(items, within)})[]"
        case {"type": "object", "properties": properties}:
            required = schema.get("required", ())
            fields = (
                f"{name}{'' if name in required else '?'}: {typescript(field, within)}"
                for name, field in properties.items()
            )
            return f"{{ {'; '.join(fields)} }}"
        case {"type": "object", "additionalProperties": True}:
            return "Record<string, any>"
        case {"type": "object", "additionalProperties": values}:
            return f"Record<string, {typescript(values, within)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return plain
    raise AssertionError(f"no type for {schema}")


def check(text, folder):
    """What `deno check` says of a module of TypeScript."""
    module = folder / "compared.ts"
    module.write_text(text, encoding="utf-8")
    return run_deno("check", module)


def comparison(constant, name, schema):
    """A line that has a type error if the type of this name differs from a schema."""
    return f"export const {constant}: Same<own.{name}, {typescript(schema, 'own.')}> = true;"


def test_the_types_are_those_of_the_schema(schemas, tmp_path):
    assert len(NAMES) > 15
    assert set(NAMES) <= set(schemas)
    lines = [IMPORT, *(comparison(name, name, schemas[name]) for name in NAMES)]
    done = check("\n".join(lines), tmp_path)
    assert done.returncode == 0, done.stderr


def test_every_difference_is_noticed(tmp_path):
    flag, text = {"type": "boolean"}, {"type": "string"}
    reason = {"$ref": "#/components/schemas/Reason"}
    same = {"legal": flag, "reason": {"anyOf": [reason, {"type": "null"}]}}
    others = [
        ({"reason": same["reason"]}, ["reason"]),  # a field left out
        (same | {"move": text}, ["legal", "reason", "move"]),  # one too many
        (same | {"legal": text}, ["legal", "reason"]),  # of another type
        (same | {"reason": reason}, ["legal", "reason"]),  # never null
        (same, ["legal"]),  # not always there
        (same, ["legal", "reason"]),  # the same
    ]
    lines = [IMPORT]
    for number, (properties, required) in enumerate(others):
        schema = {"type": "object", "properties": properties, "required": required}
        lines.append(comparison(f"_{number}", "Legality", schema))
    done = check("\n".join(lines), tmp_path)
    assert re.findall(r"export const _(\d):", done.stderr) == ["0", "1", "2", "3", "4"]


def positions(game, **options):
    """Positions of a game played at random, as each player may see them."""
    played = {"azul": azul, "azuleo": azuleo}[game].Game(seed=1, **options)
    chance = random.Random(1)
    while moves := played.legal_moves():  # what is entered by hand is awaited at once
        yield played.view(played.entries % played.players)
        played.play(chance.choice(moves))
    yield played.to_dict()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_positions_are_as_the_games_scripts_have_them(game, tmp_path):
    """An object that is written down may have no other fields than its type."""
    types = scripts_of(game) / "types.js"
    kinds = {
        "azul": [{"players": 2}, {"players": 3, "wall": "grey"}, {"deals": "manual"}],
        "azuleo": [{"players": 2}, {"players": 1, "mode": "fill"}, {"draws": "manual"}],
    }
    lines = [f"import type {{ Position }} from {json.dumps(types.as_uri())};"]
    for options in kinds[game]:
        for position in positions(game, **options):
            lines.append(f"export const _{len(lines)}: Position = {json.dumps(position)};")
    done = check("\n".join(lines), tmp_path)
    assert done.returncode == 0, done.stderr
