/** The most months the chart has room for, and the fewest it shows. */
const MOST = 24;
const LEAST = 12;

/** A category's activities by month, or those of all categories without a row of their own. */
export interface CategoryMonths {
  /** Undefined for the other categories combined. */
  category: string | undefined;
  /** By month, `YYYY-MM`; months without activities are absent. */
  counts: ReadonlyMap<string, number>;
}

/**
 * The chart's months without gaps, oldest first: up to the latest with an activity, starting at the first if there is
 * room.
 *
 * @param months `YYYY-MM`, in any order.
 */
export function monthsShown(months: readonly string[]): string[] {
  const sorted = [...months].sort();
  const [first, latest] = [sorted[0], sorted.at(-1)];
  if (first === undefined || latest === undefined) return [];
  const length = Math.min(MOST, Math.max(LEAST, numberOf(latest) - numberOf(first) + 1));
  return Array.from({ length }, (_, index) => monthOf(numberOf(latest) - length + 1 + index));
}

function numberOf(month: string): number {
  const [year = 0, ofYear = 0] = month.split('-').map(Number);
  return year * 12 + ofYear - 1;
}

function monthOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

const FIRST = ['funding', 'hiring'];
const MAXIMUM_CATEGORIES = 4;

/**
 * The chart's categories: those of most interest first, then the most frequent. @param categories most frequent first.
 */
export function categoriesShown(categories: readonly string[]): string[] {
  const first = FIRST.filter((category) => categories.includes(category));
  return [...new Set([...first, ...categories])].slice(0, MAXIMUM_CATEGORIES);
}

/**
 * The activities of categories without a row of their own, so that the rows add up to the company's total.
 *
 * @param all the company's activities by month.
 * @returns undefined if the rows cover everything.
 */
export function otherMonths(
  all: readonly { value: string; count: number }[],
  rows: readonly CategoryMonths[],
): CategoryMonths | undefined {
  const counts = new Map<string, number>();
  for (const { value, count } of all) {
    const rest = rows.reduce((left, row) => left - (row.counts.get(value) ?? 0), count);
    // Negative if something was withdrawn between the counts.
    if (rest > 0) counts.set(value, rest);
  }
  return counts.size > 0 ? { category: undefined, counts } : undefined;
}

/** A chart row, as text. */
export function describeMonths(
  { counts }: CategoryMonths,
  months: readonly string[],
  formatMonth: (month: string) => string,
): string {
  const shown = months.map((month) => ({ month, count: counts.get(month) ?? 0 }));
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'none';
  const best = shown.reduce((most, each) => (each.count > most.count ? each : most));
  return `${total} in all, most in ${formatMonth(best.month)}: ${best.count}`;
}
