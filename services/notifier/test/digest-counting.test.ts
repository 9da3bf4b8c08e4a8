import type { search } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { DigestBuilder } from '../src/mail/digest-builder';
import type { Recipients } from '../src/mail/recipients';
import { DigestStore } from '../src/storage/digest-store';
import { startParts } from './support/notifier';
import { store } from './support/saved-searches';

const parts = startBeforeAll(startParts);

type Changes = (request: search.ChangesRequest) => Partial<search.ChangesResponse>;

/** A page that does not reach the end; it moves the position on by one. */
const page = (at: number, kind: string): Partial<search.ChangesResponse> => ({
  itemsJson: Buffer.from(JSON.stringify([{ change: kind, signal: { category: 'funding' } }])),
  caughtUp: false,
  next: { version: BigInt(at), id: '1' },
});

/** A digest whose period is over, and a builder for its email. */
async function begin(columns: string, changes: Changes) {
  const { pool, mails, logger } = parts;
  const digests = new DigestStore(pool, 60);
  const { owner, id } = await store(parts.savedSearches);
  await digests.set(owner.accountId, id, 'daily', new Date());
  await pool.query(`UPDATE notifier.digest SET ${columns} WHERE saved_search_id = $1`, [id]);
  const outcomes: string[] = [];
  const builder = new DigestBuilder({
    digests,
    mails,
    recipients: { addressOf: () => Promise.resolve('a@customers.example') } as unknown as Recipients,
    search: {
      changes: (request) => Promise.resolve().then(() => changes(request) as search.ChangesResponse),
    },
    support: { hasChanges: () => Promise.resolve(true) },
    logger,
    metrics: { digest: (outcome) => void outcomes.push(outcome), failed: (step) => void outcomes.push(step) },
  });
  const { rows } = await pool.query<{ covered_since: Date }>(
    'SELECT covered_since FROM notifier.digest WHERE saved_search_id = $1',
    [id],
  );
  return {
    since: rows[0]!.covered_since,
    outcomes,
    /** Builds what is due now. @returns whether anything was. */
    build: async () => {
      const [lease] = await digests.claim(1, randomUUID());
      if (lease) await builder.build(lease);
      return lease !== undefined;
    },
    contents: async () => {
      const mail = await pool.query<{ content: { total: number; since: string } }>(
        'SELECT content FROM notifier.mail WHERE saved_search_id = $1',
        [id],
      );
      return mail.rows.map(({ content }) => content);
    },
  };
}

it.each(['1 day', '29 days 23 hours', '60 days'])(
  'finds signals published behind any number of updates, %s back',
  async (age) => {
    const { since, outcomes, build, contents } = await begin(
      `covered_since = now() - interval '${age}'`,
      ({ after }) => {
        const at = Number(after?.version ?? 0) + 1;
        return at < 120 ? page(at, 'updated') : { ...page(at, 'published'), caughtUp: true };
      },
    );
    const before = Date.now();
    while (await build());
    expect(outcomes).toEqual(['made']);
    const [content] = await contents();
    expect(content).toMatchObject({ total: 1 });
    const expected = age === '60 days' ? before - 29 * 86_400_000 : since.getTime();
    expect(Math.abs(Date.parse(content!.since) - expected)).toBeLessThan(10_000);
  },
);

it('counts signals published before and after any number of updates in one email', async () => {
  const yesterday = `covered_since = now() - interval '1 day'`;
  const { build, contents } = await begin(yesterday, ({ after }) => {
    const at = Number(after?.version ?? 0) + 1;
    if (at === 120) return { ...page(at, 'published'), caughtUp: true };
    return page(at, at === 7 ? 'published' : 'updated');
  });
  while (await build());
  expect(await contents()).toMatchObject([{ total: 2, hasMore: false }]);
});

it('starts over at its time when the catalog does not have its position', async () => {
  const lost = `covered_version = 7, covered_id = 1, covered_since = now() - interval '2 days'`;
  const { since, outcomes, build, contents } = await begin(lost, ({ after }) => {
    if (after) throw new ServiceError('cursor_expired', 'cursor: has expired');
    return { ...page(9, 'published'), caughtUp: true };
  });
  await build();
  expect(outcomes).toEqual(['made']);
  const [content] = await contents();
  expect(Math.abs(Date.parse(content!.since) - since.getTime())).toBeLessThan(1_000);
});
