import { identity, ledger } from '@heliograph/proto';
import { createLogger, createMetrics, RpcServer, ServiceError } from '@heliograph/runtime';
import { freeAddress, testSecret } from '@heliograph/testing';
import { runHere } from './support/in-process';
import { runProgram } from './support/program';

const account: identity.Account = {
  id: 'account-1',
  email: 'ada@example.com',
  plan: identity.Plan.PAID,
  status: identity.AccountStatus.ACTIVE,
  createdAtMs: BigInt(Date.parse('2026-11-20T09:30:00Z')),
  name: 'Ada',
  role: identity.Role.USER,
  lastSignInAtMs: 0n,
};
const key: identity.Key = {
  id: 'key-1',
  accountId: account.id,
  name: 'nightly export',
  scopes: ['signals:read'],
  createdAtMs: account.createdAtMs,
  expiresAtMs: 0n,
  revokedAtMs: 0n,
  hint: 'hg_live_abcd',
  monthlyCapRecords: 0n,
  lastUsedAtMs: 0n,
};
const secretKey = 'hg_live_' + 'a'.repeat(38);
const usage: ledger.Usage = {
  month: '2026-11',
  requests: 3n,
  records: 51n,
  byOperation: [{ operation: 'searchSignals', requests: 3n, records: 51n }],
  api: { granted: 100n, used: 51n, remaining: 49n },
  cli: { granted: 500n, used: 0n, remaining: 500n },
  web: { granted: 10n, used: 1n, remaining: 9n },
  balanceMicros: 9_750_000n,
  balanceRecords: 1950n,
  subscription: undefined,
};

const charge: ledger.Entry = {
  id: 'entry-2',
  accountId: account.id,
  kind: 'charge',
  apiRecords: -30n,
  cliRecords: 0n,
  subscriptionRecords: 0n,
  balanceMicros: -100_000n,
  createdAtMs: account.createdAtMs,
  credentialId: 'key-1',
  operation: 'searchSignals',
  records: 50,
  requestId: 'request-7',
  reference: '',
  reason: '',
  reversesEntryId: '',
  reversedByEntryId: 'entry-3',
};
const ofCharge = { credentialId: '', operation: '', records: 0, requestId: '', reversedByEntryId: '' };
const reversal: ledger.Entry = {
  ...{ ...charge, ...ofCharge, id: 'entry-3', kind: 'reversal', reason: 'mistake' },
  ...{ apiRecords: 30n, balanceMicros: 100_000n, reversesEntryId: 'entry-2' },
};
const topUp: ledger.Entry = {
  ...{ ...charge, ...ofCharge, id: 'entry-1', kind: 'credit', reference: 'invoice-17', reason: 'paid' },
  ...{ apiRecords: 0n, balanceMicros: 10_000_000n },
};

/** What the services were asked, by method. */
const asked = new Map<string, unknown>();
let server: RpcServer;
let variables: Record<string, string>;

function answering<Request, Response>(method: string, answer: (request: Request) => Response) {
  return async (request: Request): Promise<Response> => {
    asked.set(method, request);
    return answer(request);
  };
}

const allowAdmin = <Service extends object>(service: Service) =>
  Object.fromEntries(Object.keys(service).map((method) => [method, ['admin']])) as Record<
    keyof Service,
    string[]
  >;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  server = RpcServer.create({
    name: 'test',
    address: freeAddress(),
    secret: testSecret,
    logger,
    metrics: createMetrics('test'),
  });
  server.serve(identity.IdentityServiceService, allowAdmin(identity.IdentityServiceService), {
    authenticate: () => Promise.reject(new ServiceError('internal', 'not for the operator')),
    createAccount: answering('createAccount', ({ email, plan }) => {
      if (!email.includes('@')) {
        throw new ServiceError('invalid_parameter', 'Invalid request.', {
          faults: [{ parameter: 'email', message: 'must be an address' }],
        });
      }
      return { ...account, email, plan };
    }),
    getAccount: answering('getAccount', ({ id }) => {
      if (id !== account.id) throw new ServiceError('not_found', 'There is no such account.');
      return account;
    }),
    setAccountStatus: answering('setAccountStatus', ({ status }) => ({ ...account, status })),
    createKey: answering('createKey', ({ scopes, monthlyCapRecords }) => ({
      key: { ...key, scopes, monthlyCapRecords },
      secret: secretKey,
    })),
    listKeys: answering('listKeys', () => ({
      keys: [
        key,
        { ...key, id: 'key-2', revokedAtMs: account.createdAtMs },
        { ...key, id: 'key-3', monthlyCapRecords: 20_000n, lastUsedAtMs: account.createdAtMs },
      ],
    })),
    revokeKey: answering('revokeKey', () => ({ ...key, revokedAtMs: account.createdAtMs })),
    updateKey: answering('updateKey', ({ id, name, monthlyCapRecords }) => ({
      ...key,
      id,
      name: name ?? key.name,
      monthlyCapRecords: monthlyCapRecords ?? 500n,
    })),
    rollKey: answering('rollKey', () => ({ key: { ...key, id: 'key-4' }, secret: secretKey })),
    listAccounts: answering('listAccounts', ({ limit, pageToken }) => {
      const start = pageToken === '' ? 0 : Number(pageToken);
      const all = Array.from({ length: 250 }, (_, index) => ({ ...account, id: `account-${index + 1}` }));
      const end = start + limit;
      return { accounts: all.slice(start, end), nextPageToken: end < all.length ? String(end) : '' };
    }),
    updateAccount: answering('updateAccount', ({ plan, role }) => ({
      ...account,
      plan: plan || account.plan,
      role: role || account.role,
    })),
    listAuditEntries: () => Promise.reject(new ServiceError('internal', 'not asked by any command')),
    getAccessRestriction: answering('getAccessRestriction', () => ({
      active: false,
      message: '',
      changedAtMs: 0n,
    })),
    setAccessRestriction: answering('setAccessRestriction', ({ active, message }) => ({
      active,
      message,
      changedAtMs: account.createdAtMs,
    })),
  });
  const notForOperators = () => Promise.reject(new ServiceError('internal', 'not for the operator'));
  server.serve(ledger.LedgerServiceService, allowAdmin(ledger.LedgerServiceService), {
    begin: notForOperators,
    charge: notForOperators,
    release: notForOperators,
    getUsage: answering('getUsage', () => usage),
    credit: answering('credit', ({ micros, reference }) => ({
      credited: reference !== 'seen',
      balanceMicros: 9_750_000n + (reference === 'seen' ? 0n : micros),
    })),
    startSubscription: answering('startSubscription', ({ cliRecords, periodEndMs }) => ({
      periodStartMs: account.createdAtMs,
      periodEndMs,
      cli: { granted: cliRecords, used: 0n, remaining: cliRecords },
    })),
    reverseEntry: answering('reverseEntry', ({ entryId, reason }) => {
      if (entryId !== charge.id) throw new ServiceError('not_found', 'There is no such entry.');
      return { ...reversal, reason };
    }),
    listEntries: answering('listEntries', ({ kind, limit, pageToken }) => {
      const entries = [reversal, charge, topUp].filter((entry) => kind === '' || entry.kind === kind);
      const start = pageToken === '' ? 0 : entries.findIndex(({ id }) => id === pageToken) + 1;
      const page = entries.slice(start, start + limit);
      return {
        entries: page,
        nextPageToken: start + limit < entries.length ? page.at(-1)!.id : '',
      };
    }),
    listCredentialUsage: answering('listCredentialUsage', () => ({
      month: '2026-11',
      credentials: [{ credentialId: 'key-1', requests: 3n, records: 51n }],
    })),
    recordWebRequest: notForOperators,
    sumCharges: notForOperators,
    verifyBooks: notForOperators,
    getOutboxStatus: notForOperators,
  });
  const address = await server.start();
  variables = { IDENTITY_ADDRESS: address, LEDGER_ADDRESS: address, INTERNAL_SECRET: testSecret };
});
afterAll(() => server.close());
beforeEach(() => asked.clear());

/** Runs a command with --json and returns the one document it prints. */
async function document(...args: string[]): Promise<unknown> {
  const outcome = await runHere([...args, '--json'], variables);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(outcome.stdout);
}

describe('account', () => {
  test('create', async () => {
    expect(await document('account', 'create', '--email', 'ada@example.com', '--plan', 'paid')).toEqual({
      id: 'account-1',
      email: 'ada@example.com',
      plan: 'paid',
    });
    expect(await document('account', 'create', '--email', 'b@example.com')).toMatchObject({ plan: 'free' });
  });

  test('create tells the fault of the service', async () => {
    expect(await runHere(['account', 'create', '--email', 'ada'], variables)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'heliograph-admin: email: must be an address (invalid_parameter)\n',
    });
  });

  test('show', async () => {
    expect(await document('account', 'show', 'account-1')).toEqual({
      id: 'account-1',
      email: 'ada@example.com',
      name: 'Ada',
      plan: 'paid',
      role: 'user',
      status: 'active',
      createdAt: '2026-11-20T09:30:00.000Z',
    });
    const text = await runHere(['account', 'show', 'account-1'], variables);
    expect(text.stdout).toBe(
      'account  account-1\nemail    ada@example.com\nname     Ada\nplan     paid\nrole     user\n' +
        'status   active\ncreated  2026-11-20T09:30:00.000Z\n',
    );
    expect(await runHere(['account', 'show', 'nobody'], variables)).toMatchObject({
      status: 1,
      stderr: 'heliograph-admin: There is no such account. (not_found)\n',
    });
  });

  test.each([
    ['disable', 'disabled'],
    ['suspend', 'suspended'],
    ['enable', 'active'],
  ])('%s makes it %s', async (verb, status) => {
    expect(await document('account', verb, 'account-1', '--reason', 'asked for')).toMatchObject({
      id: 'account-1',
      status,
    });
    expect(asked.get('setAccountStatus')).toMatchObject({ id: 'account-1', reason: 'asked for' });
  });

  test('list reads as many pages as are asked for', async () => {
    const listed = (await document('account', 'list', '--query', 'ada', '--limit', '230')) as {
      accounts: { id: string }[];
    };
    expect(listed.accounts.map(({ id }) => id)).toEqual(
      Array.from({ length: 230 }, (_, index) => `account-${index + 1}`),
    );
    expect(asked.get('listAccounts')).toEqual({ query: 'ada', limit: 30, pageToken: '200' });
    const text = await runHere(['account', 'list', '--limit', '1'], variables);
    expect(text.stdout).toContain('account-1  ada@example.com  Ada   paid  user  active');
    expect(text.stdout).toContain('never');
    expect(text.stderr).toContain('There are more');
    expect(await runHere(['account', 'list', '--limit', '0'], variables)).toMatchObject({ status: 2 });
  });

  test('set-plan and set-role change one thing each', async () => {
    const unchanged = { id: 'account-1', plan: 0, role: 0, reason: '' };
    expect(await document('account', 'set-plan', 'account-1', 'free', '--reason', 'ended')).toMatchObject({
      plan: 'free',
    });
    expect(asked.get('updateAccount')).toEqual({ ...unchanged, plan: identity.Plan.FREE, reason: 'ended' });
    expect(await document('account', 'set-role', 'account-1', 'operator')).toMatchObject({
      role: 'operator',
    });
    expect(asked.get('updateAccount')).toEqual({ ...unchanged, role: identity.Role.OPERATOR });
    for (const args of [
      ['set-plan', 'account-1', 'gold'],
      ['set-role', 'account-1', 'root'],
      ['set-role', 'account-1'],
    ]) {
      expect(await runHere(['account', ...args], variables)).toMatchObject({ status: 2, stdout: '' });
    }
  });
});

describe('restriction', () => {
  test('show, on and off', async () => {
    expect(await document('restriction', 'show')).toEqual({ active: false });
    expect(await document('restriction', 'on', '--message', 'Back at noon.')).toEqual({
      active: true,
      message: 'Back at noon.',
      changedAt: '2026-11-20T09:30:00.000Z',
    });
    expect(await document('restriction', 'off')).toMatchObject({ active: false });
    expect(asked.get('setAccessRestriction')).toEqual({ active: false, message: '' });
    const text = await runHere(['restriction', 'on', '--message', 'Back at noon.'], variables);
    expect(text.stdout).toBe(
      'access   operators only\nmessage  Back at noon.\nchanged  2026-11-20T09:30:00.000Z\n',
    );
  });

  test.each([[[]], [['--message', ' ']]])('on is refused without something to say: %j', async (args) => {
    expect(await runHere(['restriction', 'on', ...args], variables)).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });
});

describe('key', () => {
  test('roll shows the new key once', async () => {
    expect(await document('key', 'roll', 'key-1', '--overlap-hours', '24')).toMatchObject({
      id: 'key-4',
      key: secretKey,
      replaces: 'key-1',
      scopes: ['signals:read'],
    });
    expect(asked.get('rollKey')).toEqual({ id: 'key-1', accountId: '', overlapSeconds: 86_400 });
    const text = await runHere(['key', 'roll', 'key-1', '--overlap-hours', '0'], variables);
    expect(text.stdout).toContain(secretKey);
    expect(text.stdout).toContain('revoked');
    expect(text.stderr).toContain('shown this once');
  });

  test.each([[[]], [['--overlap-hours', '721']], [['--overlap-hours', '-1']]])(
    'roll is refused with %j',
    async (args) => {
      expect(await runHere(['key', 'roll', 'key-1', ...args], variables)).toMatchObject({
        status: 2,
        stdout: '',
      });
      expect(asked.size).toBe(0);
    },
  );

  test('create shows the key once', async () => {
    const args = ['key', 'create', '--account', 'account-1', '--scopes', 'signals:read, companies:read'];
    expect(await document(...args, '--name', 'export', '--expires', '2999-01-31')).toEqual({
      id: 'key-1',
      key: secretKey,
      scopes: ['signals:read', 'companies:read'],
    });
    expect(asked.get('createKey')).toEqual({
      accountId: 'account-1',
      name: 'export',
      scopes: ['signals:read', 'companies:read'],
      expiresAtMs: BigInt(Date.parse('2999-01-31T00:00:00Z')),
      monthlyCapRecords: 0n,
    });
    expect(await document(...args, '--monthly-cap', '20000')).toMatchObject({ monthlyCap: 20_000 });
    expect(asked.get('createKey')).toMatchObject({ monthlyCapRecords: 20_000n });
    const text = await runHere(args, variables);
    expect(text.stdout).toContain(secretKey);
    expect(text.stderr).toContain('shown this once');
  });

  test.each(['yesterday', '2999-02-30', '2020-01-01'])('--expires %s is refused', async (expires) => {
    const args = ['key', 'create', '--account', 'a', '--scopes', 'signals:read', '--expires', expires];
    expect(await runHere(args, variables)).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test.each(['0', '-1', '1.5', 'many', 'none', '1e3'])('create --monthly-cap %s is refused', async (cap) => {
    const args = ['key', 'create', '--account', 'a', '--scopes', 'signals:read', '--monthly-cap', cap];
    expect(await runHere(args, variables)).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test('update changes what is named and leaves the rest', async () => {
    expect(await document('key', 'update', 'key-1', '--monthly-cap', '20000')).toMatchObject({
      id: 'key-1',
      name: 'nightly export',
      monthlyCap: 20_000,
    });
    expect(asked.get('updateKey')).toEqual({
      id: 'key-1',
      name: undefined,
      monthlyCapRecords: 20_000n,
      accountId: '',
    });
    expect(await document('key', 'update', 'key-1', '--name', 'new')).toMatchObject({
      name: 'new',
      monthlyCap: 500,
    });
    expect(asked.get('updateKey')).toEqual({ id: 'key-1', name: 'new', accountId: '' });
  });

  test('update --monthly-cap none takes the cap away', async () => {
    const changed = await document('key', 'update', 'key-1', '--monthly-cap', 'none');
    expect(changed).not.toHaveProperty('monthlyCap');
    expect(asked.get('updateKey')).toMatchObject({ monthlyCapRecords: 0n });
    const text = await runHere(['key', 'update', 'key-1', '--monthly-cap', 'none'], variables);
    expect(text.stdout).toBe('id           key-1\nname         nightly export\nmonthly cap  none\n');
  });

  test.each([[[]], [['--monthly-cap', '0']], [['--monthly-cap', 'lots']]])(
    'update with %j is refused',
    async (options) => {
      const outcome = await runHere(['key', 'update', 'key-1', ...options], variables);
      expect(outcome).toMatchObject({ status: 2, stdout: '' });
      expect(asked.size).toBe(0);
    },
  );

  test('list', async () => {
    const { keys } = (await document('key', 'list', '--account', 'account-1')) as { keys: unknown[] };
    expect(keys).toEqual([
      {
        id: 'key-1',
        name: 'nightly export',
        hint: 'hg_live_abcd',
        scopes: ['signals:read'],
        createdAt: '2026-11-20T09:30:00.000Z',
      },
      expect.objectContaining({ id: 'key-2', revokedAt: '2026-11-20T09:30:00.000Z' }),
      expect.objectContaining({
        id: 'key-3',
        monthlyCap: 20_000,
        lastUsedAt: '2026-11-20T09:30:00.000Z',
      }),
    ]);
    const text = await runHere(['key', 'list', '--account', 'account-1'], variables);
    const [head, first, , third] = text.stdout.split('\n');
    expect(head).toMatch(/^ID {5}KEY +NAME +SCOPES +CREATED +EXPIRES +MONTHLY CAP +LAST USED$/);
    expect(first).toMatch(/never +none +never$/);
    expect(third).toMatch(/never +20000 +2026-11-20T09:30:00.000Z$/);
  });

  test('revoke', async () => {
    expect(await document('key', 'revoke', 'key-1')).toMatchObject({
      id: 'key-1',
      revokedAt: '2026-11-20T09:30:00.000Z',
    });
  });
});

describe('money', () => {
  test('credit add is exact', async () => {
    const args = ['credit', 'add', '--account', 'account-1', '--usd'];
    expect(await document(...args, '10.005001', '--reference', 'invoice-17')).toEqual({
      account: 'account-1',
      credited: true,
      balance: { currency: 'USD', amount: '19.755001' },
    });
    expect(asked.get('credit')).toMatchObject({
      accountId: 'account-1',
      micros: 10_005_001n,
      reference: 'invoice-17',
    });
    expect(await document(...args, '10', '--reference', 'seen')).toMatchObject({
      credited: false,
      balance: { amount: '9.750' },
    });
  });

  test.each(['0', '-5', '1.0000001', 'ten'])('credit add --usd %s is refused', async (usd) => {
    const outcome = await runHere(['credit', 'add', '--account', 'a', '--usd', usd], variables);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test.each([
    ['credit', 'add', '--usd', '10'],
    ['subscription', 'start', '--cli-records', '10', '--period-end', '2999-01-01'],
    ['usage'],
  ])('%s %s of an account that does not exist asks nothing of the ledger', async (...args) => {
    const outcome = await runHere([...args, '--account', 'nobody'], variables);
    expect(outcome).toEqual({
      status: 1,
      stdout: '',
      stderr: 'heliograph-admin: There is no such account. (not_found)\n',
    });
    expect([...asked.keys()]).toEqual(['getAccount']);
  });

  test('subscription start', async () => {
    const args = ['subscription', 'start', '--account', 'account-1', '--cli-records', '10000'];
    expect(await document(...args, '--period-end', '2999-01-01T00:00:00+01:00')).toEqual({
      account: 'account-1',
      periodStart: '2026-11-20T09:30:00.000Z',
      periodEnd: '2998-12-31T23:00:00.000Z',
      cli: { granted: 10_000, used: 0, remaining: 10_000 },
    });
    expect(await runHere([...args, '--period-end', '2020-01-01'], variables)).toMatchObject({ status: 2 });
  });

  test('usage', async () => {
    expect(await document('usage', '--account', 'account-1', '--month', '2026-11')).toEqual({
      account: 'account-1',
      month: '2026-11',
      requests: 3,
      records: 51,
      byOperation: [{ operation: 'searchSignals', requests: 3, records: 51 }],
      byKey: [{ credential: 'key-1', requests: 3, records: 51 }],
      allowances: {
        api: { granted: 100, used: 51, remaining: 49 },
        cli: { granted: 500, used: 0, remaining: 500 },
        web: { granted: 10, used: 1, remaining: 9 },
      },
      balance: { currency: 'USD', amount: '9.750', records: 1950 },
      subscription: null,
    });
    expect(asked.get('getUsage')).toEqual({ accountId: 'account-1', month: '2026-11' });
    const text = await runHere(['usage', '--account', 'account-1'], variables);
    expect(text.stdout).toContain('balance          $9.750, pays for 1950 records\n');
    expect(await runHere(['usage', '--account', 'a', '--month', '2026-13'], variables)).toMatchObject({
      status: 2,
    });
  });
});

describe('entry', () => {
  test('list shows changes with their signs, newest first', async () => {
    const listed = await document('entry', 'list', '--account', 'account-1');
    expect(listed).toEqual({
      account: 'account-1',
      entries: [
        {
          ...{ id: 'entry-3', account: 'account-1', kind: 'reversal', createdAt: '2026-11-20T09:30:00.000Z' },
          ...{ apiRecords: 30, cliRecords: 0, subscriptionRecords: 0, balanceMicros: 100_000 },
          ...{ reason: 'mistake', reverses: 'entry-2' },
        },
        {
          ...{ id: 'entry-2', account: 'account-1', kind: 'charge', createdAt: '2026-11-20T09:30:00.000Z' },
          ...{ apiRecords: -30, cliRecords: 0, subscriptionRecords: 0, balanceMicros: -100_000 },
          charge: {
            credential: 'key-1',
            operation: 'searchSignals',
            records: 50,
            requestId: 'request-7',
          },
          reversedBy: 'entry-3',
        },
        expect.objectContaining({ id: 'entry-1', kind: 'credit', reference: 'invoice-17' }),
      ],
    });
    const { stdout } = await runHere(['entry', 'list', '--account', 'account-1'], variables);
    expect(stdout).toMatch(/^ID +TIME +KIND +API +COMMAND LINE +SUBSCRIPTION +BALANCE +WHY\n/);
    expect(stdout).toMatch(
      /entry-2 .* charge +-30 +-\$0.100 +searchSignals request-7, reversed by entry-3\n/,
    );
    expect(stdout).toMatch(/entry-1 .* credit +\+\$10.000 +invoice-17, paid\n/);
  });

  test('list takes a kind and a limit, and says when there are more', async () => {
    const args = ['entry', 'list', '--account', 'account-1'];
    expect(await document(...args, '--kind', 'credit')).toMatchObject({ entries: [{ id: 'entry-1' }] });
    const text = await runHere([...args, '--limit', '2'], variables);
    expect(text.stdout.trim().split('\n')).toHaveLength(3);
    expect(text.stderr).toContain('There are more');
    for (const wrong of [
      ['--kind', 'gift'],
      ['--limit', '0'],
    ]) {
      expect(await runHere([...args, ...wrong], variables)).toMatchObject({ status: 2, stdout: '' });
    }
  });

  test('reverse', async () => {
    expect(await document('entry', 'reverse', 'entry-2', '--reason', 'the answer was wrong')).toMatchObject({
      id: 'entry-3',
      kind: 'reversal',
      reverses: 'entry-2',
      reason: 'the answer was wrong',
      apiRecords: 30,
    });
    expect(asked.get('reverseEntry')).toEqual({ entryId: 'entry-2', reason: 'the answer was wrong' });
    const text = await runHere(['entry', 'reverse', 'entry-2', '--reason', 'wrong'], variables);
    expect(text.stdout).toContain('balance   +$0.100\n');
    expect(await runHere(['entry', 'reverse', 'entry-9', '--reason', 'r'], variables)).toMatchObject({
      status: 1,
      stderr: 'heliograph-admin: There is no such entry. (not_found)\n',
    });
    for (const args of [['entry-2'], ['entry-2', '--reason', ' ']]) {
      expect(await runHere(['entry', 'reverse', ...args], variables)).toMatchObject({ status: 2 });
    }
  });
});

test('as a process: the document, the end, and nothing else', async () => {
  const outcome = await runProgram(['account', 'show', 'account-1', '--json'], variables);
  expect(outcome).toMatchObject({ status: 0, signal: null, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ id: 'account-1' });
});

test('a service that is not there: one line that names it', async () => {
  const outcome = await runHere(['account', 'show', 'x'], {
    ...variables,
    IDENTITY_ADDRESS: freeAddress(),
  });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^heliograph-admin: the identity service does not answer at unix:[^\n]+\n$/);
});
