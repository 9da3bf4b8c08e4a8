import { sizeOf, type FeedRow } from '@heliograph/catalog';
import { dayOf } from '@heliograph/read-model';
import { normalizedKey, words } from '@heliograph/words';
import { LABEL_FIELDS, orderOf, tokenOf, tokensOf } from './fields';

/** The parts of an item that the index reads. */
interface Item {
  title: string;
  activityDate: string;
  category: string;
  country?: string;
  city?: string;
  industries: string[];
  company: { slug: string; name: string };
  hiring?: Record<string, string[]>;
  funding?: { stage?: string; amount?: number; currency?: string };
}

const keyword = { type: 'keyword' };
const wordsField = { type: 'text', analyzer: 'whitespace', norms: false };

/** Only the item is stored; everything else is only searchable. */
export const MAPPINGS = {
  dynamic: false,
  _source: { includes: ['item'] },
  properties: {
    day: { type: 'integer' },
    order: { type: 'long' },
    ordinal: { type: 'long' },
    publishedAt: { type: 'long' },
    words: wordsField,
    ...Object.fromEntries(LABEL_FIELDS.map((field) => [field, keyword])),
    month: keyword,
    company: { type: 'integer' },
    slug: keyword,
    nameKey: { type: 'keyword', doc_values: false },
    nameWords: wordsField,
    amount: { type: 'double' },
  },
};

/** A signal in its indexed form: words and labels are made here, so both engines have the same. */
export function indexedSignal(row: FeedRow): object {
  const document = row.document.toString();
  const item = JSON.parse(document) as Item;
  const { country, city, hiring = {}, funding = {}, company } = item;
  return {
    day: dayOf(item.activityDate),
    order: orderOf(row.id),
    ordinal: row.ordinal,
    publishedAt: row.publishedAtMs,
    words: tokensOf(words(item.title)),
    category: item.category,
    country,
    countryKey: country === undefined ? undefined : normalizedKey(country),
    city,
    cityKey: city === undefined ? undefined : normalizedKey(city),
    industry: item.industries,
    size: sizeOf(row.employeeCount),
    ...hiring,
    fundingStage: funding.stage,
    fundingCurrency: funding.currency,
    amount: funding.amount,
    month: item.activityDate.slice(0, -'-DD'.length),
    company: row.companyId,
    slug: company.slug,
    nameKey: tokenOf(normalizedKey(company.name)),
    nameWords: tokensOf(words(company.name)),
    item: document,
  };
}
