"""What the pages of the site know that a service's do not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from azulejos.web.guard import COMPILING_POLICY
from azulejos.web.languages import catalogue
from azulejos.web.page_data import data_block

#: The service's, less what a <meta> cannot say.
POLICY = "; ".join(
    part for part in COMPILING_POLICY.split("; ") if not part.startswith("frame-ancestors")
)


@dataclass(frozen=True)
class InBrowser:
    """The reader's browser keeps the tables of a page. data: what its scripts are told."""

    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def told(self) -> Markup:
        return data_block(self.data)

    def words(self, language: str) -> Markup:
        """What the scripts say, where a page brings no game's own words."""
        return data_block({"language": language, "messages": catalogue(language).for_scripts})


@dataclass(frozen=True)
class Site(InBrowser):
    """The pages are files. server: the address of a service where friends meet, if there is one."""

    server: str | None = None
    policy: str = POLICY

    @property
    def friends(self) -> str | None:
        """Where a table for friends is set up; None if nowhere."""
        return None if self.server is None else f"{self.server.rstrip('/')}/new?friends=1"
