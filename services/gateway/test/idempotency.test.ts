import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { itemsOf } from './support/backend-responses';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);
beforeEach(() => (gateway.backend.search = async (request) => itemsOf(request)));

const newHeaders = () => withKey(gateway.key, { 'idempotency-key': randomUUID() });

it.each(['/signals?q=robots&limit=2', '/companies/acme-robotics', '/signals?countOnly=true'])(
  'replays %s byte for byte, marked and free',
  async (path) => {
    const { ledger } = gateway.backend;
    const headers = newHeaders();
    const first = await gateway.get(path, headers);
    const charges = ledger.charges.length;
    ledger.remaining += 5;
    const replay = await gateway.get(path, headers);
    expect(replay.status).toBe(200);
    expect(await replay.text()).toBe(await first.text());
    expect(replay.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(first.headers.has('idempotency-replayed')).toBe(false);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.headers.get('x-records-consumed')).toBe('0');
    expect(replay.headers.get('x-records-remaining')).toBe(String(ledger.remaining));
    expect(ledger.charges).toHaveLength(charges);
  },
);

it('treats the same query in another order and encoding as the same request', async () => {
  const headers = newHeaders();
  await gateway.get('/signals?q=two+words&limit=1&country=', headers);
  const replay = await gateway.get('/signals?limit=1&q=two%20words', headers);
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
});

it('refuses the key for another request', async () => {
  const headers = newHeaders();
  await gateway.get('/signals?limit=1', headers);
  for (const path of [
    '/signals?limit=2',
    '/signals',
    '/signals?limit=1&fields=title',
    '/companies/acme-robotics',
  ]) {
    expect(await problemFrom(await gateway.get(path, headers))).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
      detail: expect.stringContaining('Use a new key for each new request.'),
    });
  }
});

it('says to wait while the first request is running', async () => {
  const headers = newHeaders();
  let finish: () => void = () => undefined;
  const running = new Promise<void>((resolve) => (finish = resolve));
  gateway.backend.search = async (request) => {
    await running;
    return itemsOf(request);
  };
  const searches = gateway.backend.searches.length;
  const first = gateway.get('/signals?limit=1', headers);
  await waitFor(() => gateway.backend.searches.length > searches);
  const second = await gateway.get('/signals?limit=1', headers);
  expect(second.headers.get('retry-after')).toBe('7');
  expect(await problemFrom(second)).toMatchObject({
    status: 409,
    code: 'idempotency_in_progress',
    detail: expect.stringContaining('Try again shortly.'),
  });
  finish();
  expect((await first).status).toBe(200);
});

it.each([
  ['an issue in the request', '/signals?limit=0', 400],
  ['a company that does not exist', '/companies/nobody', 404],
])('frees the key after %s', async (_name, path, status) => {
  const headers = newHeaders();
  expect((await gateway.get(path, headers)).status).toBe(status);
  const next = await gateway.get('/signals?limit=1', headers);
  expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([200, null]);
});

it.each([
  ['an unexpected error', new Error('oops'), 500],
  ['a refusal', new ServiceError('access_restricted', 'no'), 403],
])('frees the key after the search fails with %s', async (_name, error, status) => {
  const headers = newHeaders();
  gateway.backend.search = () => Promise.reject(error);
  expect((await gateway.get('/signals', headers)).status).toBe(status);
  gateway.backend.search = async (request) => itemsOf(request);
  expect((await gateway.get('/signals?limit=1', headers)).status).toBe(200);
});

it('separates keys of different credentials', async () => {
  const name = randomUUID();
  await gateway.get('/signals?limit=1', withKey(gateway.key, { 'idempotency-key': name }));
  const other = withKey(gateway.backend.addKey(), { 'idempotency-key': name });
  expect((await gateway.get('/signals?limit=2', other)).headers.get('x-records-consumed')).toBe('2');
});

it.each(['short', 'x'.repeat(129), 'has space', 'dots.are.not'])('refuses the key %p', async (name) => {
  const problem = await problemFrom(
    await gateway.get('/signals', withKey(gateway.key, { 'idempotency-key': name })),
  );
  expect(problem).toMatchObject({
    status: 400,
    code: 'invalid_parameter',
    errors: [{ parameter: 'Idempotency-Key' }],
  });
});

it('is ignored where nothing is charged', async () => {
  const headers = withKey(gateway.key, { 'idempotency-key': 'short' });
  expect((await gateway.get('/usage', headers)).status).toBe(200);
});
