import { isIdentifier, isOperationId, isUuidVersion7, timeOfUuid } from '@heliograph/runtime';
import { DAY_MS } from './calendar';

/** Maximum entries per call. */
export const MAXIMUM_ENTRIES = 1_000;

/** An answered request, or several refusals by a limit. */
export interface LoggedRequest {
  /** UUIDv7 of the moment it was answered. */
  id: string;
  accountId: string;
  /** As in X-Request-Id; clients may repeat it. */
  requestId: string;
  credentialId: string;
  channel: string;
  isTest: boolean;
  method: string;
  /** Path with parameter names; empty for an unknown path. */
  route: string;
  operation: string;
  /** 499 if the client had gone. */
  status: number;
  /** Empty for a success. */
  errorCode: string;
  records: number;
  /** As in X-Receipt; empty without one. */
  receipt: string;
  isReplayed: boolean;
  durationMicros: number;
  /** How many requests it stands for. */
  requests: number;
  /** Known parameters, form-encoded; undefined unless its account chose to keep them. */
  query?: string | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const METHOD = /^[A-Z-]{1,20}$/;
const ROUTE = /^[A-Za-z0-9/{}._-]{0,200}$/;
const CODE = /^[a-z_]{0,64}$/;
const RECEIPT = /^(?:[0-9]{1,19}\.[0-9a-f]{64})?$/;
const CHANNELS: ReadonlySet<string> = new Set(['api', 'cli']);
/** Maximum length in characters. */
const MAXIMUM_QUERY = 8_192;
const MAXIMUM_INTEGER = 2 ** 31 - 1;

/**
 * How much an entry's time may differ from now: clocks differ, and a gateway that cannot send holds on to its entries.
 */
const LATEST_ENTRY_MS = DAY_MS / 2;

/**
 * Whether an entry can be kept: its values are well-formed, so that only `query` can hold any part of a query, and its
 * day accepts entries.
 */
export function canBeKept(entry: LoggedRequest, now: number): boolean {
  if (!isUuidVersion7(entry.id)) return false;
  if (Math.abs(timeOfUuid(entry.id) - now) > LATEST_ENTRY_MS) return false;
  return (
    isIdentifier(entry.accountId) &&
    isIdentifier(entry.credentialId) &&
    REQUEST_ID.test(entry.requestId) &&
    CHANNELS.has(entry.channel) &&
    METHOD.test(entry.method) &&
    ROUTE.test(entry.route) &&
    isOperationId(entry.operation) &&
    entry.status >= 100 &&
    entry.status <= 599 &&
    CODE.test(entry.errorCode) &&
    entry.records <= MAXIMUM_INTEGER &&
    RECEIPT.test(entry.receipt) &&
    entry.requests >= 1 &&
    entry.requests <= MAXIMUM_INTEGER &&
    (entry.query?.length ?? 0) <= MAXIMUM_QUERY
  );
}

/** Which entries of an account to list; undefined members match all. */
export interface RequestFilter {
  requestId: string | undefined;
  credentialId: string | undefined;
  operation: string | undefined;
  /** The status's first digit. */
  statusClass: number | undefined;
  errorCode: string | undefined;
  /** Inclusive. Milliseconds since the Unix epoch, like `untilMs`. */
  fromMs: number | undefined;
  /** Exclusive. */
  untilMs: number | undefined;
}
