import type { components } from './generated/openapi.ts';
import type { CompanyField } from './types.ts';

/** What a request with a test key can make happen. */
export type TestOutcome = NonNullable<components['parameters']['TestOutcome']>;

/** Options of a client. */
export interface HeliographOptions extends ClientSettings {
  /**
   * An API key, `hg_live_…`, or a test key, `hg_test_…`; the variable SIGNALS_API_KEY unless given. It is sent in the Authorization header only, and shown by
   * nothing. Pages have no variables, and should have no key either.
   */
  apiKey?: string | undefined;
}

/** What may be charged under an id within 30 days, by all keys and sessions of the account. */
export interface Budget {
  /** 1 to 64 letters, digits, `_` and `-`. */
  id: string;
  /** 1 to 1,000,000. Each request is judged by its own: it may differ from one to the next. */
  records: number;
}

/** What calls may cost. The API enforces it: beyond it a call fails with `budget_reached`, and nothing is charged. */
export interface CostOptions {
  /** The most records that one answer may cost. */
  maxRecords?: number | undefined;
  budget?: Budget | undefined;
}

export interface ClientSettings extends CostOptions {
  /** Where the API is, such as `https://api.example.com`; the variable SIGNALS_API_URL unless given. */
  baseUrl?: string | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Milliseconds that a call may take in all, retries and pauses included. 60,000 unless given; `Infinity` for none. */
  timeoutMs?: number;
  /** How often a request may be sent again. 4 unless given; 0 for never. */
  maxRetries?: number;
  /** Names your program. Browsers send their own. */
  userAgent?: string;
}

/**
 * Gives the token to send. After an answer that refused one with 401 it is called once more, with that token as `refused`: it
 * may then get a new one, and the request is sent again. Answering the refused token gives up.
 */
export type TokenProvider = (request: {
  refused: string | undefined;
  signal: AbortSignal;
}) => string | Promise<string>;

/**
 * Options of a client of another channel, which has tokens instead of a key. Made for the command-line client; may change in any
 * version.
 *
 * @internal
 */
export interface ChannelOptions extends ClientSettings {
  /** Instead of `/api/v1`. */
  basePath: string;
  token: TokenProvider;
}

/** Options of one call. */
export interface RequestOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  timeoutMs?: number | undefined;
  /** Instead of the client's. */
  maxRetries?: number | undefined;
  /** With a test key: the outcome to make happen. Retries ask for it again, so tests of one failure set `maxRetries: 0`. */
  testOutcome?: TestOutcome | undefined;
}

/** Options of one call that is charged. What it may cost is the client's unless given. */
export interface DataRequestOptions extends RequestOptions, CostOptions {
  /**
   * 8 to 128 letters, digits, `_` and `-`. Without one each call makes its own, and sends it with all of its retries. With one of
   * yours, the same call within 24 hours, also by another process, gets the same answer and is not charged again.
   */
  idempotencyKey?: string | undefined;
}

/** Options of a call for one company. */
export interface CompanyOptions<Field extends CompanyField = CompanyField> extends DataRequestOptions {
  /** Of the company, only these and its slug. All unless given; the price is the same. */
  fields?: readonly Field[] | undefined;
}

/** Options of a search over several pages. */
export interface PagesOptions extends RequestOptions {
  /** Of all pages together; the client's unless given. */
  budget?: Budget | undefined;
  /** Each page is sent with this and its number, `<idempotencyKey>-1` and so on; up to 120 characters. */
  idempotencyKey?: string | undefined;
}

/** Options of a search for one signal after the other. */
export interface IterateOptions extends PagesOptions {
  /**
   * At most so many records are returned and consumed. Pages are made small enough for it; in semantic mode, where all pages must be of
   * one size, iteration may end a few records earlier.
   */
  maxRecords?: number | undefined;
}

/** Options of a feed that is followed. What it may cost is the client's unless given; a page that would cost more ends it. */
export interface WatchOptions extends RequestOptions, CostOptions {
  /** Told of each failure that the feed goes on after. */
  onRetry?: ((failure: Error) => void) | undefined;
}

/** Options of a raw request. */
export interface RawRequestOptions extends DataRequestOptions {
  /** Sent as they are given: lists comma-separated, JSON parameters as JSON text. Absent ones are left out. */
  query?: URLSearchParams | Readonly<Record<string, string | number | boolean | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /**
   * JSON, sent with POST. Only for what may be sent again.
   *
   * @internal
   */
  body?: string | undefined;
}
