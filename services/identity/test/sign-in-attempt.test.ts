import { startBeforeAll } from '@heliograph/testing';
import { startSignInFixture, visitIssuer } from './support/development-issuer';
import { complete } from './support/sign-in';

const fixture = startBeforeAll(startSignInFixture);

const OVER = { code: 'missing_credentials', publicText: expect.stringContaining('Sign in again') };
const visitor = { email: 'ada@example.com' };

it('is used once', async () => {
  const returned = await visitIssuer(fixture, visitor);
  await complete(fixture, returned);
  await expect(complete(fixture, returned)).rejects.toMatchObject(OVER);
});

it('is won by one of several concurrent requests', async () => {
  const returned = await visitIssuer(fixture, visitor);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => complete(fixture, returned)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(OVER);
});

it('does not work in another browser, with or without its own sign-in', async () => {
  const mine = await visitIssuer(fixture, visitor);
  const theirs = await visitIssuer(fixture, { email: 'mallory@example.com' });
  // One person is sent to the URL that another returned to.
  await expect(complete(fixture, { ...mine, callbackQuery: theirs.callbackQuery })).rejects.toMatchObject(
    OVER,
  );
  for (const attemptSecret of ['', 'x', theirs.attemptSecret.slice(1)]) {
    await expect(complete(fixture, { ...theirs, attemptSecret })).rejects.toMatchObject(OVER);
  }
  // And the other browser's attempt is still valid.
  await complete(fixture, theirs);
});

it('ends with a wrong, missing, or repeated state', async () => {
  const change = (query: string, by: (parameters: URLSearchParams) => void) => {
    const parameters = new URLSearchParams(query);
    by(parameters);
    return parameters.toString();
  };
  const changes = [
    (query: URLSearchParams) => query.set('state', 'another'),
    (query: URLSearchParams) => query.delete('state'),
    (query: URLSearchParams) => query.append('state', query.get('state')!),
  ];
  for (const by of changes) {
    const returned = await visitIssuer(fixture, visitor);
    const callbackQuery = change(returned.callbackQuery, by);
    await expect(complete(fixture, { ...returned, callbackQuery })).rejects.toMatchObject(OVER);
    await expect(complete(fixture, returned)).rejects.toMatchObject(OVER);
  }
});

it('expires', async () => {
  const returned = await visitIssuer(fixture, visitor);
  await fixture.running.pool.query(
    `UPDATE identity.sign_in_attempt SET expires_at = now() - interval '1 second'`,
  );
  await expect(complete(fixture, returned)).rejects.toMatchObject(OVER);
});

it("passes on the issuer's refusal as text", async () => {
  const returned = await visitIssuer(fixture, 'cancel');
  await expect(complete(fixture, returned)).rejects.toMatchObject({
    code: 'invalid_credentials',
    publicText: 'The sign-in was refused: access_denied: The sign-in was canceled.',
    issues: [{ parameter: 'sign_in', message: 'access_denied' }],
  });
  await expect(complete(fixture, returned)).rejects.toMatchObject(OVER);
});

it('does not trust an unknown code', async () => {
  const returned = await visitIssuer(fixture, visitor);
  const query = new URLSearchParams(returned.callbackQuery);
  query.set('code', 'x'.repeat(43));
  await expect(complete(fixture, { ...returned, callbackQuery: query.toString() })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

it('rejects values that are too long or not hashes', async () => {
  const returned = { attemptSecret: 'x'.repeat(101), callbackQuery: 'x'.repeat(8_193) };
  await expect(complete(fixture, returned, { previousTokenHash: Buffer.alloc(31) })).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [
      { parameter: 'attempt_secret' },
      { parameter: 'callback_query' },
      { parameter: 'previous_token_hash' },
    ],
  });
});
