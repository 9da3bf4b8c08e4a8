import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { FileStore } from '../src/auth/file-store';
import { SessionTokens } from '../src/auth/session-tokens';
import { OAuthClient } from '../src/auth/token-endpoint';
import { fileNameOf } from '../src/config/api-url';
import { directories } from '../src/config/directories';
import { InterruptedError } from '../src/failure';
import { problem } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: false });

it('renews an access token before it expires', async () => {
  user.logIn({ expiresInMs: 20_000 });
  expect((await user.run(['count'])).status).toBe(0);
  expect((await user.run(['count'])).status).toBe(0);
  expect(server.seen.map(({ path }) => path.replace(/^.*\//, ''))).toEqual(['token', 'signals', 'signals']);
  expect(server.seenOf('/token')[0]!.form.get('client_version')).toBe('0.3.0');
});

it('renews a token that the API reports as expired, once, and repeats the request', async () => {
  user.logIn({ accessExpired: true });
  const { status, stdout } = await user.run(['count']);
  expect({ status, stdout }).toEqual({ status: 0, stdout: '3\n' });
  const requests = server.seen.map(({ path }) => path.replace(/^.*\//, ''));
  expect(requests).toEqual(['signals', 'token', 'signals']);
  const [first, second] = server.seenOf('/signals');
  expect(first!.headers['idempotency-key']).toBe(second!.headers['idempotency-key']);
  expect(user.session()).toMatchObject({
    accessToken: server.logins[0]!.access,
    refreshToken: server.logins[0]!.refresh,
  });
  expect(user.files('.local/state/signals/locks')).toEqual([]);
});

it('uses a refresh token once, however many processes need it at the same time', async () => {
  user.logIn({ accessExpired: true });
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => user.run(['count'])));
  expect(outcomes.map(({ status, stdout, stderr }) => ({ status, stdout, stderr }))).toEqual(
    Array.from({ length: 4 }, () => ({ status: 0, stdout: '3\n', stderr: '' })),
  );
  expect(server.seenOf('/token')).toHaveLength(1);
  expect(server.logins[0]!.ended).toBe(false);
});

it('retries when the response to a renewal is lost', async () => {
  user.logIn({ accessExpired: true });
  server.fail('/token', 'drop-after');
  expect((await user.run(['count'])).status).toBe(0);
  expect(server.seenOf('/token')).toHaveLength(2);
  expect(server.logins[0]!.ended).toBe(false);
});

it('times out a renewal while there is still time to retry', async () => {
  user.logIn({ expiresInMs: 0 });
  server.fail('/token', 'hang-after');
  const places = directories(user.environment);
  const store = new FileStore(places, (text) => expect(text).toBe(''));
  const { signal } = new AbortController();
  const oauth = new OAuthClient(fetch, signal);
  const tokens = new SessionTokens(server.url, store, oauth, places, signal, 1_000);
  const renewed = await tokens.accessToken();
  expect(server.seenOf('/token')).toHaveLength(2);
  expect(server.logins[0]).toMatchObject({ access: renewed, ended: false });
});

it('stores the new tokens even if Ctrl-C comes before the response', async () => {
  user.logIn({ expiresInMs: 0 });
  const places = directories(user.environment);
  const store = new FileStore(places, (text) => expect(text).toBe(''));
  const interruption = new AbortController();
  const interruptedFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, signal: null });
    interruption.abort(new InterruptedError());
    init?.signal?.throwIfAborted();
    return response;
  };
  const oauth = new OAuthClient(interruptedFetch, interruption.signal);
  const tokens = new SessionTokens(server.url, store, oauth, places, interruption.signal);
  await expect(tokens.accessToken()).rejects.toThrow(InterruptedError);
  expect(user.session()!.refreshToken).toBe(server.logins[0]!.refresh);
});

it('keeps the login when renewal fails temporarily', async () => {
  user.logIn({ accessExpired: true });
  const before = user.session();
  const away = problem(503, 'unavailable', 'The system is restarting.');
  server.fail('/token', away, away);
  const { status, stderr } = await user.run(['count']);
  expect(status).toBe(1);
  expect(stderr).toBe('signals: The system is restarting.\nTry again in a moment.\n');
  expect(user.session()).toEqual(before);
  expect((await user.run(['count'])).status).toBe(0);
});

it('reports an ended login, and deletes it', async () => {
  user.logIn();
  server.logins[0]!.ended = true;
  const { status, stderr } = await user.run(['count']);
  expect(status).toBe(3);
  expect(stderr).toBe(
    `signals: Your login to ${server.url} has ended: The session has ended.\nRun: signals login, or set SIGNALS_API_KEY to an API key.\n`,
  );
  expect(user.session()).toBeUndefined();
  expect((await user.run(['count'])).stderr).toContain('You are not logged in');
});

it("takes over a dead process's lock", async () => {
  user.logIn({ accessExpired: true });
  const directory = `${user.home}/.local/state/signals/locks`;
  mkdirSync(directory, { recursive: true });
  // Above the highest process id on Linux.
  const dead = JSON.stringify({ pid: 4_194_305, host: hostname(), token: 'x' });
  writeFileSync(`${directory}/${fileNameOf(server.url)}.lock`, dead);
  expect((await user.run(['count'])).status).toBe(0);
});
