"""Page sizes for iteration."""

from __future__ import annotations

from ._generated.parameters import MAXIMUM_PAGE_SIZE


def even_page_size(records: int | None) -> int:
    """Return the page size for semantic mode, where a cursor is bound to one page size.

    Picks the size whose full pages come closest to `records` without exceeding it. Sizes below half
    the maximum would take too many requests.

    :param records: None for no limit.
    """
    if records is None:
        return MAXIMUM_PAGE_SIZE
    if records <= MAXIMUM_PAGE_SIZE:
        return records
    sizes = range(MAXIMUM_PAGE_SIZE, MAXIMUM_PAGE_SIZE // 2 - 1, -1)
    # On a tie, the largest comes first and wins.
    return min(sizes, key=lambda size: records % size)
