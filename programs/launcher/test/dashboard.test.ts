import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedSystem, type StartOptions } from './support/started-system';

jest.setTimeout(360_000);

let home: string;
let system: StartedSystem | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'heliograph-dashboard-'));
});

afterEach(async () => {
  await system?.stop();
  system = undefined;
  rmSync(home, { recursive: true, force: true });
});

async function start(options: Partial<StartOptions> = {}): Promise<StartedSystem> {
  system = await StartedSystem.start({ home, ...options });
  return system;
}

it('starts in production without an issuer, and says what is missing', async () => {
  const started = await start({ args: ['--empty'], environment: { NODE_ENV: 'production' } });
  const { dashboardUrl, signIn } = await started.ready();
  expect(signIn).toBeUndefined();
  const begun = await fetch(`${dashboardUrl}/auth/sign-in`, { redirect: 'manual' });
  expect(begun.headers.get('location')).toBe(`${dashboardUrl}/sign-in?error=not_configured`);
  for (const path of ['/development-issuer/.well-known/openid-configuration', '/development-checkout/x']) {
    expect((await fetch(dashboardUrl + path)).status).toBe(404);
  }
});

it('reports a port in use and the variable that sets it, in one line', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const started = await start({ environment: { DASHBOARD_PORT: String(port) } });
  expect(await started.exited).toBe(1);
  expect(started.printed).toContain(
    `port ${port} is in use by another program: stop that program, or set DASHBOARD_PORT to a free port`,
  );
  await new Promise((done) => other.close(done));
});

it('waits for a port that services of a killed start may still have, and says so', async () => {
  mkdirSync(join(home, 'run'));
  writeFileSync(join(home, 'run/system.json'), '{}');
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const environment = { DASHBOARD_PORT: String(port), DRAIN_DELAY_MS: '20000' };
  const started = await start({ args: ['--empty'], environment });
  await started.step(`Waiting for port ${port}`);
  await new Promise((done) => other.close(done));
  await started.step('Starting PostgreSQL');
});

it('has no development payments in production, even on request', async () => {
  const started = await start({
    args: ['--empty'],
    environment: { NODE_ENV: 'production', PAYMENT_PROVIDER: 'development' },
  });
  expect(await started.exited).toBe(1);
  expect(started.printed).toContain('PAYMENT_PROVIDER: development gives balance away');
});
