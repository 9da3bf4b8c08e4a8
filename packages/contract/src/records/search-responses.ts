import { COUNT, enveloped, TIMESTAMP, record, schemaRef } from '../json-schema';
import { FACET_NAMES, MAXIMUM_FACET_VALUES } from '../search/facets';
import { MAXIMUM_PAGE_SIZE, PAGING_PARAMETERS } from '../search/paging';
import { CANDIDATE_LIMIT } from '../search/words';
import { matchSchema } from './match';
import { selectedSignalSchema, signalExample, signalSchema } from './signal';

const items = { type: 'array', maxItems: MAXIMUM_PAGE_SIZE, items: schemaRef('Signal') } as const;
const NEXT_CURSOR = {
  type: ['string', 'null'],
  maxLength: PAGING_PARAMETERS.cursor.maximum,
  description: 'Opaque. Null on the last page.',
} as const;

export const searchSchemas = {
  Signal: signalSchema,
  Match: matchSchema,
  SearchPage: enveloped(record(['items', 'nextCursor'], { items, nextCursor: NEXT_CURSOR })),
  SemanticPage: enveloped(
    record(['items', 'nextCursor', 'search'], {
      items,
      nextCursor: NEXT_CURSOR,
      search: schemaRef('SemanticSearch'),
    }),
  ),
  SelectedSignal: selectedSignalSchema,
  SelectedPage: enveloped(
    record(['items', 'nextCursor'], {
      items: { ...items, items: schemaRef('SelectedSignal') },
      nextCursor: NEXT_CURSOR,
      search: schemaRef('SemanticSearch'),
    }),
  ),
  SemanticSearch: record(
    ['mode', 'model', 'ranking', 'candidateLimit', 'asOf', 'cursorExpiresAt', 'poolSize', 'matched'],
    {
      mode: { const: 'semantic' },
      model: { type: 'string', description: 'Name of the embedding model.' },
      ranking: { const: 'cosine_similarity' },
      candidateLimit: {
        const: CANDIDATE_LIMIT,
        description: 'The largest possible pool of nearest signals.',
      },
      asOf: {
        ...TIMESTAMP,
        description: 'UTC, with milliseconds. Later pages exclude signals published after this time.',
      },
      cursorExpiresAt: {
        ...TIMESTAMP,
        description: 'When `nextCursor` expires: one hour after this response.',
      },
      poolSize: {
        type: 'integer',
        minimum: 0,
        maximum: CANDIDATE_LIMIT,
        description: 'Number of signals in the pool.',
      },
      matched: {
        type: 'integer',
        minimum: 0,
        maximum: CANDIDATE_LIMIT,
        description: 'How many of them passed the filters, across all pages.',
      },
    },
    'How a semantic search was ranked.',
  ),
  SearchTotal: enveloped(
    record(['total'], {
      total: COUNT,
      facets: {
        ...record([], Object.fromEntries(FACET_NAMES.map((name) => [name, schemaRef('Facet')]))),
        description: 'The requested facets.',
      },
    }),
  ),
  Facet: record(
    ['values', 'more'],
    {
      values: { type: 'array', maxItems: MAXIMUM_FACET_VALUES, items: schemaRef('FacetValue') },
      more: { type: 'boolean', description: 'Whether there are more values.' },
    },
    'Values by count, descending, then by value.',
  ),
  FacetValue: record(['value', 'label', 'count'], {
    value: { type: 'string', description: 'As the filter accepts it; of `month`, `YYYY-MM`.' },
    label: { type: 'string', description: 'Label for display.' },
    count: COUNT,
  }),
};

export const searchExamples = {
  searchPage: {
    data: {
      items: [signalExample],
      nextCursor: 'AQE1JmwAAAAAAAAKvFIyEzEGMZn4S3R9xZ0nq6z1cQ2mVtBzqIuQd0kL9wPr',
    },
  },
  semanticPage: {
    data: {
      items: [{ ...signalExample, similarity: 0.731204 }],
      nextCursor:
        'AgALKKQAAAAAAAC8VQAAAZqf6mvQAAGGoAAAAZqf6nOgFLTm0u6q1gF0x0mGm8nDq5dX8kqkKpXzA2r4h1nq3cVpc2lnbmFscy1sb2NhbC0xr3vFc0bq2yq9hJ0m7y6tqw',
      search: {
        mode: 'semantic',
        model: 'gemini-embedding-001',
        ranking: 'cosine_similarity',
        candidateLimit: CANDIDATE_LIMIT,
        asOf: '2026-11-20T08:15:30.250Z',
        cursorExpiresAt: '2026-11-20T09:15:30.262Z',
        poolSize: CANDIDATE_LIMIT,
        matched: 87,
      },
    },
  },
  selectedPage: {
    data: {
      items: [
        {
          id: signalExample.id,
          title: signalExample.title,
          matched: [{ parameter: 'q', term: 'payments', start: 30, end: 38 }],
        },
      ],
      nextCursor: null,
    },
  },
  searchTotal: {
    data: {
      total: 1284,
      facets: {
        category: {
          values: [
            { value: 'hiring', label: 'Hiring', count: 802 },
            { value: 'funding', label: 'Funding', count: 482 },
          ],
          more: false,
        },
      },
    },
  },
};
