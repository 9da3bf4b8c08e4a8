import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startBeforeAll, startUnmigratedDatabase } from '@heliograph/testing';
import { Client } from 'pg';
import { describeFailure } from '../src/failure';
import { runHere } from './support/in-process';

let variables: Record<string, string>;

const database = startBeforeAll(startUnmigratedDatabase);
beforeAll(() => {
  variables = {
    DATABASE_URL: database.adminConnectionString,
    DATABASE_URL_CATALOG: database.connectionString('catalog'),
  };
});

test('without the schema, the error says what to run; migrate creates it once', async () => {
  const early = await runHere(['filter-options'], variables);
  expect(early).toMatchObject({ status: 1, stdout: '' });
  expect(early.stderr).toBe(
    'heliograph-admin: the database has no catalog yet: run "heliograph-admin migrate"\n',
  );

  const first = await runHere(['migrate', '--json'], variables);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const { schema, applied } = JSON.parse(first.stdout) as { schema: string; applied: string[] };
  expect(schema).toBe('catalog');
  expect(applied).toContain('0001_catalog.sql');

  const second = await runHere(['migrate'], variables);
  expect(second).toMatchObject({ status: 0, stdout: 'The schema "catalog" is up to date.\n', stderr: '' });
});

test('migrate without an administrator says what it could not do', async () => {
  await runHere(['migrate'], variables);
  const outcome = await runHere(['migrate'], { DATABASE_URL: database.connectionString('catalog') });
  expect(outcome).toMatchObject({ status: 1, stdout: 'The schema "catalog" is up to date.\n' });
  expect(outcome.stderr).toMatch(/roles and grants were not checked: set DATABASE_URL .*"helm upgrade"/);
});

test('status without a running system shows the corpus', async () => {
  await runHere(['migrate'], variables);
  const outcome = await runHere(['status', '--json'], variables);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({
    services: {},
    corpus: { companies: 0, signals: 0, unpublished: 0, withdrawn: 0 },
  });
});

test.each([
  ['no password of the owner', { DATABASE_URL_CATALOG: '' }, 'DATABASE_URL_CATALOG is needed'],
  [
    'an unreachable server',
    {
      DATABASE_URL: '',
      DATABASE_URL_CATALOG: 'postgresql://heliograph_catalog:hidden@127.0.0.1:1/heliograph',
    },
    'the database at 127.0.0.1:1 cannot be reached (ECONNREFUSED: nothing is listening there): check DATABASE_URL_CATALOG',
  ],
])('%s: one line with the remedy', async (_, change, remedy) => {
  const outcome = await runHere(['withdraw', '--ids', '1'], { ...variables, ...change });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^heliograph-admin: [^\n]+\n$/);
  expect(outcome.stderr).toContain(remedy);
  expect(outcome.stderr).not.toContain('hidden');
});

test('a lost connection: one line with the remedy, for the query under way and for the next', async () => {
  const connectionString = database.adminConnectionString;
  const [client, other] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([client.connect(), other.connect()]);
  client.on('error', () => undefined);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const underWay = client.query('SELECT pg_sleep(600)').catch((error: unknown) => error);
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await other.end();
  const next = async () => client.query('SELECT 1').catch((error: unknown) => error);
  // What a socket with unread data says instead, in some orders.
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  for (const failure of [await underWay, await next(), reset])
    expect(describeFailure(failure)).toEqual({
      line: 'the connection to the database was lost (it was restarted or failed over): once it is up, run this again',
      exitCode: 1,
    });
});

describe('migrate reports', () => {
  const migrate = async (change: (url: URL) => void) => {
    const url = new URL(database.adminConnectionString);
    change(url);
    const outcome = await runHere(['migrate'], { ...variables, DATABASE_URL: url.toString() });
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).not.toContain('npm start');
    expect(outcome.stderr).not.toContain('hidden');
    return outcome.stderr;
  };
  const at = (host: string) => (url: URL) => {
    url.searchParams.delete('host');
    url.host = host;
  };

  it('an unknown name from an unresponsive host', async () => {
    expect(await migrate(at('nowhere.invalid:6432'))).toMatch(
      /the database at nowhere\.invalid:6432 cannot be reached \((ENOTFOUND: unknown host name|EAI_AGAIN: the host name ).*check DATABASE_URL/,
    );
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    expect(await migrate(at(`127.0.0.1:${port}`))).toContain(
      `the database at 127.0.0.1:${port} cannot be reached (timeout: no answer`,
    );
    silent.close();
  });

  it('a server that resets connections', async () => {
    const resetting = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
    await once(resetting, 'listening');
    const { port } = resetting.address() as AddressInfo;
    expect(await migrate(at(`127.0.0.1:${port}`))).toMatch(
      /was lost .* if this repeats, check DATABASE_URL\n$/,
    );
    resetting.close();
  });

  it('a wrong password', async () => {
    const told = await migrate((url) => (url.password = 'hidden'));
    expect(told).toMatch(
      /refuses this program \(password authentication failed for user ".*check the user and password/,
    );
  });
});
