import { ledger } from '@heliograph/proto';
import { createRpcClient } from '@heliograph/runtime';
import { startBeforeAll, testCredentials } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { call } from './support/metering';
import { chargeOf, startWithLedger } from './support/with-ledger';

const running = startBeforeAll(startWithLedger);
beforeAll(async () => {
  const dashboard = createRpcClient(ledger.LedgerServiceService, {
    address: running.ledgerAddress,
    caller: 'dashboard',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
  const request = {
    accountId: 'account-1',
    credentialId: 'session-1',
    mode: ledger.Mode.KEYWORD,
    requestId: 'request-1',
    isUnlimited: false,
    checkOnly: false,
    freeOnly: false,
    searchId: '',
    pageId: '',
    records: 0,
  };
  const search = { ...request, operation: 'searchActivities', isSearch: true };
  const eventId = randomUUID();
  await dashboard.recordWebRequest({ ...search, eventId }, call);
  await dashboard.recordWebRequest({ ...search, eventId }, call);
  await dashboard.recordWebRequest(
    { ...request, eventId: randomUUID(), operation: 'browseActivities', isSearch: false },
    call,
  );
  await dashboard.close();
  await running.ledger.charge(chargeOf(), call);
});

it("counts the web view's requests by session and operation, and agrees with the ledger", async () => {
  expect(await running.client.reconcile({ month: '', waitSeconds: 10 }, call)).toMatchObject({
    caughtUp: true,
    differences: [],
    ledger: { requests: 3n, records: 3n },
    metering: { requests: 3n, records: 3n },
  });
  const { days } = await running.client.getUsageHistory({ accountId: 'account-1', month: '' }, call);
  expect(
    days.map(({ credentialId, channel, operation, requests, records }) =>
      [credentialId, channel, operation, requests, records].join(' '),
    ),
  ).toEqual([
    'credential-1 api searchSignals 1 3',
    'session-1 web browseActivities 1 0',
    'session-1 web searchActivities 1 0',
  ]);
});
