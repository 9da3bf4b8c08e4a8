import { CALLERS, publicHalf } from '@heliograph/runtime';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runHere } from './support/in-process';

const ADMIN_URL = 'postgresql://root:p%40ss%3A1@database.example.com:5433/heliograph?sslmode=verify-full';

interface Secret {
  apiVersion: string;
  kind: string;
  metadata: Record<string, string>;
  type: string;
  stringData: Record<string, string>;
}

async function secretWith(variables: Record<string, string>, ...args: string[]) {
  const outcome = await runHere(['kubernetes-secret', ...args], variables);
  expect(outcome.status).toBe(0);
  return { secret: parse(outcome.stdout) as Secret, ...outcome };
}

it('prints a Secret with a URL for each role, each with its own password', async () => {
  const { secret } = await secretWith({ DATABASE_URL: ADMIN_URL }, '--name', 'mine', '--namespace', 'there');
  expect(secret).toMatchObject({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'mine', namespace: 'there' },
    type: 'Opaque',
  });
  const {
    CURSOR_SECRET,
    EMBEDDING_CACHE_SECRET,
    WEBHOOK_ENCRYPTION_SECRET,
    STATEMENT_KEYS,
    CALLER_PUBLIC_KEYS,
    DATABASE_URL_ADMIN,
    ...others
  } = secret.stringData;
  const withPrefix = (prefix: string) =>
    Object.fromEntries(Object.entries(others).filter(([key]) => key.startsWith(prefix)));
  const urls = withPrefix('DATABASE_URL_');
  const keys = Object.values(withPrefix('CALLER_KEY_'));
  expect(DATABASE_URL_ADMIN).toBe(ADMIN_URL);
  for (const role of ['identity', 'ledger', 'metering', 'indexer', 'notifier', 'reader', 'catalog']) {
    const url = new URL(urls[`DATABASE_URL_${role.toUpperCase()}`]!);
    expect([url.username, url.host, url.pathname, url.search]).toEqual([
      ...[`heliograph_${role}`, 'database.example.com:5433', '/heliograph', '?sslmode=verify-full'],
    ]);
  }
  const passwords = Object.values(urls).map((url) => new URL(url).password);
  expect(passwords).toHaveLength(7);
  const random = [
    CURSOR_SECRET!,
    EMBEDDING_CACHE_SECRET!,
    STATEMENT_KEYS!,
    WEBHOOK_ENCRYPTION_SECRET!,
    ...keys,
    ...passwords,
  ];
  expect(new Set(random).size).toBe(random.length);
  for (const text of random) expect(text).toMatch(/^[\w-]{43}$/);
  expect(CALLER_PUBLIC_KEYS!.split(',')).toEqual(
    CALLERS.map((caller) => `${caller}=${publicHalf(others[`CALLER_KEY_${caller.toUpperCase()}`]!)}`),
  );
});

it('generates new secrets each time, and says that they are stored nowhere', async () => {
  const [one, other] = [
    await secretWith({ DATABASE_URL: ADMIN_URL }),
    await secretWith({ DATABASE_URL: ADMIN_URL }),
  ];
  expect(one.secret.metadata).toEqual({ name: 'heliograph' });
  expect(one.secret.stringData.CURSOR_SECRET).not.toBe(other.secret.stringData.CURSOR_SECRET);
  expect(one.stderr).toContain('stored nowhere');
  expect(one.stderr).not.toContain(one.secret.stringData.CURSOR_SECRET);
});

it("adopts the environment's values, whatever their characters, and reports absent ones", async () => {
  const password = 'a "quoted" \\ \' $x: # secret\u00e9';
  const { secret, stderr } = await secretWith({
    DATABASE_URL: ADMIN_URL,
    REDIS_URL: 'rediss://:x@redis:6379',
    KAFKA_SASL_USERNAME: 'heliograph',
    KAFKA_SASL_PASSWORD: password,
    STRIPE_SECRET_KEY: '',
    PATH: '/usr/bin',
  });
  expect(secret.stringData).toMatchObject({
    REDIS_URL: 'rediss://:x@redis:6379',
    KAFKA_SASL_PASSWORD: password,
  });
  expect(secret.stringData).not.toHaveProperty('STRIPE_SECRET_KEY');
  expect(secret.stringData).not.toHaveProperty('PATH');
  expect(stderr).toContain('STRIPE_SECRET_KEY is not set; it is needed for payments with Stripe.');
  expect(stderr).not.toContain('REDIS_URL is not set');
  expect(stderr).not.toContain(password);
});

it('has every key that the chart knows, from the environment if it cannot be generated', async () => {
  const values = await readFile(join(__dirname, '../../../charts/heliograph/values.yaml'), 'utf8');
  const keys = Object.keys((parse(values) as { secrets: { keys: object } }).secrets.keys);
  const { secret: generated } = await secretWith({ DATABASE_URL: ADMIN_URL });
  const later = [
    // For rotations and upgrades.
    ...['CURSOR_SECRET_PREVIOUS', 'WEBHOOK_ENCRYPTION_SECRET_PREVIOUS', 'INTERNAL_SECRET'],
    // Contains the reader's generated password.
    'CATALOG_READ_URL',
  ];
  const given = keys.filter((key) => !(key in generated.stringData) && !later.includes(key));
  const variables = Object.fromEntries(given.map((key) => [key, `the ${key} of before`]));
  const { secret } = await secretWith({ DATABASE_URL: ADMIN_URL, ...variables });
  expect(secret.stringData).toMatchObject(variables);
  expect(given).toContain('OPENSEARCH_PASSWORD');
});

it('adds what an existing Secret lacks, and keeps the rest', async () => {
  const { secret } = await secretWith({ DATABASE_URL: ADMIN_URL });
  const added = ['DATABASE_URL_NOTIFIER', 'CALLER_KEY_NOTIFIER', 'WEBHOOK_ENCRYPTION_SECRET'];
  const kept = Object.fromEntries(Object.entries(secret.stringData).filter(([key]) => !added.includes(key)));
  kept.CALLER_PUBLIC_KEYS = kept.CALLER_PUBLIC_KEYS!.replace(/,notifier=[^,]*/, '');
  kept.OTHER = 'of the operator';
  const upgrade = async (keys: Record<string, string>, variables: Record<string, string>) => {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-secret-'));
    const file = join(directory, 'secret.json');
    const data = Object.entries(keys).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
    await writeFile(file, JSON.stringify({ kind: 'Secret', data: Object.fromEntries(data) }));
    return secretWith(variables, '--existing', file).finally(() => rm(directory, { recursive: true }));
  };

  const { secret: upgraded, stderr } = await upgrade(kept, {});
  const { CALLER_PUBLIC_KEYS, ...others } = upgraded.stringData;
  const { CALLER_PUBLIC_KEYS: trusted, ...rest } = kept;
  expect(others).toEqual({
    ...rest,
    DATABASE_URL_NOTIFIER: expect.stringMatching(/^postgresql:\/\/heliograph_notifier:[\w-]{43}@/),
    CALLER_KEY_NOTIFIER: expect.stringMatching(/^[\w-]{43}$/),
    WEBHOOK_ENCRYPTION_SECRET: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(others.DATABASE_URL_NOTIFIER).not.toBe(secret.stringData.DATABASE_URL_NOTIFIER);
  expect(CALLER_PUBLIC_KEYS).toBe(`${trusted},notifier=${publicHalf(others.CALLER_KEY_NOTIFIER!)}`);
  expect(stderr).toContain('Added: WEBHOOK_ENCRYPTION_SECRET, DATABASE_URL_NOTIFIER, CALLER_KEY_NOTIFIER.');

  const { DATABASE_URL_ADMIN, ...elsewhere } = upgraded.stringData;
  const again = await upgrade(elsewhere, { DATABASE_URL: DATABASE_URL_ADMIN! });
  expect(again.secret.stringData).toEqual(elsewhere);
  expect(again.stderr).toContain('Added: nothing.');

  const { DATABASE_URL_NOTIFIER: _lacking, ...lacking } = elsewhere;
  const { DATABASE_URL_NOTIFIER } = (await upgrade(lacking, {})).secret.stringData;
  const url = new URL(DATABASE_URL_NOTIFIER!);
  expect([url.username, url.host, url.pathname + url.search]).toEqual([
    ...['heliograph_notifier', 'database.example.com:5433', '/heliograph?sslmode=verify-full'],
  ]);
});

it.each(['', '[]', '{"kind":"ConfigMap"}', '{"kind":"Secret","data":{"A":"%hidden"}}'])(
  'refuses %j as an existing Secret without repeating it',
  async (text) => {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-secret-'));
    const file = join(directory, 'secret.json');
    await writeFile(file, text);
    const outcome = await runHere(['kubernetes-secret', '--existing', file], { DATABASE_URL: ADMIN_URL });
    await rm(directory, { recursive: true });
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('--existing must be a Secret as "kubectl get secret NAME');
    expect(outcome.stderr).not.toContain('hidden');
  },
);

it('prints one document with --json', async () => {
  const outcome = await runHere(['kubernetes-secret', '--json'], { DATABASE_URL: ADMIN_URL });
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    kind: 'Secret',
    stringData: { DATABASE_URL_ADMIN: ADMIN_URL },
  });
});

it.each([
  ['', /set DATABASE_URL to postgresql:/],
  ['mysql://root:hidden@host/db', /DATABASE_URL must have the form postgresql:/],
  ['postgresql://heliograph_ledger:hidden@host/db', /not heliograph_ledger/],
])('refuses a DATABASE_URL of %j without repeating it', async (url, message) => {
  const outcome = await runHere(['kubernetes-secret'], { DATABASE_URL: url });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toContain('hidden');
});

describe('caller-keys', () => {
  const keysOf = async (...args: string[]) => {
    const outcome = await runHere(['caller-keys', '--json', ...args], {});
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    return JSON.parse(outcome.stdout) as Record<string, string>;
  };

  it('prints the keys for an installation, new ones each time', async () => {
    const [one, other] = [await keysOf(), await keysOf()];
    expect(Object.keys(one)).toEqual([
      ...CALLERS.map((caller) => `CALLER_KEY_${caller.toUpperCase()}`),
      'CALLER_PUBLIC_KEYS',
    ]);
    expect(new Set([...Object.values(one), ...Object.values(other)]).size).toBe(2 * (CALLERS.length + 1));
  });

  it("adds a key's public half to the trusted ones", async () => {
    const { CALLER_PUBLIC_KEYS: trusted } = await keysOf();
    const { CALLER_KEY_GATEWAY, CALLER_PUBLIC_KEYS, ...rest } = await keysOf(
      ...['--callers', 'gateway', '--trusted', trusted!],
    );
    expect(rest).toEqual({});
    expect(CALLER_PUBLIC_KEYS).toBe(`${trusted},gateway=${publicHalf(CALLER_KEY_GATEWAY!)}`);
  });

  it.each([
    [['--callers', 'ledger'], '--callers "ledger" must be one of gateway, dashboard'],
    [['--trusted', 'gateway'], '--trusted must be name=key'],
  ])('refuses %j', async (args, message) => {
    const outcome = await runHere(['caller-keys', ...args], {});
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });
});
