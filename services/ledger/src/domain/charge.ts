import type { EncodedAnswer } from './stored-answer';

/** Channels that records are charged to. The web view's searches are free of records and not charged here. */
export type ChargedChannel = 'api' | 'cli';

/** Empty for operations without a mode. */
export type Mode = '' | 'keyword' | 'semantic' | 'count';

/** One successful data request, to be paid for. */
export interface Charge {
  /** UUIDv7 of the request, however often the charge is sent. */
  eventId: string;
  accountId: string;
  credentialId: string;
  channel: ChargedChannel;
  operation: string;
  mode: Mode;
  records: number;
  requestId: string;
  /** Undefined without an Idempotency-Key. */
  idempotency: { key: string; claim: string; answer: EncodedAnswer } | undefined;
}

export type ChargeVerdict =
  /** Taken, entered, and its event and answer stored. */
  | 'charged'
  /** The same event was charged before: the answer of then. */
  | 'repeated'
  /** The event id belongs to another charge. */
  | 'reused'
  /** The idempotency key is not held by the charge's claim any more. */
  | 'claim_lost'
  /** The funds do not pay for all of it. */
  | 'insufficient';

/** What became of one charge; nothing was taken unless the verdict is `charged`. */
export interface ChargeOutcome {
  verdict: ChargeVerdict;
  /** What the credential can still pay for; 0 with `claim_lost`. */
  remainingRecords: bigint;
  /** Whole seconds until the key is free at the latest; with `claim_lost` only. */
  retryAfterSeconds: number;
}

/** Of one charge; a page holds 50 records. */
export const MAXIMUM_RECORDS = 10_000;

/** What may occur only once in a batch: two charges of one event or one claim are settled one after the other. */
export function exclusiveKeys(charge: Charge): string[] {
  return charge.idempotency ? [charge.eventId, charge.idempotency.claim] : [charge.eventId];
}
