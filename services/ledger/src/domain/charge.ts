import type { Budget } from './budget';
import type { EncodedResponse } from './stored-response';

/** Channels with charged records. Web-view requests are recorded separately; see web-request.ts. */
export type ChargedChannel = 'api' | 'cli';

/** Whose charges: test keys are counted by the day and never entered. */
export type ChargedKeys = 'live' | 'test';

/** Empty for operations without a mode. */
export type Mode = '' | 'keyword' | 'semantic' | 'count';

/** The charge of one request. */
export interface Charge {
  /** UUIDv7 of the request, the same each time the charge is sent. */
  eventId: string;
  accountId: string;
  credentialId: string;
  channel: ChargedChannel;
  operation: string;
  mode: Mode;
  records: number;
  requestId: string;
  /** Maximum records of the credential per UTC month; undefined without a cap. */
  monthlyCapRecords: bigint | undefined;
  /**
   * The first of the keys that replaced one another, whose cap covers them all; undefined for a key without a lineage.
   */
  lineageId?: string | undefined;
  /** Undefined without a budget. */
  budget?: Budget | undefined;
  /** SHA-256 of the response's body, in hexadecimal; undefined if the caller gave none. */
  answerSha256?: string | undefined;
  /** Undefined without an Idempotency-Key. */
  idempotency: { key: string; claim: string; response: EncodedResponse } | undefined;
}

export type ChargeVerdict =
  /** Taken and entered, with its event and response stored. */
  | 'charged'
  /** The same event was charged before: the first outcome. */
  | 'repeated'
  /** The event id belongs to another charge. */
  | 'reused'
  /** The charge's claim no longer holds the idempotency key. */
  | 'claim_lost'
  /** The funds do not cover all of it. */
  | 'insufficient'
  /** The credential's monthly cap does not cover all of it. */
  | 'cap_reached'
  /** The budget does not cover all of it. */
  | 'budget_reached'
  /** More of its signals are new than it allows. */
  | 'over_maximum';

/** The outcome of one charge; nothing was taken unless the verdict is `charged`. */
export interface ChargeOutcome {
  verdict: ChargeVerdict;
  /** Records that funds and cap leave the credential (with `insufficient`: the funds alone); 0 with `claim_lost`. */
  remainingRecords: bigint;
  /** Whole seconds after which the key is free at the latest; with `claim_lost` only. */
  retryAfterSeconds: number;
  /** Records that the credential used this month before the charge; 0 without a cap. */
  monthUsedRecords: bigint;
  /** Records charged under its budget within the window, including the charge if taken; 0 without a budget. */
  budgetUsedRecords: bigint;
  /** The charge's link in X-Receipt form; undefined if nothing was charged, now or before, and for test keys. */
  receipt?: string | undefined;
}

/** Maximum per charge; a page has 50 records. */
export const MAXIMUM_RECORDS = 10_000;

/** Maximum monthly cap: the database's limit. */
export const MAXIMUM_MONTHLY_CAP = 2n ** 63n - 1n;

/** Unique within a batch: two charges of the same event or claim are settled one after the other. */
export function exclusiveKeys(charge: Pick<Charge, 'eventId' | 'idempotency'>): string[] {
  return charge.idempotency ? [charge.eventId, charge.idempotency.claim] : [charge.eventId];
}
