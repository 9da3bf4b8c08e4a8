import { describeWith, startBeforeAll, waitFor } from '@heliograph/testing';
import type { ApiClient, Problem } from './support/api-client';
import { System } from './support/system';
import { UserBrowser } from './support/user-browser';

const REVOCATION_MS = 5_000;
/** Longer than the command that creates the key takes. */
const EXPIRY_MS = 8_000;

let system: System;

beforeAll(async () => {
  system = await System.start({
    args: ['--empty'],
    environment: { REQUESTS_PER_MINUTE: '12', SEARCHES_PER_MINUTE: '6' },
  });
});

afterAll(() => system?.destroy());

async function statusOf(client: ApiClient): Promise<[number, string]> {
  const response = await client.get<Problem>('/api/v1/filter-options');
  return [response.status, response.body.code];
}

describe('credentials', () => {
  it.each([
    ['none', {}, 'missing_credentials'],
    ['another scheme', { authorization: 'Basic abc' }, 'missing_credentials'],
    ['nonsense', { authorization: 'Bearer nonsense' }, 'invalid_credentials'],
    [
      'a well-formed unknown key',
      { authorization: `Bearer hg_live_${'a'.repeat(38)}` },
      'invalid_credentials',
    ],
  ])('%s: 401', async (_name, headers, code) => {
    const response = await fetch(`${system.url}/api/v1/signals`, {
      headers: headers as Record<string, string>,
    });
    const problem = (await response.json()) as Problem;
    expect([response.status, problem.code]).toEqual([401, code]);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  });

  it('requires companies:read for a company and signals:read for signals', async () => {
    const client = await system.newClient({ scopes: 'signals:read' });
    const answer = await client.get<Problem>('/api/v1/companies/any');
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    const other = await system.newClient({ scopes: 'companies:read' });
    expect((await other.problem({})).body.code).toBe('insufficient_scope');
  });

  it('applies a revocation within five seconds', async () => {
    const client = await system.newClient();
    expect((await statusOf(client))[0]).toBe(200);
    await system.adminJson('key', 'revoke', client.ids.keyId);
    await waitFor(async () => (await statusOf(client))[1] === 'revoked_credentials', {
      timeoutMs: REVOCATION_MS,
      description: 'the revocation',
    });
  });

  it('refuses an expired key', async () => {
    const account = await system.adminJson<{ id: string }>(
      'account',
      'create',
      '--email',
      'expiry@customers.example',
    );
    const expires = new Date(Date.now() + EXPIRY_MS).toISOString();
    const made = await system.adminJson<{ key: string }>(
      ...['key', 'create', '--account', account.id, '--scopes', 'signals:read', '--expires', expires],
    );
    const status = async () => {
      const headers = { authorization: `Bearer ${made.key}` };
      const response = await fetch(`${system.url}/api/v1/filter-options`, { headers });
      return [response.status, ((await response.json()) as Problem).code];
    };
    await waitFor(async () => (await status())[1] === 'expired_credentials', {
      timeoutMs: EXPIRY_MS + REVOCATION_MS,
      description: 'the expiry',
    });
  });

  it.each([
    ['disable', 'account_disabled'],
    ['suspend', 'account_suspended'],
  ])('account %s: 403 until it is enabled', async (command, code) => {
    const client = await system.newClient();
    await system.adminJson('account', command, client.ids.accountId);
    await waitFor(async () => (await statusOf(client)).join() === `403,${code}`, {
      timeoutMs: REVOCATION_MS,
      description: code,
    });
    await system.adminJson('account', 'enable', client.ids.accountId);
    await waitFor(async () => (await statusOf(client))[0] === 200, {
      timeoutMs: REVOCATION_MS,
      description: 'the account to work again',
    });
  });
});

describe('per-minute limits', () => {
  /** Both tests count within a single UTC minute. */
  async function waitForStartOfMinute(): Promise<void> {
    await waitFor(() => new Date().getUTCSeconds() < 30, {
      timeoutMs: 32_000,
      description: 'the next minute',
    });
  }

  it('limits searches and then says how long to wait', async () => {
    const client = await system.newClient();
    await waitForStartOfMinute();
    for (let sent = 1; sent <= 6; sent += 1) {
      const { headers } = await client.search({ limit: 1 });
      expect(headers.get('x-ratelimit-limit')).toBe('6');
      expect(headers.get('x-ratelimit-remaining')).toBe(String(6 - sent));
      expect(headers.get('ratelimit-policy')).toContain('w=60');
      expect(headers.get('ratelimit')).toMatch(/r=\d+/);
    }
    const answer = await client.problem({ limit: 1 });
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    // Other requests have their own window, which counted the 429, too.
    const other = await client.get('/api/v1/filter-options');
    expect(other.status).toBe(200);
    expect(other.headers.get('x-ratelimit-remaining')).toBe(String(12 - 8));
  });

  it('limits all requests of an account together, across its keys', async () => {
    const client = await system.newClient();
    const second = await system.adminJson<{ key: string }>(
      ...['key', 'create', '--account', client.ids.accountId, '--scopes', 'signals:read'],
    );
    await waitForStartOfMinute();
    for (let sent = 0; sent < 12; sent += 1) expect((await statusOf(client))[0]).toBe(200);
    const response = await fetch(`${system.url}/api/v1/usage`, {
      headers: { authorization: `Bearer ${second.key}` },
    });
    expect(response.status).toBe(429);
  });
});

describeWith('chromium', 'restricted access', () => {
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('admits only operators to the dashboard', async () => {
    const operator = await browser.newVisitor();
    await operator.signInWithoutPages('operator@people.example', { asOperator: true });
    const person = await browser.newUser();
    await system.adminJson('restriction', 'on', '--message', 'Back at noon.');
    try {
      await person.page.goto('/keys');
      await person.page.getByText('Back at noon.').first().waitFor();
      await operator.open('/operator/accounts');
      await operator.page.getByText(person.email).first().waitFor();
    } finally {
      await system.adminJson('restriction', 'off');
    }
    await person.open('/keys');
    // Operator pages do not exist for others.
    await person.page.goto('/operator/accounts');
    await person.page
      .getByText(/not found|does not exist|no such page/i)
      .first()
      .waitFor();
    expect((await person.api('/operator/accounts')).status).toBe(404);
    await Promise.all([operator.close(), person.close()]);
  });
});
