import { WEBHOOK_SECRET } from '@heliograph/contract';
import { startBeforeAll, TEST_SECRET, waitFor } from '@heliograph/testing';
import { SecretBox } from '../src/secrets/secret-box';
import { loadConfig } from '../src/config';
import { createNotifierService } from '../src/service';
import { call, notifierVariables, startTestNotifier } from './support/notifier';
import { changesOf, create, WEBHOOK_URL } from './support/saved-searches';

const running = startBeforeAll(() => startTestNotifier({ EXPIRED_ROWS_INTERVAL_MS: '20' }));

async function sealedOf(id: string): Promise<{ secret: Buffer | null; previous_secret: Buffer | null }> {
  const { rows } = await running.pool.query<{ secret: Buffer | null; previous_secret: Buffer | null }>(
    'SELECT secret, previous_secret FROM notifier.saved_search WHERE saved_search_id = $1',
    [id],
  );
  return rows[0]!;
}

it('are shown only on creation, and are encrypted', async () => {
  const { client, log } = running;
  const { id, accountId, secret } = await create(client, { webhookUrl: WEBHOOK_URL });
  expect(secret).toMatch(WEBHOOK_SECRET);
  const bytes = Buffer.from(secret!.slice('whsec_'.length), 'base64').length;
  expect(bytes).toBeGreaterThanOrEqual(24);
  expect(bytes).toBeLessThanOrEqual(64);
  const texts = [
    JSON.stringify(await client.getSavedSearch({ accountId, id }, call)),
    JSON.stringify(await client.listSavedSearches({ accountId }, call)),
    JSON.stringify(await client.updateSavedSearch(changesOf({ accountId, id }, { name: 'New' }), call)),
    (await sealedOf(id)).secret!.toString('latin1'),
    log(),
  ];
  for (const text of texts) expect(text).not.toContain(secret!.slice('whsec_'.length));
  expect(new SecretBox({ current: TEST_SECRET }).open((await sealedOf(id)).secret!, id)).toBe(secret);
});

it('survive a change of the URL, are deleted with the webhook, and are recreated with a new one', async () => {
  const { client } = running;
  const made = await create(client, { webhookUrl: WEBHOOK_URL });
  const moved = await client.updateSavedSearch(
    changesOf(made, { webhook: { url: `${WEBHOOK_URL}2` } }),
    call,
  );
  expect([moved.secret, moved.savedSearch!.webhook!.url]).toEqual([undefined, `${WEBHOOK_URL}2`]);
  const removed = await client.updateSavedSearch(changesOf(made, { webhook: { url: undefined } }), call);
  expect(removed.savedSearch!.webhook).toBeUndefined();
  expect(await sealedOf(made.id)).toEqual({ secret: null, previous_secret: null });
  await expect(client.rotateSecret(made, call)).rejects.toMatchObject({ code: 'invalid_parameter' });
  const again = await client.updateSavedSearch(changesOf(made, { webhook: { url: WEBHOOK_URL } }), call);
  expect(again.secret).toMatch(WEBHOOK_SECRET);
  expect(again.secret).not.toBe(made.secret);
});

it('overlap for a day after a rotation', async () => {
  const { client, pool } = running;
  const made = await create(client, { webhookUrl: WEBHOOK_URL });
  const box = new SecretBox({ current: TEST_SECRET });
  const { secret, savedSearch } = await client.rotateSecret(made, call);
  const hours = (savedSearch!.webhook!.previousSecretUntil!.getTime() - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  const sealed = await sealedOf(made.id);
  expect(box.open(sealed.secret!, made.id)).toBe(secret);
  expect(box.open(sealed.previous_secret!, made.id)).toBe(made.secret);
  await pool.query(
    'UPDATE notifier.saved_search SET previous_secret_until = now() WHERE saved_search_id = $1',
    [made.id],
  );
  expect((await client.getSavedSearch(made, call)).webhook!.previousSecretUntil).toBeUndefined();
  await waitFor(async () => (await sealedOf(made.id)).previous_secret === null);
});

describe('repeating a rotation with its key', () => {
  const rotation = (made: { accountId: string; id: string }, more: object = {}) => ({
    ...made,
    idempotencyKey: 'rotation-key',
    credentialId: 'key-1',
    ...more,
  });

  it('returns the same secret for a day, also at the same time', async () => {
    const { client, pool } = running;
    const made = await create(client, { webhookUrl: WEBHOOK_URL });
    const [first, second] = await Promise.all([1, 2].map(() => client.rotateSecret(rotation(made), call)));
    expect(second!.secret).toBe(first!.secret);
    expect([first!.replayed, second!.replayed].sort()).toEqual([false, true]);
    const box = new SecretBox({ current: TEST_SECRET });
    const sealed = await sealedOf(made.id);
    expect(box.open(sealed.secret!, made.id)).toBe(first!.secret);
    // The receiver's secret from before still signs.
    expect(box.open(sealed.previous_secret!, made.id)).toBe(made.secret);
    await pool.query(`UPDATE notifier.secret_rotation SET rotated_at = now() - interval '24 hours'`);
    const later = await client.rotateSecret(rotation(made), call);
    expect([later.replayed, later.secret === first!.secret]).toEqual([false, false]);
  });

  it('rotates for another account, credential, or key', async () => {
    const { client } = running;
    const [made, ofAnother] = [
      await create(client, { webhookUrl: WEBHOOK_URL }),
      await create(client, { webhookUrl: WEBHOOK_URL }),
    ];
    expect(ofAnother.accountId).not.toBe(made.accountId);
    const answers = [
      await client.rotateSecret(rotation(made), call),
      await client.rotateSecret(rotation(ofAnother), call),
      await client.rotateSecret(rotation(made, { credentialId: 'key-2' }), call),
      await client.rotateSecret(rotation(made, { idempotencyKey: 'another-key' }), call),
    ];
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, false, false, false]);
    expect(new Set(answers.map(({ secret }) => secret)).size).toBe(4);
  });

  it('is a conflict once its secret was replaced, and changes nothing', async () => {
    const { client } = running;
    const made = await create(client, { webhookUrl: WEBHOOK_URL });
    await client.rotateSecret(rotation(made), call);
    const { secret } = await client.rotateSecret(made, call);
    const conflict = { code: 'idempotency_conflict' };
    await expect(client.rotateSecret(rotation(made), call)).rejects.toMatchObject(conflict);
    const box = new SecretBox({ current: TEST_SECRET });
    expect(box.open((await sealedOf(made.id)).secret!, made.id)).toBe(secret);
    for (const url of [undefined, WEBHOOK_URL])
      await client.updateSavedSearch(changesOf(made, { webhook: { url } }), call);
    await expect(client.rotateSecret(rotation(made), call)).rejects.toMatchObject(conflict);
  });

  it('is a conflict for another saved search, also at the same time', async () => {
    const { client } = running;
    const made = await create(client, { webhookUrl: WEBHOOK_URL });
    const other = await create(client, { webhookUrl: WEBHOOK_URL, accountId: made.accountId });
    const outcomes = await Promise.allSettled(
      [made, other].map((search) => client.rotateSecret(rotation(search), call)),
    );
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.map(({ reason }) => (reason as { code: string }).code)).toEqual(['idempotency_conflict']);
  });

  it('keeps the newest hundred keys', async () => {
    const { client, pool } = running;
    const made = await create(client, { webhookUrl: WEBHOOK_URL });
    for (let number = 0; number < 102; number += 1)
      await client.rotateSecret(rotation(made, { idempotencyKey: `rotation-${number}` }), call);
    const { rows } = await pool.query(
      'SELECT idempotency_key FROM notifier.secret_rotation WHERE saved_search_id = $1 ORDER BY rotated_at',
      [made.id],
    );
    expect([rows.length, rows[0]]).toEqual([100, { idempotency_key: 'key-1:rotation-2' }]);
  });

  it('refuses a malformed key', async () => {
    const { client } = running;
    const made = await create(client, { webhookUrl: WEBHOOK_URL });
    await expect(
      client.rotateSecret(rotation(made, { idempotencyKey: 'short' }), call),
    ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter: 'idempotency_key' }] });
  });
});

it('are re-encrypted on a start with another key, and need the previous one only until then', async () => {
  const { client, database } = running;
  const made = await create(client, { webhookUrl: WEBHOOK_URL });
  await client.rotateSecret(made, call);
  const next = 'the next key of the tests, long enough';
  const startWith = async (variables: NodeJS.ProcessEnv) => {
    const service = createNotifierService(
      loadConfig(notifierVariables(database, { ...variables, LOG_LEVEL: 'fatal' })),
    );
    await service.start().finally(() => service.destroy());
  };
  const before = await sealedOf(made.id);
  await startWith({ WEBHOOK_ENCRYPTION_SECRET: next, WEBHOOK_ENCRYPTION_SECRET_PREVIOUS: TEST_SECRET });
  const after = await sealedOf(made.id);
  const [old, box] = [new SecretBox({ current: TEST_SECRET }), new SecretBox({ current: next })];
  expect(box.open(after.secret!, made.id)).toBe(old.open(before.secret!, made.id));
  expect(box.open(after.previous_secret!, made.id)).toBe(made.secret);
  await expect(startWith({ WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET })).rejects.toThrow(
    'WEBHOOK_ENCRYPTION_SECRET',
  );
});
