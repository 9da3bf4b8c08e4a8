import type { components } from './generated/openapi.ts';
import type { CompanyField } from './types.ts';

/** An outcome that a request with a test key can force. */
export type TestOutcome = NonNullable<components['parameters']['TestOutcome']>;

/** Client options. */
export interface HeliographOptions extends ClientSettings {
  /**
   * An API key, `hg_live_…`, or a test key, `hg_test_…`; SIGNALS_API_KEY by default. Sent only in the Authorization
   * header, and never shown. Do not ship a key to a browser.
   */
  apiKey?: string | undefined;
}

/** The most that may be charged under an id within 30 days, across all of the account's keys and sessions. */
export interface Budget {
  /** 1 to 64 letters, digits, `_` and `-`. */
  id: string;
  /** 1 to 1,000,000. Each request is checked against the number it sends, which may change between requests. */
  records: number;
}

/** Cost limits of calls, enforced by the API: a call that would exceed one fails with `budget_reached`, uncharged. */
export interface CostOptions {
  /** The most records that one response may cost. */
  maxRecords?: number | undefined;
  budget?: Budget | undefined;
}

export interface ClientSettings extends CostOptions {
  /** The API's URL, such as `https://api.example.com`; SIGNALS_API_URL by default. */
  baseUrl?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Milliseconds a call may take in total, including retries and pauses. Default 60,000; `Infinity` for no limit. */
  timeoutMs?: number;
  /** Maximum retries per request. Default 4; 0 disables them. */
  maxRetries?: number;
  /** Identifies your program. Ignored in browsers, which send their own. */
  userAgent?: string;
}

/**
 * Returns the token to send. After a 401 it is called again with the rejected token as `refused`: return a new token to
 * resend the request, or the same one to give up.
 */
export type TokenProvider = (request: {
  refused: string | undefined;
  signal: AbortSignal;
}) => string | Promise<string>;

/**
 * Client options for another channel, with tokens instead of a key. For the command-line client; may change in any
 * version.
 *
 * @internal
 */
export interface ChannelOptions extends ClientSettings {
  /** Replaces `/api/v1`. */
  basePath: string;
  token: TokenProvider;
}

/** Options for one call. */
export interface RequestOptions {
  /** Aborts the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's. */
  timeoutMs?: number | undefined;
  /** Overrides the client's. */
  maxRetries?: number | undefined;
  /** With a test key: the outcome to force. Retries request it too, so set `maxRetries: 0` to test a single failure. */
  testOutcome?: TestOutcome | undefined;
}

/** Options for a call that may be charged. Cost limits default to the client's. */
export interface DataRequestOptions extends RequestOptions, CostOptions {
  /**
   * 8 to 128 letters, digits, `_`, and `-`. By default each call generates one and reuses it for its retries. With your
   * own key, repeating the call within 24 hours, even from another process, returns the same response at no charge.
   */
  idempotencyKey?: string | undefined;
}

/** Options for fetching one company. */
export interface CompanyOptions<Field extends CompanyField = CompanyField> extends DataRequestOptions {
  /** Return only these fields of the company, and its slug. By default all; the price is the same. */
  fields?: readonly Field[] | undefined;
}

/** Options for a search over several pages. */
export interface PagesOptions extends RequestOptions {
  /** Covers all pages together; the client's by default. */
  budget?: Budget | undefined;
  /** Each page's key is this plus the page number: `<idempotencyKey>-1` and so on. Up to 120 characters. */
  idempotencyKey?: string | undefined;
}

/** Options for a search that yields one signal at a time. */
export interface IterateOptions extends PagesOptions {
  /**
   * At most this many records are returned and charged. Pages are sized to fit. In semantic mode, where all pages must
   * be the same size, iteration may end a few records early.
   */
  maxRecords?: number | undefined;
}

/** Options for following a feed. Cost limits default to the client's; a page that would exceed one ends the feed. */
export interface WatchOptions extends RequestOptions, CostOptions {
  /** Called with each failure the feed recovers from. */
  onRetry?: ((failure: Error) => void) | undefined;
}

/** Options for a raw request. */
export interface RawRequestOptions extends DataRequestOptions {
  /** Sent as given: pass lists comma-separated, and JSON parameters as JSON text. Null and undefined are omitted. */
  query?: URLSearchParams | Readonly<Record<string, string | number | boolean | null | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /**
   * JSON, sent with POST. Only for requests that are safe to retry.
   *
   * @internal
   */
  body?: string | undefined;
}
