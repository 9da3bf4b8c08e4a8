import { cli, identity } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { authenticateToken, DEVICE, logIn, refresh } from './support/cli';
import { auditOf, authenticate, call, createAccount, createKey, startTestIdentity } from './support/identity';

const { INVALID_GRANT } = cli.TokenResponse_Outcome;
const { Verdict } = identity;
const NOBODY = '00000000-0000-7000-8000-000000000000';

let accountId: string;
const running = startBeforeAll(() => startTestIdentity({ KEY_USE_INTERVAL_MS: '20' }));
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

const verdictOf = async (accessToken: string) => (await authenticateToken(running, accessToken)).verdict;
const endingsOf = async () =>
  (await auditOf(running, accountId)).filter(({ action }) =>
    ['cli_session.end', 'cli_session.revoke'].includes(action),
  );

it('ends with either of its tokens, even spent ones; an unknown token is not an error', async () => {
  const revoke = (token: string) => running.cliClient.revokeToken({ token }, call);
  for (const pick of [
    (tokens: cli.TokenResponse) => tokens.accessToken,
    (tokens: cli.TokenResponse) => tokens.refreshToken,
  ]) {
    const tokens = await logIn(running, accountId);
    await revoke(pick(tokens));
    expect(await verdictOf(tokens.accessToken)).toBe(Verdict.UNKNOWN);
    expect(await refresh(running, tokens.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
    await revoke(pick(tokens));
  }
  const first = await logIn(running, accountId);
  const second = await refresh(running, first.refreshToken);
  await revoke(first.refreshToken);
  expect(await verdictOf(second.accessToken)).toBe(Verdict.UNKNOWN);
  await revoke('nonsense');
  expect(await endingsOf()).toHaveLength(3);
});

it('is listed, most recently used first, and revoked only by its owner', async () => {
  const { cliUser } = running;
  const [one, two] = [await logIn(running, accountId), await logIn(running, accountId)];
  const other = (await createAccount(running)).id;
  const { sessions } = await cliUser.listCliSessions({ accountId }, call);
  expect(sessions).toMatchObject([
    { id: two.session!.id, device: DEVICE },
    { id: one.session!.id, device: DEVICE },
  ]);
  expect(await cliUser.listCliSessions({ accountId: other }, call)).toEqual({ sessions: [] });
  const actor = { accountId, sessionId: '' };
  for (const request of [
    { accountId: other, sessionId: one.session!.id, actor },
    { accountId, sessionId: NOBODY, actor },
    { accountId, sessionId: 'x', actor },
  ]) {
    await expect(cliUser.revokeCliSession(request, call)).rejects.toMatchObject({ code: 'not_found' });
  }
  await cliUser.revokeCliSession({ accountId, sessionId: one.session!.id, actor }, call);
  expect(await verdictOf(one.accessToken)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(two.accessToken)).toBe(Verdict.VALID);
  expect(await endingsOf()).toMatchObject([
    { action: 'cli_session.revoke', detail: { sessionId: one.session!.id, device: DEVICE.name } },
  ]);
});

it('is returned with its account by the id from authentication', async () => {
  const { accessToken, session } = await logIn(running, accountId);
  const { credentialId } = await authenticateToken(running, accessToken);
  const found = await running.cliClient.getCliSession({ sessionId: credentialId }, call);
  expect(found).toMatchObject({ session: { id: session!.id }, account: { id: accountId } });
  for (const sessionId of [NOBODY, 'x']) {
    await expect(running.cliClient.getCliSession({ sessionId }, call)).rejects.toMatchObject({
      code: 'not_found',
    });
  }
});

it('gets the names of keys and devices of its own account', async () => {
  const { session } = await logIn(running, accountId);
  const other = await createAccount(running);
  await createKey(running, other.id);
  const { key } = await createKey(running, accountId, { name: 'production' });
  const { key: unnamed } = await createKey(running, accountId);
  const names = (sessionId: string) => running.cliClient.listCredentialNames({ sessionId, keyIds: [] }, call);
  expect(await names(session!.id)).toEqual({
    credentials: [
      { id: key.id, name: 'production' },
      { id: unnamed.id, name: unnamed.hint },
      { id: session!.id, name: DEVICE.name },
    ],
  });
  for (const sessionId of [NOBODY, 'x', accountId]) {
    await expect(names(sessionId)).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('has an access token that expires after 15 minutes', async () => {
  const { accessToken, session } = await logIn(running, accountId);
  await running.pool.query(
    `UPDATE identity.cli_session SET access_expires_at = access_expires_at - interval '15 minutes'
     WHERE session_id = $1`,
    [session!.id],
  );
  expect(await authenticateToken(running, accessToken)).toMatchObject({
    verdict: Verdict.EXPIRED,
    credentialId: session!.id,
  });
});

it('shows its last use after a short delay', async () => {
  const { accessToken, session } = await logIn(running, accountId);
  await running.pool.query(
    `UPDATE identity.cli_session SET last_used_at = now() - interval '1 day' WHERE session_id = $1`,
    [session!.id],
  );
  await authenticateToken(running, accessToken);
  await waitFor(async () => {
    const { sessions } = await running.cliUser.listCliSessions({ accountId }, call);
    return Math.abs(Number(sessions[0]!.lastUsedAt) - Date.now()) < 60_000;
  });
});

it('does not accept a key as a token or a token as a key', async () => {
  const { secret } = await createKey(running, accountId);
  const { accessToken, refreshToken } = await logIn(running, accountId);
  expect(await verdictOf(secret)).toBe(Verdict.UNKNOWN);
  expect(await verdictOf(refreshToken)).toBe(Verdict.UNKNOWN);
  for (const token of [accessToken, refreshToken]) {
    expect((await authenticate(running, token)).verdict).toBe(Verdict.UNKNOWN);
  }
  await expect(
    running.gateway.authenticate({ keyHash: Buffer.alloc(32), kind: 7 as identity.CredentialKind }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter: 'kind' }] });
});
