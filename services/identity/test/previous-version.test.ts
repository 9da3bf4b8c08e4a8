import { startBeforeAll } from '@heliograph/testing';
import { createHash, randomUUID } from 'node:crypto';
import { call, startTestIdentity } from './support/identity';

const running = startBeforeAll(startTestIdentity);

/** The statements of the version before sign-in, which runs beside this one during a rollout. */
it('can still create accounts and keys, check, and log, and this version accepts the results', async () => {
  const { pool, admin } = running;
  const [accountId, keyId] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO identity.account (account_id, email, email_key, plan) VALUES ($1, 'old@example.com', 'old@example.com', 'free')
     RETURNING account_id, email, plan, status, created_at`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, expires_at, monthly_cap_records)
     VALUES ($1, $2, '', sha256('old'), '', '{signals:read}', NULL, NULL)`,
    [keyId, accountId],
  );
  await pool.query(
    `INSERT INTO identity.audit_entry (action, caller, request_id, account_id, key_id, detail)
     VALUES ('key.create', 'admin', 'r', $1, $2, '{}')`,
    [accountId, keyId],
  );
  const { rows } = await pool.query(
    `SELECT key_id, account_id, scopes, expires_at, revoked_at IS NOT NULL AS is_revoked,
       coalesce(expires_at <= now(), false) AS is_expired, status, monthly_cap_records, now() AS read_at
     FROM identity.api_key JOIN identity.account USING (account_id) WHERE hash = sha256('old')`,
  );
  expect(rows).toMatchObject([{ key_id: keyId, account_id: accountId, status: 'active' }]);
  expect(await admin.getAccount({ id: accountId }, call)).toMatchObject({
    name: '',
    role: 1,
    lastSignInAt: undefined,
  });
  const { entries } = await admin.listAuditEntries({ accountId, limit: 0, pageToken: '', userId: '' }, call);
  expect(entries).toMatchObject([{ action: 'key.create', actorAccountId: '' }]);
});

/** The statements of the version before members. */
it('still opens accounts and sessions, which then have a user and an owner', async () => {
  const { pool } = running;
  const [accountId, sessionId, cliId] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO identity.account (account_id, email, email_key, plan, name)
     VALUES ($1, 'before@example.com', 'before@example.com', 'free', 'Bea')`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO identity.web_session
       (session_id, token_hash, account_id, idle_expires_at, expires_at, user_agent, address)
     VALUES ($1, sha256('browser'), $2, now() + interval '1 hour', now() + interval '1 hour', '', '')`,
    [sessionId, accountId],
  );
  await pool.query(
    `INSERT INTO identity.cli_session
       (session_id, account_id, device_name, client_version, access_hash, access_expires_at, expires_at)
     VALUES ($1, $2, 'd', '', sha256('token'), now() + interval '1 hour', now() + interval '1 hour')`,
    [cliId, accountId],
  );
  await pool.query(
    `INSERT INTO identity.cli_device_login
       (device_code_hash, user_code, device_name, client_version, interval_seconds, expires_at)
     VALUES (sha256('code'), 'BCDFGHJK', 'd', '', 5, now() + interval '1 hour')`,
  );
  await pool.query(
    `UPDATE identity.cli_device_login SET state = 'approved', account_id = account.account_id
     FROM identity.account WHERE user_code = 'BCDFGHJK' AND account.account_id = $1`,
    [accountId],
  );
  const { rows } = await pool.query(
    `SELECT user_id FROM identity.web_session WHERE session_id = $1
     UNION ALL SELECT user_id FROM identity.cli_session WHERE session_id = $2
     UNION ALL SELECT user_id FROM identity.cli_device_login WHERE user_code = 'BCDFGHJK'`,
    [sessionId, cliId],
  );
  expect(rows).toEqual([{ user_id: accountId }, { user_id: accountId }, { user_id: accountId }]);
  const sha = (text: string) => createHash('sha256').update(text).digest();
  expect(
    await running.signIn.authenticateSession({ tokenHash: sha('browser'), knowsMembers: true }, call),
  ).toMatchObject({
    verdict: 1,
    memberRole: 1,
    user: { id: accountId, name: 'Bea', homeAccountId: accountId },
  });
  expect(await running.gateway.authenticate({ keyHash: sha('token'), kind: 2 }, call)).toMatchObject({
    verdict: 1,
    accountId,
  });
});
