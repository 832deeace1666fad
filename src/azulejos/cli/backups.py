"""`azulejos backup` and `azulejos restore`: the tables of the service that the settings name."""

from pathlib import Path

from azulejos.cli import files
from azulejos.cli.errors import BadInput, Failed
from azulejos.core.errors import without_extra


def back_up(to: str) -> None:
    """Write a backup, and say what is in it."""
    try:
        from azulejos.web.storage import StorageFailed
        from azulejos.web.storage.backup import back_up
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error

    try:
        written, contents = back_up(_database(), Path(to))
    except StorageFailed as error:
        raise Failed(str(error)) from error
    except (OSError, ValueError) as error:
        raise Failed(f"cannot write {files.shown(to)}: {files.reason(error)}") from error
    size = written.stat().st_size / 1_000_000
    print(f"Backed up {contents}: {files.shown(str(written))} ({size:.1f} MB).")


def restore(file: str, *, only_check: bool) -> None:
    """Read a backup, and bring it into the database, unless it is only to be checked."""
    try:
        from azulejos.web.storage import StorageFailed
        from azulejos.web.storage.backup import Backup, BadBackup, restore
    except ModuleNotFoundError as error:
        raise without_extra(error, "web") from error

    try:
        backup = Backup(Path(file))
        if not only_check:
            restore(_database(), backup)
    except StorageFailed as error:
        raise Failed(str(error)) from error
    except BadBackup as error:
        raise BadInput(f"{files.shown(file)}: {error}") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {files.shown(file)}: {files.reason(error)}") from error
    print(f"{'It is whole' if only_check else 'Restored'}: {backup.contents}.")


def _database() -> str:
    """The address of the database that a server would use."""
    from azulejos.web.settings import SettingError, from_environment

    try:
        return from_environment().database_url
    except SettingError as error:
        raise BadInput(str(error)) from error
