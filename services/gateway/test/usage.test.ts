import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const expected = {
  month: '2026-11',
  requests: 3,
  records: 51,
  byOperation: [{ operation: 'searchSignals', requests: 3, records: 51 }],
  days: [
    {
      date: '2026-11-03',
      requests: 2,
      records: 50,
      byOperation: [{ operation: 'searchSignals', requests: 2, records: 50 }],
    },
    {
      date: '2026-11-20',
      requests: 1,
      records: 1,
      byOperation: [{ operation: 'searchSignals', requests: 1, records: 1 }],
    },
  ],
  allowances: {
    api: { granted: 100, used: 51, remaining: 49 },
    cli: { granted: 500, used: 0, remaining: 500 },
    web: { granted: 10, used: 2, remaining: 8 },
  },
  balance: { currency: 'USD', amount: '9.750', records: 1_950 },
  subscription: null,
};

it('returns the month, the allowances, and the balance', async () => {
  const response = await gateway.get('/usage');
  expect(await response.json()).toEqual({ data: expected });
  expect(response.headers.get('x-records-remaining')).toBe('1999');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it("reports what a key's cap leaves, where that is less", async () => {
  const { ledger } = gateway.backend;
  const remaining = async (fields: { credentialId: string; monthlyCapRecords: bigint }) =>
    (await gateway.get('/usage', withKey(gateway.backend.addKey(fields)))).headers.get('x-records-remaining');
  ledger.taken.set('capped', 30);
  ledger.taken.set('another', 70);
  expect(await remaining({ credentialId: 'capped', monthlyCapRecords: 100n })).toBe('70');
  expect(await remaining({ credentialId: 'capped', monthlyCapRecords: 20n })).toBe('0');
  expect(await remaining({ credentialId: 'capped', monthlyCapRecords: 5_000n })).toBe('1999');
  expect(await remaining({ credentialId: 'unused', monthlyCapRecords: 100n })).toBe('100');
});

it("asks for the key's account", async () => {
  const asked: unknown[] = [];
  const { getUsage } = gateway.backend.ledger;
  gateway.backend.ledger.getUsage = (request) => {
    asked.push(request);
    return getUsage(request);
  };
  await gateway.get('/usage', withKey(gateway.backend.addKey({ accountId: 'account-x' })));
  expect(asked).toEqual([{ accountId: 'account-x', month: '' }]);
});

it('reports a subscription', async () => {
  const { getUsage } = gateway.backend.ledger;
  gateway.backend.ledger.getUsage = async (request) => ({
    ...(await getUsage(request)),
    subscription: {
      periodStart: new Date(Date.UTC(2026, 10, 1)),
      periodEnd: new Date(Date.UTC(2026, 11, 1)),
      cli: { granted: 5_000n, used: 10n, remaining: 4_990n },
    },
  });
  const { data } = (await (await gateway.get('/usage')).json()) as { data: { subscription: unknown } };
  expect(data.subscription).toEqual({
    periodStart: '2026-11-01T00:00:00.000Z',
    periodEnd: '2026-12-01T00:00:00.000Z',
    cli: { granted: 5_000, used: 10, remaining: 4_990 },
  });
  gateway.backend.ledger.getUsage = getUsage;
});

describe('a month', () => {
  /** The requests that ledger and metering received. */
  async function askedFor(path: string): Promise<unknown[]> {
    const asked: unknown[] = [];
    const { backend } = gateway;
    const [{ getUsage }, { getUsageHistory }] = [backend.ledger, backend];
    backend.ledger.getUsage = (request) => {
      asked.push(request);
      return getUsage(request);
    };
    backend.getUsageHistory = (request, call) => {
      asked.push(request);
      return getUsageHistory(request, call);
    };
    const key = backend.addKey({ accountId: 'account-x' });
    expect((await gateway.get(path, withKey(key))).status).toBe(200);
    Object.assign(backend.ledger, { getUsage });
    Object.assign(backend, { getUsageHistory });
    return asked;
  }

  it('is passed on', async () => {
    const asked = { accountId: 'account-x', month: '2026-10' };
    expect(await askedFor('/usage?month=2026-10')).toEqual([asked, asked]);
  });

  it('is the current one by default, even if empty', async () => {
    const asked = { accountId: 'account-x', month: '' };
    expect(await askedFor('/usage?month=')).toEqual([asked, asked]);
  });

  it('may be the current one', async () => {
    const month = new Date().toISOString().slice(0, 7);
    expect(await askedFor(`/usage?month=${month}`)).toHaveLength(2);
  });

  it.each([
    ['month=2026-13', 'must be a month, written YYYY-MM'],
    ['month=November', 'must be a month, written YYYY-MM'],
    ['month=9999-12', 'must not be in the future'],
  ])('is refused when invalid: %s', async (query, message) => {
    const problem = await problemFrom(await gateway.get(`/usage?${query}`));
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      errors: [{ parameter: 'month', message }],
    });
  });
});

describe('without metering', () => {
  const answered = async () => {
    const response = await gateway.get('/usage');
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: object }).data;
  };
  const { days: _days, ...rest } = expected;

  it('the rest is returned when it fails', async () => {
    const { getUsageHistory } = gateway.backend;
    gateway.backend.getUsageHistory = () => Promise.reject(new Error('broken'));
    expect(await answered()).toMatchObject(rest);
    expect(await answered()).not.toHaveProperty('days');
    gateway.backend.getUsageHistory = getUsageHistory;
  });

  it('the rest is returned within about a second when it hangs', async () => {
    const { getUsageHistory } = gateway.backend;
    let allowedMs = Infinity;
    gateway.backend.getUsageHistory = (_request, call) => {
      allowedMs = call.remainingMs();
      return new Promise(() => {});
    };
    expect(await answered()).not.toHaveProperty('days');
    expect(allowedMs).toBeLessThanOrEqual(1_000);
    gateway.backend.getUsageHistory = getUsageHistory;
  });

  it('the rest is returned when it reports another month', async () => {
    const { getUsageHistory } = gateway.backend;
    gateway.backend.getUsageHistory = async () => ({ month: '2026-12', days: [] });
    expect(await answered()).not.toHaveProperty('days');
    gateway.backend.getUsageHistory = getUsageHistory;
  });

  it('the rest is returned when it is down', async () => {
    await gateway.backend.stopService('metering');
    expect(await answered()).not.toHaveProperty('days');
    await gateway.backend.startService('metering');
  });
});

it('accepts no other parameters', async () => {
  const problem = await problemFrom(await gateway.get('/usage?day=2026-10-01'));
  expect(problem.code).toBe('unknown_parameter');
});
