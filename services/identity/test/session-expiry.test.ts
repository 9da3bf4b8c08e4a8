import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call } from './support/identity';
import { signInUser } from './support/sign-in-user';
import { authenticateSession } from './support/sign-in';
import { startFakeIssuer } from './support/fake-issuer';

const { Verdict } = identity;
const MINUTE = 60_000;

const fixture = startBeforeAll(() =>
  startFakeIssuer({ SESSION_IDLE_MINUTES: '30', SESSION_MAXIMUM_HOURS: '2' }),
);

/** Advances time for all sessions. */
async function pass(minutes: number): Promise<void> {
  await fixture.running.pool.query(
    `UPDATE identity.web_session SET created_at = created_at - make_interval(mins => $1),
       last_seen_at = last_seen_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1),
       idle_expires_at = idle_expires_at - make_interval(mins => $1)`,
    [minutes],
  );
}

const verdictOf = async (token: string) => (await authenticateSession(fixture, token)).verdict;

it('uses the configured times', async () => {
  const { session } = await signInUser(fixture);
  const { createdAt, idleExpiresAt, expiresAt } = session!;
  expect(Number(idleExpiresAt) - Number(createdAt)).toBe(30 * MINUTE);
  expect(Number(expiresAt) - Number(createdAt)).toBe(120 * MINUTE);
});

it('ends after a long idle time, which use extends', async () => {
  const { sessionToken } = await signInUser(fixture);
  await pass(29);
  const { verdict, session } = await authenticateSession(fixture, sessionToken);
  expect(verdict).toBe(Verdict.VALID);
  expect(Math.abs(Number(session!.idleExpiresAt) - Date.now() - 30 * MINUTE)).toBeLessThan(MINUTE);
  expect(Math.abs(Number(session!.lastSeenAt) - Date.now())).toBeLessThan(MINUTE);
  await pass(29);
  expect(await verdictOf(sessionToken)).toBe(Verdict.VALID);
  await pass(30);
  expect(await verdictOf(sessionToken)).toBe(Verdict.EXPIRED);
  // Asking for it does not bring it back.
  expect(await verdictOf(sessionToken)).toBe(Verdict.EXPIRED);
});

it('is not extended by what a page requests on its own', async () => {
  const { sessionToken, session } = await signInUser(fixture);
  await pass(20);
  const asked = await authenticateSession(fixture, sessionToken, true);
  expect(asked.verdict).toBe(Verdict.VALID);
  expect(Number(asked.session!.idleExpiresAt)).toBe(Number(session!.idleExpiresAt) - 20 * MINUTE);
  await pass(10);
  expect((await authenticateSession(fixture, sessionToken, true)).verdict).toBe(Verdict.EXPIRED);
});

it('ends at its time, however much it is used', async () => {
  const { sessionToken } = await signInUser(fixture);
  for (let minutes = 0; minutes < 100; minutes += 20) {
    await pass(20);
    expect(await verdictOf(sessionToken)).toBe(Verdict.VALID);
  }
  const { session } = await authenticateSession(fixture, sessionToken);
  expect(session!.idleExpiresAt).toEqual(session!.expiresAt);
  await pass(20);
  expect(await verdictOf(sessionToken)).toBe(Verdict.EXPIRED);
});

it('is written at most once a minute', async () => {
  const { sessionToken, session } = await signInUser(fixture);
  const rowVersion = async () => {
    const { rows } = await fixture.running.pool.query(
      'SELECT xmin FROM identity.web_session WHERE session_id = $1',
      [session!.id],
    );
    return rows;
  };
  const before = await rowVersion();
  await Promise.all(Array.from({ length: 8 }, () => authenticateSession(fixture, sessionToken)));
  expect(await rowVersion()).toEqual(before);
  await pass(2);
  const passed = await rowVersion();
  await authenticateSession(fixture, sessionToken);
  const seen = await rowVersion();
  expect(seen).not.toEqual(passed);
  await authenticateSession(fixture, sessionToken);
  expect(await rowVersion()).toEqual(seen);
});

it('is no longer listed after it has ended', async () => {
  const { account, session } = await signInUser(fixture);
  const list = async () =>
    (await fixture.running.signIn.listSessions({ accountId: account!.id }, call)).sessions.map(
      ({ id }) => id,
    );
  expect(await list()).toEqual([session!.id]);
  await pass(31);
  expect(await list()).toEqual([]);
});
