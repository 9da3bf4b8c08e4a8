import type { Option } from '@heliograph/dashboard-api';

/** How many to show at first, unless that would hide only one or two. */
const FIRST = 7;

/** Whether to show all from the start. */
export const areFew = (options: readonly Option[]) => options.length <= FIRST + 2;

/**
 * Ids of the options to show at first: the chosen ones, then those with the most matches, then the first in order.
 *
 * @param countOf undefined for an option whose count is unknown.
 */
export function firstOptions(
  options: readonly Option[],
  chosen: readonly string[],
  countOf: (id: string) => number | undefined = () => undefined,
): ReadonlySet<string> {
  const ids = options.map(({ id }) => id);
  const first = ids.filter((id) => chosen.includes(id));
  // Sorting is stable: ties keep their order.
  const rest = ids.filter((id) => !chosen.includes(id)).sort((a, b) => (countOf(b) ?? 0) - (countOf(a) ?? 0));
  return new Set([...first, ...rest.slice(0, Math.max(0, FIRST - first.length))]);
}
