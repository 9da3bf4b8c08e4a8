"""Where the API is, and how to call it."""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from ._cost import Cost
from ._generated.version import __version__

TIMEOUT = 60.0
"""Default timeout of a call, in seconds."""
MAX_RETRIES = 4
_BASE_PATH = "/api/v1"


class Unset(enum.Enum):
    """Default of arguments for which an explicit None is a mistake."""

    UNSET = "unset"


class Secret:
    """Text that is never displayed: not in logs, and not in dumps of local variables."""

    def __init__(self, text: str) -> None:
        """Store the text."""
        self._reveal: Callable[[], str] = lambda: text

    def reveal(self) -> str:
        """Return the text."""
        return self._reveal()


@dataclass(frozen=True)
class Settings:
    """A client's settings."""

    root: str
    """Without a trailing slash or the API's path."""
    api_key: Secret
    timeout: float
    max_retries: int
    user_agent: str
    cost: Cost
    """Defaults for calls."""

    @property
    def origin(self) -> str:
        """Scheme, host, and port, for messages."""
        scheme, host, *_ = urlsplit(self.root)
        return f"{scheme}://{host}"

    def url(self, path: str, query: str) -> str:
        """Return the URL of a path relative to the API's version."""
        return f"{self.root}{_BASE_PATH}{path}{'?' if query else ''}{query}"


def read_settings(
    base_url: str | Unset,
    api_key: str | Unset,
    timeout: float | None,
    max_retries: int | None,
    user_agent: str | None,
    cost: Cost,
) -> Settings:
    """Read a client's arguments; omitted ones come from the environment.

    :raises ValueError: when a setting is missing or invalid.
    """
    return Settings(
        root=_root(_given("base_url", base_url, "SIGNALS_API_URL", os.environ)),
        api_key=_key(_given("api_key", api_key, "SIGNALS_API_KEY", os.environ)),
        timeout=TIMEOUT if timeout is None else timeout,
        max_retries=MAX_RETRIES if max_retries is None else max_retries,
        user_agent=user_agent or f"heliograph-python/{__version__}",
        cost=cost,
    )


def _given(name: str, value: str | Unset, variable: str, environment: Mapping[str, str]) -> str:
    # Never fall back: if the caller's variable for a test key is unset, don't charge the live key.
    if value is None:
        raise ValueError(
            f"{name} was given but is None. To use the variable {variable}, leave it out."
        )
    if value is not Unset.UNSET:
        return value
    found = environment.get(variable, "").strip()
    if not found:
        raise ValueError(f"{name} is missing: pass it, or set the variable {variable}.")
    return found


def _key(text: str) -> Secret:
    # HTTP clients would reject it too, but their message might contain it.
    if not re.fullmatch(r"[\x21-\x7e]+", text):
        raise ValueError(
            "The API key is empty, or contains spaces or characters that cannot be sent."
        )
    return Secret(text)


def _root(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        # Reading the port validates it.
        _ = parts.port
        is_url = bool(parts.hostname)
    except ValueError:
        parts, is_url = urlsplit(""), False
    if not is_url:
        raise ValueError("base_url must be a URL such as https://api.example.com.")
    if parts.scheme not in ("https", "http"):
        raise ValueError("base_url must begin with https:// or http://.")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(
            "base_url must not contain a user name, a password, a query, or a fragment."
        )
    # The CLI reads the same variable and accepts this suffix.
    path = parts.path.rstrip("/").removesuffix(_BASE_PATH)
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
