import type { Dollars } from './problem';

/** One day's usage by one credential. */
export interface UsageRow {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  credentialId: string;
  /** A key's name (or its first characters), a device's name, or "Dashboard". */
  credentialName: string;
  channel: 'api' | 'cli' | 'web';
  operation: string;
  requests: number;
  records: number;
  /** `records`, split by what paid for them. */
  allowanceRecords: number;
  prepaidRecords: number;
  subscriptionRecords: number;
  cost: Dollars;
}

/** `GET /usage?month=YYYY-MM` (UTC; by default the current one). `GET /usage.csv?month=` has the same rows. */
export interface UsageReport {
  month: string;
  /** Months with usage, plus the current one, newest first. */
  months: string[];
  rows: UsageRow[];
  totals: { requests: number; records: number; cost: Dollars };
}
