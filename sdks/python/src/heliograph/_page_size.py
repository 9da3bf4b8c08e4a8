"""How large the pages of an iteration are."""

from __future__ import annotations

from ._generated.parameters import MAXIMUM_PAGE_SIZE


def even_page_size(records: int | None) -> int:
    """Tell the page size for semantic mode, where a cursor holds for one size only.

    Whole pages come as close to `records` as they can without exceeding it. Pages of less than
    half the largest size would cost too many requests.

    :param records: None for as many as there are.
    """
    if records is None:
        return MAXIMUM_PAGE_SIZE
    if records <= MAXIMUM_PAGE_SIZE:
        return records
    sizes = range(MAXIMUM_PAGE_SIZE, MAXIMUM_PAGE_SIZE // 2 - 1, -1)
    # The first of equals, which is the largest.
    return min(sizes, key=lambda size: records % size)
