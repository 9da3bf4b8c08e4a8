import type { EdgeOverrides, PublicService } from '@heliograph/edge';
import { createLogger } from '@heliograph/runtime';
import { testConnections, testCredentials } from '@heliograph/testing';
import type { GatewayConfig } from '../../src/config';
import { createGatewayService } from '../../src/service';
import { Backend } from './backend';

export const TEST_CURSOR_SECRET = 'a-cursor-secret-that-only-tests-use-01';

/** A gateway with the services behind it, and functions that send requests to it. */
export interface TestGateway {
  url: string;
  backend: Backend;
  service: PublicService;
  /** A valid key of a new account. */
  key: string;
  /** A valid access token of the command-line client, of another account. */
  token: string;
  /** Requests `/api/v1…` with the key, or with the given headers. */
  get(path: string, headers?: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** Requests `/api/cli/v1…` with the token, or with the given headers. */
  cli(path: string, headers?: Record<string, string>, init?: RequestInit): Promise<Response>;
  /** Sends a form to `/api/cli/v1…` without a credential. */
  form(
    path: string,
    fields: Record<string, string> | string,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The metrics as text. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export function configFor(backend: Backend, changes: Partial<GatewayConfig> = {}): GatewayConfig {
  return {
    http: { host: '127.0.0.1', port: 0 },
    connections: testConnections,
    allowedHosts: [],
    operations: { host: '127.0.0.1', port: 0 },
    addresses: backend.addresses,
    credentials: testCredentials,
    cursorSecrets: { current: TEST_CURSOR_SECRET },
    redisUrl: undefined,
    limits: { requests: 100_000, searches: 50_000 },
    slots: { account: 1_000, process: 2_000 },
    heldRequests: { account: 60, process: 2_000 },
    rejectedCredentialsPerMinute: 100_000,
    loginRequestsPerMinute: 100_000,
    apiUrl: undefined,
    dashboardUrl: 'https://app.example.com',
    trustedProxies: 0,
    earliestActivityDate: '2026-08-30',
    searchTimeoutMs: 5_000,
    chargeTimeoutMs: 4_000,
    drainDelayMs: 0,
    shutdownTimeoutMs: 5_000,
    logLevel: 'silent',
    ...changes,
  };
}

export async function startGateway(
  changes: Partial<GatewayConfig> = {},
  overrides: EdgeOverrides = {},
): Promise<TestGateway> {
  const backend = await Backend.start();
  const gateway = await startGatewayOver(backend, changes, overrides);
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop();
      await backend.stop();
    },
  };
}

/** A gateway over shared services; `stop` leaves them running. */
export async function startGatewayOver(
  backend: Backend,
  changes: Partial<GatewayConfig> = {},
  overrides: EdgeOverrides = {},
): Promise<TestGateway> {
  const service = createGatewayService(configFor(backend, changes), {
    logger: createLogger({ service: 'gateway', level: 'silent' }),
    ...overrides,
  });
  await service.start();
  const url = `http://127.0.0.1:${service.port}`;
  const key = backend.addKey();
  const token = backend.addToken();
  return {
    url,
    backend,
    service,
    key,
    token,
    cli: (path, headers = withKey(token), init = {}) =>
      fetch(`${url}/api/cli/v1${path}`, { redirect: 'manual', ...init, headers }),
    form: (path, fields, headers = {}) =>
      fetch(`${url}/api/cli/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      }),
    get: (path, headers = { authorization: `Bearer ${key}` }, init = {}) =>
      fetch(`${url}/api/v1${path}`, { redirect: 'manual', ...init, headers }),
    metrics: async () => (await fetch(`http://127.0.0.1:${service.operationsPort}/metrics`)).text(),
    stop: () => service.destroy(),
  };
}

/** Headers with a key, and others. */
export function withKey(key: string, more: Record<string, string> = {}): Record<string, string> {
  return { authorization: `Bearer ${key}`, ...more };
}

/** The body of an error response. */
export async function problemFrom(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    requestId: string;
    errors?: { parameter: string; message: string }[];
  };
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  expect(problem.type).toBe(`/docs/errors#${problem.code}`);
  return problem;
}
