import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { company, identity, ledger } from '@heliograph/proto';
import { createHash, createHmac, createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_ROLES } from '@heliograph/postgres';
import { Client as Database } from 'pg';
import { listening, LOOPBACK } from './support/listening';
import { StartedSystem } from './support/started-system';

// What an attacker can do from another machine, and with one program's environment. The attack is implemented here,
// separately from the code it attacks.

jest.setTimeout(360_000);

let home: string;
let system: StartedSystem;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'heliograph-secrets-'));
  system = await StartedSystem.start({ home, args: ['--empty'] });
  await system.ready();
});
afterAll(async () => {
  await system.stop();
  rmSync(home, { recursive: true, force: true });
});

type ServiceName = 'identity' | 'ledger' | 'company';

const UNAUTHENTICATED = 16;

/** The environment of a running program, by its directory's name. */
function environmentOf(name: string): Record<string, string> {
  const pid = system
    .children()
    .find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(`services/${name}/`));
  const text = readFileSync(`/proc/${pid}/environ`, 'utf8');
  return Object.fromEntries(
    text
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Every text that may be a secret: values, and passwords in URLs. */
function secretsIn(environment: Record<string, string>): string[] {
  return Object.values(environment).flatMap((value) => {
    const { password } = URL.canParse(value) ? new URL(value) : { password: '' };
    return password === '' ? [value] : [value, decodeURIComponent(password)];
  });
}

/** All ways to claim an identity with a text: as a shared secret, and as a key's owner. */
function proofs(text: string, caller: string, service: string): Metadata[] {
  const shared = new Metadata();
  shared.set('x-heliograph-caller', caller);
  const token = createHmac('sha256', text).update(`heliograph rpc caller ${caller}`).digest('hex');
  shared.set('authorization', `Bearer ${token}`);
  if (!/^[\w-]{43}$/.test(text)) return [shared];
  const key = createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(text, 'base64url').subarray(0, 32),
    ]),
    format: 'der',
    type: 'pkcs8',
  });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: caller, aud: service, exp: Math.floor(Date.now() / 1000) + 300 };
  const content = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(claims)}`;
  const signed = new Metadata();
  signed.set('x-heliograph-caller', caller);
  signed.set(
    'x-heliograph-token',
    `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`,
  );
  return [shared, signed];
}

/** The gRPC status of each attempt. */
async function attempt(name: ServiceName, path: string, caller: string, texts: readonly string[]) {
  const client = new Client(system.systemFile().addresses[name]!, credentials.createInsecure());
  const bytes = (value: Buffer) => value;
  const service = path.split('/')[1]!;
  const statuses: number[] = [];
  for (const metadata of texts.flatMap((text) => proofs(text, caller, service))) {
    statuses.push(
      await new Promise((resolve) =>
        client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), metadata, (error) =>
          resolve(error?.code ?? 0),
        ),
      ),
    );
  }
  client.close();
  return statuses;
}

const targets: [ServiceName, string][] = [
  ['ledger', ledger.LedgerServiceService.credit.path],
  ['identity', identity.IdentityServiceService.createAccount.path],
];

it('listens only on this machine while anyone can sign in as anyone', async () => {
  const { warnings } = await system.ready();
  const addresses = listening(system.children());
  // Gateway, dashboard, and each service's metrics.
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter((address) => !LOOPBACK.includes(address))).toEqual([]);
  expect(warnings).toEqual([]);
});

it("proves its own name with a program's credentials, so the attempts below are real", async () => {
  const texts = secretsIn(environmentOf('gateway'));
  const statuses = await attempt('company', company.CompanyServiceService.getCompany.path, 'gateway', texts);
  expect(new Set(statuses).size).toBeGreaterThan(1);
  expect(statuses).toContain(UNAUTHENTICATED);
});

it.each(['gateway', 'dashboard', 'metering', 'indexer', 'search', 'notifier', 'identity', 'ledger'])(
  'the whole environment of %s makes no call under another name',
  async (name) => {
    const texts = secretsIn(environmentOf(name));
    for (const caller of ['admin', 'dashboard', 'launcher', 'ledger', 'metering']) {
      if (caller === name) continue;
      for (const [service, path] of targets) {
        const statuses = await attempt(service, path, caller, texts);
        expect([caller, service, ...new Set(statuses)]).toEqual([caller, service, UNAUTHENTICATED]);
      }
    }
  },
);

it.each([
  ['gateway', []],
  ['ledger', ['heliograph_ledger', 'heliograph_events']],
  ['search', ['heliograph_reader']],
] as const)('the whole environment of %s signs in to PostgreSQL as %j', async (name, own) => {
  const texts = secretsIn(environmentOf(name));
  const derived = (text: string, role: string) =>
    createHmac('sha256', text).update(`database role ${role}`).digest('base64url');
  const roles = [...Object.values(DATABASE_ROLES).map((role) => role.name), 'postgres', 'heliograph'];
  const entered: string[] = [];
  for (const role of roles) {
    const passwords = new Set(texts.flatMap((text) => [text, derived(text, role)]));
    for (const password of passwords) {
      if (password.length < 20) continue;
      const url = new URL(system.systemFile().databaseUrl);
      url.username = role;
      url.password = encodeURIComponent(password);
      const client = new Database({ connectionString: url.toString() });
      client.on('error', () => undefined);
      await client.connect().then(
        () => entered.push(role),
        () => undefined,
      );
      await client.end().catch(() => undefined);
    }
  }
  expect(entered.sort()).toEqual([...own].sort());
});

it('has no two secrets that can be derived from each other', () => {
  const stored = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Record<string, unknown>;
  const texts = Object.values(stored).flatMap((value) =>
    typeof value === 'string' ? [value] : Object.values(value as Record<string, string>),
  );
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts)
    expect(texts).not.toContain(createHash('sha256').update(text).digest('base64url'));
});
