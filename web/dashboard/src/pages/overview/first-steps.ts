import type { KeyList, Overview } from '@heliograph/dashboard-api';
import { LINE_BREAK } from '../../calls/shell';

export type Step = 'key' | 'request' | 'done';

/**
 * A new account's current step. An account that has ever used the API or the command-line client is not new; one that
 * has only browsed is.
 */
export function currentStep({ allowances }: Pick<Overview, 'allowances'>, { items }: KeyList): Step {
  const hasUse =
    allowances.api.used > 0 ||
    allowances.cli.used > 0 ||
    items.some(({ lastUsedAt, usage }) => lastUsedAt !== null || usage.requests > 0);
  if (hasUse) return 'done';
  return items.some(({ state }) => state === 'active') ? 'request' : 'key';
}

/** Whether the chart is about to change: its records arrive a few seconds later. */
export function isChartBehind({ allowances, days }: Pick<Overview, 'allowances' | 'days'>): boolean {
  return days !== null && allowances.api.used > 0 && days.every(({ records }) => records === 0);
}

/** A request to run in a terminal, without the key, which was shown when it was created. */
export function firstRequest(apiUrl: string): string {
  return [
    `curl -sG '${apiUrl}/api/v1/signals'`,
    `-H "Authorization: Bearer $SIGNALS_API_KEY"`,
    `--data-urlencode 'q="series a"'`,
    '-d limit=3',
    String.raw`-w '\n'`,
  ].join(LINE_BREAK);
}
