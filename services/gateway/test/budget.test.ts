import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { problemFrom, withKey, type TestGateway } from './support/gateway';
import { exchangeBytes, parseAnswer } from './support/raw-http';
import { RealLedger } from './support/real-ledger';

const ledger = startBeforeAll(() => RealLedger.start());
const gateways = startBeforeAll<[TestGateway, TestGateway]>(async () => [
  await ledger.startGateway(),
  await ledger.startGateway(),
]);

type Headers = Record<string, string>;
const budgetOf = (records: number, id = 'run'): Headers => ({
  'x-budget-id': id,
  'x-budget-records': String(records),
});

/** A new account with its free records, a key, and a command-line session. */
function newAccount() {
  const accountId = randomUUID();
  const key = ledger.backend.addKey({ accountId, credentialId: randomUUID() });
  const otherKey = ledger.backend.addKey({ accountId, credentialId: randomUUID() });
  const token = ledger.backend.addToken({ accountId, credentialId: randomUUID() });
  const [one, other] = gateways;
  return {
    accountId,
    get: (path: string, headers: Headers = {}) => one.get(path, withKey(key, headers)),
    getElsewhere: (path: string, headers: Headers = {}) => other.get(path, withKey(otherKey, headers)),
    cli: (path: string, headers: Headers = {}) => one.cli(path, withKey(token, headers)),
    raw: async (path: string, lines: readonly string[]) => {
      const head = ['Host: localhost', `Authorization: Bearer ${key}`, 'Connection: close', ...lines];
      const request = `GET /api/v1${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`;
      return parseAnswer(await exchangeBytes(one.service.port, request));
    },
  };
}

/** Status, records consumed, and records left in the budget. */
const outcomeOf = ({ status, headers }: Response) => [
  status,
  headers.get('x-records-consumed'),
  headers.get('x-budget-remaining'),
];

/** Records that the ledger charged to an account. */
async function chargedTo(accountId: string): Promise<number> {
  const { rows } = await ledger.pool.query<{ records: string }>(
    `SELECT coalesce(sum(records), 0) AS records FROM ledger.entry AS charge
     WHERE account_id = $1 AND kind = 'charge'
       AND NOT EXISTS (SELECT FROM ledger.entry WHERE reverses_entry_id = charge.entry_id)`,
    [accountId],
  );
  return Number(rows[0]!.records);
}

describe('X-Max-Records', () => {
  it('refuses a response that costs more, charges nothing, and frees the Idempotency-Key', async () => {
    const { get, accountId } = newAccount();
    const headers = { 'x-max-records': '4', 'idempotency-key': randomUUID() };
    const problem = await problemFrom(await get('/signals?limit=5', headers));
    expect(problem).toMatchObject({ status: 402, code: 'budget_reached' });
    expect(problem.detail).toBe(
      'This response costs 5 records, and X-Max-Records allows 4. Ask for at most 4 with "limit", or raise it.',
    );
    expect(await chargedTo(accountId)).toBe(0);
    expect(outcomeOf(await get('/signals?limit=4', headers))).toEqual([200, '4', null]);
  });

  it('applies to every mode and both interfaces; 0 allows only free requests', async () => {
    const { get, cli } = newAccount();
    for (const ask of [get, cli]) {
      for (const path of [
        '/signals?limit=1',
        '/signals?limit=1&semantic=ships',
        '/companies/acme-robotics',
      ]) {
        const none = await ask(path, { 'x-max-records': '0', 'user-agent': 'signals-cli/9.0.0' });
        expect([path, none.status]).toEqual([path, 402]);
        const one = await ask(path, { 'x-max-records': '1', 'user-agent': 'signals-cli/9.0.0' });
        expect([path, ...outcomeOf(one)]).toEqual([path, 200, '1', null]);
      }
      expect((await ask('/signals?countOnly=true', { 'x-max-records': '0' })).status).toBe(200);
    }
  });
});

describe('a budget', () => {
  it('is reported by every response, and refuses requests that it does not cover', async () => {
    const { get, accountId } = newAccount();
    expect(outcomeOf(await get('/signals?limit=7', budgetOf(10)))).toEqual([200, '7', '3']);
    expect(outcomeOf(await get('/signals?countOnly=true', budgetOf(10)))).toEqual([200, '0', '3']);
    const refused = await get('/signals?limit=4', budgetOf(10));
    expect(outcomeOf(refused)).toEqual([402, null, '3']);
    const problem = await problemFrom(refused);
    expect(problem).toMatchObject({ code: 'budget_reached', title: 'Budget reached' });
    expect(problem.detail).toContain('7 of the 10 records of the budget "run" are used');
    expect(outcomeOf(await get('/companies/acme-robotics', budgetOf(10)))).toEqual([200, '1', '2']);
    expect(outcomeOf(await get('/signals?limit=2&semantic=ships', budgetOf(10)))).toEqual([200, '2', '0']);
    expect(outcomeOf(await get('/companies/acme-robotics', budgetOf(10)))).toEqual([402, null, '0']);
    expect(outcomeOf(await get('/signals?countOnly=true', budgetOf(5)))).toEqual([200, '0', '0']);
    // Each request is checked against its own maximum.
    expect(outcomeOf(await get('/companies/acme-robotics', budgetOf(11)))).toEqual([200, '1', '0']);
    expect(await chargedTo(accountId)).toBe(11);
  });

  it('is unaffected by free responses; a replay reports what is currently left', async () => {
    const { get } = newAccount();
    const headers = { ...budgetOf(10), 'idempotency-key': randomUUID() };
    expect(outcomeOf(await get('/signals?limit=6', headers))).toEqual([200, '6', '4']);
    expect(outcomeOf(await get('/signals?limit=4', budgetOf(10)))).toEqual([200, '4', '0']);
    const replay = await get('/signals?limit=6', headers);
    expect([replay.headers.get('idempotency-replayed'), ...outcomeOf(replay)]).toEqual([
      'true',
      200,
      '0',
      '0',
    ]);
    const without = await get('/signals?limit=6', { 'idempotency-key': headers['idempotency-key'] });
    expect(outcomeOf(without)).toEqual([200, '0', null]);
  });

  it('frees the Idempotency-Key of a refused request', async () => {
    const { get } = newAccount();
    const key = { 'idempotency-key': randomUUID() };
    expect((await get('/signals?limit=6', { ...budgetOf(5), ...key })).status).toBe(402);
    expect(outcomeOf(await get('/signals?limit=6', { ...budgetOf(6), ...key }))).toEqual([200, '6', '0']);
  });

  it('reports what is left even when another bound refuses', async () => {
    const { get } = newAccount();
    await get('/signals?limit=7', budgetOf(1_000));
    const tooLarge = await get('/signals?limit=5', { ...budgetOf(1_000), 'x-max-records': '4' });
    expect(outcomeOf(tooLarge)).toEqual([402, null, '993']);
    await get('/signals?limit=50');
    await get('/signals?limit=43');
    const unpaid = await get('/companies/acme-robotics', budgetOf(1_000));
    expect((await problemFrom(unpaid)).code).toBe('insufficient_records');
    expect(outcomeOf(unpaid)).toEqual([402, null, '993']);
  });

  it('belongs to the account: shared by its keys and sessions, across gateways, under parallel requests', async () => {
    const { get, getElsewhere, cli, accountId } = newAccount();
    const asks = [get, getElsewhere, cli];
    // Fewer than an account may have in flight.
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => asks[index % 3]!('/signals?limit=2', budgetOf(61))),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(30).fill(200), ...Array<number>(30).fill(402)]);
    expect(await chargedTo(accountId)).toBe(60);
    expect(outcomeOf(await newAccount().get('/signals?limit=2', budgetOf(61)))).toEqual([200, '2', '59']);
  });

  it('holds even if the ledger dies mid-request', async () => {
    const { get, getElsewhere, accountId } = newAccount();
    let answered = 0;
    const run = async (ask: typeof get, number: number) => {
      for (let page = 0; page < 12; page += 1) {
        const headers = { ...budgetOf(50), 'idempotency-key': `page-${number}-${page}-${accountId}` };
        let response = await ask('/signals?limit=1', headers);
        while (response.status === 503 || response.status === 409)
          response = await ask('/signals?limit=1', headers);
        expect([200, 402]).toContain(response.status);
        answered += 1;
      }
    };
    const clients = Array.from({ length: 6 }, (_, number) => run(number % 2 ? get : getElsewhere, number));
    while (answered < 10) await new Promise(setImmediate);
    await ledger.restartAfterKill();
    await Promise.all(clients);
    expect(await chargedTo(accountId)).toBe(50);
    expect(outcomeOf(await get('/signals?countOnly=true', budgetOf(51)))).toEqual([200, '0', '1']);
  });

  it('is counted by reason of refusal', async () => {
    expect(await gateways[0].metrics()).toMatch(
      /gateway_budget_refusals_total\{reason="maximum",service="gateway"\} [1-9][\s\S]*gateway_budget_refusals_total\{reason="budget",service="gateway"\} [1-9]/,
    );
  });
});

describe('malformed headers', () => {
  it.each<[Headers, string[]]>([
    [{ 'x-max-records': '-1' }, ['X-Max-Records']],
    [{ 'x-max-records': '1e3', 'x-budget-id': 'run' }, ['X-Max-Records', 'X-Budget-Records']],
    [{ 'x-budget-records': '5' }, ['X-Budget-Id']],
    [budgetOf(0), ['X-Budget-Records']],
    [budgetOf(1.5, 'a b'), ['X-Budget-Id', 'X-Budget-Records']],
    [budgetOf(1_000_001), ['X-Budget-Records']],
  ])('names %j before searching', async (headers, names) => {
    const { get, cli } = newAccount();
    const before = ledger.backend.searches.length;
    for (const ask of [get, cli]) {
      for (const path of ['/signals', '/signals?countOnly=true', '/companies/acme-robotics']) {
        const problem = await problemFrom(await ask(path, headers));
        expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter' });
        expect(problem.errors!.map(({ parameter }) => parameter)).toEqual(names);
      }
    }
    expect(ledger.backend.searches).toHaveLength(before);
  });

  it('are refused when repeated, even with the same value, together with other issues', async () => {
    const { raw } = newAccount();
    const { status, body } = await raw('/signals?limit=0', [
      'X-Max-Records: 5',
      'X-Max-Records: 5',
      'X-Budget-Id: run',
      'X-Budget-Records: 5',
      'x-budget-id: run',
    ]);
    expect(status).toBe(400);
    expect((JSON.parse(body) as { errors: { parameter: string }[] }).errors.map((e) => e.parameter)).toEqual([
      'limit',
      'X-Max-Records',
      'X-Budget-Id',
    ]);
  });

  it('are ignored by free requests', async () => {
    const { get } = newAccount();
    expect((await get('/usage', { 'x-budget-id': '!', 'x-max-records': '-1' })).status).toBe(200);
  });
});
