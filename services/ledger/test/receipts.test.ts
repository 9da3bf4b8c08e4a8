import { ledger } from '@heliograph/proto';
import { generateCallerKey } from '@heliograph/runtime';
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  richAccount,
  startTestLedger,
  webRequestOf,
  type LedgerClient,
  type TestLedger,
} from './support/ledger';

let running: TestLedger;
let peer: LedgerClient;
beforeAll(async () => {
  const keys = [generateCallerKey(), generateCallerKey()];
  running = await startTestLedger({ BATCHER_SHARDS: '2', STATEMENT_KEYS: keys.join(',') });
  peer = await running.startPeer();
});
afterAll(() => running.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const month = async (accountId: string) =>
  (await running.client.getUsage({ accountId, month: '' }, call)).month;
const linksOf = async (accountId: string, afterSequence = 0n, limit = 500) =>
  (await running.client.listReceipts({ accountId, month: '', afterSequence, limit }, call)).links;

/** RFC 8785 for a flat object of ASCII strings, integers, and null, reimplemented from the contract alone. */
function hashOf(accountId: string, link: ledger.Link): string {
  const members: Record<string, unknown> = {
    ...link,
    accountId,
    mode: link.mode ?? null,
    answerSha256: link.answerSha256 ?? null,
    sequence: Number(link.sequence),
    amountMicros: Number(link.amountMicros),
  };
  const names = Object.keys(members).sort();
  expect(names).toHaveLength(11);
  return sha256(
    `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(members[name])}`).join(',')}}`,
  ).toString('hex');
}

/** An account's receipts, after checking the order and hashes of all its links. */
async function chainOf(accountId: string): Promise<string[]> {
  let previous = '0'.repeat(64);
  let at = '';
  const receipts = [];
  for (const [index, link] of (await linksOf(accountId)).entries()) {
    expect(link).toMatchObject({ sequence: BigInt(index + 1), previous });
    expect(link.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(link.at >= at).toBe(true);
    at = link.at;
    previous = hashOf(accountId, link);
    receipts.push(`${link.sequence}.${previous}`);
  }
  return receipts;
}

async function statementOf(accountId: string): Promise<Record<string, unknown>> {
  const request = { accountId, month: await month(accountId) };
  const { statement } = await running.client.getStatement(request, call);
  const [header, payload, signature] = statement.split('.') as [string, string, string];
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  const { keys } = JSON.parse((await running.client.listStatementKeys({}, call)).jwks) as {
    keys: (Record<string, string> & { kid: string })[];
  };
  expect(keys).toHaveLength(2);
  expect([alg, kid]).toEqual(['EdDSA', keys[0]!.kid]);
  const key = createPublicKey({ key: keys[0]!, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify(null, signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

/** Changes an entry, like anyone with write access to the tables. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await running.pool.connect();
  try {
    await client.query('ALTER TABLE ledger.entry DISABLE TRIGGER entry_is_append_only');
    await client.query(sql, values);
    await client.query('ALTER TABLE ledger.entry ENABLE TRIGGER entry_is_append_only');
  } finally {
    client.release();
  }
}

it('responds to a charge with the hash of its link, which states the charge', async () => {
  const accountId = await richAccount(running);
  const answerSha256 = sha256('{"data":{}}');
  const first = chargeOf({ accountId, records: 110, answerSha256, requestId: 'a"b\\c~!' });
  const second = chargeOf({ accountId, records: 0, mode: ledger.Mode.UNSPECIFIED, operation: 'getCompany' });
  const receipts = [];
  for (const charge of [first, second]) receipts.push((await running.client.charge(charge, call)).receipt);
  expect(await chainOf(accountId)).toEqual(receipts);
  expect(await linksOf(accountId)).toEqual([
    {
      sequence: 1n,
      eventId: first.eventId,
      at: expect.any(String) as string,
      operation: 'searchSignals',
      mode: 'keyword',
      records: 110,
      // The one-time 100 cost nothing.
      amountMicros: 50_000n,
      requestId: 'a"b\\c~!',
      answerSha256: answerSha256.toString('hex'),
      previous: '0'.repeat(64),
    },
    expect.objectContaining({ mode: undefined, answerSha256: undefined, records: 0, amountMicros: 0n }),
  ]);
});

it('forms one chain without gaps from concurrent charges, of all kinds and processes', async () => {
  const accountId = await richAccount(running);
  const other = await richAccount(running);
  const responses = await Promise.all(
    Array.from({ length: 120 }, async (_, n) => {
      const client = n % 2 === 0 ? running.client : peer;
      const charge = chargeOf({ accountId: n % 5 === 0 ? other : accountId, records: n % 4 });
      if (n % 3 === 0) return client.charge(charge, call);
      if (n % 3 === 1) {
        return client.chargeWithinBudget({ charge, budget: { id: 'run', records: 1_000 } }, call);
      }
      const capped = n % 2 === 0 ? charge : { ...charge, credentialId: 'capped', monthlyCapRecords: 2n };
      return client
        .chargeSignals({ charge: capped, signalIds: [String(1 + (n % 50)), '60'] }, call)
        .catch(() => undefined);
    }),
  );
  const chains = [...(await chainOf(accountId)), ...(await chainOf(other))];
  expect(chains.sort()).toEqual(responses.flatMap((response) => response?.receipt ?? []).sort());
});

it('returns the first receipt to a repeated charge and a replay', async () => {
  const accountId = await richAccount(running);
  const key = beginOf({ idempotencyKey: `key-${randomUUID()}` });
  const { claim } = await running.client.begin(key, call);
  const idempotency = { idempotencyKey: key.idempotencyKey, claim, response: responseOf('{}') };
  const charge = chargeOf({ accountId, idempotency });
  const { receipt } = await running.client.charge(charge, call);
  await running.client.charge(chargeOf({ accountId }), call);
  expect((await peer.charge(charge, call)).receipt).toBe(receipt);
  expect((await running.client.begin(key, call)).receipt).toBe(receipt);
  expect((await chainOf(accountId))[0]).toBe(receipt);
});

it("keeps a voided charge's link, and adds one for the void", async () => {
  const accountId = await richAccount(running);
  const charges = [120, 30, 7].map((records) => chargeOf({ accountId, records, requestId: `of-${records}` }));
  for (const charge of charges) await running.client.charge(charge, call);
  await running.client.voidCharge(charges[0]!, call);
  await running.client.voidCharge(charges[0]!, call);
  await running.client.reverseEntry({ entryId: charges[1]!.eventId, reason: 'a test' }, call);
  await running.client.voidCharge(chargeOf({ accountId }), call);
  expect(await chainOf(accountId)).toHaveLength(5);
  expect((await linksOf(accountId)).slice(3)).toMatchObject([
    { operation: 'voidCharge', records: -120, amountMicros: -100_000n, requestId: 'of-120', mode: 'keyword' },
    { operation: 'reverseCharge', records: 0, amountMicros: -150_000n, requestId: 'of-30' },
  ]);
  expect(await statementOf(accountId)).toMatchObject({
    totals: { requests: 2, records: 37, amountMicros: 35_000 },
  });
  const { requests, records } = await running.client.getUsage({ accountId, month: '' }, call);
  expect([requests, records]).toEqual([2n, 37n]);
});

it('covers the web view, which metering counts, too', async () => {
  const accountId = await richAccount(running);
  await running.client.recordWebRequest(webRequestOf({ accountId }), call);
  expect(await chainOf(accountId)).toHaveLength(1);
  expect(await linksOf(accountId)).toMatchObject([
    { operation: 'searchActivities', records: 0, answerSha256: undefined },
  ]);
});

it('pages by sequence, and lists each month separately', async () => {
  const accountId = await richAccount(running);
  for (let n = 0; n < 5; n += 1) await running.client.charge(chargeOf({ accountId, records: 1 }), call);
  await tamper(
    `UPDATE ledger.entry SET receipt_at = receipt_at - interval '2 months', created_at = created_at - interval '2 months'
     WHERE account_id = $1 AND receipt_sequence <= 2`,
    [accountId],
  );
  const before = new Date();
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - 2);
  const old = before.toISOString().slice(0, 7);
  const list = (more: Partial<ledger.ListReceiptsRequest>) =>
    running.client.listReceipts({ accountId, month: '', afterSequence: 0n, limit: 2, ...more }, call);
  const sequences = ({ links, more }: ledger.ListReceiptsResponse) => [
    links.map(({ sequence }) => Number(sequence)),
    more,
  ];
  expect(sequences(await list({}))).toEqual([[3, 4], true]);
  expect(sequences(await list({ afterSequence: 4n }))).toEqual([[5], false]);
  expect(sequences(await list({ month: old }))).toEqual([[1, 2], false]);
  const [, second] = (await list({ month: old })).links;
  expect((await list({})).links[0]!.previous).not.toBe(second!.previous);
});

it('returns what links took from the balance, for that account alone', async () => {
  const [accountId, other] = ['account-amounts', 'account-amounts-2'];
  await running.client.credit({ accountId, micros: 1_000_000n, reference: '', reason: '' }, call);
  for (const records of [100, 3, 0]) await running.client.charge(chargeOf({ accountId, records }), call);
  await running.client.charge(chargeOf({ accountId: other, records: 1 }), call);
  const amounts = async (owner: string, ...sequences: bigint[]) => {
    const found = await running.client.getReceiptAmounts({ accountId: owner, sequences }, call);
    return found.amounts.map(({ sequence, amountMicros }) => [Number(sequence), Number(amountMicros)]).sort();
  };
  expect(await amounts(accountId, 1n, 2n, 3n, 4n)).toEqual([
    [1, 0],
    [2, 15_000],
    [3, 0],
  ]);
  expect(await amounts(other, 1n, 2n)).toEqual([[1, 0]]);
  expect(await amounts(accountId)).toEqual([]);
  await expect(amounts(accountId, 2n ** 63n)).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(amounts(accountId, ...Array<bigint>(501).fill(1n))).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
});

it('states an account without charges', async () => {
  expect(await statementOf('account-unused')).toMatchObject({
    accountId: 'account-unused',
    totals: { requests: 0, records: 0, amountMicros: 0 },
    first: null,
    last: null,
  });
});

describe('when an entry is changed', () => {
  it.each([
    ['records', 'UPDATE ledger.entry SET records = records + 1, api_records = api_records - 1'],
    ['amount', 'UPDATE ledger.entry SET balance_micros = balance_micros + 5000'],
    ['answer', `UPDATE ledger.entry SET answer_sha256 = sha256('x')`],
    ['hash', `UPDATE ledger.entry SET receipt_hash = sha256('x')`],
    ['place', 'UPDATE ledger.entry SET receipt_sequence = 100'],
  ])('refuses to sign, and reports it: %s', async (_, sql) => {
    const accountId = await richAccount(running);
    for (let n = 0; n < 4; n += 1) await running.client.charge(chargeOf({ accountId, records: 60 }), call);
    expect(await statementOf(accountId)).toMatchObject({
      totals: { requests: 4, records: 240, amountMicros: 700_000 },
      first: { sequence: 1 },
      last: { sequence: 4 },
    });
    const verifyLedger = async () =>
      (
        await running.client.verifyLedger({ month: await month(accountId), page: undefined }, call)
      ).differences.filter(
        (difference) => difference.accountId === accountId && difference.field.startsWith('receipt'),
      );
    expect(await verifyLedger()).toEqual([]);
    // A change that keeps the constraints: other checks may cover the entry itself.
    await tamper('ALTER TABLE ledger.entry DROP CONSTRAINT IF EXISTS entry_is_whole', []);
    await tamper(`${sql} WHERE account_id = $1 AND receipt_sequence = 2`, [accountId]);
    const request = { accountId, month: await month(accountId) };
    await expect(running.client.getStatement(request, call)).rejects.toMatchObject({ code: 'internal' });
    expect(await verifyLedger()).not.toEqual([]);
  });

  it('reports a head that is not the last link', async () => {
    const accountId = await richAccount(running);
    await running.client.charge(chargeOf({ accountId }), call);
    await running.pool.query('UPDATE ledger.account SET receipt_sequence = 7 WHERE account_id = $1', [
      accountId,
    ]);
    const { differences } = await running.client.verifyLedger(
      { month: await month(accountId), page: undefined },
      call,
    );
    expect(differences).toContainEqual({
      accountId,
      field: 'receipts',
      detail: '',
      expected: 1n,
      actual: 7n,
    });
  });

  it('reports charges and voids without a link', async () => {
    const accountId = await richAccount(running);
    for (let n = 0; n < 2; n += 1) await running.client.charge(chargeOf({ accountId }), call);
    const last = chargeOf({ accountId });
    await running.client.charge(last, call);
    await running.client.voidCharge(last, call);
    // As if both had bypassed the chain, whose end is unchanged.
    await tamper(
      `WITH cut AS (
        UPDATE ledger.entry SET receipt_sequence = NULL, receipt_hash = NULL, receipt_at = NULL
        WHERE account_id = $1 AND receipt_sequence > 2
      )
      UPDATE ledger.account SET receipt_sequence = 2, receipt_hash = (
        SELECT receipt_hash FROM ledger.entry WHERE account_id = $1 AND receipt_sequence = 2
      ) WHERE account_id = $1`,
      [accountId],
    );
    const { differences } = await running.client.verifyLedger(
      { month: await month(accountId), page: undefined },
      call,
    );
    expect(differences.filter((difference) => difference.accountId === accountId)).toEqual([
      { accountId, field: 'without_receipt', detail: '', expected: 0n, actual: 2n },
    ]);
  });
});
