import type { BillingEntry } from '@heliograph/dashboard-api';
import { formatCount } from '../../design/format-number';

const NAMES: [keyof BillingEntry['records'], string][] = [
  ['api', 'API'],
  ['cli', 'command line'],
  ['subscription', 'subscription'],
];

/** What a non-money entry changes, as "+100 API, +500 command line"; "–" when nothing. */
export function recordChanges(records: BillingEntry['records']): string {
  const changes = NAMES.flatMap(([fund, name]) => {
    const change = records[fund];
    if (change === undefined) return [];
    return [`${change < 0 ? '−' : '+'}${formatCount(Math.abs(change))} ${name}`];
  });
  return changes.length === 0 ? '–' : changes.join(', ');
}
