import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { databaseRoleNames, roleVariable } from '@heliograph/postgres';
import { sampleCorpus } from '@heliograph/sample-corpus';
import { startUnmigratedDatabase, TestBrowser, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { listening, LOOPBACK } from './support/listening';
import { filesIn, isRunning, StartedSystem, type StartOptions } from './support/started-system';

jest.setTimeout(360_000);

let home: string;
let running: StartedSystem[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'heliograph-start-'));
});

afterEach(async () => {
  await Promise.all(running.map((system) => system.stop()));
  running = [];
  rmSync(home, { recursive: true, force: true });
});

async function start(options: Partial<StartOptions> = {}): Promise<StartedSystem> {
  const system = await StartedSystem.start({ home, ...options });
  running.push(system);
  return system;
}

async function countSignals(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM catalog.signal',
    );
    return rows[0]!.count;
  } finally {
    await client.end();
  }
}

async function search(gatewayUrl: string, key: string | undefined): Promise<number> {
  const response = await fetch(`${gatewayUrl}/api/v1/signals?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.status;
}

describe('a first start', () => {
  it('that is killed while loading the sample corpus is repeated by the next start', async () => {
    const killed = await start();
    await killed.step('Loading the sample corpus');
    await killed.stop('SIGKILL');

    const second = await start();
    const { demoKey, gatewayUrl } = await second.ready();
    expect(await search(gatewayUrl, demoKey)).toBe(200);
    const { signals } = sampleCorpus(new Date());
    expect(await countSignals(second.systemFile().databaseUrl)).toBe(signals.length);
    await expectDemoSignsIn(second);
    expectCompiledCodeKept(second);
  });
});

/** Expects it in the home, where the next start finds it (Node.js 22 and later). */
function expectCompiledCodeKept(system: StartedSystem): void {
  const ofServices = system
    .children()
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('services/'));
  expect(ofServices.length).toBeGreaterThan(5);
  for (const pid of ofServices)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain(
      `NODE_COMPILE_CACHE=${join(home, 'compiled')}\0`,
    );
}

/** Signs in on the dashboard with what the start printed. */
async function expectDemoSignsIn(system: StartedSystem): Promise<void> {
  const { dashboardUrl, gatewayUrl, signIn } = await system.ready();
  expect(system.systemFile()).toMatchObject({ dashboardUrl, gatewayUrl });
  expect(new URL(dashboardUrl).port).not.toBe(new URL(gatewayUrl).port);
  expect((await fetch(`${dashboardUrl}/readyz`)).status).toBe(200);
  expect(signIn).toEqual({ by: 'development issuer', email: 'demo@heliograph.example' });

  const browser = new TestBrowser();
  const page = await browser.follow(`${dashboardUrl}/auth/sign-in`);
  expect(page.text).toContain(signIn!.email);
  await browser.submit(page.url, { email: signIn!.email!, name: '', action: 'sign-in' });
  const overview = await browser.visit(`${dashboardUrl}/api/app/v1/overview`);
  // The search was paid for from the free records.
  expect(JSON.parse(overview.text)).toMatchObject({ data: { balance: { amount: '10.000' } } });

  const logs = ['dashboard', 'identity', 'launcher'].map((name) =>
    readFileSync(join(home, 'logs', `${name}.log`), 'utf8'),
  );
  const { oidcClientSecret } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as {
    oidcClientSecret: string;
  };
  expect(oidcClientSecret.length).toBeGreaterThanOrEqual(32);
  expect(logs.join('')).not.toContain(oidcClientSecret);
}

async function expectSameMetricsPortAfterCrash(system: StartedSystem, service: string): Promise<void> {
  const processes = () =>
    system
      .children()
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`services/${service}/`));
  const { metrics } = system.systemFile();
  const [crashing] = processes();
  process.kill(crashing!, 'SIGKILL');
  await waitFor(() => processes().some((pid) => pid !== crashing), { description: 'the restart' });
  expect(system.systemFile().metrics).toEqual(metrics);
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${metrics[service]}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(isHealthy, { timeoutMs: 60_000, description: 'the same port' });
}

// One system shows all of this, because a start takes 13 processes.
it('starts the gateway last in a home relative to the command, leaves nothing behind, and stays empty on request', async () => {
  const first = await start({
    args: ['--empty'],
    environment: { INIT_CWD: dirname(home), HELIOGRAPH_HOME: basename(home) },
  });
  await first.step('Starting services');
  // A service appears there once started. The gateway is last, so its /readyz covers all others.
  const { gateway, ...others } = await waitFor(
    () => {
      const { metrics } = first.systemFile();
      return metrics.gateway === undefined ? undefined : metrics;
    },
    { timeoutMs: 60_000, description: 'the start of the gateway' },
  );
  expect(gateway).toBeGreaterThan(0);
  expect(Object.keys(others)).toHaveLength(10);
  const statuses = Object.values(others).map(
    async (port) => (await fetch(`http://127.0.0.1:${port}/healthz`)).status,
  );
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
  const report = await first.ready();
  expect([report.home, report.demoKey]).toEqual([home, undefined]);

  const children = first.children();
  // Eleven services, PostgreSQL, and its guard.
  expect(children).toHaveLength(13);
  await expectSameMetricsPortAfterCrash(first, 'company');
  const restarted = first.children();
  expect(await first.stop('SIGTERM')).toBe(0);
  expect([...children, ...restarted].filter(isRunning)).toEqual([]);
  expect(filesIn(join(home, 'run'))).toEqual([]);
  expect(filesIn(home)).not.toContain('lock.json');

  const second = await start();
  expect((await second.ready()).demoKey).toBeUndefined();
  expect(await countSignals(second.systemFile().databaseUrl)).toBe(0);
  const orphans = second.children();
  await second.stop('SIGKILL');
  await waitFor(() => orphans.every((pid) => !isRunning(pid)));
});

it('can be stopped while starting', async () => {
  const system = await start({ args: ['--empty'] });
  await system.step('Starting services');
  const children = system.children();
  expect(await system.stop()).toBe(0);
  expect(children.filter(isRunning)).toEqual([]);
});

it('uses the database in DATABASE_URL, and is on the network if DASHBOARD_HOST says so, with a warning', async () => {
  const database = await startUnmigratedDatabase();
  const system = await start({
    args: ['--empty'],
    environment: {
      DASHBOARD_HOST: '0.0.0.0',
      DATABASE_URL: database.adminConnectionString,
      // Roles belong to the server that tests share.
      ...Object.fromEntries(
        databaseRoleNames.map((role) => [roleVariable(role), database.connectionString(role)]),
      ),
    },
  });
  const { warnings } = await system.ready();
  expect(system.systemFile().databaseUrl).toBe(database.adminConnectionString);
  expect(filesIn(home)).not.toContain('postgres');
  expect(listening(system.children()).filter((address) => !LOOPBACK.includes(address))).toEqual(['00000000']);
  expect(warnings).toEqual([
    expect.stringContaining('DASHBOARD_HOST=0.0.0.0 opens the system to the network'),
  ]);
  await system.stop();
  await database.stop();
});

// Both in one test, because a start retries for ten seconds.
it('exits with cause and remedy, without passwords, when configured servers are unreachable', async () => {
  const database = await start({
    environment: { DATABASE_URL: 'postgres://admin:hidden@127.0.0.1:1/heliograph' },
  });
  const anotherHome = mkdtempSync(join(tmpdir(), 'heliograph-start-'));
  const broker = await start({
    home: anotherHome,
    environment: { KAFKA_BROKERS: '127.0.0.1:1,localhost:2' },
  });
  expect(await Promise.all([database.exited, broker.exited])).toEqual([1, 1]);
  expect(database.printed).toMatch(
    /127\.0\.0\.1:1\/heliograph cannot be used: connect ECONNREFUSED.*correct DATABASE_URL/,
  );
  expect(database.printed).not.toContain('hidden');
  expect(broker.printed).toMatch(
    /no Kafka broker answers at 127\.0\.0\.1:1,localhost:2.*correct KAFKA_BROKERS/,
  );
  rmSync(anotherHome, { recursive: true });
});
