import { loginByDevice } from './device-login';
import { OAuthError, UnansweredError, type OAuthClient, type TokenPair } from './token-endpoint';

const server = {
  authorizationEndpoint: 'https://a.example/cli/authorize',
  tokenEndpoint: 'https://a.example/token',
  deviceAuthorizationEndpoint: 'https://a.example/device',
  revocationEndpoint: 'https://a.example/revoke',
  dashboardUrl: 'https://a.example',
};
const pair: TokenPair = { accessToken: 'a', refreshToken: 'r', accessTokenExpiresAt: 1 };
const word = (code: string) => new OAuthError(code, code, 400);

/** Simulates a server with these responses, and returns the waits between attempts in seconds. */
async function play(responses: (Error | TokenPair)[], begun: Record<string, unknown> = {}) {
  const waits: number[] = [];
  let now = 0;
  const oauth = {
    post: () =>
      Promise.resolve({
        device_code: 'd',
        user_code: 'WDJB-MJHT',
        verification_uri: 'https://a.example/device',
        expires_in: 600,
        interval: 5,
        ...begun,
      }),
    requestTokens: () => {
      const response = responses.shift();
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
  } as unknown as OAuthClient;
  const login = loginByDevice({
    server,
    oauth,
    deviceName: 'test',
    signal: new AbortController().signal,
    present: () => undefined,
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds / 1000);
      now += milliseconds;
      return Promise.resolve();
    },
  });
  return { result: await login.catch((error: unknown) => error), waits };
}

it('polls at the interval, and slows down when told (RFC 8628, section 3.5)', async () => {
  const pending = word('authorization_pending');
  const { result, waits } = await play([pending, word('slow_down'), pending, word('slow_down'), pair]);
  expect(result).toEqual(pair);
  expect(waits).toEqual([5, 5, 10, 10, 15]);
});

it('defaults to five seconds if the server specifies no interval', async () => {
  expect((await play([pair], { interval: undefined })).waits).toEqual([5]);
});

it('backs off without a response, and waits as long as told', async () => {
  const lost = new UnansweredError('lost');
  const { waits } = await play([lost, lost, new UnansweredError('limited', { retryAfterSeconds: 40 }), pair]);
  expect(waits).toEqual([5, 10, 20, 40]);
});

it.each([
  [[word('access_denied')], 'The login was refused in the browser.'],
  [[word('expired_token')], 'The code expired before it was approved.'],
  [[word('invalid_grant')], 'The API refused the login: invalid_grant'],
])('ends at %j', async (responses, message) => {
  expect((await play(responses)).result).toMatchObject({ name: 'AuthenticationError', message });
});

it('ends when the code has expired, whatever the server says', async () => {
  const responses = Array.from({ length: 100 }, () => word('authorization_pending'));
  const { result, waits } = await play(responses, { expires_in: 30 });
  expect(result).toMatchObject({ code: 'expired_token' });
  expect(waits).toHaveLength(6);
});

it('rejects a response without a code', async () => {
  expect((await play([], { user_code: undefined })).result).toMatchObject({ code: 'unexpected_response' });
});
