import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);
beforeEach(() => {
  Object.assign(gateway.backend.ledger, {
    remaining: 100,
    cliRemaining: 500,
    subscriptionRemaining: undefined,
  });
  gateway.backend.ledger.charges.length = 0;
});

const recordsOf = ({ headers }: Response) =>
  ['consumed', 'remaining'].map((name) => Number(headers.get(`x-records-${name}`)));

it("a client's search is charged to the channel CLI and to its own records", async () => {
  const { ledger: fake } = gateway.backend;
  expect(recordsOf(await gateway.cli('/signals?limit=20'))).toEqual([20, 480]);
  expect(recordsOf(await gateway.cli('/companies/acme-robotics'))).toEqual([1, 479]);
  expect(fake.charges).toMatchObject([
    { channel: ledger.Channel.CLI, operation: 'searchSignals', mode: ledger.Mode.KEYWORD, records: 20 },
    { channel: ledger.Channel.CLI, operation: 'getCompany', records: 1 },
  ]);
  expect(fake.remaining).toBe(100);
  expect(recordsOf(await gateway.get('/signals?limit=20'))).toEqual([20, 80]);
  expect(fake.charges.at(-1)).toMatchObject({ channel: ledger.Channel.API });
  expect(fake.cliRemaining).toBe(479);
});

it('returns the same as the API', async () => {
  for (const path of [
    '/signals?limit=3',
    '/companies/acme-robotics',
    '/filter-options',
    '/signals?countOnly=true',
  ]) {
    const [api, cli] = [await gateway.get(path), await gateway.cli(path)];
    // Only the cursor differs: it belongs to one of the two interfaces.
    const bodyOf = async (response: Response) =>
      (await response.text()).replace(/"nextCursor":"[^"]+"/, '"nextCursor":"…"');
    expect([cli.status, await bodyOf(cli)]).toEqual([api.status, await bodyOf(api)]);
  }
});

it('semantic searches work, and counts are free as in the API', async () => {
  expect(recordsOf(await gateway.cli('/signals?semantic=ships+that+unload+themselves&limit=5'))).toEqual([
    5, 495,
  ]);
  expect(recordsOf(await gateway.cli('/signals?countOnly=true'))).toEqual([0, 495]);
  expect(gateway.backend.ledger.charges).toMatchObject([
    { mode: ledger.Mode.SEMANTIC, records: 5 },
    { mode: ledger.Mode.COUNT, records: 0 },
  ]);
});

it('answers 402 at the end of the allowance, whatever the API records are', async () => {
  gateway.backend.ledger.cliRemaining = 10;
  const refused = await gateway.cli('/signals?limit=11');
  expect(await problemFrom(refused)).toMatchObject({ status: 402, code: 'insufficient_records' });
  expect(recordsOf(await gateway.cli('/signals?limit=10'))).toEqual([10, 0]);
  expect((await gateway.cli('/companies/acme-robotics')).status).toBe(402);
  expect((await gateway.get('/signals?limit=11')).status).toBe(200);
});

it('a running subscription pays alone, and one-time records stay', async () => {
  Object.assign(gateway.backend.ledger, { subscriptionRemaining: 30 });
  expect(recordsOf(await gateway.cli('/signals?limit=20'))).toEqual([20, 10]);
  expect((await gateway.cli('/signals?limit=20')).status).toBe(402);
  expect(gateway.backend.ledger).toMatchObject({ subscriptionRemaining: 10, cliRemaining: 500 });
});

describe('GET /usage', () => {
  it("is the same document, with the session's funds in the header", async () => {
    gateway.backend.ledger.cliRemaining = 123;
    const [api, cli] = [await gateway.get('/usage'), await gateway.cli('/usage')];
    expect(await cli.json()).toEqual(await api.json());
    expect(recordsOf(cli)).toEqual([0, 123]);
    expect(recordsOf(api)).toEqual([0, 49 + 1_950]);
  });

  it('reports a running subscription', async () => {
    gateway.backend.ledger.subscriptionRemaining = 4_000;
    const response = await gateway.cli('/usage');
    expect(recordsOf(response)).toEqual([0, 4_000]);
    expect(await response.json()).toMatchObject({
      data: { allowances: { cli: { remaining: 500 } }, subscription: { cli: { remaining: 4_000 } } },
    });
  });
});

it('counts in the same windows as the account’s keys', async () => {
  const accountId = 'of-both';
  const [key, token] = [gateway.backend.addKey({ accountId }), gateway.backend.addToken({ accountId })];
  const left = async (response: Promise<Response>) =>
    Number((await response).headers.get('x-ratelimit-remaining'));
  const before = await left(gateway.get('/usage', withKey(key)));
  expect(await left(gateway.cli('/usage', withKey(token)))).toBe(before - 1);
});

it("requires the API's scopes and names a missing one", async () => {
  const response = await gateway.cli('/signals', withKey(gateway.backend.addToken({ scopes: [] })));
  expect(response.headers.get('www-authenticate')).toContain('scope="signals:read"');
  const problem = await problemFrom(response);
  expect(problem).toMatchObject({ status: 403, code: 'insufficient_scope' });
  expect(problem.detail).toContain('access token');
});

it('metrics distinguish the channels', async () => {
  const text = await gateway.metrics();
  expect(text).toMatch(
    /gateway_requests_total\{operation="searchSignals",status="200",code="none",channel="cli",service="gateway"\} \d/,
  );
  expect(text).toMatch(
    /gateway_records_charged_total\{operation="getCompany",channel="cli",service="gateway"\} \d/,
  );
});

it('remaining funds include the balance if the account allows it, and only for the client', async () => {
  const left = async (path: string) => recordsOf(await gateway.cli(path))[1];
  expect(await left('/usage')).toBe(500);
  gateway.backend.ledger.prepaidUse = { cli: true, web: false };
  expect([await left('/usage'), await left('/session')]).toEqual([2_450, 2_450]);
  gateway.backend.ledger.prepaidUse = { cli: false, web: true };
  expect(await left('/usage')).toBe(500);
});
