import { SIGNAL_ID } from '../forms';
import { DAY, TIMESTAMP, record, schemaRef, TEXT, TEXTS } from '../json-schema';
import { MAXIMUM_MATCHES } from './match';

export const signalSchema = record(
  ['id', 'title', 'activityDate', 'publishedAt', 'category', 'industries', 'company'],
  {
    id: { type: 'string', pattern: SIGNAL_ID.source, description: 'Decimal digits.' },
    title: { type: 'string', description: 'What keyword search matches.' },
    activityUrl: {
      type: 'string',
      description: 'Link to the source, as imported: not always a valid URI (RFC 3986).',
    },
    activityDate: DAY,
    publishedAt: TIMESTAMP,
    category: { type: 'string', description: 'An identifier from the filter options.' },
    country: TEXT,
    city: TEXT,
    industries: TEXTS,
    company: record(['slug', 'name'], { slug: TEXT, name: TEXT }),
    hiring: {
      type: 'object',
      description: 'Of the activity, not of the company as a whole. Identifiers from the filter options.',
      properties: {
        types: TEXTS,
        functions: TEXTS,
        seniorities: TEXTS,
        employmentTypes: TEXTS,
        workArrangements: TEXTS,
      },
    },
    funding: {
      type: 'object',
      description: 'As published.',
      properties: {
        stage: { type: 'string', description: 'An identifier from the filter options.' },
        amount: { type: 'number', minimum: 0 },
        currency: TEXT,
      },
    },
    similarity: {
      type: 'number',
      minimum: -1,
      maximum: 1,
      description:
        'Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a threshold.',
    },
    matched: {
      type: 'array',
      maxItems: MAXIMUM_MATCHES,
      items: schemaRef('Match'),
      description: 'With `matched=true` only: ordered by `start`, `end`, `parameter`, and `group`.',
    },
  },
  'An activity of a company. Absent values are omitted.',
);

export type SignalField = keyof typeof signalSchema.properties;

export const SIGNAL_FIELDS = Object.keys(signalSchema.properties) as SignalField[];

/** A signal with only the requested fields. */
export const selectedSignalSchema = record(
  ['id'],
  signalSchema.properties,
  'The chosen fields of a signal, and its `id`. Absent values are omitted.',
);

/** From the sample corpus, in which the parameters' examples find something. */
export const signalExample = {
  id: '4100029619',
  title:
    '€2.6 million for cross-border payments: Emberloom Finance wins over Teapot Angels and Brass Compass Partners',
  activityUrl: 'https://emberloom-finance.example/news/4100029619',
  activityDate: '2026-11-12',
  publishedAt: '2026-11-12T04:40:51.248Z',
  category: 'funding',
  country: 'India',
  city: 'Bengaluru',
  industries: ['Financial Services', 'Fintech'],
  company: { slug: 'emberloom-finance', name: 'Emberloom Finance' },
  funding: { stage: 'seed', amount: 2_600_000, currency: 'EUR' },
};
