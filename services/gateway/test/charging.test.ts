import { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { FakeLedger } from './support/fake-ledger';
import { problemFrom, startGateway, withKey } from './support/gateway';

/** Long enough to reach a restarting ledger with another attempt on a busy machine. */
const CHARGE_TIMEOUT_MS = 3_000;

const gateway = startBeforeAll(() => startGateway({ chargeTimeoutMs: CHARGE_TIMEOUT_MS }));
beforeEach(() => {
  const fresh = new FakeLedger();
  Object.assign(gateway.backend.ledger, { charge: fresh.charge, begin: fresh.begin, release: fresh.release });
  current = fresh;
});

/** The current test's ledger. */
let current: FakeLedger;

/** Keys freed late by an earlier test are in the list, too. */
const releasesOf = (key: string) => current.releases.filter(({ idempotencyKey }) => idempotencyKey === key);

const consumed = ({ headers }: Response) =>
  ['consumed', 'remaining'].map((name) => headers.get(`x-records-${name}`));

it('charges one record per item, and sends everything that the ledger needs', async () => {
  const response = await gateway.get(
    '/signals?limit=3',
    withKey(gateway.key, { 'x-request-id': 'request-0001' }),
  );
  expect(consumed(response)).toEqual(['3', '997']);
  expect(current.charges).toEqual([
    expect.objectContaining({
      eventId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      channel: ledger.Channel.API,
      operation: 'searchSignals',
      mode: ledger.Mode.KEYWORD,
      records: 3,
      requestId: 'request-0001',
      monthlyCapRecords: undefined,
      idempotency: undefined,
    }),
  ]);
});

it('charges one record for a company', async () => {
  expect(consumed(await gateway.get('/companies/acme-robotics'))).toEqual(['1', '999']);
  expect(current.charges[0]).toMatchObject({
    operation: 'getCompany',
    mode: ledger.Mode.UNSPECIFIED,
    records: 1,
  });
});

it('counts a count and an empty page as requests without records', async () => {
  const count = await gateway.get('/signals?countOnly=true');
  expect(consumed(count)).toEqual(['0', '1000']);
  const { search } = gateway.backend;
  gateway.backend.search = async () => ({ itemsJson: Buffer.from('[]'), itemCount: 0, next: undefined });
  const empty = await gateway.get('/signals');
  gateway.backend.search = search;
  expect(await empty.text()).toBe('{"data":{"items":[],"nextCursor":null}}');
  expect(current.charges.map(({ mode, records }) => [mode, records])).toEqual([
    [ledger.Mode.COUNT, 0],
    [ledger.Mode.KEYWORD, 0],
  ]);
});

it('charges nothing for filter options and usage', async () => {
  expect((await gateway.get('/filter-options')).headers.get('x-records-consumed')).toBe('0');
  expect((await gateway.get('/usage')).headers.get('x-records-consumed')).toBe('0');
  expect(current.charges).toEqual([]);
});

it('answers 402 when there are not enough records, charges nothing, and frees the key', async () => {
  current.remaining = 2;
  const headers = withKey(gateway.key, { 'idempotency-key': 'insufficient-1' });
  const problem = await problemFrom(await gateway.get('/signals?limit=3', headers));
  expect(problem).toMatchObject({ status: 402, code: 'insufficient_records' });
  expect(current.releases).toHaveLength(1);
  expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['2', '0']);
});

describe('a key with a monthly cap', () => {
  const capped = (credentialId: string) =>
    gateway.backend.addKey({ credentialId, accountId: `account of ${credentialId}`, monthlyCapRecords: 5n });

  it('is charged up to the cap and told what is left of it', async () => {
    const key = capped('capped-1');
    expect(consumed(await gateway.get('/signals?limit=3', withKey(key)))).toEqual(['3', '2']);
    expect(current.charges[0]).toMatchObject({ monthlyCapRecords: 5n });
    expect(consumed(await gateway.get('/signals?countOnly=true', withKey(key)))).toEqual(['0', '2']);
    expect(consumed(await gateway.get('/signals?limit=2', withKey(key)))).toEqual(['2', '0']);
  });

  it('gets 402 key_cap_reached beyond it; nothing is charged and its Idempotency-Key is freed', async () => {
    const headers = withKey(capped('capped-2'), { 'idempotency-key': 'cap-reached-1' });
    const problem = await problemFrom(await gateway.get('/signals?limit=6', headers));
    expect(problem).toMatchObject({ status: 402, code: 'key_cap_reached', title: 'Key cap reached' });
    expect(problem.detail).toContain('used 0 of the 5');
    expect(current.releases).toHaveLength(1);
    expect(current.charges).toEqual([]);
    expect(consumed(await gateway.get('/signals?limit=5', headers))).toEqual(['5', '0']);
  });

  it('is told on a replay what is currently left of the cap', async () => {
    const key = capped('capped-3');
    const headers = withKey(key, { 'idempotency-key': 'cap-replayed-1' });
    await gateway.get('/signals?limit=2', headers);
    await gateway.get('/signals?limit=1', withKey(key));
    expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['0', '2']);
  });
});

it('repeats a charge whose response was lost, with the same event id', async () => {
  const seen: string[] = [];
  gateway.backend.ledger.charge = async (request) => {
    const response = await current.charge(request);
    seen.push(request.eventId);
    // The charge succeeds, but the ledger dies before it can answer.
    if (seen.length === 1) {
      await gateway.backend.stopService('ledger');
      await gateway.backend.startService('ledger');
    }
    return response;
  };
  expect(consumed(await gateway.get('/signals?limit=3'))).toEqual(['3', '997']);
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(new Set(seen).size).toBe(1);
});

describe('a charge with an unknown outcome', () => {
  it('is a 503, and its retry replays if the charge succeeded', async () => {
    const headers = withKey(gateway.key, { 'idempotency-key': 'unconfirmed-1' });
    gateway.backend.ledger.charge = async (request) => {
      await current.charge(request);
      return new Promise(() => undefined);
    };
    const response = await gateway.get('/signals?limit=3', headers);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const problem = await problemFrom(response);
    expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
    expect(problem.detail).toContain('same Idempotency-Key');
    gateway.backend.ledger.charge = current.charge;
    const retry = await gateway.get('/signals?limit=3', headers);
    expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(current.charges).toHaveLength(1);
  });

  it('is also a 503 when the ledger fails internally, and its key is free if the charge failed', async () => {
    const headers = withKey(gateway.key, { 'idempotency-key': 'unconfirmed-2' });
    gateway.backend.ledger.charge = () => Promise.reject(new Error('lost the database at COMMIT'));
    expect((await gateway.get('/signals?limit=3', headers)).status).toBe(503);
    gateway.backend.ledger.charge = current.charge;
    expect(consumed(await gateway.get('/signals?limit=3', headers))).toEqual(['3', '997']);
    expect(current.charges).toHaveLength(1);
    expect(await gateway.metrics()).toMatch(/gateway_charges_total\{[^}]*outcome="unconfirmed"[^}]*\} [1-9]/);
  });
});

it('claims an Idempotency-Key again, with the same claim, when the first response is lost', async () => {
  const { ledger: backend } = gateway.backend;
  const claims: string[] = [];
  const begin = backend.begin;
  backend.begin = async (request) => {
    claims.push(request.claim);
    if (claims.length === 1) throw new ServiceError('unavailable', 'The stream broke.');
    return begin(request);
  };
  const headers = withKey(gateway.key, { 'idempotency-key': 'begin-lost-once' });
  expect((await gateway.get('/signals', headers)).status).toBe(200);
  expect(claims).toHaveLength(2);
  expect(claims[1]).toBe(claims[0]);
});

it('answers 503 when the Idempotency-Key cannot be claimed, without searching, and frees it', async () => {
  const searches = gateway.backend.searches.length;
  gateway.backend.ledger.begin = () => new Promise(() => undefined);
  const headers = withKey(gateway.key, { 'idempotency-key': 'begin-lost-1' });
  expect((await gateway.get('/signals', headers)).status).toBe(503);
  expect(gateway.backend.searches).toHaveLength(searches);
  expect(releasesOf('begin-lost-1')).toHaveLength(1);
});

it('frees a key that the ledger claimed after its release', async () => {
  const begun: ledger.BeginRequest[] = [];
  gateway.backend.ledger.begin = (request) => {
    begun.push(request);
    return new Promise(() => undefined);
  };
  const headers = withKey(gateway.key, { 'idempotency-key': 'begin-late-1' });
  expect((await gateway.get('/signals?limit=3', headers)).status).toBe(503);
  expect(releasesOf('begin-late-1')).toHaveLength(1);
  // The next release comes a second later, and only after the ledger has claimed the key.
  let claimed: () => void = () => undefined;
  const isClaimed = new Promise<void>((resolve) => (claimed = resolve));
  gateway.backend.ledger.release = async (request) => {
    await isClaimed;
    return current.release(request);
  };
  await current.begin(begun[0]!);
  gateway.backend.ledger.begin = current.begin;
  expect((await gateway.get('/signals?limit=3', headers)).status).toBe(409);
  claimed();
  await waitFor(() => releasesOf('begin-late-1').length >= 2);
  expect(consumed(await gateway.get('/signals?limit=3', headers))).toEqual(['3', '997']);
});

it("frees a failed request's key once the ledger answers again", async () => {
  const headers = withKey(gateway.key, { 'idempotency-key': 'ledger-silent-1' });
  const { ledger: backend } = gateway.backend;
  backend.charge = () => new Promise(() => undefined);
  backend.release = () => new Promise(() => undefined);
  expect((await gateway.get('/signals?limit=3', headers)).status).toBe(503);
  expect((await gateway.get('/signals?limit=3', headers)).status).toBe(409);
  Object.assign(backend, { charge: current.charge, release: current.release });
  await waitFor(() => releasesOf('ledger-silent-1').length > 0);
  expect(consumed(await gateway.get('/signals?limit=3', headers))).toEqual(['3', '997']);
});
