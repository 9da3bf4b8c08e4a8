import { cli, identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_SPENT_TOKENS } from '../src/domain/cli';
import { authenticateToken, DEVICE, logIn, refresh } from './support/cli';
import { auditOf, call, createAccount, startTestIdentity } from './support/identity';

const { ACCESS_DENIED, INVALID_GRANT, ISSUED } = cli.TokenResponse_Outcome;
const { Verdict } = identity;

let accountId: string;
const running = startBeforeAll(startTestIdentity);
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

const verdictOf = async ({ accessToken }: cli.TokenResponse) =>
  (await authenticateToken(running, accessToken)).verdict;
/** Advances time for this account's tokens. */
const pass = (seconds: number) =>
  running.pool.query(
    `UPDATE identity.cli_refresh_token AS token SET spent_at = spent_at - make_interval(secs => $2),
       expires_at = token.expires_at - make_interval(secs => $2)
     FROM identity.cli_session AS session
     WHERE session.session_id = token.session_id AND session.account_id = $1`,
    [accountId, seconds],
  );
const reusesOf = async () =>
  (await auditOf(running, accountId)).filter(({ action }) => action === 'cli_session.reuse');

async function expectEnded(...responses: cli.TokenResponse[]): Promise<void> {
  for (const response of responses) {
    expect(await verdictOf(response)).toBe(Verdict.UNKNOWN);
    expect(await refresh(running, response.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  }
}

it('issues a new pair in the same session and invalidates the old access token', async () => {
  const first = await logIn(running, accountId);
  await pass(86_400);
  const second = await refresh(running, first.refreshToken);
  expect(second).toMatchObject({
    outcome: ISSUED,
    expiresInSeconds: 900,
    session: { id: first.session!.id },
  });
  expect(second.session!.device).toEqual({ name: DEVICE.name, clientVersion: '0.3.1' });
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(await verdictOf(first)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(second)).toBe(Verdict.VALID);
  const days = (Number(second.session!.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(60, 1);
});

it('ends the session when a spent token returns: the thief first, then the client', async () => {
  const stolen = await logIn(running, accountId);
  const thief = await refresh(running, stolen.refreshToken);
  await pass(21);
  expect(await refresh(running, stolen.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(thief);
  expect(await reusesOf()).toMatchObject([
    { detail: { sessionId: stolen.session!.id, device: DEVICE.name } },
  ]);
  expect((await running.cliUser.listCliSessions({ accountId }, call)).sessions).toEqual([]);
});

it('ends the session when a spent token returns: the client first, then the thief', async () => {
  const stolen = await logIn(running, accountId);
  const client = await refresh(running, stolen.refreshToken);
  await pass(3_600);
  expect(await refresh(running, stolen.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(client);
});

it('ends the session when an old token returns, however long the chain', async () => {
  const first = await logIn(running, accountId);
  let current = first;
  for (let round = 0; round < 5; round += 1) current = await refresh(running, current.refreshToken);
  expect(current.outcome).toBe(ISSUED);
  expect(await refresh(running, first.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(current);
});

it("does not affect the account's other sessions", async () => {
  const [one, other] = [await logIn(running, accountId), await logIn(running, accountId)];
  await refresh(running, one.refreshToken);
  await pass(60);
  await refresh(running, one.refreshToken);
  expect(await verdictOf(other)).toBe(Verdict.VALID);
  expect(await refresh(running, other.refreshToken)).toMatchObject({ outcome: ISSUED });
});

it('forgives a client that lost the answer, once and within the grace period, and invalidates the lost pair', async () => {
  const first = await logIn(running, accountId);
  const lost = await refresh(running, first.refreshToken);
  await pass(19);
  const repeated = await refresh(running, first.refreshToken);
  expect(repeated).toMatchObject({ outcome: ISSUED, session: { id: first.session!.id } });
  expect(await verdictOf(lost)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(repeated)).toBe(Verdict.VALID);
  expect(await refresh(running, repeated.refreshToken)).toMatchObject({ outcome: ISSUED });
  expect(await reusesOf()).toEqual([]);
});

it('does not forgive twice', async () => {
  const first = await logIn(running, accountId);
  await refresh(running, first.refreshToken);
  const repeated = await refresh(running, first.refreshToken);
  expect(await refresh(running, first.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(repeated);
  expect(await reusesOf()).toHaveLength(1);
});

it('detects a thief who used the grace period, whichever of the two comes next', async () => {
  const first = await logIn(running, accountId);
  const client = await refresh(running, first.refreshToken);
  const thief = await refresh(running, first.refreshToken);
  expect(thief.outcome).toBe(ISSUED);
  expect(await refresh(running, client.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(thief);
  expect(await reusesOf()).toHaveLength(1);
});

it('leaves one working pair when one token is presented twice at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const first = await logIn(running, accountId);
    const pairs = await Promise.all([
      refresh(running, first.refreshToken),
      refresh(running, first.refreshToken),
    ]);
    expect(pairs.map(({ outcome }) => outcome)).toEqual([ISSUED, ISSUED]);
    const verdicts = await Promise.all(pairs.map(verdictOf));
    expect(verdicts.sort()).toEqual([Verdict.VALID, Verdict.UNKNOWN]);
    const { rows } = await running.pool.query(
      'SELECT FROM identity.cli_refresh_token WHERE session_id = $1 AND spent_at IS NULL',
      [first.session!.id],
    );
    expect(rows).toHaveLength(1);
  }
});

it('expires after sixty days without use', async () => {
  const tokens = await logIn(running, accountId);
  await pass(60 * 86_400 - 60);
  const next = await refresh(running, tokens.refreshToken);
  expect(next.outcome).toBe(ISSUED);
  await pass(60 * 86_400);
  expect(await refresh(running, next.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  expect(await reusesOf()).toEqual([]);
});

it('waits for an account without access: nothing is spent meanwhile', async () => {
  const tokens = await logIn(running, accountId);
  const set = (status: identity.AccountStatus) =>
    running.admin.setAccountStatus({ id: accountId, status, reason: '', actor: undefined }, call);
  await set(identity.AccountStatus.SUSPENDED);
  expect(await verdictOf(tokens)).toBe(Verdict.ACCOUNT_SUSPENDED);
  for (let time = 0; time < 3; time += 1) {
    expect(await refresh(running, tokens.refreshToken)).toMatchObject({ outcome: ACCESS_DENIED });
  }
  await set(identity.AccountStatus.ACTIVE);
  expect(await verdictOf(tokens)).toBe(Verdict.VALID);
  expect(await refresh(running, tokens.refreshToken)).toMatchObject({ outcome: ISSUED });
});

it.each(['', 'nonsense', 'hg_ref_'])('does not know %j', async (token) => {
  expect(await refresh(running, token)).toMatchObject({
    outcome: INVALID_GRANT,
    description: 'The session has ended. Log in again.',
  });
});

it('does not distinguish stolen, expired, and unknown tokens', async () => {
  const tokens = await logIn(running, accountId);
  await refresh(running, tokens.refreshToken);
  await pass(60);
  expect(await refresh(running, tokens.refreshToken)).toEqual(await refresh(running, 'unknown'));
});

it('keeps only the latest spent tokens, so that refreshing cannot fill the database', async () => {
  const first = await logIn(running, accountId);
  await running.pool.query(
    `INSERT INTO identity.cli_refresh_token (token_hash, session_id, expires_at, spent_at)
     SELECT sha256(n::text::bytea), session_id, now() + interval '1 day', now() - interval '1 hour' - n * interval '1 s'
     FROM identity.cli_session, generate_series(1, $2) AS n WHERE account_id = $1`,
    [accountId, MAXIMUM_SPENT_TOKENS + 5],
  );
  const second = await refresh(running, first.refreshToken);
  const { rows } = await running.pool.query<{ spent: number; earliest: number }>(
    `SELECT count(*)::integer AS spent, extract(epoch FROM now() - min(spent_at))::integer - 3600 AS earliest
     FROM identity.cli_refresh_token JOIN identity.cli_session USING (session_id)
     WHERE account_id = $1 AND spent_at IS NOT NULL`,
    [accountId],
  );
  expect(rows[0]!.spent).toBe(MAXIMUM_SPENT_TOKENS);
  expect(rows[0]!.earliest).toBeLessThan(MAXIMUM_SPENT_TOKENS + 5);
  await pass(60);
  expect(await refresh(running, first.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  await expectEnded(second);
});
