import type { Dollars, Timestamp } from './problem';

/** A figure and when it was measured, or why it is missing. */
export type Measured<Value> = { at: Timestamp } & ({ value: Value } | { failure: string });

/** Whether semantic search works, and if not, why. */
export type SemanticSearchState =
  'available' | 'not_configured' | 'embedding_unavailable' | 'index_unavailable' | 'incomplete' | 'unknown';

/** Usage of all accounts on one UTC day. */
export interface InstallationDay {
  /** `YYYY-MM-DD` */
  date: string;
  requests: number;
  records: number;
  /** Charged to prepaid balances. */
  revenue: Dollars;
}

export interface LargeAccount {
  id: string;
  /** Null if it could not be read. */
  email: string | null;
  records: number;
  revenue: Dollars;
}

/** `GET /operator/console`: the installation's figures, each from the service that owns it. */
export interface OperatorConsole {
  services: Measured<{
    items: { name: string; isReady: boolean }[];
    semanticSearch: SemanticSearchState;
  }>;
  corpus: Measured<{
    /** Published signals. */
    signals: number;
    newestActivityDate: string | null;
    /** The last 14 UTC days by activity date, oldest first. */
    days: { date: string; signals: number }[];
  }>;
  embedding: Measured<{
    model: string | null;
    signals: number;
    embedded: number;
    remaining: number;
    dead: number;
    isComplete: boolean;
    isRepairing: boolean;
    /** What blocks it; null if nothing does. */
    blocker: string | null;
    /** Events not processed yet. */
    lag: number;
  }>;
  /** Charges not yet delivered to metering. */
  outbox: Measured<{ pending: number; oldestSeconds: number | null }>;
  metering: Measured<{
    lag: number;
    deadLetters: number;
    /** The latest scheduled reconciliations by month (`YYYY-MM`), newest first. */
    reconciliations: { month: string; finishedAt: Timestamp; differences: number }[];
  }>;
  webhooks: Measured<{
    lag: number;
    pending: number;
    oldestSeconds: number | null;
    failingSearches: number;
    waitingAccounts: number;
  }>;
  usage: Measured<{
    /** `YYYY-MM`, UTC. */
    month: string;
    /** The month so far, oldest first, including days without usage. */
    days: InstallationDay[];
    today: Omit<InstallationDay, 'date'>;
    total: Omit<InstallationDay, 'date'>;
    /** At most 10 each, largest first. */
    byRecords: LargeAccount[];
    bySpend: LargeAccount[];
  }>;
  /** API requests refused in the last 24 hours, by error code, most frequent first; null without `PROMETHEUS_URL`. */
  refusals: Measured<{ code: string; requests: number }[]> | null;
}
