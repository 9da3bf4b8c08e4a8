import type { BillingEntry } from '@heliograph/dashboard-api';
import { formatCount } from '../../design/format-number';

const NAMES: [keyof BillingEntry['records'], string][] = [
  ['api', 'API'],
  ['cli', 'command line'],
  ['subscription', 'subscription'],
];

/** Changes to the allowances, such as "+100 API, +500 command line"; "–" if there are none. */
export function recordChanges(records: BillingEntry['records']): string {
  const changes = NAMES.flatMap(([fund, name]) => {
    const change = records[fund];
    if (change === undefined) return [];
    return [`${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))} ${name}`];
  });
  return changes.length === 0 ? '–' : changes.join(', ');
}
