import { waitFor } from '@heliograph/testing';
import { connect } from 'node:net';
import type { ApiClient, Problem } from './support/api-client';
import { System } from './support/system';

let system: System;
let client: ApiClient;

beforeAll(async () => {
  system = await System.start({
    environment: { REQUESTS_PER_MINUTE: '100000', SEARCHES_PER_MINUTE: '100000' },
  });
  client = await system.newClient({ usd: 100 });
});

afterAll(() => system?.destroy());

const nested = (depth: number) => encodeURIComponent('['.repeat(depth) + ']'.repeat(depth));
const group = (terms: string) =>
  encodeURIComponent(`{"op":"and","groups":[{"scope":"activity","match":"and","terms":${terms}}]}`);
const FAST_MS = 1_000;

/** A busy machine may delay some answers; input that takes long to read delays each. */
const fastAnswer = (path: string) =>
  waitFor(
    async () => {
      const started = performance.now();
      const response = await client.raw<Problem>(path);
      return performance.now() - started < FAST_MS && response;
    },
    { description: `an answer within ${FAST_MS} ms` },
  );

describe('bad input gets a clear 4xx, fast', () => {
  it.each([
    ['a NUL byte', 'q=a%00b'],
    ['an encoded lone surrogate', 'q=%ED%A0%80'],
    ['invalid UTF-8', 'q=%FF%FE'],
    ['a broken escape', 'q=%zz'],
    ['a lone surrogate in JSON', `searchGroups=${group('["\\ud800"]')}`],
    ['a NUL in JSON', `searchGroups=${group('["\\u0000"]')}`],
    ['__proto__ as a parameter', '__proto__=1'],
    ['constructor as a parameter', 'constructor=1'],
    ['__proto__ in JSON', `searchGroups=${encodeURIComponent('{"__proto__":{},"op":"and","groups":[]}')}`],
    [
      '__proto__ in a location',
      `locations=${encodeURIComponent('[{"kind":"country","value":"x","__proto__":{}}]')}`,
    ],
    ['deep JSON', `searchGroups=${nested(3_000)}`],
    ['deep JSON in another', `locations=${nested(500)}`],
    ['JSON of another type', 'searchGroups=42'],
    ['broken JSON', 'industries=%5B%22a'],
    ['a number in a list of strings', 'industries=%5B1%5D'],
    ['a forged cursor of 512 characters', `cursor=${'A'.repeat(512)}`],
    ['a cursor of 513 characters', `cursor=${'A'.repeat(513)}`],
    ['a q of 1001 characters', `q=${'a'.repeat(1_001)}`],
    [
      '31 terms',
      `searchGroups=${group(JSON.stringify(Array.from({ length: 31 }, (_, index) => `t${index}`)))}`,
    ],
    ['an id with 20 digits', `ids=${'9'.repeat(20)}`],
    ['an id of 19 digits beyond 64 bits is refused or finds nothing', 'ids=9999999999999999999,0'],
    ['51 ids', `ids=${Array.from({ length: 51 }, (_, index) => index + 1).join()}`],
    ['Infinity', 'fundingMin=Infinity'],
    ['NaN', 'fundingMax=NaN'],
    ['a limit in exponent form', 'limit=1e1'],
    ['a repeated parameter', 'q=a&q=a'],
    ['an array-like parameter', 'q[]=a'],
    ['the key in the query', 'api_key=hg_live_x'],
  ])('%s', async (_name, query) => {
    const response = await fastAnswer(`/api/v1/signals?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.errors?.length).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['many quotes', `q=${encodeURIComponent('"'.repeat(999))}`],
    ['many minus signs', `q=${encodeURIComponent('-'.repeat(999))}`],
    ['SQL', `q=${encodeURIComponent("'; drop table catalog.signal; --")}`],
    ['query operators', `q=${encodeURIComponent('a & | ! ( <-> :* \\')}`],
    ['five hundred words', `q=${encodeURIComponent('ab '.repeat(333))}`],
    ['letters that decompose to many', `q=${encodeURIComponent('ﷺ'.repeat(100))}`],
    [
      'thirty common terms in company groups',
      `searchGroups=${encodeURIComponent(JSON.stringify({ op: 'or', groups: [{ scope: 'company', match: 'or', terms: 'the a of in to for and at on by with is as an new raises hires opens launches team data cloud health energy robotics series seed round million engineer'.split(' ') }] }))}`,
    ],
    ['an id of 19 digits beyond 64 bits', 'ids=9999999999999999999'],
  ])('%s is a harmless search', async (_name, query) => {
    expect((await fastAnswer(`/api/v1/signals?limit=1&${query}`)).status).toBe(200);
  });

  it('a query of 200 KB', async () => {
    const response = await client.raw<unknown>(`/api/v1/signals?q=${'a'.repeat(200_000)}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it('headers of 200 KB', async () => {
    const response = await client.raw<unknown>('/api/v1/signals', { 'x-large': 'a'.repeat(200_000) });
    expect(response.status).toBe(431);
  });

  it('an unknown path, another method, a percent sign in a slug', async () => {
    expect((await client.raw<Problem>('/api/v1/nothing')).body.code).toBe('not_found');
    expect((await client.raw<Problem>('/api/v1/companies/%')).status).toBe(400);
    const post = await fetch(`${client.url}/api/v1/signals`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}` },
      body: 'x'.repeat(1_000_000),
    });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toContain('GET');
  });

  it('data that is not HTTP', async () => {
    const socket = connect(system.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.write('\x16\x03\x01 hello\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect(received).toMatch(/^HTTP\/1\.1 400/);
    expect(await system.isReady()).toBe(true);
  });

  it('leaks no stack, SQL, or path in any response', async () => {
    const response = await client.raw<Problem>(`/api/v1/signals?cursor=x&q=a%00b&searchGroups=${nested(10)}`);
    expect(response.text).not.toMatch(/ at |select |node_modules|\/work|\.ts|\.js/i);
  });
});
