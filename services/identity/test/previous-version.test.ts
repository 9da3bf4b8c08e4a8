import { randomUUID } from 'node:crypto';
import { call, startTestIdentity, type TestIdentity } from './support/identity';

let running: TestIdentity;
beforeAll(async () => {
  running = await startTestIdentity();
});
afterAll(() => running.stop());

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
  const { entries } = await admin.listAuditEntries({ accountId, limit: 0, pageToken: '' }, call);
  expect(entries).toMatchObject([{ action: 'key.create', actorAccountId: '' }]);
});
