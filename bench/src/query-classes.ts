import { words } from '@heliograph/words';
import { hash } from 'node:crypto';
import pg from 'pg';

const CLASSES = [
  'rare word',
  'common word',
  'very common word',
  'phrase',
  'word between two days',
  'filters',
  'narrow filter and very common word',
  'company group, common words',
  'company group, very common words',
  'count, common word',
  'count, very common word',
  'empty result',
  'no filter',
] as const;
const ALL_IN_TURN = 'all classes in turn';

/** What can be measured. */
export const QUERY_CLASS_NAMES = [...CLASSES, ALL_IN_TURN] as const;
export type QueryClassName = (typeof QUERY_CLASS_NAMES)[number];

/** Queries of one kind, as parameters of `GET /api/v1/signals`. */
export interface QueryClass {
  name: QueryClassName;
  queries: Record<string, string>[];
}

const SAMPLE_ROWS = 50_000;
const QUERIES_PER_CLASS = 40;

interface Word {
  word: string;
  /** Part of the signals that hold it. */
  share: number;
}

/**
 * Makes the queries of each class out of the corpus itself, so that any corpus can be measured: words by how many
 * signals hold them, phrases that stand in titles, filter values that occur.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function queryClasses(connectionString: string): Promise<QueryClass[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await makeClasses(client);
  } finally {
    await client.end();
  }
}

/** A query of each class after the other: what the system does for users who ask all kinds of things. */
export function allInTurn(classes: readonly QueryClass[]): QueryClass {
  const asked = classes.filter(({ queries }) => queries.length > 0);
  const queries = Array.from({ length: QUERIES_PER_CLASS }, (_, index) =>
    asked.map((each) => each.queries[index % each.queries.length]!),
  ).flat();
  return { name: ALL_IN_TURN, queries };
}

async function makeClasses(client: pg.Client): Promise<QueryClass[]> {
  const total = await countOf(client);
  const wordShares = await sharesOfWords(client, total);
  const between = (least: number, most: number) =>
    wordShares.filter(({ share }) => share >= least && share < most).map(({ word }) => word);
  const rare = (await rareWords(client)).slice(0, QUERIES_PER_CLASS);
  const common = spread(between(0.002, 0.03));
  const veryCommon = wordShares.slice(0, 5).map(({ word }) => word);
  const phrases = await commonPairs(client);
  const narrow = await narrowFilters(client);
  const days = await middleDays(client);
  const each = (list: string[], parameters: (word: string) => Record<string, string>) => list.map(parameters);
  const group = (match: string, terms: string[]) =>
    JSON.stringify({ op: 'and', groups: [{ scope: 'company', match, terms }] });

  const queries: Record<(typeof CLASSES)[number], QueryClass['queries']> = {
    'rare word': each(rare, (q) => ({ q })),
    'common word': each(common, (q) => ({ q })),
    'very common word': each(veryCommon, (q) => ({ q })),
    phrase: each(phrases, (phrase) => ({ q: `"${phrase}"` })),
    'word between two days': common.map((q) => ({ q, ...days })),
    filters: narrow,
    'narrow filter and very common word': narrow.map((filter, index) => ({
      ...filter,
      q: veryCommon[index % veryCommon.length]!,
    })),
    'company group, common words': pairs(common).map((terms) => ({ searchGroups: group('and', terms) })),
    'company group, very common words': pairs(veryCommon).map((terms) => ({
      searchGroups: group('and', terms),
    })),
    'count, common word': each(common, (q) => ({ q, countOnly: 'true' })),
    'count, very common word': each(veryCommon, (q) => ({ q, countOnly: 'true' })),
    'empty result': each(rare, (word) => ({ q: `${word} ${word}x${word}` })),
    'no filter': [{}],
  };
  return CLASSES.map((name) => ({ name, queries: queries[name] }));
}

async function countOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ total: string }>('SELECT count(*) AS total FROM catalog.signal');
  return Number(rows[0]!.total);
}

/** The words of titles in a sample of the signals. */
async function sampledTitles(client: pg.Client, percent: number, seed: number): Promise<string[][]> {
  const { rows } = await client.query<{ title: string }>(
    `SELECT document::json ->> 'title' AS title FROM catalog.signal_document TABLESAMPLE SYSTEM (${percent}) REPEATABLE (${seed})`,
  );
  return rows.map(({ title }) => words(title));
}

/** How many titles hold each term, most common first. */
function countTerms(
  titles: readonly string[][],
  termsOf: (title: string[]) => string[],
): [term: string, titles: number][] {
  const counts = new Map<string, number>();
  for (const title of titles)
    for (const term of new Set(termsOf(title))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return [...counts].sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
}

/** Words by their share in a sample, most common first. */
async function sharesOfWords(client: pg.Client, total: number): Promise<Word[]> {
  const titles = await sampledTitles(client, Math.min(100, (100 * SAMPLE_ROWS) / total), 1);
  return countTerms(titles, (title) => title)
    .slice(0, 20_000)
    .map(([word, count]) => ({ word, share: count / titles.length }));
}

/** Words that a handful of signals hold. */
async function rareWords(client: pg.Client): Promise<string[]> {
  const counted = countTerms(await sampledTitles(client, 2, 2), (title) => title);
  const rare = counted.filter(([word, count]) => count === 1 && /^[\p{L}\p{N}]{4,20}$/u.test(word));
  return rare.map(([word]) => word).sort((one, other) => (digest(one) < digest(other) ? -1 : 1));
}

const digest = (text: string) => hash('md5', text);

/** The most common pairs of adjacent words. */
async function commonPairs(client: pg.Client): Promise<string[]> {
  const pairsOf = (title: string[]) => title.slice(1).map((word, index) => `${title[index]} ${word}`);
  const counted = countTerms(await sampledTitles(client, 2, 3), pairsOf);
  return counted.slice(0, QUERIES_PER_CLASS).map(([pair]) => pair);
}

/** Countries with categories that some signals have. */
async function narrowFilters(client: pg.Client): Promise<Record<string, string>[]> {
  const { rows } = await client.query<{ country: string; category: string }>(
    `SELECT document::jsonb ->> 'country' AS country, document::jsonb ->> 'category' AS category
       FROM catalog.signal_document TABLESAMPLE SYSTEM (2) REPEATABLE (4)
      WHERE document::jsonb ? 'country' GROUP BY 1, 2 ORDER BY count(*), 1, 2 LIMIT ${QUERIES_PER_CLASS}`,
  );
  return rows.map(({ country, category }) => ({ country, category }));
}

/** A range of days with both ends, which holds half of the published signals and not the newest. */
async function middleDays(client: pg.Client): Promise<{ dateFrom: string; dateTo: string }> {
  const { rows } = await client.query<{ dateFrom: string; dateTo: string }>(
    `SELECT percentile_disc(0.25) WITHIN GROUP (ORDER BY activity_date)::text AS "dateFrom",
            percentile_disc(0.75) WITHIN GROUP (ORDER BY activity_date)::text AS "dateTo"
       FROM catalog.signal WHERE NOT pending`,
  );
  return rows[0]!;
}

/** Evenly spread picks, so that a class covers its whole range of frequencies. */
function spread(list: string[]): string[] {
  const step = Math.max(1, list.length / QUERIES_PER_CLASS);
  return Array.from(
    { length: Math.min(list.length, QUERIES_PER_CLASS) },
    (_, index) => list[Math.floor(index * step)]!,
  );
}

function pairs(list: string[]): string[][] {
  return list.slice(1).map((word, index) => [list[index]!, word]);
}
