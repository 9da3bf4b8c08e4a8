import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { withKey } from './support/gateway';
import { RealLedger } from './support/real-ledger';

const FREE = [
  '/suggest?kind=company&prefix=acme',
  '/companies/identify?name=acme',
  '/filter-options',
  '/usage',
  '/usage/receipts',
];
const CAP = 2n;

const ledger = startBeforeAll(() => RealLedger.start());
const gateway = startBeforeAll(() => ledger.startGateway());

function newKey(monthlyCapRecords?: bigint) {
  const accountId = randomUUID();
  const key = gateway.backend.addKey({ accountId, credentialId: randomUUID(), monthlyCapRecords });
  return async (path: string) => {
    const { status, headers } = await gateway.get(path, withKey(key));
    return [status, headers.get('x-records-consumed'), headers.get('x-records-remaining')];
  };
}

it.each(FREE)('%s reports what the key can still pay for', async (path) => {
  for (const [get, left] of [
    [newKey(), '100'],
    [newKey(CAP), '2'],
  ] as const) {
    // Omitted while the ledger is slow.
    const response = await waitFor(async () => {
      const [status, consumed, remaining] = await get(path);
      return remaining !== null && [status, consumed, remaining];
    });
    expect(response).toEqual([200, '0', left]);
  }
});

it('reports what the last charge left, and what is left of a cap', async () => {
  for (const [monthlyCapRecords, left] of [
    [undefined, 99],
    [CAP, 1],
  ] as const) {
    const get = newKey(monthlyCapRecords);
    await get('/filter-options');
    expect(await get('/companies/acme-robotics')).toEqual([200, '1', String(left)]);
    for (const path of FREE) expect([path, await get(path)]).toEqual([path, [200, '0', String(left)]]);
  }
});

it('omits the figure while the ledger is down', async () => {
  const get = newKey();
  await ledger.whileDown(async () => {
    for (const path of FREE.filter((each) => !each.startsWith('/usage')))
      expect([path, await get(path)]).toEqual([path, [200, '0', null]]);
  });
});
