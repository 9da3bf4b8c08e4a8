import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

const expected = {
  month: '2026-11',
  requests: 3,
  records: 51,
  byOperation: [{ operation: 'searchSignals', requests: 3, records: 51 }],
  allowances: {
    api: { granted: 100, used: 51, remaining: 49 },
    cli: { granted: 500, used: 0, remaining: 500 },
    web: { granted: 10, used: 2, remaining: 8 },
  },
  balance: { currency: 'USD', amount: '9.750', records: 1_950 },
  subscription: null,
};

it('tells the month, the allowances and the balance', async () => {
  const response = await gateway.get('/usage');
  expect(await response.json()).toEqual({ data: expected });
  expect(response.headers.get('x-records-remaining')).toBe('1999');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('asks for the account of the key', async () => {
  const asked: unknown[] = [];
  const { getUsage } = gateway.backend.ledger;
  gateway.backend.ledger.getUsage = (request) => {
    asked.push(request);
    return getUsage(request);
  };
  await gateway.get('/usage', withKey(gateway.backend.addKey({ accountId: 'account-x' })));
  expect(asked).toEqual([{ accountId: 'account-x', month: '' }]);
});

it('tells a subscription', async () => {
  const { getUsage } = gateway.backend.ledger;
  gateway.backend.ledger.getUsage = async (request) => ({
    ...(await getUsage(request)),
    subscription: {
      periodStartMs: BigInt(Date.UTC(2026, 10, 1)),
      periodEndMs: BigInt(Date.UTC(2026, 11, 1)),
      cli: { granted: 5_000n, used: 10n, remaining: 4_990n },
    },
  });
  const { data } = (await (await gateway.get('/usage')).json()) as { data: { subscription: unknown } };
  expect(data.subscription).toEqual({
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
    cli: { granted: 5_000, used: 10, remaining: 4_990 },
  });
});

it('takes no parameters', async () => {
  expect((await problemFrom(await gateway.get('/usage?month=2026-10'))).code).toBe('unknown_parameter');
});
