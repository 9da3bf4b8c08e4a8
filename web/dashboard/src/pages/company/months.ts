/** The most months the chart has room for, and the fewest that make a chart. */
const MOST = 24;
const LEAST = 12;

/** A category's activities by month. */
export interface CategoryMonths {
  category: string;
  /** By month, `YYYY-MM`; months without any are absent. */
  counts: ReadonlyMap<string, number>;
}

/**
 * The months of a chart without gaps, oldest first: up to the latest with an activity, from the first if there is room.
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
 * The categories of a chart: the most asked-for first, then the most frequent. @param categories most frequent first.
 */
export function categoriesShown(categories: readonly string[]): string[] {
  const first = FIRST.filter((category) => categories.includes(category));
  return [...new Set([...first, ...categories])].slice(0, MAXIMUM_CATEGORIES);
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
