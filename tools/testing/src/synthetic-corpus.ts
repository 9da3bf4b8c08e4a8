import type { CompanyRecord, SignalRecord } from '@heliograph/contract';
import { randomNumbers } from './random-numbers';

/**
 * A synthetic corpus for measurements: the same seed gives the same records. Words, companies, countries, and so on
 * follow Zipf-like laws; the most common word occurs in about 17% of the titles, the 40,000th in a handful per million.
 */
interface SyntheticOptions {
  signals: number;
  /** Default: a tenth of the signals, at least 100. */
  companies?: number;
  seed?: number;
  /** The latest activity day, `YYYY-MM-DD`; days reach two years back. */
  today?: string;
}

/** Draws ranks 0 to count-1 with probability proportional to 1 / (rank + 1 + shift) ^ exponent. */
function zipf(count: number, shift: number, exponent: number, random: () => number): () => number {
  const cumulative = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) cumulative[rank] = sum += 1 / Math.pow(rank + 1 + shift, exponent);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const syllables = 'ba ko ri ten mu sol ve na tri pex do lan shi gor ul em'.split(' ');

/** The word of a rank: 0 is the most common one. */
function syntheticWord(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

const categories = [
  'hiring',
  'grant',
  'funding',
  'product-launch',
  'accelerator',
  'layoffs',
  'acquisition',
  'company-news',
  'leadership',
  'expansion',
  'ipo',
  'partnership',
];
const stages = ['pre-seed', 'seed', 'series-a', 'series-b', 'series-c', 'grant', 'debt', 'venture'];
const currencies = ['USD', 'EUR', 'GBP'];
const VOCABULARY = 40_000;

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item;
const companyCount = (options: SyntheticOptions) =>
  options.companies ?? Math.max(100, Math.floor(options.signals / 10));

/** The companies of a synthetic corpus. */
export function* syntheticCompanies(options: SyntheticOptions): Generator<CompanyRecord> {
  const random = randomNumbers((options.seed ?? 1) * 7919 + 1);
  const word = zipf(VOCABULARY, 5, 1, random);
  const country = zipf(40, 0.5, 1.3, random);
  const city = zipf(800, 3, 1, random);
  const industry = zipf(60, 2, 1, random);
  for (let number = 0; number < companyCount(options); number++) {
    const name = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const text = syntheticWord(word());
      return text.charAt(0).toUpperCase() + text.slice(1);
    });
    if (random() < 0.15) name.push('Inc.');
    const size = random();
    yield {
      slug: `company-${number}`,
      name: name.join(' '),
      domain: `company-${number}.example`,
      country: `Country ${country()}`,
      city: `City ${city()}`,
      industries: [`Industry ${industry()}`, `Industry ${industry()}`],
      employeeCount: size < 0.5 ? undefined : Math.floor(Math.exp((size - 0.5) * 20)),
    };
  }
}

/** The signals of a synthetic corpus, not ordered by time. One in a hundred is published in the year after `today`. */
export function* syntheticSignals(options: SyntheticOptions): Generator<SignalRecord> {
  const random = randomNumbers((options.seed ?? 1) * 7919 + 2);
  const word = zipf(VOCABULARY, 5, 1, random);
  const company = zipf(companyCount(options), 20, 0.9, random);
  const category = zipf(categories.length, 1, 1, random);
  const today = Date.parse(`${options.today ?? '2026-11-20'}T00:00:00Z`);
  for (let number = 0; number < options.signals; number++) {
    const length = Math.max(2, Math.round(10 + 4 * (random() + random() + random() - 1.5)));
    const title = Array.from({ length }, () => syntheticWord(word())).join(' ');
    const day = today - Math.floor(730 * Math.pow(random(), 1.2)) * 86_400_000;
    const published = random() < 0.01 ? today + (1 + Math.floor(random() * 364)) * 86_400_000 : day;
    const kind = categories[category()] ?? 'hiring';
    const record: SignalRecord = {
      // Scattered over the whole range, so that ids are not correlated with days.
      id: String(BigInt(number + 1) * 1_000_003n * (random() < 0.5 ? 1n : 1_009n)),
      title: title.charAt(0).toUpperCase() + title.slice(1),
      category: kind,
      companySlug: `company-${company()}`,
      activityDate: new Date(day).toISOString().slice(0, 10),
      publishedAt: new Date(published + Math.floor(random() * 43_200_000)).toISOString(),
      activityUrl: random() < 0.8 ? `https://news.example/${number}` : undefined,
    };
    if (random() < 0.2) record.country = `Country ${Math.floor(random() * 40)}`;
    if (kind === 'hiring')
      record.hiring = {
        types: [pick(['new-role', 'backfill', 'expansion'], random)],
        functions: [`function-${Math.floor(random() * 15)}`],
        seniorities: [pick(['junior', 'mid', 'senior', 'lead', 'executive'], random)],
        employmentTypes: [pick(['full-time', 'part-time', 'contract'], random)],
        workArrangements: [pick(['on-site', 'hybrid', 'remote'], random)],
      };
    if (kind === 'funding' || kind === 'grant')
      record.funding = {
        stage: pick(stages, random),
        amount: Math.round(Math.exp(9 + random() * 10)),
        currency: pick(currencies, random),
      };
    yield record;
  }
}
