"""The base class of the API's records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

Wire = Mapping[str, tuple[str, "type[Record] | None"]]
"""Each field's JSON name, and the record type of its objects."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """An object in a response. Fields that the response omits are None."""

    _wire: ClassVar[Wire] = {}

    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The object as received, with the API's names, including members unknown to this version."""


R = TypeVar("R", bound=Record)


def decode(record: type[R], raw: Mapping[str, Any]) -> R:
    """Create a record from an object in a response."""
    values = {name: _value(raw.get(wire), nested) for name, (wire, nested) in record._wire.items()}
    return record(raw=raw, **values)


def _value(value: Any, nested: type[Record] | None) -> Any:
    if isinstance(value, list):
        return tuple(_value(item, nested) for item in value)
    if nested is not None and isinstance(value, dict):
        return decode(nested, value)
    return value
