import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bootstrapDatabase,
  DATABASE_ROLES,
  EmbeddedPostgres,
  roleConnectionString,
} from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { Client } from 'pg';
import type { Secrets } from '../src/home/secrets';
import { StartedSystem } from './support/started-system';

jest.setTimeout(180_000);

let home: string;
let running: StartedSystem | undefined;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'heliograph-earlier-'));
});
afterEach(async () => {
  await running?.stop();
  rmSync(home, { recursive: true, force: true });
});

const INTERNAL_SECRET = 'i'.repeat(43);
/** As releases did whose programs shared a secret. */
const derivedPassword = (role: string) =>
  createHmac('sha256', INTERNAL_SECRET).update(`database role ${role}`).digest('base64url');

async function start(): Promise<StartedSystem> {
  running = await StartedSystem.start({ home });
  return running;
}

/** Leaves the home as those releases do: one secret, and passwords that follow from it. */
async function makeEarlier(): Promise<void> {
  const server = await EmbeddedPostgres.start({
    dataDirectory: join(home, 'postgres', 'data'),
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  await bootstrapDatabase({
    adminConnectionString: server.connectionString('heliograph'),
    rolePassword: derivedPassword,
  });
  await server.stop();
  const { cursorSecret, oidcClientSecret } = secrets();
  const earlier = { internalSecret: INTERNAL_SECRET, cursorSecret, oidcClientSecret };
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(earlier), { mode: 0o600 });
}

function secrets(): Secrets {
  return JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Secrets;
}

async function canSignIn(databaseUrl: string, role: string, password: string): Promise<boolean> {
  const client = new Client({ connectionString: roleConnectionString(databaseUrl, role, password) });
  client.on('error', () => undefined);
  const entered = await client.connect().then(
    () => true,
    () => false,
  );
  await client.end().catch(() => undefined);
  return entered;
}

it('a home whose programs shared a secret is taken over at the next start, and its passwords are good no more', async () => {
  const before = await (await start()).ready();
  await running!.stop();
  await makeEarlier();

  const system = await start();
  const { gatewayUrl, demoKey } = await system.ready();
  expect(demoKey).toBe(before.demoKey);
  const answer = await fetch(`${gatewayUrl}/api/v1/signals?limit=1`, {
    headers: { authorization: `Bearer ${demoKey}` },
  });
  expect(answer.status).toBe(200);

  const { databaseUrl } = system.systemFile();
  for (const [role, { name }] of Object.entries(DATABASE_ROLES)) {
    expect([name, await canSignIn(databaseUrl, name, derivedPassword(name))]).toEqual([name, false]);
    const password = secrets().rolePasswords[role as keyof typeof DATABASE_ROLES];
    expect([name, await canSignIn(databaseUrl, name, password)]).toEqual([name, true]);
  }
  expect(readFileSync(join(home, 'secrets.json'), 'utf8')).not.toContain(INTERNAL_SECRET);
});
