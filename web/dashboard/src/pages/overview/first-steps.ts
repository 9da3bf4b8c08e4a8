import type { KeyList, Overview } from '@heliograph/dashboard-api';

export type Step = 'key' | 'request' | 'done';

/**
 * The step that a new account is at. An account that has used the API or the command-line client at any time is not new;
 * one that has only browsed activities is.
 */
export function currentStep({ allowances }: Pick<Overview, 'allowances'>, { items }: KeyList): Step {
  const hasUse =
    allowances.api.used > 0 ||
    allowances.cli.used > 0 ||
    items.some(({ lastUsedAt, usage }) => lastUsedAt !== null || usage.requests > 0);
  if (hasUse) return 'done';
  return items.some(({ state }) => state === 'active') ? 'request' : 'key';
}

/** Whether the chart has to show something that it does not show yet: records arrive some seconds later. */
export function isChartBehind({ allowances, days }: Pick<Overview, 'allowances' | 'days'>): boolean {
  return days !== null && allowances.api.used > 0 && days.every(({ records }) => records === 0);
}

/** A request to run in a terminal; the key itself was shown when it was made. */
export function firstRequest(apiUrl: string): string {
  return `curl -sG '${apiUrl}/api/v1/signals' --data-urlencode 'q="series a"' -d limit=3 -H "Authorization: Bearer $SIGNALS_API_KEY" -w '\\n'`;
}
