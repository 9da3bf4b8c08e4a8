import { identity } from '@heliograph/proto';
import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import {
  authenticate,
  byCommand,
  call,
  createAccount,
  createKey,
  startTestIdentity,
} from './support/identity';

const { Verdict } = identity;

const running = startBeforeAll(startTestIdentity);

/** Moves a key's expiry into the past. */
async function expire(keyId: string): Promise<void> {
  await running.pool.query(
    `UPDATE identity.api_key SET expires_at = now() - interval '1 second' WHERE key_id = $1`,
    [keyId],
  );
}

it("returns a key's owner and scopes", async () => {
  const account = await createAccount(running);
  const expiresAt = new Date(Date.now() + 60_000);
  const { id, secret } = await createKey(running, account.id, { scopes: ['companies:read'], expiresAt });
  expect(await authenticate(running, secret)).toEqual({
    verdict: Verdict.VALID,
    credentialId: id,
    accountId: account.id,
    scopes: ['companies:read'],
    expiresAt,
    monthlyCapRecords: undefined,
    isTest: false,
    logsQueries: false,
    restrictionMessage: '',
  });
});

it('does not know a key that was never created', async () => {
  expect(await authenticate(running, generateApiKey().secret)).toEqual({
    verdict: Verdict.UNKNOWN,
    credentialId: '',
    accountId: '',
    scopes: [],
    expiresAt: undefined,
    monthlyCapRecords: undefined,
    isTest: false,
    logsQueries: false,
    restrictionMessage: '',
  });
});

it("expires a key by the database's clock", async () => {
  const account = await createAccount(running);
  const { id, secret } = await createKey(running, account.id, { expiresAt: new Date(Date.now() + 60_000) });
  await expire(id);
  expect(await authenticate(running, secret)).toMatchObject({ verdict: Verdict.EXPIRED, credentialId: id });
});

it('names the first of several reasons: revoked, expired, disabled, suspended', async () => {
  const { admin } = running;
  const account = await createAccount(running);
  const key = await createKey(running, account.id);
  const verdict = async () => (await authenticate(running, key.secret)).verdict;
  const status = identity.AccountStatus.DISABLED;
  await admin.setAccountStatus({ id: account.id, status, reason: '', actor: undefined }, call);
  expect(await verdict()).toBe(Verdict.ACCOUNT_DISABLED);
  await expire(key.id);
  expect(await verdict()).toBe(Verdict.EXPIRED);
  await admin.revokeKey({ id: key.id, ...byCommand }, call);
  expect(await verdict()).toBe(Verdict.REVOKED);
});

it('rejects a hash that is not a SHA-256', async () => {
  await expect(
    running.gateway.authenticate({ keyHash: Buffer.alloc(31), kind: 1 }, call),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
});
