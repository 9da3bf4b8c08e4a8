"""Parameters in the API's format."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from ._error import ParameterIssue
from ._generated.errors import InvalidParameterError
from ._generated.parameters import JSON_PARAMETERS, LIST_FILTERS, WIRE_NAMES

_LISTS_TO_RETURN = ("fields", "facets")
"""Lists that choose what to return: without items, what is usual."""


def wire_parameters(
    call: str, parameters: Mapping[str, Any], allowed: Iterable[str]
) -> dict[str, Any]:
    """Translate parameters to the API's names.

    :raises TypeError: for a name that is not allowed, like for a function's argument.
    """
    names = frozenset(allowed)
    for name in parameters:
        if name not in names:
            raise TypeError(f"{call}() got an unexpected keyword argument {name!r}")
    return {WIRE_NAMES[name]: value for name, value in parameters.items()}


def encode_query(parameters: Mapping[str, Any]) -> str:
    """Write parameters as a query: JSON parameters as JSON, other lists comma-separated.

    :param parameters: with the API's names; None is omitted.
    :raises InvalidParameterError: when a filter's list, or an item of it, is empty, also as text,
        or an item of a comma-separated list contains a comma, which cannot be sent.
    """
    return urlencode(encode_texts(parameters))


def encode_texts(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Write each parameter as text for a query; None is omitted.

    :raises InvalidParameterError: like `encode_query`.
    """
    return {
        name: _scalars(_text(name, value))
        for name, value in parameters.items()
        if value is not None
    }


def encode_segment(text: str) -> str:
    """Encode an id or a slug as one path segment.

    Raises ``InvalidParameterError`` for one that URLs resolve to another path (RFC 3986, section
    5.2.4): a saved search ``..`` would be the feed of everything.
    """
    if text in ("", ".", ".."):
        raise InvalidParameterError("invalid_parameter", f'"{text}" is not an id or a slug.')
    return quote(_scalars(text), safe="")


def _text(name: str, value: Any) -> str:
    is_list = isinstance(value, (list, tuple, set, frozenset))
    # The API takes an empty value as absent: a search for none would return, and charge,
    # everything.
    is_none = not value if is_list else value == "" and name in LIST_FILTERS
    if is_none and name not in _LISTS_TO_RETURN:
        raise _invalid(
            name,
            "is an empty list, which the API takes as no filter; leave it out if you mean that",
        )
    if isinstance(value, str):
        return value
    items = [_scalar(item) for item in value] if is_list else []
    # A list of nothing else, which is what splitting an empty text gives, would be absent, too.
    if name not in _LISTS_TO_RETURN and not all(item.strip() for item in items):
        raise _invalid(name, "has an empty item; leave it out")
    if name in JSON_PARAMETERS:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if is_list:
        return _comma_separated(name, items)
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def _comma_separated(name: str, items: list[str]) -> str:
    divided = next((item for item in items if "," in item), None)
    if divided is None:
        return ",".join(items)
    message = (
        f'"{divided}" contains a comma, which separates the items of this list; '
        "name a company by its slug"
    )
    raise _invalid(name, message)


def _invalid(name: str, message: str) -> InvalidParameterError:
    return InvalidParameterError(
        "invalid_parameter", f"{name} {message}.", errors=[ParameterIssue(name, message)]
    )


def _scalars(text: str) -> str:
    """Replace unpaired surrogates, which UTF-8 cannot encode, with U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
