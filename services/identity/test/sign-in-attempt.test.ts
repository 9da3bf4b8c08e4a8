import { startSignInWorld, visitIssuer } from './support/development-issuer';
import { complete, type SignInWorld } from './support/sign-in';

let world: SignInWorld;
beforeAll(async () => {
  world = await startSignInWorld();
});
afterAll(() => world.stop());

const OVER = { code: 'missing_credentials', publicText: expect.stringContaining('Sign in again') };
const visitor = { email: 'ada@example.com' };

it('is used once', async () => {
  const returned = await visitIssuer(world, visitor);
  await complete(world, returned);
  await expect(complete(world, returned)).rejects.toMatchObject(OVER);
});

it('is won by one of several that come at once', async () => {
  const returned = await visitIssuer(world, visitor);
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => complete(world, returned)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(OVER);
});

it('is not for another browser, with or without a sign-in of its own', async () => {
  const mine = await visitIssuer(world, visitor);
  const theirs = await visitIssuer(world, { email: 'mallory@example.com' });
  // A person is sent to the address that another person came back with.
  await expect(complete(world, { ...mine, callbackQuery: theirs.callbackQuery })).rejects.toMatchObject(OVER);
  for (const attemptSecret of ['', 'x', theirs.attemptSecret.slice(1)]) {
    await expect(complete(world, { ...theirs, attemptSecret })).rejects.toMatchObject(OVER);
  }
  // And what the other browser has is still good.
  await complete(world, theirs);
});

it('is over after a mistaken state, and after a missing or repeated one', async () => {
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
    const returned = await visitIssuer(world, visitor);
    const callbackQuery = change(returned.callbackQuery, by);
    await expect(complete(world, { ...returned, callbackQuery })).rejects.toMatchObject(OVER);
    await expect(complete(world, returned)).rejects.toMatchObject(OVER);
  }
});

it('expires', async () => {
  const returned = await visitIssuer(world, visitor);
  await world.running.pool.query(
    `UPDATE identity.sign_in_attempt SET expires_at = now() - interval '1 second'`,
  );
  await expect(complete(world, returned)).rejects.toMatchObject(OVER);
});

it('passes on what the issuer said when it refused, as text', async () => {
  const returned = await visitIssuer(world, 'cancel');
  await expect(complete(world, returned)).rejects.toMatchObject({
    code: 'invalid_credentials',
    publicText: 'The sign-in was refused: access_denied: The sign-in was canceled.',
    faults: [{ parameter: 'sign_in', message: 'access_denied' }],
  });
  await expect(complete(world, returned)).rejects.toMatchObject(OVER);
});

it('does not trust an unknown code', async () => {
  const returned = await visitIssuer(world, visitor);
  const query = new URLSearchParams(returned.callbackQuery);
  query.set('code', 'x'.repeat(43));
  await expect(complete(world, { ...returned, callbackQuery: query.toString() })).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
});

it('refuses what is too long or no hash', async () => {
  const returned = { attemptSecret: 'x'.repeat(101), callbackQuery: 'x'.repeat(8_193) };
  await expect(complete(world, returned, { previousTokenHash: Buffer.alloc(31) })).rejects.toMatchObject({
    code: 'invalid_parameter',
    faults: [
      { parameter: 'attempt_secret' },
      { parameter: 'callback_query' },
      { parameter: 'previous_token_hash' },
    ],
  });
});
