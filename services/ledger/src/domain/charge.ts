import type { Budget } from './budget';
import type { EncodedAnswer } from './stored-answer';

/** Channels that records are charged to. What the web view asks costs none; see web-request.ts. */
export type ChargedChannel = 'api' | 'cli';

/** Whose charges: those of test keys are counted by the day, and never entered. */
export type ChargedKeys = 'live' | 'test';

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
  /** Records that the credential may take in a UTC month; undefined without a cap. */
  monthlyCapRecords: bigint | undefined;
  /** The first of the keys that replaced one another, whose cap counts what all of them took; undefined for a key alone. */
  lineageId?: string | undefined;
  /** Undefined when no budget bounds it. */
  budget?: Budget | undefined;
  /** SHA-256 of the answer's body, in hexadecimal; undefined when the caller gave none. */
  answerSha256?: string | undefined;
  /** Undefined without an Idempotency-Key. */
  idempotency: { key: string; claim: string; answer: EncodedAnswer } | undefined;
}

export type ChargeVerdict =
  /** Taken, entered, and its event and answer stored. */
  | 'charged'
  /** The same event was charged before: the first answer. */
  | 'repeated'
  /** The event id belongs to another charge. */
  | 'reused'
  /** The idempotency key is not held by the charge's claim any more. */
  | 'claim_lost'
  /** The funds do not pay for all of it. */
  | 'insufficient'
  /** The credential's monthly cap leaves less than all of it. */
  | 'cap_reached'
  /** The budget leaves less than all of it. */
  | 'budget_reached'
  /** It is for signals, of which more are new than it allows. */
  | 'over_maximum';

/** What became of one charge; nothing was taken unless the verdict is `charged`. */
export interface ChargeOutcome {
  verdict: ChargeVerdict;
  /** What funds and cap leave to the credential (with `insufficient`: what the funds alone do); 0 with `claim_lost`. */
  remainingRecords: bigint;
  /** Whole seconds until the key is free at the latest; with `claim_lost` only. */
  retryAfterSeconds: number;
  /** Records that the credential took in this month before the charge; 0 without a cap. */
  monthUsedRecords: bigint;
  /** Records charged under its budget within the window, with those of the charge if they were taken; 0 without a budget. */
  budgetUsedRecords: bigint;
  /** The charge's link as X-Receipt has it; undefined where nothing was charged, now or before, and of test keys. */
  receipt?: string | undefined;
}

/** Of one charge; a page holds 50 records. */
export const MAXIMUM_RECORDS = 10_000;

/** Of a monthly cap: what the database counts to. */
export const MAXIMUM_MONTHLY_CAP = 2n ** 63n - 1n;

/** What may occur only once in a batch: two charges of one event or one claim are settled one after the other. */
export function exclusiveKeys(charge: Pick<Charge, 'eventId' | 'idempotency'>): string[] {
  return charge.idempotency ? [charge.eventId, charge.idempotency.claim] : [charge.eventId];
}
