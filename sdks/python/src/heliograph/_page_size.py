"""Page sizes for iterations."""

from __future__ import annotations

from ._generated.parameters import MAXIMUM_PAGE_SIZE


def even_page_size(records: int | None) -> int:
    """Return the page size for semantic mode, where a cursor is valid for one size only.

    Full pages come as close to `records` as possible without exceeding it. Pages of less than half
    the largest size would take too many requests.

    :param records: None for as many as exist.
    """
    if records is None:
        return MAXIMUM_PAGE_SIZE
    if records <= MAXIMUM_PAGE_SIZE:
        return records
    sizes = range(MAXIMUM_PAGE_SIZE, MAXIMUM_PAGE_SIZE // 2 - 1, -1)
    # The first among equals is the largest.
    return min(sizes, key=lambda size: records % size)
