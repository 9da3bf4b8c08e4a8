import type {
  ACCOUNT_HEADER,
  DataResponse,
  CSRF_HEADER,
  Problem,
  SessionState,
  UNATTENDED_HEADER,
} from '@heliograph/dashboard-api';
import { isUnattended } from './attendance';
import { ApiError } from './errors';
import { learnServerClock } from './server-clock';

const API_ROOT = '/api/app/v1';

const CSRF_HEADER_NAME: typeof CSRF_HEADER = 'X-CSRF-Token';
const ACCOUNT_HEADER_NAME: typeof ACCOUNT_HEADER = 'X-Account-Id';
const UNATTENDED_HEADER_NAME: typeof UNATTENDED_HEADER = 'X-Unattended';

/** How long a page waits for a response. */
const TIMEOUT_MS = 30_000;

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  /** Undefined, null, and empty values are omitted; a list repeats its name. */
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Path prefix, if not {@link API_ROOT}. */
  root?: string;
}

/** A successful response with its whole body. */
interface Answer {
  response: Response;
  text: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let csrfToken = '';
/** The account this tab shows, and the user it shows it to; undefined before the first session. */
let shownAccountId: string | undefined;
let shownUserId: string | undefined;

/** Whether changes can be sent: a client barred from the start never gets a token. */
export function canChange(): boolean {
  return csrfToken !== '';
}

/**
 * Fetches the session and keeps the token that changes need. If the session is in another account, or another member of
 * the account signed in, the tab starts over.
 */
export async function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  const session = await api.get<SessionState>('/session', { signal });
  csrfToken = session.csrfToken;
  const [accountId, userId] = [session.account.id, session.user.id];
  if (shownAccountId !== undefined && (shownAccountId !== accountId || shownUserId !== userId)) startOver();
  [shownAccountId, shownUserId] = [accountId, userId];
  return session;
}

/** Drops everything the page holds about an account. */
export function startOver(): void {
  window.location.assign('/');
}

/** An endpoint's path and query, for links to files: `apiPath('/usage.csv', { month })`. */
export function apiPath(path: string, query: RequestOptions['query'] = {}, root = API_ROOT): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of isList(value) ? value : [value])
      if (each !== undefined && each !== null && each !== '') parameters.append(name, String(each));
  const search = parameters.toString();
  return `${root}${path}${search === '' ? '' : `?${search}`}`;
}

function isList(value: QueryValue | readonly QueryValue[]): value is readonly QueryValue[] {
  return Array.isArray(value);
}

/**
 * Calls to `/api/app/v1`; paths are relative to it (`/keys`). All throw {@link ApiError}. A DELETE without content
 * resolves to undefined.
 */
export const api = {
  get: <Data>(path: string, options?: RequestOptions) => dataOf<Data>(send('GET', path, undefined, options)),
  post: <Data>(path: string, body?: unknown, options?: RequestOptions) =>
    dataOf<Data>(change('POST', path, body, options)),
  put: <Data>(path: string, body: unknown, options?: RequestOptions) =>
    dataOf<Data>(change('PUT', path, body, options)),
  patch: <Data>(path: string, body: unknown, options?: RequestOptions) =>
    dataOf<Data>(change('PATCH', path, body, options)),
  delete: <Data = undefined>(path: string, options?: RequestOptions) =>
    dataOf<Data>(change('DELETE', path, undefined, options)),
};

/**
 * Sends a change. Signing in again in another tab makes this tab's token stale. The server refuses such a change before
 * doing anything, so it is retried once with a fresh token, if the token differs and belongs to the same user in the
 * same account.
 */
async function change(
  method: Method,
  path: string,
  body: unknown,
  options?: RequestOptions,
): Promise<Answer> {
  const [sentToken, sentAccountId, sentUserId] = [csrfToken, shownAccountId, shownUserId];
  try {
    return await send(method, path, body, options);
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 403 && error.status !== 401)) throw error;
    try {
      await fetchSession();
    } catch {
      throw error;
    }
    const isSameUser = shownAccountId === sentAccountId && shownUserId === sentUserId;
    if (csrfToken === sentToken || !isSameUser) throw error;
    return await send(method, path, body, options);
  }
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
  if (shownAccountId !== undefined) headers[ACCOUNT_HEADER_NAME] = shownAccountId;
  if (method !== 'GET') headers[CSRF_HEADER_NAME] = csrfToken;
  // Refreshing a page that is left open must not keep its session alive.
  if (isUnattended()) headers[UNATTENDED_HEADER_NAME] = 'true';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text = '';
  try {
    response = await fetch(apiPath(path, options.query, options.root), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    // Here, because what is cut off or too slow halfway is a failure like the others.
    if (response.ok) text = await response.text();
  } catch (error) {
    // An aborted request is not a failure to report.
    if (options.signal?.aborted) throw error;
    if (timeout.aborted)
      throw ApiError.own('timeout', 0, 'The server did not answer in time. Try again in a moment.');
    throw ApiError.own('network', 0, 'The server cannot be reached. Check your connection and try again.');
  }
  learnServerClock(response.headers);
  if (response.ok) return { response, text };
  const failure = await failureOf(response);
  // The user switched accounts in another tab.
  if (failure.issues.some(({ parameter }) => parameter === ACCOUNT_HEADER_NAME)) startOver();
  throw failure;
}

async function dataOf<Data>(sent: Promise<Answer>): Promise<Data> {
  const { response, text } = await sent;
  if (response.status === 204) return undefined as Data;
  try {
    return (JSON.parse(text) as DataResponse<Data>).data;
  } catch {
    throw ApiError.own(
      'unreadable',
      response.status,
      'The page could not read the server’s response. Reload the page.',
      requestIdOf(response),
    );
  }
}

function requestIdOf(response: Response): string | undefined {
  return response.headers.get('X-Request-Id') ?? undefined;
}

async function failureOf(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  const problem = await readProblem(response);
  if (problem) return new ApiError(problem, retryAfterSeconds);
  // A proxy in between sent its own response.
  const { status } = response;
  const code = BARE_CODES[status] ?? 'unreadable';
  return new ApiError(
    { status, code, detail: bareRefusal(status), requestId: requestIdOf(response) },
    retryAfterSeconds,
  );
}

/** What a proxy means, as the server would say it. */
const BARE_CODES: Readonly<Record<number, string>> = { 429: 'rate_limited', 503: 'unavailable' };

function bareRefusal(status: number): string {
  if (status === 429) return 'Too many requests. Try again in a few minutes.';
  if (status >= 500) return 'The server is unavailable. Try again shortly.';
  if (status === 414 || status === 431) return 'The request is too long for the server. Shorten it.';
  return 'The server refused the request without saying why.';
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (!response.headers.get('Content-Type')?.includes('json')) return undefined;
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.code !== 'string' || typeof problem.detail !== 'string') return undefined;
    return { ...(problem as Problem), status: response.status };
  } catch {
    return undefined;
  }
}
