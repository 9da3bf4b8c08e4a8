import { dayOf, formatDay } from '../../query/days';
import { firstRowUntil } from '../../segment/segment';
import { countBetween } from '../../segment/bits';
import type { Matched } from './matched-rows';

/** Counts the matches in each month, `YYYY-MM`; months without a match are omitted. */
export function tallyMonths({ views }: Matched): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { view, bits } of views) {
    const { segment } = view;
    // Rows are newest first, so those of a month are adjacent.
    for (let row = 0; row < segment.rows;) {
      const month = formatDay(segment.days[row]!).slice(0, -'-DD'.length);
      const end = firstRowUntil(segment, dayOf(`${month}-01`) - 1);
      const count = countBetween(bits, row, end);
      if (count > 0) counts.set(month, (counts.get(month) ?? 0) + count);
      row = end;
    }
  }
  return counts;
}
