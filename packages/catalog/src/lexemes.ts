import { createHash } from 'node:crypto';
import { normalizedKey, words, type Term } from '@heliograph/words';
import type { HiringRecord, IdentifierKind, SignalRecord } from './records';
import type { EffectiveValues } from './render';

/**
 * The lexemes of a signal (at import) and of a filter (at query time). Grammar: README.md, "Lexemes". Word lexemes hold
 * only letters, digits and marks, pairs a space between, everything else a `=`, `*` or `@`, so no two kinds collide.
 */

const longestLexeme = 200;

/** A lexeme that PostgreSQL can store: over-long ones are replaced by their kind and hash. */
function bounded(kind: string, value: string): string {
  const lexeme = kind + value;
  if (lexeme.length * 3 <= longestLexeme || Buffer.byteLength(lexeme) <= longestLexeme) return lexeme;
  return `${kind}#${createHash('sha256').update(value).digest('base64url')}`;
}

/** Which text a phrase is looked for in. */
export type PhraseField = 'title' | 'name';

const fieldKinds = { title: { word: '', repeated: '*' }, name: { word: 'n=', repeated: 'n*' } } as const;

export const wordLexeme = (field: PhraseField, word: string) => bounded(fieldKinds[field].word, word);
export const pairLexeme = (field: PhraseField, first: string, second: string) =>
  bounded(fieldKinds[field].word, `${first} ${second}`);
export const repeatedLexeme = (field: PhraseField, word: string) => bounded(fieldKinds[field].repeated, word);

export const wholeNameLexeme = (name: string) => bounded('N=', normalizedKey(name));
export const companyLexeme = (slug: string) => bounded('o=', slug);
export const countryLexeme = (country: string) => bounded('c=', country);
export const countryKeyLexeme = (country: string) => bounded('l=', normalizedKey(country));
export const cityKeyLexeme = (city: string) => bounded('t=', normalizedKey(city));
export const industryLexeme = (industry: string) => bounded('i=', industry);
export const categoryLexeme = (category: string) => bounded('k=', category);
export const fundingStageLexeme = (stage: string) => bounded('fs=', stage);
export const fundingCurrencyLexeme = (currency: string) => bounded('fc=', currency);

const hiringKinds = {
  types: 'ht=',
  functions: 'hf=',
  seniorities: 'hs=',
  employmentTypes: 'he=',
  workArrangements: 'hw=',
} as const satisfies Record<keyof HiringRecord, string>;

const hiringKindNames = Object.keys(hiringKinds) as (keyof HiringRecord)[];

export const hiringLexeme = (kind: keyof HiringRecord, label: string) => bounded(hiringKinds[kind], label);

const identifierLexemes: Readonly<Record<IdentifierKind, (id: string) => string>> = {
  category: categoryLexeme,
  hiring_type: (id) => hiringLexeme('types', id),
  hiring_function: (id) => hiringLexeme('functions', id),
  hiring_seniority: (id) => hiringLexeme('seniorities', id),
  hiring_employment_type: (id) => hiringLexeme('employmentTypes', id),
  hiring_work_arrangement: (id) => hiringLexeme('workArrangements', id),
  funding_stage: fundingStageLexeme,
  industry: industryLexeme,
  country: countryLexeme,
};

/** The lexeme of the signals that use an identifier. */
export const identifierLexeme = (kind: IdentifierKind, id: string) => identifierLexemes[kind](id);

/** The company sizes that can be asked for, ends included. */
export const sizes = {
  '1-49': [1, 49],
  '50-100': [50, 100],
  '101-500': [101, 500],
  '501-10000000': [501, 10_000_000],
} as const;
export type Size = keyof typeof sizes;
const sizeNames = Object.keys(sizes) as Size[];

/** The size that holds this number of employees, if any. */
export function sizeOf(employeeCount: number | undefined): Size | undefined {
  if (employeeCount === undefined) return undefined;
  return sizeNames.find((size) => sizes[size][0] <= employeeCount && employeeCount <= sizes[size][1]);
}
export const sizeLexeme = (size: Size) => `s=${sizeNames.indexOf(size) + 1}`;

/** Lexemes of the day, the week (from Monday) and the month of a day `YYYY-MM-DD`. */
export const dayLexeme = (day: string) => `d=${day.replaceAll('-', '')}`;
// 1900-01-01, the 25,567th day before 1970, was a Monday.
export const weekLexeme = (day: string) =>
  `w=${Math.floor((Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_567) / 7)}`;
export const monthLexeme = (day: string) => `m=${day.slice(0, 7).replace('-', '')}`;

/** Remembers what was made lately: a corpus has few countries, cities, industries and days, and many signals. */
function remembered<T>(make: (value: string) => T): (value: string) => T {
  const most = 10_000;
  const known = new Map<string, T>();
  return (value) => {
    let made = known.get(value);
    if (made === undefined) {
      if (known.size >= most) known.clear();
      known.set(value, (made = make(value)));
    }
    return made;
  };
}

const dateLexemes = remembered((day) => [dayLexeme(day), weekLexeme(day), monthLexeme(day)]);
const countryLexemes = remembered((country) => [countryLexeme(country), countryKeyLexeme(country)]);
const knownCityKeyLexeme = remembered(cityKeyLexeme);
const knownIndustryLexeme = remembered(industryLexeme);

/** Lower ends of the amount buckets: 0, then half powers of two. */
const amountBuckets = [0, ...Array.from({ length: 2 * 60 }, (_, half) => 2 ** (half / 2))];

/** The bucket of an amount: monotone, so an amount of a bucket between two others lies between their amounts. */
export function amountBucket(amount: number): number {
  let low = 0;
  let high = amountBuckets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((amountBuckets[middle] ?? Infinity) <= amount) low = middle;
    else high = middle - 1;
  }
  return low;
}
export const lastAmountBucket = amountBuckets.length - 1;
export const amountLexeme = (bucket: number) => `fa=${bucket}`;

/** What of a signal alone is searched, besides its title. */
export type SearchableSignal = Pick<SignalRecord, 'category' | 'activityDate' | 'hiring' | 'funding'>;

/** What of a company is searched through its signals. */
export interface SearchableCompany {
  slug: string;
  name: string;
  employeeCount?: number;
}

function addText(into: string[], field: PhraseField, text: Term): void {
  let previous: string | undefined;
  for (const [index, word] of text.entries()) {
    into.push(text.indexOf(word) < index ? repeatedLexeme(field, word) : wordLexeme(field, word));
    if (previous !== undefined) into.push(pairLexeme(field, previous, word));
    previous = word;
  }
}

/** The lexemes that all signals of a company share. */
export function companyLexemes(company: SearchableCompany): string[] {
  const lexemes = [companyLexeme(company.slug), wholeNameLexeme(company.name)];
  addText(lexemes, 'name', words(company.name));
  const size = sizeOf(company.employeeCount);
  if (size) lexemes.push(sizeLexeme(size));
  return lexemes;
}

/**
 * All lexemes of a signal; a pair of words that the title repeats is there twice.
 * @param titleWords the words of the title
 * @param effective the signal's values, with its company's where it has none of its own
 * @param ofCompany {@link companyLexemes} of its company
 */
export function signalLexemes(
  signal: SearchableSignal,
  titleWords: Term,
  { country, city, industries }: EffectiveValues,
  ofCompany: readonly string[],
): string[] {
  const lexemes = [...ofCompany];
  addText(lexemes, 'title', titleWords);
  if (country !== undefined) lexemes.push(...countryLexemes(country));
  if (city !== undefined) lexemes.push(knownCityKeyLexeme(city));
  for (const industry of industries) lexemes.push(knownIndustryLexeme(industry));
  lexemes.push(categoryLexeme(signal.category));
  if (signal.hiring)
    for (const kind of hiringKindNames)
      for (const label of signal.hiring[kind] ?? []) lexemes.push(hiringLexeme(kind, label));
  const { stage, currency, amount } = signal.funding ?? {};
  if (stage !== undefined) lexemes.push(fundingStageLexeme(stage));
  if (currency !== undefined) lexemes.push(fundingCurrencyLexeme(currency));
  if (amount !== undefined) lexemes.push(amountLexeme(amountBucket(amount)));
  lexemes.push(...dateLexemes(signal.activityDate));
  return lexemes;
}

/** Whether a text has a word twice, so that its long phrases may need a look at the text itself. */
export function repeatsWord(text: Term): boolean {
  for (let index = 1; index < text.length; index++) if (text.indexOf(text[index] ?? '') < index) return true;
  return false;
}

/** Words in the form in which phrases are rechecked: each between two spaces. */
export const recheckText = (text: Term) => ` ${text.join(' ')} `;
