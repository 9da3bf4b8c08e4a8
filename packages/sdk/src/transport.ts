import { HeliographError, type ParameterIssue } from './errors.ts';
import { readMeta, type ResponseMeta } from './meta.ts';
import type { CostOptions, RequestOptions, TokenProvider } from './options.ts';
import { deadlineSignal, pauseBeforeRetry, retryAfterSeconds, sleep } from './retry.ts';

/** One logical request, across all its attempts. */
interface TransportRequest extends RequestOptions, CostOptions {
  /** Relative to the base path, starting with `/`. */
  path: string;
  query?: URLSearchParams | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Required for every request that may cost records. */
  idempotencyKey?: string | undefined;
  /** Default: GET, or POST with a body. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | undefined;
  /** JSON. */
  body?: string | undefined;
}

export interface TransportResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON; text for a signed statement; undefined without a body. */
  body: unknown;
  meta: ResponseMeta;
}

interface TransportSettings {
  /** Without a trailing slash. */
  root: URL;
  basePath: string;
  token: TokenProvider;
  fetch: typeof fetch;
  timeoutMs: number;
  maxRetries: number;
  userAgent: string | undefined;
  /** Defaults for requests without their own limits. */
  cost: CostOptions;
}

/** Retryable statuses. Some may come from a proxy in front of the API. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Sends requests, and retries what is safe to retry. */
export class Transport {
  private readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  /**
   * Sends a request until it succeeds, retries or time run out, or a failure is permanent.
   *
   * @throws HeliographError; the reason of `request.signal` when it is aborted; RangeError for a negative or NaN
   *   `timeoutMs` or `maxRetries`.
   */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const url = this.urlOf(request);
    const timeoutMs = request.timeoutMs ?? this.settings.timeoutMs;
    const maxRetries = request.maxRetries ?? this.settings.maxRetries;
    for (const [name, value] of Object.entries({ timeoutMs, maxRetries }))
      if (!(value >= 0)) throw new RangeError(`${name} must be a number of at least 0.`);
    const endsAt = Date.now() + timeoutMs;
    let attempts = 0;
    let failure: HeliographError | undefined;
    const deadline = deadlineSignal(timeoutMs, request.signal, () => {
      const { idempotencyKey } = request;
      const message = `The call took longer than ${timeoutMs} ms.${failure ? ` Its last failure: ${failure.detail}` : ''}`;
      return new HeliographError('timeout', message, { idempotencyKey, attempts, cause: failure });
    });
    const { signal } = deadline;
    try {
      signal.throwIfAborted();
      let token = await this.tokenFor(undefined, signal);
      let isTokenNew = false;
      for (;;) {
        attempts += 1;
        try {
          return await this.attempt(url, request, token, attempts, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof HeliographError)) throw error;
          failure = error;
        }
        if (failure.status === 401 && !isTokenNew) {
          const next = await this.tokenFor(token, signal);
          if (next === token) throw failure;
          token = next;
          isTokenNew = true;
          continue;
        }
        if (attempts > maxRetries || !isRetried(failure)) throw failure;
        const pauseMs = pauseBeforeRetry(attempts, failure.retryAfterSeconds);
        if (Date.now() + pauseMs >= endsAt) throw failure;
        await sleep(pauseMs, signal);
      }
    } finally {
      deadline.clear();
    }
  }

  /** Sends the request once. */
  private async attempt(
    url: URL,
    request: TransportRequest,
    token: string,
    attempts: number,
    signal: AbortSignal,
  ): Promise<TransportResponse> {
    const { idempotencyKey } = request;
    const headers = this.headersOf(request, token);
    const { fetch } = this.settings;
    let response: Response;
    let text: string;
    try {
      // Redirects are not followed: they could carry the token elsewhere.
      const { body, method = body === undefined ? 'GET' : 'POST' } = request;
      const sent = { method, ...(body !== undefined && { body }) };
      response = await fetch(url, { ...sent, headers, signal, redirect: 'manual' });
      text = await response.text();
    } catch (cause) {
      const message = `The API at ${url.origin} could not be reached, or the connection broke: ${reasonOf(cause)}`;
      throw new HeliographError('network_error', message, { idempotencyKey, attempts, cause });
    }
    const meta = readMeta(response.headers, { idempotencyKey, attempts });
    const isJose = response.headers.get('content-type')?.startsWith('application/jose') === true;
    const body = isJose ? text : parseJson(text);
    if (response.ok && body !== undefined) {
      return { status: response.status, headers: response.headers, body, meta };
    }
    if ([202, 204, 304].includes(response.status)) {
      return { status: response.status, headers: response.headers, body: undefined, meta };
    }
    throw errorOf(response, body, meta, url);
  }

  private headersOf(request: TransportRequest, token: string): Headers {
    const headers = new Headers({ Accept: 'application/json' });
    for (const [name, value] of Object.entries(request.headers ?? {})) setHeader(headers, name, value);
    headers.set('Authorization', `Bearer ${token}`);
    if (request.idempotencyKey !== undefined) {
      setHeader(headers, 'Idempotency-Key', request.idempotencyKey);
      this.boundCost(headers, request);
    }
    if (request.testOutcome !== undefined) setHeader(headers, 'X-Test-Outcome', request.testOutcome);
    if (this.settings.userAgent !== undefined) setHeader(headers, 'User-Agent', this.settings.userAgent);
    return headers;
  }

  /** Adds the cost limits, but never overrides the caller's own headers. */
  private boundCost(headers: Headers, request: CostOptions): void {
    const { cost } = this.settings;
    const { maxRecords = cost.maxRecords, budget = cost.budget } = request;
    const add = (name: string, value: string | number | undefined) => {
      if (value !== undefined && !headers.has(name)) setHeader(headers, name, String(value));
    };
    add('X-Max-Records', maxRecords);
    add('X-Budget-Id', budget?.id);
    add('X-Budget-Records', budget?.records);
  }

  private async tokenFor(refused: string | undefined, signal: AbortSignal): Promise<string> {
    const token = await this.settings.token({ refused, signal });
    // Headers would reject it too, but with a message that contains it.
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('The API key is empty, or contains spaces or characters that cannot be sent.');
    }
    return token;
  }

  private urlOf({ path, query }: TransportRequest): URL {
    const { root, basePath } = this.settings;
    const url = new URL(`${root.origin}${root.pathname.replace(/\/+$/, '')}${basePath}${path}`);
    if (query) url.search = query.toString();
    return url;
  }
}

/** @throws HeliographError `invalid_parameter` for a name or a value that HTTP cannot carry. */
function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch (cause) {
    const message = 'cannot be sent in a header';
    const errors = [{ parameter: name, message }];
    throw new HeliographError('invalid_parameter', `${name} ${message}.`, { errors, cause });
  }
}

/** When semantic search is unavailable without Retry-After, only an operator can fix it, so retrying is pointless. */
function isRetried({ code, status, retryAfterSeconds }: HeliographError): boolean {
  if (code === 'network_error' || code === 'rate_limited') return true;
  if (code === 'idempotency_in_progress') return true;
  if (code === 'semantic_unavailable') return retryAfterSeconds !== undefined;
  return status !== undefined && RETRIED_STATUSES.has(status);
}

function errorOf(response: Response, body: unknown, meta: ResponseMeta, url: URL): HeliographError {
  const { status } = response;
  const problem = isRecord(body) ? body : {};
  const details = {
    status,
    requestId: meta.requestId || undefined,
    errors: errorsOf(problem['errors']),
    retryAfterSeconds: retryAfterSeconds(response.headers, Date.now()),
    budgetRemaining: meta.budgetRemaining,
    idempotencyKey: meta.idempotencyKey,
    attempts: meta.attempts,
  };
  const { code, detail } = problem;
  if (typeof code === 'string' && typeof detail === 'string')
    return new HeliographError(code, detail, details);
  return new HeliographError(codeOfStatus(status), unexpected(response, url), details);
}

/** Codes for responses from proxies, which carry none. */
function codeOfStatus(status: number): string {
  if (status === 429) return 'rate_limited';
  return RETRIED_STATUSES.has(status) ? 'unavailable' : 'unexpected_response';
}

function unexpected(response: Response, url: URL): string {
  const { status } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return `${url.origin} answered with a redirect, which is not followed. Set baseUrl to the API's own URL.`;
  }
  return `${url.origin} answered ${status} without a problem document: is it the API? Check baseUrl.`;
}

function errorsOf(errors: unknown): ParameterIssue[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isRecord).map(({ parameter, message }) => ({
    parameter: String(parameter),
    message: String(message),
  }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Node's fetch only says "fetch failed"; the real reason is in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as {
    message?: string;
    cause?: { message?: string; code?: string };
  };
  return cause?.message || cause?.code || message || 'no reason was given';
}
