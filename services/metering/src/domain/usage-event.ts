import { isIdentifier, isOperationId, isUuidVersion7, timeOfUuid } from '@heliograph/runtime';

/** One successful data request as its event reports it; validated, so that all numbers are safe to add up. */
export interface UsageEvent {
  eventId: string;
  /** Whether it voids the request rather than adding it. */
  isVoid: boolean;
  accountId: string;
  credentialId: string;
  channel: string;
  operation: string;
  records: number;
  /** How the records were paid; the three sum to `records`. */
  allowanceRecords: number;
  prepaidRecords: number;
  subscriptionRecords: number;
  prepaidMicros: number;
  /** When it was charged, in milliseconds since the Unix epoch: determines day and month. */
  timeMs: number;
}

/** The event before validation, as it arrived. */
type UncheckedEvent = Omit<UsageEvent, 'isVoid' | 'prepaidMicros' | 'timeMs'> & {
  mode: string;
  prepaidMicros: bigint;
  time: Date | undefined;
};

/** Times of the ids for which counting is remembered, in epoch milliseconds; `untilMs` is exclusive. */
export interface EventIdWindow {
  fromMs: number;
  untilMs: number;
}

const CHANNELS: ReadonlySet<string> = new Set(['api', 'cli', 'web']);
const MODES: ReadonlySet<string> = new Set(['', 'keyword', 'semantic', 'count']);

/** Maximum per event. A page of results has fifty; a batch of such events still adds up exactly in a double. */
const MAXIMUM_RECORDS = 1_000_000;
const MAXIMUM_MICROS = 1_000_000_000_000n;
/** No event is older than the product. */
const EARLIEST_TIME_MS = Date.UTC(2020, 0, 1);

/** Why an event's id is outside the remembered window. */
export const TOO_OLD = 'event_id is older than the ids that are kept: it may have been counted';
const TOO_NEW = 'event_id is too far in the future';

/**
 * The issue of an event, without any of its content; undefined if there is none.
 *
 * @param event
 * @param envelopeId the id in the message's attributes.
 */
export function issueOf(event: UncheckedEvent, envelopeId: string): string | undefined {
  if (!isUuidVersion7(event.eventId)) return 'event_id is not a version 7 UUID';
  if (event.eventId !== envelopeId) return 'event_id is not the id in the header ce_id';
  if (!isIdentifier(event.accountId)) return 'account_id is not valid';
  if (!isIdentifier(event.credentialId)) return 'credential_id is not valid';
  if (!CHANNELS.has(event.channel)) return 'channel is not one of api, cli, web';
  if (!isOperationId(event.operation)) return 'operation is not valid';
  if (!MODES.has(event.mode)) return 'mode is not one of keyword, semantic, count';
  if (event.records > MAXIMUM_RECORDS) return `records is more than ${MAXIMUM_RECORDS}`;
  if (event.allowanceRecords + event.prepaidRecords + event.subscriptionRecords !== event.records) {
    return 'allowance_records, prepaid_records and subscription_records do not sum to records';
  }
  if (event.prepaidMicros < 0n) return 'prepaid_micros is negative';
  if (event.prepaidMicros > MAXIMUM_MICROS) return `prepaid_micros is more than ${MAXIMUM_MICROS}`;
  if (event.time === undefined || Number.isNaN(event.time.getTime())) return 'time is missing';
  if (event.time.getTime() < EARLIEST_TIME_MS) return 'time is before 2020';
  return undefined;
}

/** Why the event's times keep it from being counted now; undefined if they do not. */
export function timeIssueOf(event: UsageEvent, window: EventIdWindow): string | undefined {
  const madeAtMs = timeOfUuid(event.eventId);
  if (madeAtMs < window.fromMs) return TOO_OLD;
  if (madeAtMs >= window.untilMs) return TOO_NEW;
  if (event.timeMs >= window.untilMs) return 'time is too far in the future';
  return undefined;
}
