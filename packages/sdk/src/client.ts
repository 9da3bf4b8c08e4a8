import { Companies } from './companies.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import type { ChannelOptions, HeliographOptions, RawRequestOptions, RequestOptions } from './options.ts';
import { encodeParameters, type SuggestParameters } from './search-parameters.ts';
import { Receipts } from './receipts.ts';
import { dataOf, pageOf } from './response-data.ts';
import { SavedSearches } from './saved-searches.ts';
import { Signals } from './signals.ts';
import { Transport } from './transport.ts';
import type {
  FilterOptions,
  FilterOptionsResponse,
  RawResponse,
  Suggestion,
  SuggestionsResponse,
  Usage,
  UsageResponse,
} from './types.ts';
import { VERSION } from './version.ts';

const BASE_PATH = '/api/v1';
const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 4;

/**
 * A Heliograph API client. One per program is enough: it holds no connections and needs no closing.
 *
 * ```ts
 * const heliograph = new Heliograph(); // reads SIGNALS_API_URL and SIGNALS_API_KEY, or pass { baseUrl, apiKey }
 * const { items } = await heliograph.signals.search({ q: '"series a"', days: 30 });
 * ```
 */
export class Heliograph {
  readonly signals: Signals;
  readonly companies: Companies;
  readonly savedSearches: SavedSearches;
  readonly receipts: Receipts;
  private readonly transport: Transport;
  private knownOptions: { entityTag: string; options: FilterOptions } | undefined;

  /**
   * @param options `baseUrl` and `apiKey` default to SIGNALS_API_URL and SIGNALS_API_KEY.
   * @throws TypeError when either is missing, explicitly undefined, or empty, or when the URL is not http(s) or has
   *   credentials, a query, or a fragment.
   */
  constructor(options: HeliographOptions | ChannelOptions = {}) {
    const { basePath, token } = 'token' in options ? options : channelOfKey(options);
    this.transport = new Transport({
      root: rootOf(given('baseUrl', options, 'SIGNALS_API_URL')),
      basePath,
      token,
      // Wrapped: browsers reject fetch called as a method of another object.
      fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      maxRetries: options.maxRetries ?? MAX_RETRIES,
      cost: { maxRecords: options.maxRecords, budget: options.budget },
      userAgent: isBrowser() ? undefined : (options.userAgent ?? `heliograph-sdk/${VERSION}`),
    });
    this.signals = new Signals(this.transport);
    this.companies = new Companies(this.transport);
    this.savedSearches = new SavedSearches(this.transport);
    this.receipts = new Receipts(this.transport);
  }

  /**
   * Filter options: categories, hiring labels, funding stages, industries, sizes, countries. Free. Cached by ETag:
   * while they are unchanged, another call transfers no body.
   */
  async filterOptions(options: RequestOptions = {}): Promise<FilterOptionsResponse> {
    const known = this.knownOptions;
    const response = await this.transport.send({
      ...options,
      path: '/filter-options',
      ...(known && { headers: { 'If-None-Match': known.entityTag } }),
    });
    const { status, headers, meta } = response;
    if (status === 304 && known) return { options: structuredClone(known.options), meta };
    const answered = dataOf<FilterOptions>(response);
    const entityTag = headers.get('etag');
    this.knownOptions = entityTag === null ? undefined : { entityTag, options: structuredClone(answered) };
    return { options: answered, meta };
  }

  /** Filter values whose names contain the typed text; the last word may be incomplete. Free, and not a search. */
  async suggest(parameters: SuggestParameters, options: RequestOptions = {}): Promise<SuggestionsResponse> {
    const response = await this.transport.send({
      ...options,
      path: '/suggest',
      query: encodeParameters(parameters),
    });
    return { items: pageOf<{ items: Suggestion[] }>(response).items, meta: response.meta };
  }

  /**
   * Usage in a UTC month, and what is left now. Free.
   *
   * @param parameters.month `YYYY-MM`; the current month by default.
   */
  async usage(
    parameters: { month?: string | undefined } = {},
    options: RequestOptions = {},
  ): Promise<UsageResponse> {
    const response = await this.transport.send({
      ...options,
      path: '/usage',
      query: encodeParameters(parameters),
    });
    return { usage: dataOf<Usage>(response), meta: response.meta };
  }

  /**
   * A raw GET request, for endpoints this client has no method for, with the same retries and errors.
   *
   * @param path relative to the API version, such as `/signals`.
   * @throws TypeError when `path` does not begin with a slash.
   */
  async request<Body = unknown>(path: string, options: RawRequestOptions = {}): Promise<RawResponse<Body>> {
    const { query, headers, idempotencyKey, ...others } = options;
    if (!path.startsWith('/')) throw new TypeError('path must begin with "/".');
    const response = await this.transport.send({
      ...others,
      path,
      headers,
      query: query instanceof URLSearchParams ? query : query && encodeParameters(query),
      idempotencyKey: idempotencyKey ?? newIdempotencyKey(),
    });
    return { ...response, body: response.body as Body };
  }
}

function channelOfKey(options: HeliographOptions): Pick<ChannelOptions, 'basePath' | 'token'> {
  const apiKey = given('apiKey', options, 'SIGNALS_API_KEY');
  return { basePath: BASE_PATH, token: () => apiKey };
}

/**
 * An option, or else its environment variable, where the platform has any. An option passed without a value is an
 * error, never a fallback: if the caller's own variable for a test key is unset, the live key must not be charged
 * instead.
 */
function given<Name extends 'apiKey' | 'baseUrl'>(
  name: Name,
  options: { readonly [Option in Name]?: string | undefined },
  variable: string,
): string {
  if (name in options) {
    const value: unknown = options[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    const found = typeof value === 'string' ? 'empty' : value === undefined ? 'undefined' : 'not a string';
    throw new TypeError(`${name} was given but is ${found}. To use the variable ${variable}, leave it out.`);
  }
  // Not the global `process`: browser bundlers would add a polyfill, and compilers without Node's types reject it.
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  const found = process?.env?.[variable]?.trim();
  if (found) return found;
  throw new TypeError(`${name} is missing: pass it, or set the variable ${variable}.`);
}

function rootOf(baseUrl: string): URL {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError('baseUrl must be a URL such as https://api.example.com.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError('baseUrl must begin with https:// or http://.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must not contain a user name, a password, a query, or a fragment.');
  }
  // The CLI reads the same variable and accepts this suffix.
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return url;
}

/** Browsers control User-Agent; trying to set it would need an extra CORS permission. */
function isBrowser(): boolean {
  return 'document' in globalThis;
}
