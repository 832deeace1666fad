"""What lies in deploy/ is what its programs take, and names what there is."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from azulejos.web import settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
TEXT = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNITS = ("azulejos.service", "azulejos-backup.service")
#: Of azulejos, and started here.
COMMANDS = {"serve", "backup", "restore", "compile"}


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file):
    if file.is_file():
        text = file.read_text(encoding="utf-8")
        named = set(re.findall(r"AZULEJOS_[A-Z_]+", text))
        assert named <= settings.variables()


def test_every_file_is_told():
    for file in DEPLOY.iterdir():
        if file.name not in ("secrets", "start", "Containerfile.dockerignore"):
            assert file.name in TEXT, file.name


# ── The container ────────────────────────────────────────────────────────────────────────────────


def test_the_container_file_passes_its_linter():
    hadolint = Path(sys.executable).parent / "hadolint"
    if not hadolint.exists():
        pytest.skip("hadolint is not installed")
    found = subprocess.run(
        [hadolint, DEPLOY / "Containerfile"], capture_output=True, text=True, cwd=DEPLOY
    )
    assert (found.returncode, found.stdout) == (0, "")


def test_the_container_takes_what_is_there_and_let_through():
    let_through = re.findall(
        r"^!(\S+)$", (DEPLOY / "Containerfile.dockerignore").read_text(), re.MULTILINE
    )
    taken = re.findall(r"^COPY (?!--from)(?:--\S+ )?(.+) \S+$", CONTAINER, re.MULTILINE)
    assert taken
    for source in " ".join(taken).split():
        assert (ROOT / source).exists(), source
        assert any(Path(source).match(pattern) for pattern in let_through), source


def test_nobody_in_the_container_is_root():
    (user,) = re.findall(r"^USER (\d+):(\d+)$", CONTAINER, re.MULTILINE)
    assert user == ("10001", "10001")
    assert CONTAINER.index("USER") < CONTAINER.index("ENTRYPOINT")


def test_code_is_compiled_for_the_processors_that_are_named():
    """Not for that of the machine that builds the image: on others it would be compiled again."""
    assert len(re.findall(r'NUMBA_CPU_NAME=\$\{CPU\} NUMBA_CPU_FEATURES=""', CONTAINER)) == 2
    (cpu,) = set(re.findall(r"^ARG CPU=(\S+)$", CONTAINER, re.MULTILINE))
    ask = (
        "from numba.core.registry import cpu_target as c;"
        "print(c.target_context.codegen().magic_tuple()[1:])"
    )
    told = subprocess.run(
        [sys.executable, "-c", ask],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""},
    )
    assert told.stdout.strip() == f"('{cpu}', '')", told.stderr


@pytest.mark.parametrize("can_write", [True, False])
def test_what_was_compiled_is_where_it_is_looked_for(tmp_path, can_write):
    """The container's start, with a program of its own in azulejos's place."""
    compiled, cache, programs = (tmp_path / name for name in ("compiled", "cache", "programs"))
    (compiled / "azulejos-kernels" / "0123").mkdir(parents=True)
    (compiled / "azulejos-kernels" / "0123" / "f.nbc").write_bytes(b"code")
    programs.mkdir()
    (programs / "azulejos").write_text('#!/bin/sh\necho "azulejos $*"\n')
    (programs / "azulejos").chmod(0o755)
    if can_write:
        cache.mkdir()
    else:
        cache.write_text("no folder")
    for _ in range(2):  # it is started again, too
        done = subprocess.run(
            [DEPLOY / "start", "serve", "--host", "0.0.0.0"],
            capture_output=True,
            text=True,
            env={
                "PATH": f"{programs}:{os.environ['PATH']}",
                "COMPILED": str(compiled),
                "NUMBA_CACHE_DIR": str(cache),
            },
        )
        assert done.stdout == "azulejos serve --host 0.0.0.0\n", done.stderr
        assert done.returncode == 0
        assert ("cannot be written" in done.stderr) != can_write
    if can_write:
        assert (cache / "azulejos-kernels" / "0123" / "f.nbc").read_bytes() == b"code"


# ── Compose ──────────────────────────────────────────────────────────────────────────────────────


def test_compose_is_of_one_piece():
    """What a service refers to is declared, and files are there or made by make-secrets."""
    made = (DEPLOY / "make-secrets").read_text()
    for name, service in COMPOSE["services"].items():
        assert set(service["networks"]) <= COMPOSE["networks"].keys(), name
        assert set(service.get("secrets", ())) <= COMPOSE["secrets"].keys(), name
        assert set(service.get("depends_on", ())) <= COMPOSE["services"].keys(), name
        assert "no-new-privileges:true" in service["security_opt"], name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            there = (
                (DEPLOY / source).is_file() if source[0] == "." else source in COMPOSE["volumes"]
            )
            assert there, source
    for name, secret in COMPOSE["secrets"].items():
        assert secret["file"] == f"./secrets/{name}"
        assert f"secrets/{name}" in made
    build = COMPOSE["services"]["azulejos"]["build"]
    assert (
        DEPLOY / build["context"] / build["dockerfile"]
    ) == DEPLOY / ".." / "deploy/Containerfile"


def test_compose_keeps_the_service_small_and_the_database_inside():
    services = COMPOSE["services"]
    for name in ("azulejos", "backup"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        folders = [entry.partition(":")[0] for entry in services[name]["tmpfs"]]
        volumes = re.search(r"^VOLUME (.+)$", CONTAINER, re.MULTILINE)[1]
        assert set(re.findall(r'"([^"]+)"', volumes)) <= set(folders)
        assert services[name]["command"][0] in COMMANDS
    assert services["database"]["networks"] == ["back"]
    assert COMPOSE["networks"]["back"]["internal"]
    assert [name for name in services if "ports" in services[name]] == ["proxy"]
    given = services["azulejos"]["environment"]["AZULEJOS_PROXIES"]
    assert given == COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]


def test_what_compose_sets_can_be_used(tmp_path):
    """The secrets as they are made, read as the service reads them."""
    folder = tmp_path / "deploy"
    folder.mkdir()
    shutil.copy(DEPLOY / "make-secrets", folder)
    for _ in range(2):
        subprocess.run([folder / "make-secrets"], check=True)
        made = {file.name: file.read_text() for file in (folder / "secrets").iterdir()}
    assert (folder / "secrets").stat().st_mode & 0o777 == 0o700
    given = COMPOSE["services"]["azulejos"]["environment"]
    read = settings.from_environment(
        given | {"AZULEJOS_SECRETS": str(folder / "secrets"), "AZULEJOS_HOSTS": "azul.example"}
    )
    password = made["POSTGRES_PASSWORD"]
    assert len(password) == 48
    assert read.database_url == f"postgresql+psycopg://azulejos:{password}@database/azulejos"
    assert read.operator_token == made["AZULEJOS_OPERATOR_TOKEN"]
    assert "prune deploy/secrets" in (ROOT / "MANIFEST.in").read_text(), "never given away"
    assert (folder / "secrets" / "POSTGRES_PASSWORD").read_text() == password, "never made anew"


# ── systemd ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def analyze():
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    return program


def test_units_are_verified(analyze, tmp_path):
    """As they are, but for where azulejos is installed."""
    for name in (*UNITS, "azulejos-backup.timer"):
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/azulejos/bin/azulejos", sys.executable))
    files = [tmp_path / name for name in (*UNITS, "azulejos-backup.timer")]
    found = subprocess.run([analyze, "verify", *files], capture_output=True, text=True)
    ours = [line for line in found.stderr.splitlines() if "azulejos" in line]
    assert (found.returncode, ours) == (0, [])


@pytest.mark.parametrize("unit", UNITS)
def test_units_are_hardened(analyze, unit):
    """The exposure that systemd itself computes, of 10, is below 2."""
    command = [analyze, "security", "--offline=true", "--threshold=20", str(DEPLOY / unit)]
    found = subprocess.run(command, capture_output=True, text=True)
    if "unrecognized option" in found.stderr:
        pytest.skip("this systemd cannot look at files")
    assert found.returncode == 0, found.stdout[-300:]


def test_units_start_commands_that_exist():
    for unit in UNITS:
        (command,) = re.findall(
            r"^ExecStart=(\S+) (\w+)", (DEPLOY / unit).read_text(), re.MULTILINE
        )
        assert command[0] == "/opt/azulejos/bin/azulejos"
        assert command[1] in COMMANDS
