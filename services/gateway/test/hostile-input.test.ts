import { startBeforeAll } from '@heliograph/testing';
import fc from 'fast-check';
import { problemFrom, startGateway } from './support/gateway';

/** Of this process's own CPU time: other programs may have the processors, too. */
const FAST_MS = 2_000;
const ownMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

const gateway = startBeforeAll(startGateway);
beforeAll(async () => {
  gateway.backend.ledger.remaining = 1_000_000;
  await gateway.get('/signals?category=funding');
});

const json = (value: string) => encodeURIComponent(value);
const group = (terms: string) =>
  json(`{"op":"and","groups":[{"scope":"activity","match":"and","terms":${terms}}]}`);

it.each([
  ['a NUL', 'q=a%00b'],
  ['an encoded surrogate', 'q=%ED%A0%80'],
  ['invalid UTF-8', 'q=%FF%FE'],
  ['an overlong form', 'q=%C0%80'],
  ['a broken escape', 'q=%zz'],
  ['a lone percent sign', 'q=100%'],
  ['only percent signs', `q=${'%'.repeat(1_000)}`],
  ['a lone surrogate in JSON', `searchGroups=${group('["\\ud800"]')}`],
  ['a NUL in JSON', `searchGroups=${group('["\\u0000"]')}`],
  ['__proto__', '__proto__=1'],
  ['constructor', 'constructor=1&toString=2'],
  ['__proto__ in JSON', `searchGroups=${json('{"__proto__":{},"op":"and","groups":[]}')}`],
  ['constructor in JSON', `locations=${json('[{"kind":"country","value":"x","constructor":{}}]')}`],
  ['deep arrays', `industries=${json('['.repeat(10_000))}`],
  ['deep objects', `searchGroups=${json('{"op":'.repeat(3_000))}`],
  ['deep and closed', `locations=${json('['.repeat(3_000) + ']'.repeat(3_000))}`],
  ['a number for an object', 'searchGroups=42'],
  ['null for an object', 'searchGroups=null'],
  ['broken JSON', 'industries=%5B%22a'],
  ['5,000 items', `industries=${json(`[${'"a",'.repeat(4_999)}"a"]`)}`],
  ['a cursor of 512 characters', `cursor=${'A'.repeat(512)}`],
  ['a cursor of 513 characters', `cursor=${'A'.repeat(513)}`],
  ['a cursor in another alphabet', `cursor=${encodeURIComponent('東'.repeat(500))}`],
  ['a q of 1001 characters', `q=${'a'.repeat(1_001)}`],
  ['a q of 60,000 characters', `q=${'a'.repeat(60_000)}`],
  ['51 ids', `ids=${Array.from({ length: 51 }, (_, index) => index + 1).join()}`],
  ['20,000 commas', `ids=${','.repeat(20_000)}`],
  ['Infinity', 'fundingMin=Infinity'],
  ['a number beyond all limits', 'fundingMin=1e400'],
  ['a limit in another script', `limit=${encodeURIComponent('٥')}`],
  ['9,000 parameters', Array.from({ length: 9_000 }, (_, index) => `p${index}`).join('&')],
  ['one parameter 9,000 times', 'q=a&'.repeat(9_000)],
  ['an array-like name', 'q[]=a'],
  ['a nested name', 'q[a][b]=c'],
])('%s gets a clear 400, fast', async (_name, query) => {
  const before = process.cpuUsage();
  const problem = await problemFrom(await gateway.get(`/signals?${query}`));
  expect(ownMs(before)).toBeLessThan(FAST_MS);
  expect(problem.status).toBe(400);
  expect(problem.errors!.length).toBeGreaterThanOrEqual(1);
  expect(problem.errors!.length).toBeLessThanOrEqual(100);
});

it('answers any bytes in the query, never with 500', async () => {
  const names = fc.constantFrom(
    'q',
    'searchGroups',
    'locations',
    'industries',
    'cursor',
    'ids',
    'limit',
    'category',
    'dateFrom',
    'x',
  );
  const values = fc.oneof(
    fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((text) => !/\p{Surrogate}/u.test(text))
      .map(encodeURIComponent),
    fc
      .stringMatching(/^[%+=\w[\]{}":,-]{0,30}$/)
      .map((text) => text.replaceAll(/["{}[\]]/g, encodeURIComponent)),
    fc.json({ maxDepth: 6 }).map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))),
  );
  const queries = fc.array(fc.tuple(names, values), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(queries, async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${value}`).join('&');
      const { status } = await gateway.get(`/signals?${query}`);
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 100 },
  );
});

it('leaks neither stack nor path nor address', async () => {
  const response = await gateway.get(`/signals?cursor=x&q=a%00b&searchGroups=${json('[[[[[')}`);
  expect(await response.text()).not.toMatch(/ at |node_modules|\/work|\.ts\b|\.js\b|\.sock/);
});
