import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import { problem } from './support/interface-responses';
import { waitForOutput, userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: false });

const pageOf = (said: string) => /^\s+(http\S+)$/m.exec(said)![1]!;

describe('login with the browser', () => {
  it('brings back tokens, stores them for the user only, and tells the browser', async () => {
    const browser = user.browser();
    const { status, stderr, stdout } = await user.run(['login'], browser.variables);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('Logged in to');
    expect(stderr).toContain('as ada@example.com');
    // The browser is another process, which may store its page a moment later.
    await waitFor(() => browser.shown().includes('You are logged in'));
    expect(browser.shown()).toContain('Logged in as ada@example.com.');
    const path = join(user.home, user.credentials);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    expect(user.session()).toMatchObject({
      email: 'ada@example.com',
      refreshToken: server.logins[0]!.refresh,
    });
    expect((await user.run(['count'])).stdout).toBe('3\n');
  });

  it("sends the browser with PKCE, a state, and the machine's name", async () => {
    await user.runHere(['login', '--device-name', 'Ada’s laptop'], user.browser().variables);
    const { query } = server.seenOf('/cli/authorize')[0]!;
    expect(Object.fromEntries(query)).toEqual({
      response_type: 'code',
      client_id: 'signals-cli',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) as string,
      device_name: 'Ada’s laptop',
      client_version: '0.3.0',
    });
  });

  it('opens nothing with --no-browser, and prints the page', async () => {
    const running = user.start(['login', '--no-browser'], user.browser().variables);
    await waitForOutput(running, 'Waiting for the browser');
    expect(server.seenOf('/cli/authorize')).toEqual([]);
    const response = await fetch(pageOf(running.said()));
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('You are logged in');
    expect((await running.outcome).status).toBe(0);
  });

  it('rejects a redirect with another state, or to another name for 127.0.0.1', async () => {
    const running = user.start(['login', '--no-browser']);
    await waitForOutput(running, 'Waiting for the browser');
    const page = pageOf(running.said());
    const callback = new URL(new URL(page).searchParams.get('redirect_uri')!);
    for (const query of ['?code=stolen&state=guess', '?code=stolen', '?error=access_denied&state='])
      expect((await fetch(`${callback.href}${query}`)).status).toBe(400);
    expect((await fetch(`${callback.origin}/other`)).status).toBe(404);
    expect((await fetch(callback, { method: 'POST' })).status).toBe(404);
    const [strange] = (await once(get({ port: callback.port, path: '//' }), 'response')) as [IncomingMessage];
    expect(strange.resume().statusCode).toBe(404);
    // The login itself is still waiting.
    expect(await (await fetch(page)).text()).toContain('You are logged in');
    expect((await running.outcome).status).toBe(0);
    expect(server.seenOf('/token')).toHaveLength(1);
  });

  it("reports the user's refusal", async () => {
    server.authorization = 'deny';
    const browser = user.browser();
    const { status, stderr } = await user.runHere(['login'], browser.variables);
    expect(status).toBe(3);
    expect(stderr).toContain('signals: The login was refused in the browser.');
    await waitFor(() => browser.shown().includes('Login failed'));
    expect(user.session()).toBeUndefined();
  });

  it('gives up when the browser does not return', async () => {
    server.authorization = 'ignore';
    const { status, stderr } = await user.runHere(['login', '--timeout', '1'], user.browser().variables);
    expect(status).toBe(3);
    expect(stderr).toContain('The login was not completed in the browser within 1 s.');
  });

  it('also tells the browser when the tokens are refused', async () => {
    server.fail('/token', problem(400, 'invalid_grant', 'The code has expired.'));
    const browser = user.browser();
    const { status, stderr } = await user.runHere(['login'], browser.variables);
    expect(status).toBe(3);
    expect(stderr).toContain('The API refused the login: The code has expired.');
    await waitFor(() => browser.shown().includes('The code has expired.'));
  });

  it('exits with 130 on Ctrl-C, and leaves nothing behind', async () => {
    const running = user.start(['login']);
    await waitForOutput(running, 'Waiting for the browser');
    running.process.kill('SIGINT');
    expect((await running.outcome).status).toBe(130);
    expect(user.session()).toBeUndefined();
  });

  it('ends the previous login', async () => {
    user.logIn();
    expect((await user.runHere(['login'], user.browser().variables)).status).toBe(0);
    expect(server.logins.map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('refuses an API that sends the browser anywhere other than a web page', async () => {
    const root = `${server.url}/api/cli/v1`;
    server.fail('/metadata', {
      status: 200,
      body: {
        authorization_endpoint: 'file:///etc/passwd',
        token_endpoint: `${root}/token`,
        device_authorization_endpoint: `${root}/device`,
        revocation_endpoint: `${root}/revoke`,
      },
    });
    const { status, stderr } = await user.runHere(['login'], user.browser().variables);
    expect(status).toBe(1);
    expect(stderr).toContain('provides no usable authorization_endpoint');
  });
});

describe('login that cannot be stored', () => {
  it.each(['.local/state/signals/locks', '.config/signals/credentials'])(
    'is ended at the API, and says why, as does the browser: %s',
    async (directory) => {
      // A file in the way fails for root, too, which no permission stops.
      user.writeFile(directory, '');
      const browser = user.browser();
      const { status, stderr } = await user.runHere(['login'], browser.variables);
      expect(status).toBe(1);
      expect(stderr).toContain(`signals: The login could not be stored: `);
      expect(stderr).toContain(join(user.home, directory));
      expect(stderr).toContain('set SIGNALS_API_KEY');
      await waitFor(() => browser.shown().includes('The login could not be stored'));
      expect(server.logins.map(({ ended }) => ended)).toEqual([true]);
    },
  );

  it('leaves the previous login as it was', async () => {
    user.logIn();
    user.writeFile('.local/state/signals/locks', '');
    expect((await user.runHere(['login'], user.browser().variables)).status).toBe(1);
    expect(server.logins.map(({ ended }) => ended)).toEqual([false, true]);
    expect(user.session()).toMatchObject({ refreshToken: server.logins[0]!.refresh });
  });
});

describe('login with a code', () => {
  const decide = (decision: 'approve' | 'deny' | 'expire') => {
    for (const device of server.devices.values()) device.decided = decision;
  };

  it('waits for the approval and stores the tokens', async () => {
    const running = user.start(['login', '--device']);
    await waitForOutput(running, 'WDJB-MJHT');
    expect(running.said()).toContain(`${server.url}/device`);
    await waitFor(() => server.seenOf('/token').length >= 1);
    decide('approve');
    const { status, stderr } = await running.outcome;
    expect(status).toBe(0);
    expect(stderr).toContain('Logged in to');
    expect(user.session()?.refreshToken).toBe(server.logins[0]!.refresh);
  });

  it.each([
    ['deny', 'The login was refused in the browser.'],
    ['expire', 'The code expired before it was approved.'],
  ] as const)('ends when the user does not approve: %s', async (decision, message) => {
    const running = user.start(['login', '--device']);
    await waitForOutput(running, 'WDJB-MJHT');
    decide(decision);
    const { status, stderr } = await running.outcome;
    expect(status).toBe(3);
    expect(stderr).toContain(message);
  });
});

describe('login --timeout', () => {
  it('ends the wait for an approval, before the next poll', async () => {
    server.deviceIntervalSeconds = 60;
    const { status, stderr } = await user.runHere(['login', '--device', '--timeout', '1']);
    expect(status).toBe(3);
    expect(stderr).toContain('signals: The code was not approved within 1 s.\nRun it again: ');
    expect(user.session()).toBeUndefined();
  });

  it('aborts an unanswered poll', async () => {
    server.hang('/token');
    const { status, stderr } = await user.run(['login', '--device', '--timeout', '2', '--json']);
    expect(status).toBe(3);
    expect(stderr).toContain('"code":"login_timeout"');
    expect(server.seenOf('/token')).toHaveLength(1);
  });

  it('ends the wait for a key', async () => {
    const { status, stderr } = await user.runHere(['login', '--with-token', '--timeout', '1'], {}, null);
    expect(status).toBe(3);
    expect(stderr).toContain('Standard input did not end within 1 s.');
    expect(user.stored()).toBeUndefined();
  });
});

describe('whoami and logout', () => {
  it("shows the login's account, ends the login, and reports when there is none", async () => {
    user.logIn();
    const told = JSON.parse((await user.runHere(['whoami', '--json'])).stdout) as Record<string, unknown>;
    expect(told).toMatchObject({
      apiUrl: server.url,
      authentication: 'login',
      account: { email: 'ada@example.com' },
      allowances: { cli: { remaining: 490 } },
    });
    expect(JSON.stringify(told)).not.toMatch(/hg_(?:cli|ref)_/);
    expect((await user.runHere(['logout'])).stderr).toContain('Logged out of');
    expect(server.logins[0]!.ended).toBe(true);
    expect(user.session()).toBeUndefined();
    expect(await user.runHere(['whoami'])).toMatchObject({ status: 3, stdout: '' });
    expect(await user.runHere(['logout'])).toMatchObject({ status: 0 });
  });

  it('deletes the local login when the API is unreachable, and says where to end it', async () => {
    user.logIn();
    server.fail('/revoke', 'drop');
    const { status, stderr } = await user.runHere(['logout']);
    expect(status).toBe(1);
    expect(stderr).toContain('but the API could not revoke it');
    expect(stderr).toContain(`${server.url}/command-line`);
    expect(user.session()).toBeUndefined();
  });

  it('says when a key is used instead of a login', async () => {
    const { stdout } = await user.runHere(['whoami', '--table'], { SIGNALS_API_KEY: server.apiKey });
    expect(stdout).toContain(
      'API key hg_live_0123… from SIGNALS_API_KEY: requests use the API allowance, not a login',
    );
    expect(stdout).not.toContain(server.apiKey);
  });
});
