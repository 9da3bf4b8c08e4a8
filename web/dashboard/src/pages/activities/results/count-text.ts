import type { ActivityPage } from '@heliograph/dashboard-api';
import { formatCount, formatQuantity } from '../../../design/format-number';

/**
 * How many activities there are, as far as known. Empty while they are counted: screen readers announce each text.
 *
 * @param total across all pages, if counted.
 */
export function countText(
  pages: readonly ActivityPage[],
  total: number | undefined,
  isCounting: boolean,
): string {
  const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
  const hasMore = (pages.at(-1)?.nextCursor ?? null) !== null;
  const ranked = pages[0]?.search;
  if (ranked) {
    const all = formatQuantity(ranked.matched, 'activity', 'activities');
    return `${all} of the ${formatCount(ranked.poolSize)} nearest · ${formatCount(shown)} shown`;
  }
  if (!hasMore) return formatQuantity(shown, 'activity', 'activities');
  if (isCounting) return '';
  if (total === undefined) return `More than ${formatQuantity(shown, 'activity', 'activities')}`;
  return `${formatQuantity(total, 'activity', 'activities')} · ${formatCount(shown)} shown`;
}
