import type { ledger } from '@heliograph/proto';
import type { Query } from '@heliograph/signal-search';
import type { CostBounds } from '../domain/cost-bounds';

/** A charged operation, with what it takes to run or replay it. */
export interface MeteredRequest {
  /** The operation's name in the ledger and in usage events. */
  operation: string;
  /** May have issues that it did not have when first sent; they refuse it unless a response is stored. */
  query: Query;
  /** '' without one. */
  idempotencyKey: string;
  bounds: CostBounds;
  /** Whether its result never costs records, like a count. */
  isFree: boolean;
  /** Whether it runs even without records left: it may find nothing, which is free (8.2), and costs us little. */
  mayFindNothing: boolean;
  /** Runs the request; its outcome is then charged, so `run` must not have charged it. */
  run: () => Promise<MeteredResult>;
}

/** The result of a data request, before it is charged. */
export interface MeteredResult {
  body: Buffer;
  /** Its cost; for a result charged by signal, the ledger determines it. */
  records: number;
  mode: ledger.Mode;
  /** The signals to pay for unless paid for recently; absent if every record is paid for. */
  signalIds?: readonly string[];
  /** Nothing was found, and this does not even count as usage: idle feeds poll every half minute. */
  isUncharged?: boolean;
}

/** A request's hold on its Idempotency-Key. */
export interface Claim {
  idempotencyKey: string;
  claim: string;
}
