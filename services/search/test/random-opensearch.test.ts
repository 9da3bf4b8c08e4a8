import { FACETS, SIGNAL_FIELDS, type FacetName } from '@heliograph/contract';
import type { PageRequest, Position, SignalFilters } from '@heliograph/read-model';
import { describeWith, startBeforeAll } from '@heliograph/testing';
import { words } from '@heliograph/words';
import fc from 'fast-check';
import type { SearchEngine } from '../src/engine/search-engine';
import { companies, queries } from './support/arbitrary';
import { bruteForce } from './support/brute-force';
import { bothEngines, caller } from './support/both-engines';
import { NOW } from './support/changed-corpus';
import { wireFilters } from './support/wire-filters';

const FIXED_SEED = 20261124;
const QUERIES = 150;
const OTHERS = 60;

/** Corpora with different histories, in one shard and in several. */
const ROUNDS = [
  { round: 0, shards: 1 },
  { round: 1, shards: 3 },
  { round: 2, shards: 1 },
];

const letters = (first: number, count: number) =>
  Array.from({ length: count }, (_, number) => String.fromCodePoint(first + number)).join(' ');
/** Phrases of two letters. */
const pairs = (first: number, count: number) =>
  Array.from({ length: count }, (_, number) => String.fromCodePoint(first + number, first + number + 1)).join(
    ' ',
  );

const WHOLE = { fields: [], matched: false };

async function pagesByCursor(
  engine: SearchEngine,
  filters: SignalFilters,
  limit: number,
): Promise<{ ids: string[]; json: string }> {
  const pages: string[] = [];
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const page = await engine.search(filters, { limit, after }, WHOLE, caller());
    pages.push(page.itemsJson.toString());
    const items = JSON.parse(pages.at(-1)!) as { id: string }[];
    ids.push(...items.map(({ id }) => id));
    expect(page.itemCount).toBe(items.length);
    after = page.next ?? undefined;
  } while (after);
  return { ids, json: pages.join('\n') };
}

describeWith('opensearch', 'OpenSearch answers as the read model and the definition do', () => {
  describe.each(ROUNDS)('on random corpus $round in $shards shards', ({ round, shards }) => {
    const seed = FIXED_SEED + round;

    const engines = startBeforeAll(() => bothEngines(seed, round, shards));

    it('random queries, paged by cursor and by number, and counted', async () => {
      const { memory, opensearch, signals } = engines;
      await fc.assert(
        fc.asyncProperty(
          queries,
          fc.constantFrom(1, 3, 50),
          fc.integer({ min: 1, max: 4 }),
          async (plain, limit, page) => {
            const filters = wireFilters(plain);
            const expected = bruteForce(companies, signals, plain, NOW);
            expect(await opensearch.count(filters, caller(), Infinity)).toBe(expected.length);
            const step = Math.min(50, Math.max(limit, Math.ceil(expected.length / 5)));
            const found = await pagesByCursor(opensearch, filters, step);
            expect(found.ids).toEqual(expected);
            expect(found.json).toBe((await pagesByCursor(memory, filters, step)).json);
            const numbered = (engine: SearchEngine) =>
              engine.search(filters, { limit, page }, WHOLE, caller());
            expect(await numbered(opensearch)).toEqual(await numbered(memory));
          },
        ),
        { numRuns: QUERIES, seed },
      );
    });

    it('as many words as the parameters may have', async () => {
      const { memory, opensearch } = engines;
      const filters = wireFilters({
        any: `${letters(0x4e00, 500)} new sales`,
        exclude: letters(0x5e00, 500),
        companies: Array.from({ length: 50 }, (_, number) => `company-${number}`).concat(
          companies.map(({ slug }) => slug),
        ),
      });
      const expected = await memory.count(filters, caller(), Infinity);
      expect(expected).toBeGreaterThan(0);
      expect(await opensearch.count(filters, caller(), Infinity)).toBe(expected);
    });

    it.each([
      ['repeated', { q: 'new '.repeat(250), all: 'new '.repeat(250), exclude: 'b '.repeat(500) }],
      [
        'excluded',
        {
          q: `new ${letters(0x4e00, 160).replace(/ /g, ' -')}`,
          exclude: letters(0x5e00, 500),
          any: 'new sales',
        },
      ],
      [
        'in exclusions of phrases',
        { q: 'new', exclude: pairs(0x4e00, 330), any: pairs(0x6e00, 330) + ' new' },
      ],
    ])('many words %s', async (_, plain) => {
      const { memory, opensearch } = engines;
      const filters = wireFilters(plain);
      const expected = await memory.count(filters, caller(), Infinity);
      expect(await opensearch.count(filters, caller(), Infinity)).toBe(expected);
    });

    it('refuses more words than OpenSearch takes', async () => {
      const filters = wireFilters({ any: `${pairs(0x4e00, 600)} new`, exclude: pairs(0x5e00, 600) });
      await expect(engines.opensearch.count(filters, caller(), Infinity)).rejects.toMatchObject({
        code: 'invalid_parameter',
      });
    });

    it('selected fields, and why titles match', async () => {
      const { memory, opensearch } = engines;
      await fc.assert(
        fc.asyncProperty(
          queries,
          fc.subarray([...SIGNAL_FIELDS]),
          fc.boolean(),
          async (plain, fields, matched) => {
            const request: PageRequest = { limit: 50 };
            const found = (engine: SearchEngine) =>
              engine.search(wireFilters(plain), request, { fields, matched }, caller());
            expect(await found(opensearch)).toEqual(await found(memory));
          },
        ),
        { numRuns: OTHERS, seed },
      );
    });

    it('facets', async () => {
      const { memory, opensearch } = engines;
      const names = fc.uniqueArray(fc.constantFrom(...(Object.keys(FACETS) as FacetName[])), {
        minLength: 1,
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(queries, names, async (plain, facets) => {
          const counted = (engine: SearchEngine) =>
            engine.countFacets(wireFilters(plain), facets, caller(), Infinity);
          expect(await counted(opensearch)).toEqual(await counted(memory));
        }),
        { numRuns: OTHERS, seed },
      );
    });

    it('suggestions', async () => {
      const { memory, opensearch } = engines;
      const texts = [
        'cafe n',
        'new york s',
        'a',
        'A a',
        'パ',
        'sao p',
        'bio',
        'ai m',
        'hi',
        'f',
        '会社ガ',
        'شركة مح',
        'st l',
        'us',
        '***x',
      ];
      let found = 0;
      for (const kind of ['company', 'country', 'city', 'industry', 'category'] as const) {
        for (const text of texts) {
          for (const limit of [1, 20]) {
            const request = { kind, words: words(text), others: ['US', 'ipo', 'nowhere'], limit };
            const expected = await memory.suggest(request, caller());
            found += expected.length;
            expect(await opensearch.suggest(request, caller())).toEqual(expected);
          }
        }
      }
      expect(found).toBeGreaterThan(50);
    });

    it("a pool's filters", async () => {
      const { memory, opensearch, signals } = engines;
      const ids = signals.map(({ id }) => BigInt(id));
      await fc.assert(
        fc.asyncProperty(
          queries,
          fc.uniqueArray(fc.constantFrom(...ids, 777n), { minLength: 0, maxLength: 80 }),
          fc.constantFrom(1, 7, 50),
          fc.constantFrom(undefined, 60, 10_000),
          async (plain, pooled, limit, ordinalBelow) => {
            const pool = {
              ids: BigUint64Array.from(pooled),
              similarityMillionths: Int32Array.from(pooled, (id) => Number(id % 7n) * 1000),
            };
            const pages = async (engine: SearchEngine) => {
              const responses = [];
              let after;
              do {
                const request = {
                  pool,
                  publishedUntilMs: NOW.getTime(),
                  ordinalBelow,
                  limit,
                  after,
                  fields: [],
                };
                const { nextOrdinal: _of, ...page } = await engine.searchPool(
                  wireFilters(plain),
                  request,
                  caller(),
                );
                responses.push({ ...page, itemsJson: page.itemsJson.toString() });
                after = page.next ?? undefined;
              } while (after);
              return responses;
            };
            expect(await pages(opensearch)).toEqual(await pages(memory));
          },
        ),
        { numRuns: OTHERS / 2, seed },
      );
    });
  });
});
