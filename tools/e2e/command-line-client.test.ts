import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import type { LoggedRequest } from '@heliograph/contract';
import { waitFor } from '@heliograph/testing';
import { Agent } from './support/agent';
import type { Problem } from './support/api-client';
import { Client } from './support/client';
import { HttpUser } from './support/http-user';
import type { RunningSystem } from './support/running-system';
import { sharedSystem } from './support/shared-system';

const REVOCATION_MS = 5_000;
/** More than an account may send per minute (SEARCHES_PER_MINUTE). */
const TOO_MANY_SEARCHES = 310;
/** Several, because a minute may end during an attempt. */
const ATTEMPTS = 3;

/** `GET /api/app/v1/cli/sessions` */
interface CliSessions {
  items: { id: string }[];
}

let system: RunningSystem;
let client: Client;
let person: HttpUser;

beforeAll(async () => {
  system = await sharedSystem();
});

beforeEach(async () => {
  client = await Client.create(system);
  person = await HttpUser.signIn(system.dashboardUrl);
});

afterEach(() => client?.destroy());

/** Approves in the dashboard and returns the browser's response. */
const logInWithBrowser = () =>
  client.logIn('--no-browser', /^\s+(http\S+\/cli\/authorize\S+)$/m, async ([, page]) => {
    const parameters = Object.fromEntries(new URL(page!).searchParams);
    const { redirectTo } = await person.api<{ redirectTo: string }>('POST', '/cli/authorizations', {
      parameters,
      approve: true,
    });
    const shown = await (await fetch(redirectTo)).text();
    expect(shown).toContain('You are logged in');
  });

const logInWithCode = (approve: boolean) =>
  client.logIn('--device', /enter this code:\s+(\S+)/, async ([, code]) => {
    await person.api('POST', `/cli/device-logins/${code!}`, { approve });
  });

it('logs in with the browser, searches on the command line’s allowance, and logs out', async () => {
  expect((await logInWithBrowser()).status).toBe(0);
  const who = await client.json<{ account: { email: string }; allowances: { cli: { remaining: number } } }>(
    'whoami',
  );
  expect(who).toMatchObject({ account: { email: person.email }, allowances: { cli: { remaining: 500 } } });

  const { items } = await client.json<{ items: { id: string }[] }>('search', 'robots', '--limit', '2');
  expect(items.map(({ id }) => id)).toEqual(['9223372036854775807', '105']);
  expect((await client.run('count', 'robots')).stdout).toBe('3\n');
  const usage = await client.json<{
    records: number;
    allowances: { cli: { used: number }; api: { used: number } };
  }>('usage');
  expect(usage).toMatchObject({ records: 2, allowances: { cli: { used: 2 }, api: { used: 0 } } });

  expect((await client.run('logout')).status).toBe(0);
  expect((await client.run('count')).status).toBe(3);
  expect((await person.api<CliSessions>('GET', '/cli/sessions')).items).toEqual([]);
});

it('keeps its compiled code for the next start, where Node.js can', () => {
  // The client has already run a command.
  expect(existsSync(client.compiledDirectory)).toBe('enableCompileCache' in nodeModule);
});

it.each(['/dev/null', '/proc'])('starts where its home is %s', async (home) => {
  expect(await Client.runAt(home, '--version')).toMatchObject({ status: 0, stderr: '' });
});

it('serves an agent on the command line’s allowance, using the login', async () => {
  await logInWithBrowser();
  await client.forgetAccess();
  const agent = await Agent.overStdio(client.agent({}, '--budget-records', '2'));
  const { data, records } = await agent.call('search_signals', { q: 'robots', limit: 2 });
  expect(data.items).toMatchObject([{ id: '9223372036854775807' }, { id: '105' }]);
  expect(records).toMatchObject({ consumed: 2, remaining: 498, budgetRemaining: 0 });
  expect((await agent.call('search_signals', { limit: 2, q: 'robots' })).records.replayed).toBe(true);
  expect(await agent.failure('get_company', { slug: 'acme-robotics' })).toContain('Budget reached');
  expect((await agent.call('usage')).data.allowances.cli.used).toBe(2);
  await agent.close();
});

it('lists what the keys and devices of the account asked for, and nothing of another', async () => {
  await logInWithBrowser();
  const { secret } = await person.api<{ secret: string }>('POST', '/keys', {
    name: 'nightly sync',
    scopes: ['signals:read'],
  });
  expect((await client.runWithKey(secret, 'search', 'robots', '--limit', '2')).status).toBe(0);
  expect((await client.run('company', 'nobody')).status).toBe(1);
  const logs = async (...args: string[]) =>
    (await client.json<{ items: LoggedRequest[] }>('logs', ...args)).items;
  await waitFor(async () => (await logs()).length >= 2);
  expect(await logs('--key', 'nightly sync')).toMatchObject([
    {
      channel: 'api',
      credentialName: 'nightly sync',
      operation: 'searchSignals',
      status: 200,
      records: 2,
      cost: '0.000',
      receipt: expect.stringMatching(/^1\.[0-9a-f]{64}$/) as string,
      query: null,
    },
  ]);
  expect(await logs('--status', '4xx', '--since', '1h')).toMatchObject([
    { channel: 'cli', operation: 'getCompany', errorCode: 'not_found' },
  ]);
  expect(await logs('--operation', 'listLogs')).toEqual([]);
  const stranger = await system.newClient();
  expect((await client.runWithKey(stranger.key, 'search', 'robots', '--limit', '1')).status).toBe(0);
  expect((await logs('--operation', 'searchSignals')).length).toBe(1);
});

it('draws a colored table that fits the terminal, and plain rows into a pipe', async () => {
  await logInWithBrowser();
  const { status, screen } = await client.onTerminal(70, 'search', 'robots');
  expect(status).toBe(0);
  expect(screen).toContain('\u001b[1m');
  const lines = stripVTControlCharacters(screen).split(/\r?\n/);
  expect(lines[0]).toMatch(/^DATE {8}TITLE/);
  for (const line of lines.slice(0, 4)) expect(line.length).toBeLessThanOrEqual(70);
  const { stdout } = await client.run('search', 'robots');
  expect(stdout).not.toContain('\u001b');
  const rows = stdout.trimEnd().split('\n');
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row.split('\t').length).toBeGreaterThan(3);
});

it('logs in with a code, but not with a rejected one', async () => {
  const refused = await logInWithCode(false);
  expect(refused.status).toBe(3);
  expect(refused.stderr).toContain('The login was refused');
  expect((await logInWithCode(true)).status).toBe(0);
  expect((await client.run('count')).status).toBe(0);
});

it('renews its tokens however many processes need them at once', async () => {
  await logInWithBrowser();
  for (let round = 0; round < 2; round += 1) {
    await client.forgetAccess();
    const results = await Promise.all(Array.from({ length: 3 }, () => client.run('count')));
    expect(results.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 0, stderr: '' })),
    );
  }
  expect((await person.api<CliSessions>('GET', '/cli/sessions')).items).toHaveLength(1);
});

it('is logged out as soon as the dashboard ends its session', async () => {
  await logInWithBrowser();
  expect((await client.run('whoami')).status).toBe(0);
  const headers = { authorization: `Bearer ${await client.accessToken()}` };
  const { items } = await person.api<CliSessions>('GET', '/cli/sessions');
  await person.api('DELETE', `/cli/sessions/${items[0]!.id}`);
  let end = await client.run('whoami');
  await waitFor(
    async () => {
      end = await client.run('whoami');
      return end.status !== 0;
    },
    { timeoutMs: REVOCATION_MS + 3_000, description: 'the session to end' },
  );
  expect(end).toMatchObject({ status: 3, stdout: '' });
  expect(end.stderr).toContain('Run: signals login');
  await waitFor(
    async () => {
      const response = await fetch(`${system.url}/api/cli/v1/usage`, { headers });
      return ((await response.json()) as Problem).code === 'revoked_credentials';
    },
    { timeoutMs: REVOCATION_MS, description: 'the access token to be refused' },
  );
});

it('uses an API key and the API allowance', async () => {
  const { key } = await system.newClient();
  expect((await client.runWithKey(key, 'search', 'robots', '--limit', '1')).status).toBe(0);
  const { stdout } = await client.runWithKey(key, 'usage', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ allowances: { api: { used: 1 }, cli: { used: 0 } } });
});

it('exits with 2 and names the flag for a value that the API refuses, and with 1 for what does not exist', async () => {
  await logInWithBrowser();
  const refused = await client.run('search', '--category', 'fundng');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('--category "fundng"');
  expect((await client.run('company', 'nobody')).status).toBe(1);
});

it('exits with 5 at the rate limit', async () => {
  await logInWithBrowser();
  const headers = { authorization: `Bearer ${await client.accessToken()}` };
  const count = () => fetch(`${system.url}/api/cli/v1/signals?countOnly=true`, { headers });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await Promise.all(Array.from({ length: TOO_MANY_SEARCHES }, count));
    const { status, stderr } = await client.run('count', '--max-wait', '0');
    if (status === 0) continue;
    expect({ status, stderr }).toMatchObject({
      status: 5,
      stderr: expect.stringMatching(/Try again in \d+ s\./) as string,
    });
    return;
  }
  throw new Error('the rate limit was never reached');
});
