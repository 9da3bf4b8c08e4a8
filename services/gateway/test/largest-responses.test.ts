import { largestSignalBytes } from '@heliograph/catalog';
import type { search } from '@heliograph/proto';
import { MAXIMUM_RESPONSE_BYTES } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { problemFrom, startGateway, withKey } from './support/gateway';

/** On a slow machine, 12 MB take seconds. */
const TIMEOUT_MS = 30_000;
const gateway = startBeforeAll(() =>
  startGateway({ searchTimeoutMs: TIMEOUT_MS, chargeTimeoutMs: TIMEOUT_MS }),
);

/** A page of items of `bytes` bytes each. */
function pageOf(limit: number, bytes: number): search.SearchResponse {
  const item = `{"id":"1","title":"${'x'.repeat(bytes - '{"id":"1","title":""}'.length)}"}`;
  return {
    itemsJson: Buffer.from(`[${Array(limit).fill(item).join()}]`),
    itemCount: limit,
    next: { activityDate: '2026-11-20', id: '1' },
  };
}

it('a page of the largest signals that an import accepts is answered, charged, stored, and replayed', async () => {
  gateway.backend.search = async ({ limit }) => pageOf(limit, largestSignalBytes);
  const headers = withKey(gateway.key, { 'idempotency-key': randomUUID() });
  const first = await gateway.get('/signals?limit=50', headers);
  const body = await first.text();
  expect([first.status, body.slice(0, 16)]).toEqual([200, '{"data":{"items"']);
  expect(body.length).toBeGreaterThan(50 * largestSignalBytes);
  // On a slow machine, 12 MB can exceed the ledger timeout, which yields a 503 and a retry with the same key.
  const [replayed, again] = await waitFor(async () => {
    const replay = await gateway.get('/signals?limit=50', headers);
    const text = await replay.text();
    return replay.status === 200 && ([replay.headers.get('idempotency-replayed'), text] as const);
  });
  expect(replayed).toBe('true');
  expect(again === body).toBe(true);
});

it.each([
  ['travels', MAXIMUM_RESPONSE_BYTES / 50 + 1],
  ['does not even fit into a message', (17 * 1024 * 1024) / 50],
])(
  "a larger page, from an earlier version's corpus, that %s is refused by name without a charge",
  async (_, bytes) => {
    gateway.backend.search = async ({ limit }) => pageOf(limit, Math.ceil(bytes));
    const charges = gateway.backend.ledger.charges.length;
    const headers = withKey(gateway.key, { 'idempotency-key': randomUUID() });
    for (const header of [headers, withKey(gateway.key)]) {
      const response = await gateway.get('/signals?limit=50', header);
      expect(response.headers.has('retry-after')).toBe(false);
      expect(await problemFrom(response)).toMatchObject({
        status: 500,
        code: 'response_too_large',
        detail: 'The response is larger than this system can send: ask for fewer records with "limit".',
      });
    }
    expect(gateway.backend.ledger.charges).toHaveLength(charges);
    // A different request under the same key; the earlier one failed, which freed the key.
    expect((await gateway.get('/signals?limit=5', headers)).status).toBe(200);
  },
);
