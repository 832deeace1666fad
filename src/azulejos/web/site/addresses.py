"""Addresses on the site: the service's own, as files and folders that lead to each other."""

import re
from collections.abc import Collection
from posixpath import relpath

_ADDRESS = re.compile(r'(?<=\s)(href|src|action)="(/[^"]*)"')
_IN_LANGUAGE = re.compile(r"/@(\w+)(/.*)")


def file_of(path: str, folder: str) -> str:
    """The file of a page; folder: that of its language, "" for the usual one's."""
    return "/".join(filter(None, (folder, *path.split("/"), "index.html")))


def made_relative(html: str, file: str, folder: str, files: Collection[str], usual: str) -> str:
    """A page whose addresses lead from its own file to others of the site.

    folder: that of the page's language. files: all there are; LookupError for an address that
    leads to none of them.
    usual: the language that has no folder; ``/@de/…`` is a page in another language.
    """
    here = file.rpartition("/")[0] or "."

    def relative(found: re.Match[str]) -> str:
        name, address = found.groups()
        path, mark, rest = re.split(r"([?#]|$)", address, maxsplit=1)
        of_language = _IN_LANGUAGE.fullmatch(path)
        if of_language:
            language, path = of_language.groups()
            target = file_of(path, "" if language == usual else language)
        elif path.strip("/") in files:
            target = path.strip("/")
        else:
            target = file_of(path, folder)
        if target not in files:
            raise LookupError(f"{file}: {address} leads nowhere on the site")
        way = relpath(target.removesuffix("index.html") or ".", here)
        way += "/" if target.endswith("index.html") else ""
        return f'{name}="{way}{mark}{rest}"'

    return _ADDRESS.sub(relative, html)
