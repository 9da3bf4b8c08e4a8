import { createHash } from 'node:crypto';
import { normalisedKey, words, type Term } from './text';
import type { FundingRecord, HiringRecord } from './records';

/**
 * The lexemes of a signal (at import) and of a filter (at query time). Grammar: README.md, "Lexemes". Word lexemes hold
 * only letters and digits, pairs a space between, everything else a `=`, `*` or `@`, so no two kinds collide.
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

export const wholeNameLexeme = (name: string) => bounded('N=', normalisedKey(name));
export const companyLexeme = (slug: string) => bounded('o=', slug);
export const countryLexeme = (country: string) => bounded('c=', country);
export const countryKeyLexeme = (country: string) => bounded('l=', normalisedKey(country));
export const cityKeyLexeme = (city: string) => bounded('t=', normalisedKey(city));
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

/** The lexemes of the days that were asked for lately: a corpus has few days and many signals. */
const knownDates = new Map<string, readonly string[]>();
const mostKnownDates = 5000;

function dateLexemes(day: string): readonly string[] {
  let lexemes = knownDates.get(day);
  if (!lexemes) {
    if (knownDates.size >= mostKnownDates) knownDates.clear();
    knownDates.set(day, (lexemes = [dayLexeme(day), weekLexeme(day), monthLexeme(day)]));
  }
  return lexemes;
}

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

/** What of a signal and its company is searched: the company's defaults already filled in. */
export interface SearchableSignal {
  title: string;
  category: string;
  activityDate: string;
  country?: string;
  city?: string;
  industries: readonly string[];
  hiring?: HiringRecord;
  funding?: FundingRecord;
}

/** What of a company is searched through its signals. */
export interface SearchableCompany {
  slug: string;
  name: string;
  employeeCount?: number;
}

function addText(into: Set<string>, field: PhraseField, text: Term): void {
  let previous: string | undefined;
  for (const word of text) {
    const lexeme = wordLexeme(field, word);
    // No other lexeme looks like a word's, so one that is there already stands in this text before.
    if (into.has(lexeme)) into.add(repeatedLexeme(field, word));
    else into.add(lexeme);
    if (previous !== undefined) into.add(pairLexeme(field, previous, word));
    previous = word;
  }
}

/** The lexemes that all signals of a company share. */
export function companyLexemes(company: SearchableCompany): string[] {
  const lexemes = new Set<string>([companyLexeme(company.slug), wholeNameLexeme(company.name)]);
  addText(lexemes, 'name', words(company.name));
  const size = sizeOf(company.employeeCount);
  if (size) lexemes.add(sizeLexeme(size));
  return [...lexemes];
}

/**
 * All lexemes of a signal, each once.
 * @param titleWords the words of the title
 * @param ofCompany {@link companyLexemes} of its company
 */
export function signalLexemes(
  signal: SearchableSignal,
  titleWords: Term,
  ofCompany: readonly string[],
): string[] {
  const lexemes = new Set<string>(ofCompany);
  addText(lexemes, 'title', titleWords);
  if (signal.country !== undefined) {
    lexemes.add(countryLexeme(signal.country));
    lexemes.add(countryKeyLexeme(signal.country));
  }
  if (signal.city !== undefined) lexemes.add(cityKeyLexeme(signal.city));
  for (const industry of signal.industries) lexemes.add(industryLexeme(industry));
  lexemes.add(categoryLexeme(signal.category));
  if (signal.hiring)
    for (const kind of hiringKindNames)
      for (const label of signal.hiring[kind] ?? []) lexemes.add(hiringLexeme(kind, label));
  const { stage, currency, amount } = signal.funding ?? {};
  if (stage !== undefined) lexemes.add(fundingStageLexeme(stage));
  if (currency !== undefined) lexemes.add(fundingCurrencyLexeme(currency));
  if (amount !== undefined) lexemes.add(amountLexeme(amountBucket(amount)));
  for (const lexeme of dateLexemes(signal.activityDate)) lexemes.add(lexeme);
  return [...lexemes];
}

/** Whether a text has a word twice, so that its long phrases may need a look at the text itself. */
export function repeatsWord(text: Term): boolean {
  for (let index = 1; index < text.length; index++) if (text.indexOf(text[index] ?? '') < index) return true;
  return false;
}

/** Words in the form in which phrases are rechecked: each between two spaces. */
export const recheckText = (text: Term) => ` ${text.join(' ')} `;
