import { cli, identity } from '@heliograph/proto';
import { hasValidChecksum } from '@heliograph/runtime';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { approve, authenticateToken, DEVICE, exchange, logIn, refresh } from './support/cli';
import { auditOf, call, createAccount, startTestIdentity } from './support/identity';
import { waitingForLocks } from './support/locks';

const { ISSUED, INVALID_GRANT, ACCESS_DENIED } = cli.TokenResponse_Outcome;

let accountId: string;
const running = startBeforeAll(startTestIdentity);
beforeEach(async () => {
  accountId = (await createAccount(running)).id;
});

it('is exchanged for a pair of working tokens in the documented form', async () => {
  const tokens = await exchange(running, await approve(running, accountId));
  expect(tokens).toMatchObject({
    outcome: ISSUED,
    expiresInSeconds: 900,
    session: { accountId, device: DEVICE },
  });
  expect(hasValidChecksum(tokens.accessToken, 'hg_cli_')).toBe(true);
  expect(hasValidChecksum(tokens.refreshToken, 'hg_ref_')).toBe(true);
  const days = (Number(tokens.session!.expiresAt) - Number(tokens.session!.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(60);
  const verdict = await authenticateToken(running, tokens.accessToken);
  expect(verdict).toMatchObject({
    verdict: identity.Verdict.VALID,
    credentialId: tokens.session!.id,
    accountId,
    scopes: ['signals:read', 'companies:read', 'searches:write'],
    monthlyCapRecords: undefined,
  });
  expect(Math.abs(Number(verdict.expiresAt) - Date.now() - 900_000)).toBeLessThan(60_000);
});

it('is exchanged once, even by concurrent requests', async () => {
  const approved = await approve(running, accountId);
  const results = await Promise.all(Array.from({ length: 8 }, () => exchange(running, approved)));
  expect(results.filter(({ outcome }) => outcome === ISSUED)).toHaveLength(1);
  expect(results.filter(({ outcome }) => outcome === INVALID_GRANT)).toHaveLength(7);
  expect(await exchange(running, approved)).toMatchObject({ outcome: INVALID_GRANT });
});

it('is exchanged once by two requests that find it unused and wait for it', async () => {
  const approved = await approve(running, accountId);
  const held = await holdLocks(
    running.pool,
    'SELECT FROM identity.cli_authorization_code WHERE account_id = $1 FOR UPDATE',
    [accountId],
  );
  const exchanges = Promise.all([exchange(running, approved), exchange(running, approved)]);
  await waitFor(async () => (await waitingForLocks(running.pool)) === 2);
  await held.commit();
  expect((await exchanges).map(({ outcome }) => outcome).sort()).toEqual([ISSUED, INVALID_GRANT].sort());
});

it('ends its session when it is presented again (RFC 6749, section 4.1.2)', async () => {
  const approved = await approve(running, accountId);
  const tokens = await exchange(running, approved);
  const other = await logIn(running, accountId);
  // Finding the code is enough; its verifier need not be known.
  expect(await exchange(running, { ...approved, verifier: '' })).toMatchObject({ outcome: INVALID_GRANT });
  const verdictOf = async (token: string) => (await authenticateToken(running, token)).verdict;
  expect(await verdictOf(tokens.accessToken)).toBe(identity.Verdict.UNKNOWN);
  expect(await refresh(running, tokens.refreshToken)).toMatchObject({ outcome: INVALID_GRANT });
  expect(await verdictOf(other.accessToken)).toBe(identity.Verdict.VALID);
  expect(await auditOf(running, accountId)).toContainEqual(
    expect.objectContaining({ action: 'cli_session.reuse' }),
  );
});

it.each([
  ['another verifier', { codeVerifier: 'x'.repeat(43) }],
  ['no verifier', { codeVerifier: '' }],
  ['another redirect address', { redirectUri: 'http://127.0.0.1:49153/callback' }],
])('is invalidated by %s, with no more detail than that it is invalid', async (_what, overrides) => {
  const approved = await approve(running, accountId);
  const first = await exchange(running, approved, overrides);
  expect(first).toMatchObject({
    outcome: INVALID_GRANT,
    accessToken: '',
    refreshToken: '',
    session: undefined,
  });
  const second = await exchange(running, approved);
  const unknown = await exchange(running, { ...approved, code: 'unknown' });
  expect([second, unknown]).toEqual([first, first]);
});

it('expires after a minute', async () => {
  const approved = await approve(running, accountId);
  await running.pool.query(
    `UPDATE identity.cli_authorization_code SET expires_at = expires_at - interval '60 seconds'`,
  );
  expect(await exchange(running, approved)).toMatchObject({ outcome: INVALID_GRANT });
});

it('is useless to an account without access', async () => {
  const approved = await approve(running, accountId);
  const status = identity.AccountStatus.SUSPENDED;
  await running.admin.setAccountStatus({ id: accountId, status, reason: '', actor: undefined }, call);
  expect(await exchange(running, approved)).toMatchObject({
    outcome: ACCESS_DENIED,
    description: 'The account is suspended.',
  });
});

it.each([
  ['a redirect to another machine', { redirectUri: 'http://evil.example/callback' }, 'redirect_uri'],
  ['a redirect to a host name', { redirectUri: 'http://localhost:1/callback' }, 'redirect_uri'],
  ['a redirect with a user', { redirectUri: 'http://127.0.0.1:1@evil.example/callback' }, 'redirect_uri'],
  ['a redirect to another path', { redirectUri: 'http://127.0.0.1:1/callback?x=1' }, 'redirect_uri'],
  ['an invalid challenge', { codeChallenge: 'plain' }, 'code_challenge'],
  ['a device without a name', { device: { name: ' ', clientVersion: '' } }, 'device.name'],
  ['no device', { device: undefined }, 'device.name'],
  ['a device with a misleading name', { device: { name: 'a\u0000b', clientVersion: '' } }, 'device.name'],
  ['a device name that reads backward', { device: { name: 'a\u202eb', clientVersion: '' } }, 'device.name'],
  ['an invisible device name', { device: { name: '\u200b\u200b', clientVersion: '' } }, 'device.name'],
  ['half a character', { device: { name: 'a\ud800', clientVersion: '' } }, 'device.name'],
  ['a long version', { device: { name: 'a', clientVersion: '1'.repeat(41) } }, 'device.client_version'],
])('is not issued for %s', async (_what, overrides, parameter) => {
  await expect(approve(running, accountId, overrides)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});

it('is not issued for an unknown account', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x']) {
    await expect(approve(running, id)).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('works with IPv6', async () => {
  const redirectUri = 'http://[::1]:49152/callback';
  const approved = await approve(running, accountId, { redirectUri });
  expect(await exchange(running, approved, { redirectUri })).toMatchObject({ outcome: ISSUED });
});

it('is logged when approved and when used, and no secret is stored or logged', async () => {
  const approved = await approve(running, accountId);
  const tokens = await exchange(running, approved);
  const log = (await auditOf(running, accountId)).slice(1);
  expect(log).toMatchObject([
    { action: 'cli.approve', caller: 'dashboard', detail: { device: DEVICE.name, flow: 'browser' } },
    {
      action: 'cli_session.create',
      caller: 'gateway',
      detail: { sessionId: tokens.session!.id, device: DEVICE.name, flow: 'browser' },
    },
  ]);
  const { rows } = await running.pool.query<{ text: string }>(
    `SELECT row_to_json(cli_session)::text AS text FROM identity.cli_session
     UNION ALL SELECT row_to_json(cli_refresh_token)::text FROM identity.cli_refresh_token
     UNION ALL SELECT row_to_json(audit_entry)::text FROM identity.audit_entry`,
  );
  const stored = rows.map(({ text }) => text).join('\n');
  for (const secret of [approved.code, approved.verifier, tokens.accessToken, tokens.refreshToken]) {
    expect(stored).not.toContain(secret);
    expect(running.log()).not.toContain(secret);
  }
});

it('ends the least recently used session when an account has too many', async () => {
  await running.pool.query(
    `INSERT INTO identity.cli_session
       (session_id, account_id, device_name, client_version, access_hash, access_expires_at, last_used_at, expires_at)
     SELECT gen_random_uuid(), $1::uuid, number::text, '', sha256(($1::uuid::text || number)::bytea), now(),
       now() - make_interval(mins => number), now() + interval '1 hour'
     FROM generate_series(1, 50) AS number`,
    [accountId],
  );
  await logIn(running, accountId);
  const { sessions } = await running.cliUser.listCliSessions({ accountId }, call);
  expect(sessions).toHaveLength(50);
  expect(sessions.map(({ device }) => device!.name)).not.toContain('50');
});

it('never leaves more sessions than the maximum, and refuses no login, of many at once', async () => {
  const approvals = await Promise.all(Array.from({ length: 120 }, () => approve(running, accountId)));
  const tokens = await Promise.all(approvals.map((approved) => exchange(running, approved)));
  expect(new Set(tokens.map(({ outcome }) => outcome))).toEqual(new Set([ISSUED]));
  expect((await running.cliUser.listCliSessions({ accountId }, call)).sessions).toHaveLength(50);
});
