"""Encodes parameters for the API."""

from __future__ import annotations

import datetime
import enum
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from ._error import ParameterIssue
from ._generated.errors import InvalidParameterError
from ._generated.parameters import JSON_PARAMETERS, LIST_FILTERS, WIRE_NAMES

_LISTS_TO_RETURN = ("fields", "facets")
"""Lists that select what to return; an empty one means the default."""


def wire_parameters(
    call: str, parameters: Mapping[str, Any], allowed: Iterable[str]
) -> dict[str, Any]:
    """Translate parameters to the API's names.

    :raises TypeError: for an unknown name, as for a function's keyword argument.
    """
    names = frozenset(allowed)
    for name in parameters:
        if name not in names:
            raise TypeError(f"{call}() got an unexpected keyword argument {name!r}")
    return {WIRE_NAMES[name]: value for name, value in parameters.items()}


def encode_query(parameters: Mapping[str, Any]) -> str:
    """Encode parameters as a query: JSON parameters as JSON, other lists comma-separated.

    :param parameters: with the API's names; None is omitted.
    :raises InvalidParameterError: when a filter's list is empty (`[]` or `""`) or has an empty
        item, or when an item of a comma-separated list contains a comma, which has no escape.
    """
    return urlencode(encode_texts(parameters))


def encode_texts(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Encode each parameter as text for a query; None is omitted.

    :raises InvalidParameterError: like `encode_query`.
    """
    return {
        name: _scalars(_text(name, value))
        for name, value in parameters.items()
        if value is not None
    }


def encode_segment(text: str) -> str:
    """Encode an id or a slug as a path segment.

    Raises ``InvalidParameterError`` for empty text and dot segments (RFC 3986, section 5.2.4): a
    saved search with the id ``..`` would resolve to the feed of everything.
    """
    if text in ("", ".", ".."):
        raise InvalidParameterError("invalid_parameter", f'"{text}" is not an id or a slug.')
    return quote(_scalars(text), safe="")


def _text(name: str, value: Any) -> str:
    if isinstance(value, (set, frozenset)):
        # Their order differs between processes, and a repeated request must not.
        value = sorted(value, key=str)
    if isinstance(value, (bytes, Iterator)) or (
        isinstance(value, Mapping) and name not in JSON_PARAMETERS
    ):
        # Its text would be a filter that matches nothing; an iterator is over after one page.
        raise _invalid(name, f"is of type {type(value).__name__}; pass text or a list")
    if isinstance(value, Collection) and not isinstance(value, (str, Mapping)):
        # Such as a dictionary's keys, or a column of a table.
        value = list(value)
    is_list = isinstance(value, list)
    # The API treats an empty value as absent: an empty filter would return, and charge for,
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
    # A list of only empty items, such as `"".split(",")`, would count as absent too.
    if name not in _LISTS_TO_RETURN and not all(item.strip() for item in items):
        raise _invalid(name, "has an empty item; leave it out")
    if name in JSON_PARAMETERS:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if is_list:
        return _comma_separated(name, items)
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, enum.Enum):
        # Its text would be "Category.FUNDING", even if it is a string.
        value = value.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def _comma_separated(name: str, items: list[str]) -> str:
    divided = next((item for item in items if "," in item), None)
    if divided is None:
        return ",".join(items)
    remedy = "; name a company by its slug" if name == "companies" else ""
    message = f'"{divided}" contains a comma, which separates the items of this list{remedy}'
    raise _invalid(name, message)


def _invalid(name: str, message: str) -> InvalidParameterError:
    return InvalidParameterError(
        "invalid_parameter", f"{name} {message}.", errors=[ParameterIssue(name, message)]
    )


def _scalars(text: str) -> str:
    """Replace unpaired surrogates, which UTF-8 cannot encode, with U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
