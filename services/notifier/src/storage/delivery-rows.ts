export type DeliveryState = 'unpaid' | 'pending' | 'delivered' | 'failed';

/** A delivery without its body. */
export interface DeliverySummaryRow {
  delivery_id: string;
  saved_search_id: string;
  is_test: boolean;
  signal_ids: string[];
  state: DeliveryState;
  attempts: number;
  round_attempts: number;
  round_began_at: Date | null;
  /** Without attempts, one has begun. */
  last_attempt_at: Date | null;
  last_status: number | null;
  last_failure: string | null;
  next_attempt_at: Date | null;
  is_unmade: boolean;
  created_at: Date;
}

export interface DeliveryRow extends DeliverySummaryRow {
  /** Up to a few hundred kilobytes. */
  body: string;
  /** By the database's clock, like `next_attempt_at`. */
  is_due: boolean;
  /** When it was read, by that clock, to the microsecond. */
  read_at: string;
}

/** Columns of {@link DeliverySummaryRow}. */
export const SUMMARY_COLUMNS = `delivery_id, saved_search_id, is_test, signal_ids::text[] AS signal_ids, state, attempts, round_attempts,
  round_began_at, last_attempt_at, last_status, last_failure, next_attempt_at, is_unmade, created_at`;
