import { ServiceError } from '@heliograph/runtime';
import type { SignalFilters } from '@heliograph/read-model';

/** What can make a count expensive, and what helps. */
const ADVICE = {
  searchGroups:
    'has company-scoped groups that match too many signals: ask for fewer groups or terms, or rarer words',
  exclude: 'excludes too many words or phrases: exclude fewer, or rarer ones',
  q: 'has words or phrases that are too common together: ask for rarer or fewer ones',
  all: 'has words or phrases that are too common together: ask for rarer or fewer ones',
  any: 'has too many common words: ask for rarer or fewer ones',
  exact: 'is a phrase of words that are too common',
  company: 'is a name of words that are too common',
  fundingMin: 'is a range of amounts that too many signals match',
  fundingMax: 'is a range of amounts that too many signals match',
} as const satisfies Partial<Record<keyof SignalFilters, string>>;

type ExpensiveParameter = keyof typeof ADVICE;

/** A parameter is to blame if at least this much of the cost is gone without it. */
const BLAMED_SHARE = 0.5;

/**
 * The error of a count that would cost too much. It names the first parameter without which at least half of the cost
 * would be gone, or, if there is none, all that could be narrowed.
 *
 * @param costOf the cost of a count.
 */
export function tooExpensive(
  query: SignalFilters,
  cost: number,
  costOf: (query: SignalFilters) => number,
): ServiceError {
  const present = (Object.keys(ADVICE) as ExpensiveParameter[]).filter(
    (name) => query[name] !== undefined && query[name] !== '',
  );
  const blamed = present.find((name) => costOf({ ...query, [name]: undefined }) < cost * BLAMED_SHARE);
  const named = blamed ? [blamed] : present;
  return new ServiceError(
    'invalid_parameter',
    'This count is too expensive. Narrow it, for example by dateFrom and dateTo; counts are free, so their cost is limited.',
    {
      issues: named.map((parameter) => ({ parameter, message: `${ADVICE[parameter]}, or narrow the dates` })),
    },
  );
}
