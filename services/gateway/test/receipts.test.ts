import type { ledger } from '@heliograph/proto';
import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const linkOf = (n: number): ledger.Link => ({
  sequence: BigInt(n),
  eventId: `event-${n}`,
  at: '2026-11-03T10:00:00.123Z',
  operation: 'getCompany',
  mode: undefined,
  records: 1,
  amountMicros: 5_000n,
  requestId: 'request-1',
  answerSha256: undefined,
  previous: '0'.repeat(64),
});

interface Page {
  data: { items: Record<string, unknown>[]; nextCursor: string | null };
}
const pageOf = async (path: string) => (await (await gateway.get(path)).json()) as Page;

it("sends the body's hash with its charge, even for a compressed response, and returns the receipt", async () => {
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding, 'idempotency-key': `key-${encoding}-01` };
    const response = await gateway.get('/signals?limit=50', withKey(gateway.key, headers));
    const received = Buffer.from(await response.arrayBuffer());
    // The test's client may have decoded it already.
    const body = received[0] === 0x1f ? gunzipSync(received) : received;
    const { charges } = gateway.backend.ledger;
    expect(charges.at(-1)!.answerSha256!.equals(createHash('sha256').update(body).digest())).toBe(true);
    expect(response.headers.get('x-receipt')).toBe(`${charges.length}.${'ab'.repeat(32)}`);
  }
});

it('lists links with eleven members, a hundred per page', async () => {
  gateway.backend.ledger.links = Array.from({ length: 201 }, (_, n) => linkOf(n + 1));
  const first = await pageOf('/usage/receipts');
  expect(first.data.items).toHaveLength(100);
  expect(first.data.items[0]).toEqual({
    accountId: expect.any(String) as string,
    sequence: 1,
    eventId: 'event-1',
    at: '2026-11-03T10:00:00.123Z',
    operation: 'getCompany',
    mode: null,
    records: 1,
    amountMicros: 5_000,
    requestId: 'request-1',
    answerSha256: null,
    previous: '0'.repeat(64),
  });
  const second = await pageOf(`/usage/receipts?cursor=${first.data.nextCursor}`);
  const third = await pageOf(`/usage/receipts?month=2026-11&cursor=${second.data.nextCursor}`);
  const pages = [first, second, third];
  expect(pages.flatMap(({ data }) => data.items.map(({ sequence }) => sequence))).toEqual(
    Array.from({ length: 201 }, (_, n) => n + 1),
  );
  expect(third.data.nextCursor).toBeNull();
});

it('accepts only cursors issued to this account, for their month', async () => {
  gateway.backend.ledger.links = Array.from({ length: 101 }, (_, n) => linkOf(n + 1));
  const { nextCursor } = (await pageOf('/usage/receipts')).data;
  const codeOf = async (path: string, init?: Parameters<TestGateway['get']>[1]) =>
    (await problemFrom(await gateway.get(path, init))).code;
  expect(await codeOf(`/usage/receipts?cursor=${nextCursor}x`)).toBe('cursor_invalid');
  expect(await codeOf(`/usage/receipts?month=2026-10&cursor=${nextCursor}`)).toBe('cursor_mismatch');
  const other = withKey(gateway.backend.addKey({ accountId: 'another-account' }));
  expect(await codeOf(`/usage/receipts?cursor=${nextCursor}`, other)).toBe('cursor_invalid');
  expect(await codeOf('/usage/receipts?month=2026-13')).toBe('invalid_parameter');
});

it('returns a statement of no account to a test key', async () => {
  const { secret } = generateApiKey({ isTest: true });
  gateway.backend.setVerdict(secret, { isTest: true });
  const response = await gateway.get('/usage/statement?month=2026-11', withKey(secret));
  expect([response.status, await response.text()]).toEqual([200, 'test.2026-11.signed']);
});

it('returns a statement, and publishes the keys to everyone', async () => {
  const response = await gateway.get('/usage/statement?month=2026-11');
  expect(response.headers.get('content-type')).toBe('application/jose');
  expect(await response.text()).toMatch(/\.2026-11\.signed$/);
  expect((await problemFrom(await gateway.get('/usage/statement'))).code).toBe('invalid_parameter');
  const keys = await fetch(`${gateway.url}/.well-known/jwks.json`);
  expect(keys.headers.get('content-type')).toBe('application/jwk-set+json');
  expect(await keys.json()).toEqual({ keys: [] });
});
