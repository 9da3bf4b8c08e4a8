import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { MAXIMUM_BODY_BYTES } from '../src/domain/stored-response';
import { responseOf, beginOf, call, chargeOf, fingerprintOf, startTestLedger } from './support/ledger';

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());

/** Completes a request under a key. */
async function complete(begin: ledger.BeginRequest, body: string | Buffer): Promise<void> {
  const { outcome, claim } = await running.client.begin(begin, call);
  expect(outcome).toBe(NEW);
  const { credentialId, idempotencyKey } = begin;
  await running.client.charge(
    chargeOf({
      accountId: `account-of-${credentialId}`,
      credentialId,
      records: 1,
      idempotency: { idempotencyKey, claim, response: responseOf(body) },
    }),
    call,
  );
}

it('claims an unused key', async () => {
  const { outcome, claim } = await running.client.begin(beginOf({ idempotencyKey: 'key-unused' }), call);
  expect(outcome).toBe(NEW);
  expect(claim).toMatch(/^[0-9a-f-]{36}$/);
});

it('reports that the same request is running, and when the key is free at the latest', async () => {
  const begin = beginOf({ idempotencyKey: 'key-running' });
  await running.client.begin(begin, call);
  for (const client of [running.client, peer]) {
    const again = await client.begin(begin, call);
    expect(again).toMatchObject({ outcome: IN_PROGRESS, claim: '' });
    expect(again.retryAfterSeconds).toBeGreaterThan(25);
    expect(again.retryAfterSeconds).toBeLessThanOrEqual(30);
  }
});

it('refuses another request with the key, while the first is running and when it is done', async () => {
  const begin = beginOf({ idempotencyKey: 'key-conflict' });
  const other = { ...begin, fingerprint: fingerprintOf('GET /signals?q=b') };
  const { claim } = await running.client.begin(begin, call);
  expect(await peer.begin(other, call)).toMatchObject({ outcome: CONFLICT });
  await running.client.release({ ...begin, claim }, call);
  await complete(begin, 'done');
  expect(await peer.begin(other, call)).toMatchObject({ outcome: CONFLICT });
  expect(await peer.begin(begin, call)).toMatchObject({ outcome: REPLAY });
});

it('replays the response byte for byte, large or small, at another process, repeatedly', async () => {
  const text = JSON.stringify({
    data: { items: Array.from({ length: 2_000 }, (_, id) => ({ id, title: 'Größe' })) },
  });
  const noise = Buffer.from(Array.from({ length: 9_000 }, (_, index) => (index * 7919) % 256));
  const bodies = [
    Buffer.alloc(0),
    Buffer.from('{}'),
    Buffer.from(text),
    noise,
    Buffer.alloc(1024 * 1024, 'x'),
    // As large as a response may be, and incompressible.
    randomBytes(MAXIMUM_BODY_BYTES),
  ];
  for (const [index, body] of bodies.entries()) {
    const begin = beginOf({ idempotencyKey: `key-replay-${index}` });
    await complete(begin, body);
    for (const client of [peer, running.client, peer]) {
      const { outcome, response } = await client.begin(begin, call);
      expect(outcome).toBe(REPLAY);
      expect(response?.status).toBe(200);
      expect(response?.contentType).toBe('application/json');
      expect(response?.body.equals(body)).toBe(true);
    }
  }
});

it('reports with a replay what the credential can currently pay for', async () => {
  const begin = beginOf({ idempotencyKey: 'key-remaining', credentialId: 'credential-r' });
  await complete(begin, '{}');
  await running.client.charge(chargeOf({ accountId: 'account-of-credential-r', records: 20 }), call);
  expect((await running.client.begin(begin, call)).remainingRecords).toBe(79n);
});

it('separates keys of different credentials', async () => {
  const begin = beginOf({ idempotencyKey: 'key-shared' });
  const other = { ...begin, credentialId: 'credential-2' };
  await complete(begin, 'mine');
  await complete(other, 'yours');
  // Alone and in one batch.
  for (const wanted of [[begin], [other], [begin, other]]) {
    const responses = await Promise.all(wanted.map((each) => running.client.begin(each, call)));
    expect(responses.map(({ outcome, response }) => [outcome, response?.body.toString()])).toEqual(
      wanted.map((each) => [REPLAY, each === begin ? 'mine' : 'yours']),
    );
  }
});

it('claims a key for one of many concurrent requests, at two processes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const begin = beginOf({ idempotencyKey: `key-race-${round}` });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? peer : running.client).begin(begin, call)),
    );
    expect(outcomes.filter(({ outcome }) => outcome === NEW)).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === IN_PROGRESS)).toHaveLength(39);
  }
});

it('claims many keys at once', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      running.client.begin(
        beginOf({ idempotencyKey: `key-many-${index}`, credentialId: `c-${index % 9}` }),
        call,
      ),
    ),
  );
  expect(outcomes.every(({ outcome }) => outcome === NEW)).toBe(true);
  expect(new Set(outcomes.map(({ claim }) => claim)).size).toBe(300);
});

it('refuses invalid values, reporting all issues at once', async () => {
  await expect(
    running.client.begin(
      {
        credentialId: '',
        idempotencyKey: 'short',
        fingerprint: Buffer.alloc(31),
        monthlyCapRecords: 2n ** 63n,
        claim: '',
        replaySeconds: 86_401,
      },
      call,
    ),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: ['credential_id', 'idempotency_key', 'fingerprint', 'replay_seconds', 'monthly_cap_records'].map(
      (parameter) => ({ parameter }),
    ),
  });
});

it('returns the first outcome to a repeated claim, at any process, but not to other claims', async () => {
  const begin = beginOf({ idempotencyKey: 'key-sent-again', claim: '01890a5d-ac96-774b-bcce-b302099a8057' });
  for (const client of [running.client, peer, running.client]) {
    expect(await client.begin(begin, call)).toMatchObject({ outcome: NEW, claim: begin.claim });
  }
  expect(await peer.begin({ ...begin, claim: '' }, call)).toMatchObject({ outcome: IN_PROGRESS });
  await expect(peer.begin({ ...begin, claim: 'mine' }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'claim', message: 'must be a UUID in lower case' }],
  });
});
