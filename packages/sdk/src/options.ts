import type { components } from './generated/openapi.ts';
import type { CompanyField } from './types.ts';

/** An outcome that a request with a test key can ask for. */
export type TestOutcome = NonNullable<components['parameters']['TestOutcome']>;

/** Options of a client. */
export interface HeliographOptions extends ClientSettings {
  /**
   * An API key, `hg_live_…`, or a test key, `hg_test_…`; if left out, that of the variable SIGNALS_API_KEY. Sent only
   * in the Authorization header, and never shown. Pages have no variables, and should not have a key either.
   */
  apiKey?: string | undefined;
}

/** What may be charged under an id within 30 days, by all keys and sessions of the account. */
export interface Budget {
  /** 1 to 64 letters, digits, `_` and `-`. */
  id: string;
  /** 1 to 1,000,000. Each request is checked against its own number: it may differ from one to the next. */
  records: number;
}

/**
 * Cost limits of calls. The API enforces them: beyond them a call fails with `budget_reached`, and nothing is charged.
 */
export interface CostOptions {
  /** The most records that one response may cost. */
  maxRecords?: number | undefined;
  budget?: Budget | undefined;
}

export interface ClientSettings extends CostOptions {
  /** The API's URL, such as `https://api.example.com`; if left out, that of the variable SIGNALS_API_URL. */
  baseUrl?: string | undefined;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
  /**
   * Milliseconds that a call may take in total, including retries and pauses. Default 60,000; `Infinity` for no limit.
   */
  timeoutMs?: number;
  /** How often a request may be retried. Default 4; 0 for never. */
  maxRetries?: number;
  /** Names your program. Browsers send their own. */
  userAgent?: string;
}

/**
 * Returns the token to send. After a 401 it is called again with the refused token as `refused`: it may get a new one,
 * and the request is sent again. Returning the refused token gives up.
 */
export type TokenProvider = (request: {
  refused: string | undefined;
  signal: AbortSignal;
}) => string | Promise<string>;

/**
 * Options of a client of another channel, with tokens instead of a key. For the command-line client; may change in any
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
  /** With a test key: the outcome to produce. Retries ask for it again, so tests of one failure set `maxRetries: 0`. */
  testOutcome?: TestOutcome | undefined;
}

/** Options of a call that is charged. Its cost limits are the client's by default. */
export interface DataRequestOptions extends RequestOptions, CostOptions {
  /**
   * 8 to 128 letters, digits, `_`, and `-`. By default each call generates one, and sends it with all of its retries.
   * With your own, the same call within 24 hours, even by another process, gets the same response and is not charged
   * again.
   */
  idempotencyKey?: string | undefined;
}

/** Options of a call for one company. */
export interface CompanyOptions<Field extends CompanyField = CompanyField> extends DataRequestOptions {
  /** Return only these fields of the company, and its slug. By default all; the price is the same. */
  fields?: readonly Field[] | undefined;
}

/** Options of a search over several pages. */
export interface PagesOptions extends RequestOptions {
  /** For all pages together; the client's by default. */
  budget?: Budget | undefined;
  /** Each page is sent with this and its number, `<idempotencyKey>-1` and so on; up to 120 characters. */
  idempotencyKey?: string | undefined;
}

/** Options of a search that yields one signal at a time. */
export interface IterateOptions extends PagesOptions {
  /**
   * At most this many records are returned and charged. Pages are sized to fit; in semantic mode, where all pages must
   * have the same size, iteration may end a few records earlier.
   */
  maxRecords?: number | undefined;
}

/**
 * Options of a feed that is followed. Its cost limits are the client's by default; a page that would cost more ends it.
 */
export interface WatchOptions extends RequestOptions, CostOptions {
  /** Called with each failure that the feed continues after. */
  onRetry?: ((failure: Error) => void) | undefined;
}

/** Options of a raw request. */
export interface RawRequestOptions extends DataRequestOptions {
  /** Sent as given: lists comma-separated, JSON parameters as JSON text. Absent ones are omitted. */
  query?: URLSearchParams | Readonly<Record<string, string | number | boolean | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /**
   * JSON, sent with POST. Only for requests that may be sent again.
   *
   * @internal
   */
  body?: string | undefined;
}
