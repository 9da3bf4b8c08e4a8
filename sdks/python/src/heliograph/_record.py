"""What the records of the API have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

Wire = Mapping[str, tuple[str, "type[Record] | None"]]
"""For each field its name in JSON, and the record that its objects become."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """An object of an answer. Fields that the answer leaves out are None."""

    _wire: ClassVar[Wire] = {}

    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The object as it came, under the names of the API, with what this version does not know."""


R = TypeVar("R", bound=Record)


def decode(record: type[R], raw: Mapping[str, Any]) -> R:
    """Make a record from an object of an answer."""
    values = {name: _value(raw.get(wire), nested) for name, (wire, nested) in record._wire.items()}
    return record(raw=raw, **values)


def _value(value: Any, nested: type[Record] | None) -> Any:
    if isinstance(value, list):
        return tuple(_value(item, nested) for item in value)
    if nested is not None and isinstance(value, dict):
        return decode(nested, value)
    return value
