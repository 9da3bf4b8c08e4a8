import { waitFor } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../src/config/api-url';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: false });
beforeEach(() => {
  delete user.environment['SIGNALS_NO_UPDATE_NOTICE'];
});

const DAY_MS = 86_400_000;
const stateFile = () => join('.cache/signals/updates', `${fileNameOf(server.url)}.json`);
const state = () => JSON.parse(readFileSync(join(user.home, stateFile()), 'utf8')) as Record<string, unknown>;
const asked = () => server.seenOf('/downloads/versions.json').length;
const count = (variables: Record<string, string> = {}) => user.runOnTerminal(['count'], { variables });

it('announces a newer version on the next run, and checks and announces once a day', async () => {
  user.logIn();
  server.offeredVersion = '0.4.0';
  expect((await count()).screen).not.toContain('available');
  await waitFor(() => state().version === '0.4.0');
  const { screen } = await count();
  expect(screen).toContain('signals 0.4.0 is available (this is 0.3.0)');
  expect(screen).toContain(`npm install --global ${server.url}/downloads/cli.tgz`);
  expect((await count()).screen).not.toContain('available');
  expect(asked()).toBe(1);
  user.writeFile(stateFile(), JSON.stringify({ ...state(), shownMs: Date.now() - DAY_MS, askedMs: 0 }));
  expect((await count()).screen).toContain('0.4.0 is available');
  await waitFor(() => asked() === 2);
});

it('does not wait for an installation that does not answer', async () => {
  user.logIn();
  server.hang('/downloads/versions.json');
  await count();
  await waitFor(() => asked() === 1);
  // The program has ended, but its check, which times out after ten seconds, is still waiting.
  expect(server.hanging).toBe(1);
});

it.each<[string, Record<string, string>]>([
  ['in CI', { CI: 'true' }],
  ['by variable', { SIGNALS_NO_UPDATE_NOTICE: '1' }],
])('is off %s', async (_when, variables) => {
  user.logIn();
  user.writeFile(
    stateFile(),
    JSON.stringify({ version: '9.0.0', dashboardUrl: server.url, askedMs: Date.now() }),
  );
  expect((await count(variables)).screen).not.toContain('available');
});

it('is off when piped, and makes no request', async () => {
  user.logIn();
  expect((await user.run(['count'])).stdout).toBe('3\n');
  expect(user.files('.cache/signals/updates')).toEqual([]);
});

it('survives a damaged file, and shows no control characters from it', async () => {
  user.logIn();
  for (const content of ['{', 'null', '{"version":"9.0.0\\u001b[2J"}', '{"askedMs":"x"}']) {
    user.writeFile(stateFile(), content);
    const { status, screen } = await count();
    expect([status, screen.includes('9.0.0')]).toEqual([0, false]);
  }
});
