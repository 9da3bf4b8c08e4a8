import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
  unbalancedAccounts,
  webRequestOf,
} from './support/ledger';

const running = startBeforeAll(startTestLedger);
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
  expect(await incompleteCharges(running.pool)).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  expect(await running.client.verifyLedger({ month, page: undefined }, call)).toMatchObject({
    differences: [],
  });
});

const RECORD_MICROS = 5_000n;
const credit = (accountId: string, records: bigint) =>
  running.client.credit({ accountId, micros: records * RECORD_MICROS, reference: '', reason: 'test' }, call);
const choose = (accountId: string, use: { cli?: boolean; web?: boolean }) =>
  running.client.setPrepaidUse({ accountId, cli: use.cli, web: use.web }, call);
const usageOf = (accountId: string) => running.client.getUsage({ accountId, month: '' }, call);
const cli = (accountId: string, records: number) =>
  running.client.charge(chargeOf({ accountId, channel: ledger.Channel.CLI, records }), call);

describe('the choice', () => {
  it('is off by default, and is reported and stored per option', async () => {
    const accountId = 'account-choice';
    expect((await usageOf(accountId)).prepaidUse).toEqual({ cli: false, web: false });
    expect(await choose(accountId, { cli: true })).toEqual({ cli: true, web: false });
    expect(await choose(accountId, { web: true })).toEqual({ cli: true, web: true });
    expect(await choose(accountId, {})).toEqual({ cli: true, web: true });
    expect(await choose(accountId, { cli: false })).toEqual({ cli: false, web: true });
    expect((await usageOf(accountId)).prepaidUse).toEqual({ cli: false, web: true });
  });

  it('requires an account', async () => {
    await expect(choose(' ', { cli: true })).rejects.toMatchObject({ issues: [{ parameter: 'account_id' }] });
  });
});

describe('the command line', () => {
  it('never uses the balance without consent', async () => {
    const accountId = 'account-unasked';
    await credit(accountId, 2_000n);
    await cli(accountId, 500);
    await expect(cli(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_records' });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(10_000_000);
  });

  it('uses its records first, then the balance, and reports what both pay for', async () => {
    const accountId = 'account-cli';
    await credit(accountId, 100n);
    await choose(accountId, { cli: true });
    expect((await cli(accountId, 0)).remainingRecords).toBe(600n);
    expect((await cli(accountId, 480)).remainingRecords).toBe(120n);
    const event = chargeOf({ accountId, channel: ledger.Channel.CLI, records: 50 });
    expect((await running.client.charge(event, call)).remainingRecords).toBe(70n);
    expect(await fundsOf(running.pool, accountId)).toEqual({
      api: 100,
      cli: 0,
      subscription: 0,
      micros: 350_000,
    });
    expect(
      await rowsOf(
        running.pool,
        `SELECT allowance_records::int AS allowance, prepaid_records AS prepaid, prepaid_micros::int AS micros
         FROM ledger.pending_usage_event WHERE event_id = $1`,
        [event.eventId],
      ),
    ).toEqual([{ allowance: 20, prepaid: 30, micros: 150_000 }]);
    await expect(cli(accountId, 71)).rejects.toMatchObject({ code: 'insufficient_records' });
    expect((await cli(accountId, 70)).remainingRecords).toBe(0n);
    await choose(accountId, { cli: false });
    await credit(accountId, 100n);
    await expect(cli(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_records' });
  });

  it("uses a subscription's records first, and keeps the one-time ones", async () => {
    const accountId = 'account-subscribed';
    await credit(accountId, 10n);
    await choose(accountId, { cli: true });
    const periodEnd = new Date(Date.now() + 3_600_000);
    await running.client.startSubscription({ accountId, cliRecords: 20n, periodEnd }, call);
    expect((await cli(accountId, 25)).remainingRecords).toBe(5n);
    expect(await fundsOf(running.pool, accountId)).toEqual({
      api: 100,
      cli: 500,
      subscription: 0,
      micros: 25_000,
    });
  });

  it('is never overdrawn together with API keys that spend the same balance, at two processes', async () => {
    const accountId = 'account-both';
    const peer = await running.startPeer();
    await credit(accountId, 50n);
    await choose(accountId, { cli: true });
    await cli(accountId, 500);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        (index % 3 ? peer : running.client).charge(
          chargeOf({ accountId, records: 5, ...(index % 2 && { channel: ledger.Channel.CLI }) }),
          call,
        ),
      ),
    );
    // 100 free API records and 50 from the balance; the command line has only the balance.
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(taken).toBeLessThanOrEqual(30);
    expect(await fundsOf(running.pool, accountId)).toEqual({ api: 0, cli: 0, subscription: 0, micros: 0 });
  });

  it('gets the money back through a reversal', async () => {
    const accountId = 'account-reversed';
    await credit(accountId, 10n);
    await choose(accountId, { cli: true });
    await cli(accountId, 495);
    const event = chargeOf({ accountId, channel: ledger.Channel.CLI, records: 10 });
    await running.client.charge(event, call);
    await running.client.reverseEntry({ entryId: event.eventId, reason: 'test' }, call);
    expect(await fundsOf(running.pool, accountId)).toMatchObject({ cli: 5, micros: 50_000 });
  });

  it('receives both funds in a replay, too', async () => {
    const accountId = 'account-replay';
    await credit(accountId, 10n);
    await choose(accountId, { cli: true });
    const { claim } = await running.client.begin(beginOf({ credentialId: 'session-replay' }), call);
    const idempotency = { idempotencyKey: 'key-00000001', claim, response: responseOf('{}') };
    await running.client.charge(
      chargeOf({
        accountId,
        credentialId: 'session-replay',
        channel: ledger.Channel.CLI,
        records: 10,
        idempotency,
      }),
      call,
    );
    const replay = await running.client.begin(beginOf({ credentialId: 'session-replay' }), call);
    expect(replay.remainingRecords).toBe(500n);
  });
});

describe('web view searches', () => {
  const used = async (accountId: string) => {
    for (let search = 0; search < 10; search += 1)
      await running.client.recordWebRequest(webRequestOf({ accountId }), call);
  };
  /** A page of a search, as the dashboard sends it. */
  const pageOf = (
    accountId: string,
    searchId: string,
    changes: Partial<ledger.RecordWebRequestRequest> = {},
  ) =>
    webRequestOf({ accountId, eventId: searchId, searchId, pageId: randomUUID(), records: 20, ...changes });
  const send = (request: ledger.RecordWebRequestRequest) => running.client.recordWebRequest(request, call);

  it('beyond the monthly limit are refused unless chosen, however large the balance', async () => {
    const accountId = 'account-web-unasked';
    await credit(accountId, 1_000n);
    await used(accountId);
    await expect(send(pageOf(accountId, randomUUID()))).rejects.toMatchObject({
      code: 'insufficient_records',
    });
  });

  it('are free while free ones are left', async () => {
    const accountId = 'account-web-free';
    await credit(accountId, 100n);
    await choose(accountId, { web: true });
    const searchId = randomUUID();
    expect(await send(pageOf(accountId, searchId))).toMatchObject({ paidRecords: 0, web: { used: 1n } });
    // A later page of a free search is free, even after all free searches are used up.
    await used(accountId).catch(() => undefined);
    const later = pageOf(accountId, searchId, { eventId: randomUUID(), isSearch: false });
    expect(await send(later)).toMatchObject({ paidRecords: 0 });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(500_000);
  });

  it('charge the records of their pages, each page once, and are recorded', async () => {
    const accountId = 'account-web-paid';
    await credit(accountId, 100n);
    await choose(accountId, { web: true });
    await used(accountId);
    const searchId = randomUUID();
    const first = pageOf(accountId, searchId);
    expect(await send(first)).toMatchObject({ paidRecords: 20, balanceRecords: 80n, web: { used: 11n } });
    await Promise.all(Array.from({ length: 8 }, () => send(first)));
    const later = pageOf(accountId, searchId, {
      eventId: randomUUID(),
      isSearch: false,
      operation: 'browseActivities',
      records: 7,
    });
    expect(await send(later)).toMatchObject({ paidRecords: 7, web: { used: 11n } });
    expect(await send(later)).toMatchObject({ paidRecords: 7 });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(365_000);
    const { totals } = await running.client.listChargeTotals(
      { month: new Date().toISOString().slice(0, 7), afterAccountId: '', accountIds: [accountId] },
      call,
    );
    expect(
      totals.map(({ channel, records, prepaidRecords, prepaidMicros }) => [
        channel,
        records,
        prepaidRecords,
        prepaidMicros,
      ]),
    ).toEqual([
      ['web', 7n, 7n, 35_000n],
      ['web', 20n, 20n, 100_000n],
    ]);
  });

  it('charge only users who agreed to pay; for others only free requests are recorded', async () => {
    const accountId = 'account-web-agreed';
    await credit(accountId, 100n);
    await choose(accountId, { web: true });
    const unasked = (request: ledger.RecordWebRequestRequest) => send({ ...request, freeOnly: true });
    const free = pageOf(accountId, randomUUID());
    expect(await unasked(free)).toMatchObject({ paidRecords: 0, web: { used: 1n } });
    for (let search = 1; search < 10; search += 1) await send(webRequestOf({ accountId }));
    const refusal = {
      code: 'insufficient_records',
      publicText: expect.stringContaining('not free') as string,
    };
    const page = pageOf(accountId, randomUUID());
    await expect(unasked({ ...page, checkOnly: true })).rejects.toMatchObject(refusal);
    await expect(unasked(page)).rejects.toMatchObject(refusal);
    expect((await usageOf(accountId)).web).toMatchObject({ used: 10n });
    expect(await send(page)).toMatchObject({ paidRecords: 20 });
    // A user who did not agree opens the paid page, and another page of the free search; then one that costs.
    const further = (of: typeof page) => ({
      ...of,
      eventId: randomUUID(),
      pageId: randomUUID(),
      isSearch: false,
    });
    for (const request of [{ ...page, requestId: 'request-2' }, further(free)])
      expect(await unasked(request)).toMatchObject({ paidRecords: 0 });
    await expect(unasked(further(page))).rejects.toMatchObject(refusal);
    expect(await unasked({ ...further(page), records: 0 })).toMatchObject({ paidRecords: 0 });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(400_000);
  });

  it('that were paid for continue only while the account allows it', async () => {
    const accountId = 'account-web-choice-ends';
    await credit(accountId, 100n);
    await choose(accountId, { web: true });
    await used(accountId);
    const searchId = randomUUID();
    await send(pageOf(accountId, searchId));
    await choose(accountId, { web: false });
    const later = pageOf(accountId, searchId, { eventId: randomUUID(), isSearch: false });
    await expect(send(later)).rejects.toMatchObject({ code: 'insufficient_records' });
    await expect(send({ ...later, isSearch: true, checkOnly: true })).rejects.toMatchObject({
      code: 'insufficient_records',
    });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(400_000);
  });

  it('that began in another month count in this one when they continue', async () => {
    const accountId = 'account-web-month';
    const goingOn = () => pageOf(accountId, randomUUID(), { eventId: randomUUID(), isSearch: false });
    const first = goingOn();
    expect(await send(first)).toMatchObject({ paidRecords: 0, web: { used: 1n } });
    // Its further pages belong to the same search.
    const next = { ...first, eventId: randomUUID(), pageId: randomUUID() };
    expect(await send(next)).toMatchObject({ paidRecords: 0, web: { used: 1n } });
    for (let search = 1; search < 10; search += 1) await send(goingOn());
    await expect(send(goingOn())).rejects.toMatchObject({ code: 'insufficient_records' });
  });

  it('charge nothing when a paid page is opened again', async () => {
    const accountId = 'account-web-again';
    await credit(accountId, 100n);
    await choose(accountId, { web: true });
    await used(accountId);
    const page = pageOf(accountId, randomUUID());
    expect(await send(page)).toMatchObject({ paidRecords: 20 });
    expect(await send({ ...page, requestId: 'request-2' })).toMatchObject({ paidRecords: 0 });
  });

  it('are refused when the balance is too low for the page, and nothing is counted', async () => {
    const accountId = 'account-web-poor';
    await credit(accountId, 19n);
    await choose(accountId, { web: true });
    await used(accountId);
    await expect(send(pageOf(accountId, randomUUID()))).rejects.toMatchObject({
      code: 'insufficient_records',
      publicText: expect.stringContaining('20 records') as string,
    });
    expect((await usageOf(accountId)).web).toMatchObject({ used: 10n });
    expect((await fundsOf(running.pool, accountId)).micros).toBe(95_000);
  });

  it('when concurrent, are ten free ones and the rest paid, never beyond the balance', async () => {
    const accountId = 'account-web-storm';
    const peer = await running.startPeer();
    await credit(accountId, 60n);
    await choose(accountId, { web: true });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? peer : running.client).recordWebRequest(pageOf(accountId, randomUUID()), call),
      ),
    );
    const paid = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.paidRecords] : []));
    expect(paid.filter((records) => records === 0)).toHaveLength(10);
    expect(paid.filter((records) => records === 20)).toHaveLength(3);
    expect((await fundsOf(running.pool, accountId)).micros).toBe(0);
  });
});
