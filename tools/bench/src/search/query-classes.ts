import { readSample } from './corpus-sample';
import { Draw, type Frequency } from './draw';

/** Query parameters of `GET /api/v1/signals`. */
export type Parameters = Readonly<Record<string, string>>;

/** Queries of one kind. */
export interface QueryClass {
  name: string;
  queries: readonly Parameters[];
  /** Measures the page after the drawn one, requested by cursor. */
  isContinued: boolean;
}

interface Kind {
  /** A short description. */
  is: string;
  /** Draws one query; undefined if the corpus has none. */
  query: (draw: Draw) => Parameters | undefined;
  /** Also adds a class for its count. */
  isCounted?: true;
  isContinued?: true;
  /** Set for counts. */
  isCount?: true;
}

const SEED = 18;
const QUERIES_PER_CLASS = 100;
/** Queries of each class in the class that cycles through all classes. */
const QUERIES_OF_EACH = 20;
/** Draws per wanted query, to find enough different ones. */
const TRIES = 5;
const LAST_PAGE = 100;
const LARGEST_PAGE = 50;
/** Share of the matches expected from the sample to count on. */
const SURE_SHARE = 0.9;

const FOUR_FACETS: Parameters = { facets: 'category,country,industry,month' };

const q = (text: string | undefined) => (text === undefined ? undefined : { q: text });
const quoted = (text: string | undefined) => q(text && `"${text}"`);
const joined = (words: readonly string[] | undefined) => q(words?.join(' '));

function group(terms: readonly string[] | undefined, exclude: readonly string[] = []) {
  return terms && { scope: 'company', match: 'and', terms, exclude };
}

function groups(...all: ReturnType<typeof group>[]): Parameters | undefined {
  return all.includes(undefined) ? undefined : { searchGroups: JSON.stringify({ op: 'and', groups: all }) };
}

/** Combines all parts; undefined if one is missing. */
function both(...parts: (Parameters | undefined)[]): Parameters | undefined {
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

/** The last page that can be requested by number, with a page size that the matches suffice for. */
function lastPage(draw: Draw): Parameters | undefined {
  const word = draw.word('very common')!;
  const matches = draw.shareOf(word) * draw.sample.total * SURE_SHARE;
  const limit = Math.min(LARGEST_PAGE, Math.floor(matches / (LAST_PAGE + 1)));
  return limit < 1 ? undefined : { q: word, page: String(LAST_PAGE), limit: String(limit) };
}

function without(draw: Draw, frequency: Frequency): Parameters | undefined {
  const [word, other] = [draw.word('common'), draw.word(frequency)];
  return word === undefined || other === undefined ? undefined : { q: `${word} -${other}` };
}

const KINDS: Readonly<Record<string, Kind>> = {
  'rare word': { is: 'a word in few signals', query: (draw) => q(draw.word('rare')), isCounted: true },
  'common word': { is: 'a word in .2 to 3%', query: (draw) => q(draw.word('common')), isCounted: true },
  'very common word': {
    is: 'a word in 3% or more',
    query: (draw) => q(draw.word('very common')),
    isCounted: true,
  },
  'two words': {
    is: 'both in one title, as often as in titles',
    query: (draw) => joined(draw.wordsOfTitle(2)),
    isCounted: true,
  },
  'three words': { is: 'likewise', query: (draw) => joined(draw.wordsOfTitle(3)), isCounted: true },
  'any of three words': {
    is: 'common ones',
    query: (draw) => both({ any: draw.words('common', 3)?.join(' ') ?? '' }),
    isCounted: true,
  },
  'phrase of two words': {
    is: 'as often as in titles',
    query: (draw) => quoted(draw.phrase(2)),
    isCounted: true,
  },
  'phrase of three words': { is: 'likewise', query: (draw) => quoted(draw.phrase(3)), isCounted: true },
  exclusion: {
    is: 'a common word without a very common one',
    query: (draw) => without(draw, 'very common'),
    isCounted: true,
  },
  'two letters, unspaced': {
    is: 'adjacent in a Chinese, Japanese, or Korean title',
    query: (draw) => q(draw.letters(2)),
    isCounted: true,
  },
  'three letters, unspaced': { is: 'likewise', query: (draw) => q(draw.letters(3)) },
  filters: { is: 'country and category of a signal', query: (draw) => draw.place(), isCounted: true },
  'filters and very common word': {
    is: 'the same with a word',
    query: (draw) => both(draw.place(), q(draw.word('very common'))),
  },
  'word between two days': {
    is: 'a common word and the days of two signals',
    query: (draw) => both(q(draw.word('common')), draw.days()),
    isCounted: true,
  },
  'word and filters between two days': {
    is: 'the same with country and category',
    query: (draw) => both(q(draw.word('very common')), draw.place(), draw.days()),
    isCounted: true,
  },
  'page 100': { is: 'of a very common word', query: lastPage },
  'page after page 100': { is: 'the next page, by its cursor', query: lastPage, isContinued: true },
  'company group': {
    is: 'companies with two words in their titles, as often as in titles',
    query: (draw) => groups(group(draw.wordsOfCompany(2))),
    isCounted: true,
  },
  'company group with exclusion': {
    is: 'the same without a common word',
    query: (draw) => groups(group(draw.wordsOfCompany(2), [draw.word('common') ?? ''])),
    isCounted: true,
  },
  'company group, common words': {
    is: 'two of them',
    query: (draw) => groups(group(draw.words('common', 2))),
    isCounted: true,
  },
  'company group, very common words': {
    is: 'two of them',
    query: (draw) => groups(group(draw.words('very common', 2))),
    isCounted: true,
  },
  'most expensive count': {
    is: 'four company groups of seven very common words',
    query: (draw) => groups(...Array.from({ length: 4 }, () => group(draw.words('very common', 7)))),
    isCount: true,
  },
  'four facets of a common word': {
    is: 'by category, country, industry, and month',
    query: (draw) => both(q(draw.word('common')), FOUR_FACETS),
    isCount: true,
  },
  'four facets of everything': { is: 'the same without a filter', query: () => FOUR_FACETS, isCount: true },
  'empty result': {
    is: 'a rare word and one that no title contains',
    query: (draw) => q(draw.word('rare')?.replace(/.*/su, '$& $&x$&')),
    isCounted: true,
  },
  'no filter': { is: 'the newest page', query: () => ({}), isCounted: true },
};

const counted = (parameters: Parameters): Parameters => ({ ...parameters, countOnly: 'true' });
const countName = (name: string) => `count, ${name}`;

/** Every class, with a name and description. */
export const QUERY_CLASSES: readonly { name: string; is: string }[] = [
  ...Object.entries(KINDS).map(([name, { is }]) => ({ name, is })),
  ...Object.entries(KINDS)
    .filter(([, { isCounted }]) => isCounted)
    .map(([name]) => ({ name: countName(name), is: 'the number of matches' })),
  { name: 'all in turn', is: 'queries of each class in turn' },
];

/**
 * Draws each class's queries from the corpus itself, so that any corpus can be measured; the same for the same corpus.
 * Omits classes for which the corpus has no queries.
 *
 * @param connectionString of a role that may read `catalog`.
 */
export async function queryClasses(connectionString: string): Promise<QueryClass[]> {
  return classesOf(new Draw(await readSample(connectionString), SEED));
}

/** Like {@link QUERY_CLASSES}, with drawn queries. */
export function classesOf(draw: Draw): QueryClass[] {
  const pages: QueryClass[] = [];
  const counts: QueryClass[] = [];
  for (const [name, { query, isCounted, isCount, isContinued = false }] of Object.entries(KINDS)) {
    const queries = distinctQueries(() => query(draw));
    if (queries.length === 0) continue;
    pages.push({ name, queries: isCount ? queries.map(counted) : queries, isContinued });
    if (isCounted) counts.push({ name: countName(name), queries: queries.map(counted), isContinued: false });
  }
  const all = [...pages, ...counts];
  return [...all, { name: 'all in turn', queries: inTurn(all), isContinued: false }];
}

function distinctQueries(make: () => Parameters | undefined): Parameters[] {
  const found = new Map<string, Parameters>();
  for (let tries = 0; tries < QUERIES_PER_CLASS * TRIES && found.size < QUERIES_PER_CLASS; tries++) {
    const query = make();
    if (query) found.set(JSON.stringify(query), query);
  }
  return [...found.values()];
}

function inTurn(classes: readonly QueryClass[]): Parameters[] {
  const asked = classes.filter(({ isContinued }) => !isContinued);
  return Array.from({ length: QUERIES_OF_EACH }, (_, index) =>
    asked.map(({ queries }) => queries[index % queries.length]!),
  ).flat();
}
