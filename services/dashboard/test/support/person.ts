import type { Problem, SessionState } from '@heliograph/dashboard-api';
import type { TestBrowser } from '@heliograph/testing';

const API_ROOT = '/api/app/v1';
export const SESSION_COOKIE = '__Host-heliograph_session';
/** The cookies of a sign-in end with a digest of its state. */
export const ATTEMPT_COOKIES = '__Host-heliograph_sign_in_';
export const RETURN_COOKIES = '__Secure-heliograph_return_to_';

/** A person using the dashboard in a browser. */
export class Person {
  csrfToken = '';

  constructor(
    readonly url: string,
    readonly browser: TestBrowser,
  ) {}

  /** The session's secret, as stored in the browser. */
  get secret(): string | undefined {
    return this.browser.cookie(this.url, SESSION_COOKIE);
  }

  /** Signs in through the issuer's page. @returns where that ended. */
  async signIn(options: {
    email: string;
    name?: string;
    isOperator?: boolean;
    returnTo?: string;
  }): Promise<string> {
    const { email, name = '', isOperator = false, returnTo = '/keys' } = options;
    const start = `${this.url}/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`;
    const page = await this.browser.follow(start);
    expect(page.text).toContain('<form');
    const end = await this.browser.submit(page.url, {
      email,
      name,
      ...(isOperator && { operator: 'yes' }),
      action: 'sign-in',
    });
    await this.refresh();
    return end.url;
  }

  /** Requests the session and stores its CSRF token. */
  async refresh(): Promise<SessionState> {
    const session = await this.data<SessionState>('GET', '/session');
    this.csrfToken = session.csrfToken;
    return session;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, undefined, headers);
  }

  /** Sends one request to the API, as the pages do. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.url + API_ROOT + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.secret !== undefined && { cookie: `${SESSION_COOKIE}=${this.secret}` }),
        ...(method !== 'GET' && { 'x-csrf-token': this.csrfToken, origin: this.url }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** The data of a request that must succeed. */
  async data<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  }
}

/** The problem document of an error response. */
export async function problemFrom(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = (await response.json()) as Problem;
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}
