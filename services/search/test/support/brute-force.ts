/**
 * Keyword search directly from its definition: it examines every signal and shares no code with the program.
 * Deliberately slow.
 */

export interface PlainCompany {
  slug: string;
  name: string;
  country?: string;
  city?: string;
  industries?: string[];
  employeeCount?: number;
}

export interface PlainSignal {
  id: string;
  title: string;
  category: string;
  companySlug: string;
  activityDate: string;
  publishedAt: string;
  country?: string;
  city?: string;
  industries?: string[];
  hiring?: {
    types?: string[];
    functions?: string[];
    seniorities?: string[];
    employmentTypes?: string[];
    workArrangements?: string[];
  };
  funding?: { stage?: string; amount?: number; currency?: string };
}

export interface PlainQuery {
  q?: string;
  all?: string;
  exact?: string;
  any?: string;
  exclude?: string;
  searchGroups?: {
    op: 'and' | 'or';
    groups: { scope: 'activity' | 'company'; match: 'and' | 'or'; terms: string[]; exclude: string[] }[];
  };
  company?: string;
  companySlug?: string;
  companies?: string[];
  country?: string;
  locations?: { kind: string; value: string; country?: string }[];
  industry?: string;
  industries?: string[];
  size?: string;
  days?: number;
  dateRanges?: string[];
  dateFrom?: string;
  dateTo?: string;
  categories?: string[];
  hiringTypes?: string[];
  hiringFunctions?: string[];
  hiringSeniorities?: string[];
  hiringEmploymentTypes?: string[];
  hiringWorkArrangements?: string[];
  fundingStages?: string[];
  fundingCurrency?: string;
  fundingMin?: number;
  fundingMax?: number;
  ids?: string[];
  activityIds?: string[];
}

interface Row {
  signal: PlainSignal;
  company: PlainCompany;
  words: string[];
}

/** Reads a text once: every query uses the same few. */
function once<Reading>(read: (text: string) => Reading): (text: string) => Reading {
  const known = new Map<string, Reading>();
  return (text) => {
    if (!known.has(text)) known.set(text, read(text));
    return known.get(text)!;
  };
}

const propertyPattern = once((property) => new RegExp(`^\\p{${property}}$`, 'u'));
const is = (property: string, character: string) => propertyPattern(property).test(character);

/** Marks whose Script is Inherited, except U+3099 and U+309A, and those of Arabic and Hebrew. */
function mayBeLeftOut(character: string): boolean {
  if (!is('M', character) || character === '\u3099' || character === '\u309A') return false;
  return ['Inherited', 'Arabic', 'Hebrew'].some((script) => is(`Script=${script}`, character));
}

/** NFKD without optional marks, in lower case, a final sigma as any other, then NFC. */
export const fold = once((text) =>
  [...text.normalize('NFKD')]
    .filter((character) => !mayBeLeftOut(character))
    .join('')
    .toLowerCase()
    .replace(/ς/g, 'σ')
    .normalize('NFC'),
);

/** Scripts written without spaces between words, or with particles attached. */
const unspacedScripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
];

/**
 * Letters and digits form words, each alone in an unspaced script; a mark belongs to the preceding letter; everything
 * else separates.
 */
export const wordsIn = once((text) => {
  const found: string[] = [];
  let open: 'nothing' | 'letter' | 'run' = 'nothing';
  for (const character of fold(text)) {
    const extend = () => found.push(found.pop()! + character);
    if (is('L', character) || is('N', character)) {
      const alone = unspacedScripts.some((script) => is(`Script_Extensions=${script}`, character));
      if (alone || open !== 'run') found.push(character);
      else extend();
      open = alone ? 'letter' : 'run';
    } else if (is('M', character) && open !== 'nothing') extend();
    else open = 'nothing';
  }
  return found;
});

function holds(text: readonly string[], term: readonly string[]): boolean {
  for (let start = 0; start + term.length <= text.length; start++)
    if (term.every((word, offset) => text[start + offset] === word)) return true;
  return false;
}

/** Splits at white space (and commas); quotes group; with `signed`, a leading minus marks a term. */
export function terms(
  text: string,
  commas: boolean,
  signed: boolean,
): { text: string; words: string[]; minus: boolean }[] {
  const result: { text: string; words: string[]; minus: boolean }[] = [];
  let position = 0;
  const separates = (character: string) => /\s/.test(character) || (commas && character === ',');
  while (position < text.length) {
    let raw = '';
    while (position < text.length && !separates(text[position]!) && text[position] !== '"')
      raw += text[position++];
    let phrase: string | undefined;
    if (text[position] === '"') {
      const end = text.indexOf('"', position + 1);
      phrase = text.slice(position + 1, end < 0 ? undefined : end);
      position = end < 0 ? text.length : end + 1;
    } else position++;
    const minusOnly = signed && /^-+$/.test(raw);
    if (raw !== '' && !minusOnly)
      result.push({ text: raw, words: wordsIn(raw), minus: signed && raw.startsWith('-') });
    if (phrase !== undefined) result.push({ text: phrase, words: wordsIn(phrase), minus: minusOnly });
  }
  return result.filter((term) => term.words.length > 0);
}

const dayBefore = (today: string, days: number) =>
  new Date(Date.parse(today) - days * 24 * 3600 * 1000).toISOString().slice(0, 10);

function oneOf(values: readonly string[] | undefined, wanted: readonly string[] | undefined): boolean {
  return !wanted || wanted.length === 0 || wanted.some((value) => values?.includes(value) === true);
}

function passes({ signal, company, words }: Row, query: PlainQuery, today: string): boolean {
  const country = signal.country ?? company.country;
  const city = signal.city ?? company.city;
  const industries = signal.industries ?? company.industries ?? [];
  for (const term of terms(query.q ?? '', false, true))
    if (holds(words, term.words) === term.minus) return false;
  for (const term of terms(query.all ?? '', true, false)) if (!holds(words, term.words)) return false;
  const any = terms(query.any ?? '', true, false);
  if (any.length > 0 && !any.some((term) => holds(words, term.words))) return false;
  for (const term of terms(query.exclude ?? '', true, false)) if (holds(words, term.words)) return false;
  if (!holds(words, wordsIn(query.exact ?? ''))) return false;

  if (!holds(wordsIn(company.name), wordsIn(query.company ?? ''))) return false;
  if (query.companySlug && company.slug !== query.companySlug) return false;
  if (query.companies && query.companies.length > 0)
    if (
      !query.companies.some(
        (item) => item === company.slug || fold(item).trim() === fold(company.name).trim(),
      )
    )
      return false;
  if (query.country && country !== query.country) return false;
  if (query.locations && query.locations.length > 0) {
    const there = query.locations.some(({ kind, value, country: within }) => {
      const same = (a: string | undefined, b: string) => a !== undefined && fold(a).trim() === fold(b).trim();
      return kind === 'country'
        ? same(country, value)
        : same(city, value) && (!within || same(country, within));
    });
    if (!there) return false;
  }
  if (query.industry && !industries.includes(query.industry)) return false;
  if (!oneOf(industries, query.industries)) return false;
  if (query.size) {
    const [low, high] = query.size.split('-').map(Number) as [number, number];
    const count = company.employeeCount;
    if (count === undefined || count < low || count > high) return false;
  }
  const date = signal.activityDate;
  if (query.days && date < dayBefore(today, query.days)) return false;
  if (query.dateRanges && query.dateRanges.length > 0) {
    const inRange = query.dateRanges.some((range) =>
      range === 'older' ? date < dayBefore(today, 90) : date >= dayBefore(today, Number(range)),
    );
    if (!inRange) return false;
  }
  if (query.dateFrom && date < query.dateFrom) return false;
  if (query.dateTo && date > query.dateTo) return false;
  if (!oneOf([signal.category], query.categories)) return false;
  if (!oneOf(signal.hiring?.types, query.hiringTypes)) return false;
  if (!oneOf(signal.hiring?.functions, query.hiringFunctions)) return false;
  if (!oneOf(signal.hiring?.seniorities, query.hiringSeniorities)) return false;
  if (!oneOf(signal.hiring?.employmentTypes, query.hiringEmploymentTypes)) return false;
  if (!oneOf(signal.hiring?.workArrangements, query.hiringWorkArrangements)) return false;
  if (!oneOf(signal.funding?.stage ? [signal.funding.stage] : [], query.fundingStages)) return false;
  if (query.fundingCurrency && signal.funding?.currency !== query.fundingCurrency) return false;
  const amount = signal.funding?.amount;
  if (query.fundingMin !== undefined && !(amount !== undefined && amount >= query.fundingMin)) return false;
  if (query.fundingMax !== undefined && !(amount !== undefined && amount <= query.fundingMax)) return false;
  if (query.ids && query.ids.length > 0 && !query.ids.includes(signal.id)) return false;
  if (query.activityIds && query.activityIds.length > 0 && !query.activityIds.includes(signal.id))
    return false;
  return true;
}

function inGroups(
  row: Row,
  passing: readonly Row[],
  search: NonNullable<PlainQuery['searchGroups']>,
): boolean {
  const groups = search.groups
    .map((group) => ({
      scope: group.scope,
      match: group.match,
      terms: group.terms.map(wordsIn).filter((term) => term.length > 0),
      exclude: group.exclude.map(wordsIn).filter((term) => term.length > 0),
    }))
    // A group without a word adds no constraint.
    .filter((group) => group.terms.length > 0 || group.exclude.length > 0);
  if (groups.length === 0) return true;
  const sameCompany = passing.filter((other) => other.company.slug === row.company.slug);
  const anyTerm = (group: (typeof groups)[number]) =>
    group.terms.length === 0 || group.terms.some((term) => holds(row.words, term));
  const verdicts = groups.map((group) => {
    const among = group.scope === 'activity' ? [row] : sameCompany;
    const found = (term: readonly string[]) => among.some((other) => holds(other.words, term));
    const wanted =
      group.terms.length === 0 ||
      (group.match === 'and' ? group.terms.every(found) : group.terms.some(found));
    return wanted && !group.exclude.some(found);
  });
  if (search.op === 'or')
    return groups.some((group, index) => verdicts[index] && (group.scope === 'activity' || anyTerm(group)));
  if (!verdicts.every(Boolean)) return false;
  const company = groups.filter(({ scope, terms }) => scope === 'company' && terms.length > 0);
  return groups.some(({ scope }) => scope === 'activity') || company.length === 0 || company.some(anyTerm);
}

/** The ids of all matches, in order. `now` decides what is published and what today is. */
export function bruteForce(
  companies: readonly PlainCompany[],
  signals: readonly PlainSignal[],
  query: PlainQuery,
  now: Date,
): string[] {
  const bySlug = new Map(companies.map((company) => [company.slug, company]));
  const rows = signals
    .filter((signal) => Date.parse(signal.publishedAt) <= now.getTime())
    .map((signal) => ({ signal, company: bySlug.get(signal.companySlug)!, words: wordsIn(signal.title) }));
  const today = now.toISOString().slice(0, 10);
  const passing = rows.filter((row) => passes(row, query, today));
  const search = query.searchGroups;
  return passing
    .filter((row) => !search || inGroups(row, passing, search))
    .sort((a, b) => {
      if (a.signal.activityDate !== b.signal.activityDate)
        return a.signal.activityDate < b.signal.activityDate ? 1 : -1;
      return BigInt(a.signal.id) < BigInt(b.signal.id) ? 1 : -1;
    })
    .map(({ signal }) => signal.id);
}

/** A signal in the pool, with its similarity in millionths. */
interface PlainRank {
  id: string;
  similarityMillionths: number;
}

/**
 * The pool's signals that the catalog shows, and those that match as if nothing else existed, most similar first, ties
 * by id descending as a number: the definition of semantic search, whose filters and evidence stay within the pool.
 */
export function bruteForcePool(
  companies: readonly PlainCompany[],
  signals: readonly PlainSignal[],
  pool: readonly PlainRank[],
  query: PlainQuery,
  now: Date,
): { shown: number; ranked: PlainRank[] } {
  const within = signals.filter(({ id }) => pool.some((candidate) => candidate.id === id));
  const matching = new Set(bruteForce(companies, within, query, now));
  return {
    shown: bruteForce(companies, within, {}, now).length,
    ranked: pool
      .filter(({ id }) => matching.has(id))
      .sort((a, b) => {
        if (a.similarityMillionths !== b.similarityMillionths)
          return a.similarityMillionths < b.similarityMillionths ? 1 : -1;
        return BigInt(a.id) < BigInt(b.id) ? 1 : -1;
      }),
  };
}
