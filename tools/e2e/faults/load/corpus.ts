import { daysAgo, type CompanyLine, type SignalLine } from '../../support/corpus';

const COMPANIES = 20;
const SIGNALS = 1_500;
/** Days over which the signals are spread. */
const DAYS = 60;
const PUBLISHED_AT = `${daysAgo(DAYS + 1)}T00:00:00Z`;
const LARGEST_BATCH = 100_000;

const subjects = ['robots', 'warehouses', 'batteries', 'satellites', 'vaccines', 'tractors', 'turbines'];
const verbs = ['opens', 'buys', 'sells', 'funds', 'hires for', 'closes'];
const categories = ['news', 'funding', 'hiring', 'acquisition', 'expansion'];

/** Words that searches can find. */
export const SEARCH_WORDS: readonly string[] = [...subjects, 'opens', 'buys', 'company'];

/** Slug of company `number`, from 0. */
export function companySlug(number: number): string {
  return `company-${number % COMPANIES}`;
}

/** The common part of the titles in a batch of {@link pagedSignals}. */
export function wordOf(batch: number): string {
  return `paged${batch}`;
}

/**
 * Signals that other keyword searches do not find, spread over the days so that later ones come between earlier ones.
 */
export function pagedSignals(batch: number, count: number): SignalLine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(SIGNALS + batch * LARGEST_BATCH + index + 1),
    title: `Item ${index + 1} of ${wordOf(batch)}`,
    category: 'news',
    companySlug: companySlug(index),
    activityDate: daysAgo(index % DAYS),
    publishedAt: PUBLISHED_AT,
  }));
}

/** A word in the title of every signal that saved searches match. */
export const WATCHED_WORD = 'watched';
const TOPICS = ['alder', 'birch', 'cedar', 'hazel', 'maple', 'rowan'];
/** Above all other signals' ids. */
const FIRST_WATCHED_ID = 10 ** 15;

/** A word in some of the titles of {@link watchedSignals}. */
export function topicOf(number: number): string {
  return TOPICS[number % TOPICS.length]!;
}

/** Signals that searches for other signals' words do not find. @param first number of the first, from 0. */
export function watchedSignals(first: number, count: number): SignalLine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(FIRST_WATCHED_ID + first + index),
    title: `Note ${first + index} is ${WATCHED_WORD} by ${topicOf(first + index)}`,
    category: 'news',
    companySlug: companySlug(first + index),
    activityDate: daysAgo((first + index) % DAYS),
    publishedAt: PUBLISHED_AT,
  }));
}

/** Enough for pages of every size, but quick to import. */
export function faultsCorpus(): { companies: CompanyLine[]; signals: SignalLine[] } {
  const of = (list: readonly string[], number: number) => list[number % list.length]!;
  return {
    companies: Array.from({ length: COMPANIES }, (_, number) => ({
      slug: companySlug(number),
      name: `Company ${number}`,
    })),
    signals: Array.from({ length: SIGNALS }, (_, index) => ({
      id: String(index + 1),
      title: `Company ${index % COMPANIES} ${of(verbs, index)} ${of(subjects, index * 3)}, item ${index + 1}`,
      category: of(categories, index),
      companySlug: companySlug(index),
      activityDate: daysAgo(index % DAYS),
      publishedAt: PUBLISHED_AT,
    })),
  };
}
