import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const START = Date.UTC(2026, 10, 20, 10, 23, 18);

let now: number;
const gateway = startBeforeAll(() =>
  startGateway({ limits: { requests: 5, searches: 3 } }, { clock: () => now }),
);
beforeEach(() => (now = START));

const newKey = () => withKey(gateway.backend.addKey());
const limitHeaders = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const reset = Date.UTC(2026, 10, 20, 10, 24) / 1000;

it('reports what is left of the tighter window and of both', async () => {
  const headers = newKey();
  const search = await gateway.get('/signals?limit=1', headers);
  expect(limitHeaders(search)).toEqual([3, 2, reset]);
  expect(search.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60, "searches";q=3;w=60');
  expect(search.headers.get('ratelimit')).toBe('"requests";r=4;t=42, "searches";r=2;t=42');
  const usage = await gateway.get('/usage', headers);
  expect(limitHeaders(usage)).toEqual([5, 3, reset]);
  expect(usage.headers.get('ratelimit')).toBe('"requests";r=3;t=42, "searches";r=2;t=42');
});

it('refuses a search beyond the limit and counts the refusal as a request', async () => {
  const headers = newKey();
  for (let count = 0; count < 3; count++)
    expect((await gateway.get('/signals?limit=1', headers)).status).toBe(200);
  const refused = await gateway.get('/signals?limit=1', headers);
  expect(refused.headers.get('retry-after')).toBe('42');
  expect(limitHeaders(refused)).toEqual([3, 0, reset]);
  const problem = await problemFrom(refused);
  expect(problem).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(problem.detail).toContain('3 searches');
  expect(limitHeaders(await gateway.get('/usage', headers))).toEqual([5, 0, reset]);
  const over = await problemFrom(await gateway.get('/usage', headers));
  expect(over.detail).toContain('5 requests');
});

it('names a limit of one in the singular', async () => {
  const small = await startGateway({ limits: { requests: 5, searches: 1 } }, { clock: () => now });
  try {
    await small.get('/signals?limit=1');
    const { detail } = await problemFrom(await small.get('/signals?limit=1'));
    expect(detail).toContain('may make 1 search per minute');
  } finally {
    await small.stop();
  }
});

it('counts failed requests, whatever the reason', async () => {
  const headers = newKey();
  for (const path of ['/signals?limit=0', '/nothing', '/companies/nobody', '/usage?x=1'])
    await gateway.get(path, headers);
  expect(limitHeaders(await gateway.get('/usage', headers))).toEqual([5, 0, reset]);
});

it('counts per account, over all its keys', async () => {
  const [first, second] = [1, 2].map(() => withKey(gateway.backend.addKey({ accountId: 'shared' })));
  await gateway.get('/usage', first);
  expect(limitHeaders(await gateway.get('/usage', second))[1]).toBe(3);
});

it('resets with the UTC minute', async () => {
  const headers = newKey();
  for (let count = 0; count < 6; count++) await gateway.get('/usage', headers);
  now += 41_999;
  const last = await gateway.get('/usage', headers);
  expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
  now += 1;
  expect((await gateway.get('/usage', headers)).status).toBe(200);
});

it('admits exactly as many concurrent requests as the limit says', async () => {
  const headers = newKey();
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => gateway.get('/signals?limit=1', headers)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(9);
});
