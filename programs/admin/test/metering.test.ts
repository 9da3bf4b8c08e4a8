import { identity, ledger, metering } from '@heliograph/proto';
import { ServiceError, type RpcServer } from '@heliograph/runtime';
import { freeAddress, fakeService, fakeServer, testCallerVariables } from '@heliograph/testing';
import { runHere } from './support/in-process';

const MONTH = '2026-11';
const totals = { requests: 15n, records: 444n, prepaidMicros: 615_000n };
const difference: metering.Difference = {
  kind: 'metering',
  accountId: 'account-1',
  credentialId: 'key-1',
  channel: 'api',
  operation: 'searchSignals',
  field: 'records',
  ledger: 444n,
  other: 440n,
};
const letter = (number: number): metering.DeadLetter => ({
  id: `0-${number}`,
  topic: 'usage.recorded.v1',
  key: 'account-1',
  eventId: `event-${number}`,
  reason: 'channel is not one of api, cli, web',
  failedAt: new Date(Date.parse('2026-11-20T09:30:00Z')),
  value: Buffer.from([1, 2, 255]),
});

const agreeing: metering.Reconciliation = {
  month: MONTH,
  ledger: totals,
  metering: totals,
  differences: [],
  differenceCount: 0n,
  caughtUp: true,
};

let reconciliation: metering.Reconciliation;
let letters: metering.DeadLetter[];
let failure: ServiceError | undefined;
const asked = new Map<string, unknown[]>();
let server: RpcServer;
let variables: Record<string, string>;

function note<Request>(method: string, request: Request): void {
  asked.set(method, [...(asked.get(method) ?? []), request]);
}

beforeAll(async () => {
  server = fakeServer();
  fakeService(server, identity.IdentityServiceService, 'admin', {
    getAccount: () => Promise.resolve(identity.Account.fromPartial({ id: 'account-1' })),
  });
  fakeService(server, ledger.LedgerServiceService, 'admin', {
    getUsage: () => Promise.resolve(ledger.Usage.fromPartial({ month: MONTH, requests: 2n, records: 51n })),
    listCredentialUsage: () => Promise.resolve({ month: MONTH, credentials: [] }),
  });
  fakeService(server, metering.MeteringServiceService, 'admin', {
    getUsageHistory: (request) => {
      note('getUsageHistory', request);
      const day = { date: '2026-11-20', credentialId: 'key-1', channel: 'api', operation: 'searchSignals' };
      const totals = {
        requests: 2n,
        records: 51n,
        allowanceRecords: 50n,
        prepaidRecords: 1n,
        prepaidMicros: 5_000n,
      };
      return Promise.resolve({
        month: MONTH,
        days: [metering.DailyUsage.fromPartial({ ...day, ...totals })],
      });
    },
    listUsageMonths: () => Promise.resolve({ months: [] }),
    reconcile: (request, call) => {
      // Round up: a call takes a moment to arrive.
      note('reconcile', { ...request, seconds: Math.ceil(call.remainingMs() / 10_000) * 10 });
      return Promise.resolve(reconciliation);
    },
    listDeadLetters: ({ limit, pageToken }) => {
      if (failure) return Promise.reject(failure);
      note('listDeadLetters', { limit, pageToken });
      const start = Number(pageToken);
      const page = letters.slice(start, start + limit);
      const end = start + page.length;
      return Promise.resolve({ deadLetters: page, nextPageToken: end < letters.length ? String(end) : '' });
    },
    retryDeadLetters: (request) => {
      note('retryDeadLetters', request);
      return Promise.resolve({ sentBack: BigInt(request.limit || letters.length) });
    },
    getStatus: () => Promise.resolve({ lag: 0n, deadLetters: BigInt(letters.length), reconciliations: [] }),
  });
  const address = await server.start();
  variables = {
    IDENTITY_ADDRESS: address,
    LEDGER_ADDRESS: address,
    METERING_ADDRESS: address,
    ...testCallerVariables,
  };
});
afterAll(() => server.close());
beforeEach(() => {
  asked.clear();
  reconciliation = agreeing;
  letters = [];
});

const run = (...args: string[]) => runHere(args, variables);

describe('reconcile', () => {
  it('prints totals and no differences, and succeeds', async () => {
    const { status, stdout, stderr } = await run('reconcile', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const side = { requests: 15, records: 444 };
    expect(JSON.parse(stdout)).toEqual({ month: MONTH, ledger: side, metering: side, differences: [] });
    expect(asked.get('reconcile')).toEqual([{ month: '', waitSeconds: 0, seconds: 3_600 }]);
  });

  it('passes on month and timeout, and waits that long for the answer', async () => {
    await run('reconcile', '--month', '2026-10', '--wait', '300');
    expect(asked.get('reconcile')).toEqual([{ month: '2026-10', waitSeconds: 300, seconds: 3_900 }]);
  });

  it('prints readable text', async () => {
    const { stdout } = await run('reconcile');
    expect(stdout).toBe(
      [
        'month        2026-11',
        'ledger       15 requests, 444 records, $0.615',
        'metering     15 requests, 444 records, $0.615',
        'differences  none',
        '',
      ].join('\n'),
    );
  });

  it('exits with 1 for any difference, and lists it', async () => {
    const fund = {
      ...difference,
      kind: 'ledger',
      credentialId: '',
      channel: '',
      operation: '',
      field: 'balance_micros',
    };
    reconciliation = { ...agreeing, differences: [difference, fund], differenceCount: 2n };
    const { status, stdout, stderr } = await run('reconcile', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      differences: [
        {
          kind: 'metering',
          account: 'account-1',
          credential: 'key-1',
          channel: 'api',
          operation: 'searchSignals',
          field: 'records',
          ledger: 444,
          metering: 440,
        },
        { kind: 'ledger', account: 'account-1', field: 'balance_micros', ledger: 444, kept: 440 },
      ],
    });
    expect(stderr).toBe('heliograph-admin: 2 differences\n');
    const text = await run('reconcile');
    expect(text.stdout).toMatch(/account-1 +key-1 +api +searchSignals +records +444 +440\n/);
    expect(text.stdout).toMatch(/account-1 +balance_micros +444 +440\n/);
  });

  it('reports when events were in flight', async () => {
    reconciliation = { ...agreeing, differences: [difference], differenceCount: 1n, caughtUp: false };
    expect(await run('reconcile', '--json')).toMatchObject({
      status: 1,
      stderr: 'heliograph-admin: 1 difference; events were still in flight: try again with a longer --wait\n',
    });
  });
});

describe('dead-letters', () => {
  it('list shows waiting messages with reasons', async () => {
    letters = [letter(1)];
    const { status, stdout } = await run('dead-letters', 'list', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      waiting: 1,
      deadLetters: [
        {
          id: '0-1',
          topic: 'usage.recorded.v1',
          key: 'account-1',
          eventId: 'event-1',
          reason: 'channel is not one of api, cli, web',
          failedAt: '2026-11-20T09:30:00.000Z',
          value: 'AQL/',
        },
      ],
    });
    const text = await run('dead-letters', 'list');
    expect(text.stdout).toMatch(
      /^ID +FAILED AT +EVENT +ACCOUNT +REASON\n0-1 .*channel is not one of api, cli, web\n$/,
    );
  });

  it('list says what metering lacks', async () => {
    failure = new ServiceError('unavailable', 'The event log is unavailable.');
    expect(await run('dead-letters', 'list')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'heliograph-admin: the metering service cannot do it now: The event log is unavailable.\n',
    });
    failure = undefined;
  });

  it('list says when it is empty', async () => {
    expect(await run('dead-letters', 'list')).toEqual({
      status: 0,
      stdout: 'No dead letters.\n',
      stderr: '',
    });
  });

  it('list reads pages up to its limit, and says how many are left', async () => {
    letters = Array.from({ length: 1_300 }, (_, index) => letter(index));
    const { stdout } = await run('dead-letters', 'list', '--limit', '1200', '--json');
    expect((JSON.parse(stdout) as { deadLetters: unknown[] }).deadLetters).toHaveLength(1_200);
    expect(asked.get('listDeadLetters')).toEqual([
      { limit: 500, pageToken: '' },
      { limit: 500, pageToken: '500' },
      { limit: 200, pageToken: '1000' },
    ]);
    expect((await run('dead-letters', 'list')).stderr).toBe('1250 more: --limit 1300 lists all.\n');
  });

  it('retry sends back all of them, or as many as requested', async () => {
    letters = [letter(1), letter(2), letter(3)];
    const all = await run('dead-letters', 'retry', '--json');
    expect(JSON.parse(all.stdout)).toEqual({ sentBack: 3 });
    expect((await run('dead-letters', 'retry', '--limit', '2')).stdout).toBe('2 sent back.\n');
    expect(asked.get('retryDeadLetters')).toEqual([{ limit: 0 }, { limit: 2 }]);
  });
});

describe('usage', () => {
  it('--days adds days by key, channel, and operation', async () => {
    const { stdout } = await run('usage', '--account', 'account-1', '--days', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      records: 51,
      days: [
        {
          date: '2026-11-20',
          credential: 'key-1',
          channel: 'api',
          operation: 'searchSignals',
          requests: 2,
          records: 51,
          allowanceRecords: 50,
          prepaidRecords: 1,
          subscriptionRecords: 0,
          prepaidMicros: 5_000,
        },
      ],
    });
    expect(asked.get('getUsageHistory')).toEqual([{ accountId: 'account-1', month: '' }]);
    const text = await run('usage', '--account', 'account-1', '--days');
    expect(text.stdout).toMatch(/DAY +KEY +CHANNEL .*\n2026-11-20 +key-1 +api +searchSignals +2 +51\n$/);
  });

  it('otherwise works without metering', async () => {
    const { stdout } = await run('usage', '--account', 'account-1', '--json');
    expect(JSON.parse(stdout)).not.toHaveProperty('days');
    expect(asked.size).toBe(0);
  });
});

it('explains a metering service that does not answer', async () => {
  const outcome = await runHere(['reconcile'], { ...variables, METERING_ADDRESS: freeAddress() });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^heliograph-admin: the metering service is not responding at [^\n]+\n$/);
});
