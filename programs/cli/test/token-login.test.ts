import { statSync } from 'node:fs';
import { join } from 'node:path';
import { problem } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: false });

const logInWith = (input: string) => user.runHere(['login', '--with-token'], {}, input);
/** Credentials that the API received, without duplicates. */
const credentials = () => [...new Set(server.seen.map(({ headers }) => headers.authorization))];

it('checks a key from standard input and stores it for the user alone; requests then use it', async () => {
  const { status, stdout, stderr } = await logInWith(`${server.apiKey}\n`);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toContain('is valid');
  expect(stderr).not.toContain(server.apiKey);
  expect(statSync(join(user.home, user.credentials)).mode & 0o777).toBe(0o600);
  expect(user.stored()).toMatchObject({ apiUrl: server.url, apiKey: server.apiKey });
  expect((await user.runHere(['count'])).stdout).toBe('3\n');
  expect(credentials()).toEqual([`Bearer ${server.apiKey}`]);
  expect(server.seen.every(({ path }) => path.startsWith('/api/v1/'))).toBe(true);
  const who = await user.runHere(['whoami', '--json']);
  expect(JSON.parse(who.stdout)).toMatchObject({ authentication: 'api_key', apiKey: 'hg_live_0123…' });
  expect((await user.runHere(['whoami', '--table'])).stdout).toMatch(/stored in ~\/\.config\/signals/);
});

it('stores nothing when the API rejects the key, or the input is not a key', async () => {
  server.fail('/usage', problem(401, 'invalid_credentials', 'The key is not valid.'));
  expect((await logInWith(server.apiKey)).status).toBe(3);
  for (const [input, says] of [
    ['', 'has no key'],
    ['hunter2 is my password', 'is not an API key'],
    [`${server.apiKey}\nanother line`, 'is not an API key'],
    ['x'.repeat(100_000), 'is not an API key'],
  ] as const) {
    const { status, stderr } = await logInWith(input);
    expect([status, stderr.includes(says)]).toEqual([2, true]);
    expect(stderr).not.toMatch(/hunter2|another line|hg_live_0/);
  }
  expect(user.stored()).toBeUndefined();
});

it('stores a key that may not read usage', async () => {
  server.fail('/usage', problem(403, 'insufficient_scope', 'The key lacks a scope.'));
  expect((await logInWith(server.apiKey)).status).toBe(0);
  expect(user.stored()).toMatchObject({ apiKey: server.apiKey });
});

it('replaces a login, ending it; logout deletes the key without revoking it', async () => {
  user.logIn();
  expect((await logInWith(server.apiKey)).status).toBe(0);
  expect(server.logins[0]!.ended).toBe(true);
  const { status, stderr } = await user.runHere(['logout']);
  expect([status, stderr]).toEqual([0, expect.stringContaining('It stays valid')]);
  expect(user.stored()).toBeUndefined();
  expect((await user.runHere(['count'])).status).toBe(3);
});

it('gives way to SIGNALS_API_KEY, and says how to replace a key that is refused', async () => {
  await logInWith(server.apiKey);
  const refused = await logInWith(`${server.apiKey.slice(0, -1)}H`);
  // The stored one is valid.
  expect(refused.stderr).toContain('Nothing was stored.');
  expect(refused.stderr).not.toContain('The stored key');
  server.seen.length = 0;
  const other = `${server.apiKey.slice(0, -1)}G`;
  const variable = await user.runHere(['count'], { SIGNALS_API_KEY: other });
  expect([variable.status, credentials()]).toEqual([3, [`Bearer ${other}`]]);
  server.apiKey = other;
  const { stderr } = await user.runHere(['count']);
  expect(stderr).toContain('signals login --with-token');
});

it('accepts no key as an argument, nor on a terminal that would echo it', async () => {
  expect((await user.runHere(['login', '--with-token', server.apiKey])).status).toBe(2);
  expect((await user.runHere(['login', '--with-token', '--device'])).status).toBe(2);
  const { status, screen } = await user.runOnTerminal(['login', '--with-token']);
  expect([status, screen.includes('standard input')]).toEqual([2, true]);
});
