import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { daysAgo, importCorpus } from './support/corpus';
import { sharedSystem } from './support/shared-system';
import { System } from './support/system';

interface Step {
  name: string;
  ok: boolean;
  milliseconds: number;
  detail: string;
}

interface Outcome {
  status: number | null;
  stderr: string;
  document: { apiUrl: string; ok: boolean; steps: Step[] };
}

let system: System;

beforeAll(async () => {
  system = await System.start({ args: ['--empty'], environment: { EMBEDDING_PROVIDER: 'local' } });
});
afterAll(() => system?.destroy());

async function smokeTest(...args: string[]): Promise<Outcome> {
  const { status, stdout, stderr } = await system.admin('smoke-test', '--json', ...args);
  return { status, stderr, document: JSON.parse(stdout) as Outcome['document'] };
}

const namesOf = ({ document }: Outcome) => document.steps.map(({ name }) => name);

/** The smoke test account's total charges. */
async function charged(): Promise<number> {
  const { accounts } = await system.adminJson<{ accounts: { id: string; email: string }[] }>(
    ...['account', 'list', '--query', 'smoke-test@heliograph.invalid'],
  );
  expect(accounts).toHaveLength(1);
  const { entries } = await system.adminJson<{ entries: { charge: { records: number } }[] }>(
    ...['entry', 'list', '--account', accounts[0]!.id, '--kind', 'charge'],
  );
  return entries.reduce((sum, { charge }) => sum + charge.records, 0);
}

describe('without a corpus', () => {
  it('fails and says so, or passes when allowed to be empty, with nothing charged', async () => {
    const failed = await smokeTest();
    expect(failed).toMatchObject({ status: 1, document: { ok: false } });
    expect(failed.stderr).toMatch(
      /^heliograph-admin: there is no published signal .*import.*--allow-empty\)?\n$/s,
    );
    expect(namesOf(failed)).toEqual(['account', 'records', 'key', 'query']);
    expect(await smokeTest('--allow-empty')).toMatchObject({ status: 0, document: { ok: true } });
    expect(await charged()).toBe(0);
  });
});

describe('with a corpus', () => {
  beforeAll(async () => {
    await importCorpus(system, {
      companies: [{ slug: 'acme', name: 'Acme' }],
      signals: ['1', '2'].map((id) => ({
        id,
        title: `Acme news item ${id}`,
        category: 'news',
        companySlug: 'acme',
        activityDate: daysAgo(1),
        publishedAt: `${daysAgo(2)}T00:00:00Z`,
      })),
    });
  });

  it('charges one record, once, and leaves no working key behind', async () => {
    const before = await charged();
    const outcome = await smokeTest();
    expect(outcome).toMatchObject({ status: 0, stderr: '', document: { ok: true, apiUrl: system.url } });
    expect(namesOf(outcome)).toEqual([
      ...['account', 'records', 'key', 'query', 'charge', 'replay', 'usage', 'revocation'],
    ]);
    for (const step of outcome.document.steps) expect(step).toMatchObject({ ok: true });
    expect(await charged()).toBe(before + 1);
    const text = await system.admin('smoke-test', '--api-url', `${system.url}/`);
    expect(text.status).toBe(0);
    expect(text.stdout).toMatch(/^ok +revocation +\d+ ms +refused after \d\.\d s$/m);
    const { id } = await accountOfSmokeTests();
    const { keys } = await system.adminJson<{ keys: { revokedAt?: string; expiresAt: string }[] }>(
      ...['key', 'list', '--account', id],
    );
    expect(keys.length).toBeGreaterThan(1);
    for (const key of keys) {
      expect(key.revokedAt).toBeDefined();
      expect(Date.parse(key.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);
    }
  });

  it('runs a semantic search on request, for one more record', async () => {
    await system.adminJson('embed');
    const before = await charged();
    const outcome = await smokeTest('--semantic');
    expect(outcome).toMatchObject({ status: 0, stderr: '', document: { ok: true } });
    expect(namesOf(outcome)).toEqual([
      ...['account', 'records', 'key', 'query', 'charge', 'replay', 'usage', 'semantic search', 'revocation'],
    ]);
    expect(outcome.document.steps[7]).toMatchObject({ detail: '1 found' });
    expect(await charged()).toBe(before + 2);
  });

  it('reports that nothing answers', async () => {
    const outcome = await smokeTest('--api-url', 'http://127.0.0.1:9');
    expect(outcome).toMatchObject({ status: 1, document: { ok: false } });
    expect(outcome.stderr).toMatch(
      /^heliograph-admin: http:\/\/127\.0\.0\.1:9 does not answer .*check --api-url/,
    );
  });

  it('says how to grant access again', async () => {
    await system.adminJson('restriction', 'on', '--message', 'Moving house.');
    try {
      const outcome = await smokeTest();
      expect(outcome.status).toBe(1);
      expect(outcome.stderr).toContain('Moving house.');
      expect(outcome.stderr).toContain('heliograph-admin restriction off');
    } finally {
      await system.adminJson('restriction', 'off');
    }
  });

  it('gives the account records when it has few', async () => {
    const { id } = await accountOfSmokeTests();
    const usage = await system.adminJson<{ allowances: { api: { remaining: number } } }>(
      'usage',
      '--account',
      id,
    );
    const { key } = await system.adminJson<{ key: string }>(
      ...['key', 'create', '--account', id, '--scopes', 'signals:read'],
    );
    for (let left = usage.allowances.api.remaining; left >= 2; left -= 2) {
      const response = await fetch(`${system.url}/api/v1/signals?limit=2`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
    }
    const outcome = await smokeTest();
    expect(outcome.status).toBe(0);
    expect(outcome.document.steps[1]!.detail).toMatch(/^[01] left, \$1 credited$/);
    expect((await smokeTest()).document.steps[1]!.detail).toMatch(/^(199|200) left$/);
  });

  describe('behind an interfering proxy', () => {
    it('notices that a repeated request is charged again', async () => {
      const proxy = await startProxy(({ 'idempotency-key': _dropped, ...headers }) => headers);
      try {
        const outcome = await smokeTest('--api-url', proxy.url);
        expect(outcome.status).toBe(1);
        expect(outcome.stderr).toContain('removes Idempotency-Key');
        expect(namesOf(outcome).at(-1)).toBe('replay');
      } finally {
        await proxy.stop();
      }
    });

    it('notices that a revoked key still works', async () => {
      const { id } = await accountOfSmokeTests();
      const { key } = await system.adminJson<{ key: string }>(
        ...['key', 'create', '--account', id, '--scopes', 'signals:read'],
      );
      let revokedSeen = false;
      const proxy = await startProxy((headers, path) => {
        // The second usage request comes after the revocation.
        const isUsage = path === '/api/v1/usage';
        const changed = isUsage && revokedSeen ? { ...headers, authorization: `Bearer ${key}` } : headers;
        revokedSeen ||= isUsage;
        return changed;
      });
      try {
        const outcome = await smokeTest('--api-url', proxy.url);
        expect(outcome.status).toBe(1);
        expect(outcome.stderr).toContain('the revoked key still works after 5 s');
      } finally {
        await proxy.stop();
      }
    });
  });
});

async function accountOfSmokeTests(): Promise<{ id: string }> {
  const { accounts } = await system.adminJson<{ accounts: { id: string }[] }>(
    ...['account', 'list', '--query', 'smoke-test@heliograph.invalid'],
  );
  return accounts[0]!;
}

describe('without embedding', () => {
  it('passes, and fails with the reason when asked for a semantic search', async () => {
    const shared = await sharedSystem();
    const { status, stdout } = await shared.admin('smoke-test', '--json');
    expect([status, (JSON.parse(stdout) as Outcome['document']).ok]).toEqual([0, true]);
    const failed = await shared.admin('smoke-test', '--json', '--semantic');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(
      /^heliograph-admin: GET \/signals\?semantic=.* answered 503 .*EMBEDDING_PROVIDER/,
    );
    const { steps } = JSON.parse(failed.stdout) as Outcome['document'];
    expect(steps.at(-1)).toMatchObject({ name: 'semantic search', ok: false });
  });
});

/** Sits between the test and the gateway; changes request headers. */
async function startProxy(
  change: (headers: IncomingHttpHeaders, path: string) => IncomingHttpHeaders,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server: Server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const forwarded = request(
      `${system.url}${path}`,
      { method: incoming.method, headers: change(incoming.headers, path) },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
