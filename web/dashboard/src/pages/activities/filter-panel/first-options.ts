import type { Option } from '@heliograph/dashboard-api';

/** This many are shown at first, unless that would hide only one or two. */
const FIRST = 7;

/** Whether all are shown from the start. */
export const areFew = (options: readonly Option[]) => options.length <= FIRST + 2;

/**
 * The ids of the options to show at first: the chosen ones, then those that find the most, then the first in order.
 *
 * @param countOf undefined for an option while its count is unknown.
 */
export function firstOptions(
  options: readonly Option[],
  chosen: readonly string[],
  countOf: (id: string) => number | undefined = () => undefined,
): ReadonlySet<string> {
  const ids = options.map(({ id }) => id);
  const first = ids.filter((id) => chosen.includes(id));
  // Sorting is stable: of equals, the first in order.
  const rest = ids.filter((id) => !chosen.includes(id)).sort((a, b) => (countOf(b) ?? 0) - (countOf(a) ?? 0));
  return new Set([...first, ...rest.slice(0, Math.max(0, FIRST - first.length))]);
}
