import { CatalogFeed, type FeedRow } from '@heliograph/catalog';
import { words } from '@heliograph/words';

/** `order` is a signed 64-bit number; ids, as unsigned numbers, exceed its range. */
const LOWEST_ORDER = -(2n ** 63n);
const SIGNALS_OF_A_REQUEST = 2_000;

/** Stores only `item`, which responses contain. */
export const MAPPINGS = {
  dynamic: false,
  _source: { includes: ['item'] },
  properties: {
    day: { type: 'date', format: 'strict_date' },
    order: { type: 'long' },
    words: { type: 'text', analyzer: 'whitespace', norms: false },
    country: { type: 'keyword' },
    category: { type: 'keyword' },
    item: { type: 'object', enabled: false },
  },
};

/** A signal's sort position, as a number that OpenSearch can sort by. */
export const orderOf = (id: string) => String(BigInt(id) + LOWEST_ORDER);

/**
 * Sends all published signals as `_bulk` bodies.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function bulkBodies(
  connectionString: string,
  handle: (body: string) => Promise<void>,
): Promise<void> {
  const feed = await CatalogFeed.open({ connectionString });
  try {
    let lines: string[] = [];
    const send = async () => {
      if (lines.length > 0) await handle(`${lines.join('\n')}\n`);
      lines = [];
    };
    await feed.load(async (rows) => {
      for (const row of rows) {
        if (row.publishedAtMs > Date.now()) continue;
        lines.push('{"index":{}}', documentOf(row));
        if (lines.length >= 2 * SIGNALS_OF_A_REQUEST) await send();
      }
    });
    await send();
  } finally {
    await feed.close();
  }
}

function documentOf({ id, document }: FeedRow): string {
  const item = JSON.parse(Buffer.from(document).toString()) as {
    title: string;
    activityDate: string;
    category: string;
    country?: string;
  };
  return JSON.stringify({
    day: item.activityDate,
    order: orderOf(id),
    words: words(item.title).join(' '),
    country: item.country,
    category: item.category,
    item,
  });
}
