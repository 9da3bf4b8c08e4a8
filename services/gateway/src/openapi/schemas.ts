import { SEARCH_PARAMETERS } from '@heliograph/signal-search';
import { ERROR_CODES } from './errors';
import { signalIdPattern } from './search-parameters';
import type { Reference, Schema } from './types';

export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };
const count: Schema = { type: 'integer', minimum: 0 };
const optionList: Schema = { type: 'array', items: schemaRef('FilterOption') };

function record(required: readonly string[], properties: Schema['properties'], description?: string): Schema {
  return { type: 'object', ...(description && { description }), required, properties };
}

function enveloped(data: Schema | Reference): Schema {
  return record(['data'], { data });
}

const items: Schema = {
  type: 'array',
  maxItems: SEARCH_PARAMETERS.limit.maximum,
  items: schemaRef('Signal'),
};
const nextCursor: Schema = {
  type: ['string', 'null'],
  maxLength: SEARCH_PARAMETERS.cursor.maximum,
  description: 'Opaque. Null on the last page.',
};

/** The schemas of answers. Objects may gain properties without notice; none is removed or changes its meaning. */
export const schemas: Readonly<Record<string, Schema>> = {
  Signal: record(
    ['id', 'title', 'activityDate', 'publishedAt', 'category', 'industries', 'company'],
    {
      id: { type: 'string', pattern: signalIdPattern, description: 'Decimal digits.' },
      title: { type: 'string', description: 'What keyword search matches.' },
      activityUrl: { type: 'string', format: 'uri', description: 'Where the activity can be read of.' },
      activityDate: { type: 'string', format: 'date' },
      publishedAt: { type: 'string', format: 'date-time' },
      category: { type: 'string', description: 'An identifier of the catalogue.' },
      country: text,
      city: text,
      industries: texts,
      company: record(['slug', 'name'], { slug: text, name: text }),
      hiring: {
        type: 'object',
        description: 'Of the activity, not of the company as a whole. Identifiers of the catalogue.',
        properties: {
          types: texts,
          functions: texts,
          seniorities: texts,
          employmentTypes: texts,
          workArrangements: texts,
        },
      },
      funding: {
        type: 'object',
        description: 'As published.',
        properties: {
          stage: { type: 'string', description: 'An identifier of the catalogue.' },
          amount: { type: 'number', minimum: 0 },
          currency: text,
        },
      },
      similarity: {
        type: 'number',
        minimum: -1,
        maximum: 1,
        description:
          'Semantic mode only: 1 - cosine distance. A ranking score: neither a probability nor a threshold.',
      },
    },
    'An activity of a company. Absent values are left out.',
  ),
  SearchPage: enveloped(record(['items', 'nextCursor'], { items, nextCursor })),
  SemanticPage: enveloped(
    record(['items', 'nextCursor', 'search'], { items, nextCursor, search: schemaRef('SemanticSearch') }),
  ),
  SemanticSearch: record(
    ['mode', 'model', 'ranking', 'candidateLimit', 'asOf', 'cursorExpiresAt', 'poolSize', 'matched'],
    {
      mode: { const: 'semantic' },
      model: { type: 'string', description: 'Name of the embedding model.' },
      ranking: { const: 'cosine_similarity' },
      candidateLimit: { const: 1000, description: 'The pool holds at most so many nearest signals.' },
      asOf: {
        type: 'string',
        format: 'date-time',
        description: 'UTC, with milliseconds. Signals published later are on none of the pages that follow.',
      },
      cursorExpiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'One hour after this answer: until then `nextCursor` can be used.',
      },
      poolSize: {
        type: 'integer',
        minimum: 0,
        maximum: 1000,
        description: 'How many signals the pool holds.',
      },
      matched: {
        type: 'integer',
        minimum: 0,
        maximum: 1000,
        description: 'How many of them passed the filters, on all pages together.',
      },
    },
    'What a semantic search was answered from.',
  ),
  SearchTotal: enveloped(record(['total'], { total: count })),
  Company: record(
    ['slug', 'name', 'industries', 'signalCount'],
    {
      slug: text,
      name: text,
      domain: text,
      description: text,
      country: text,
      city: text,
      industries: texts,
      employeeCount: count,
      size: { type: 'string', enum: SEARCH_PARAMETERS.size.choices },
      signalCount: { type: 'integer', minimum: 0, description: 'Published signals of the company.' },
      latestActivityDate: { type: 'string', format: 'date' },
    },
    'A company. Absent values are left out.',
  ),
  CompanyAnswer: enveloped(schemaRef('Company')),
  FilterOption: record(['id', 'label'], {
    id: { type: 'string', description: 'The value to filter by.' },
    label: { type: 'string', description: 'The same in words for people.' },
  }),
  FilterOptionsAnswer: enveloped(
    record(['categories', 'industries', 'hiring', 'fundingStages', 'sizes', 'countries'], {
      categories: optionList,
      industries: optionList,
      hiring: record(['types', 'functions', 'seniorities', 'employmentTypes', 'workArrangements'], {
        types: optionList,
        functions: optionList,
        seniorities: optionList,
        employmentTypes: optionList,
        workArrangements: optionList,
      }),
      fundingStages: optionList,
      sizes: optionList,
      countries: optionList,
    }),
  ),
  Allowance: record(['granted', 'used', 'remaining'], { granted: count, used: count, remaining: count }),
  UsageAnswer: enveloped(
    record(['month', 'requests', 'records', 'byOperation', 'allowances', 'balance', 'subscription'], {
      month: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}$', description: 'UTC calendar month.' },
      requests: {
        type: 'integer',
        minimum: 0,
        description: 'Successful data requests, those of no records included.',
      },
      records: { type: 'integer', minimum: 0, description: 'Records consumed.' },
      byOperation: {
        type: 'array',
        items: record(['operation', 'requests', 'records'], {
          operation: text,
          requests: count,
          records: count,
        }),
      },
      days: {
        type: 'array',
        description:
          'Days with usage, in order; they may lag behind the other figures by a moment. Left out when they cannot be had.',
        items: record(['date', 'requests', 'records', 'byOperation'], {
          date: { type: 'string', format: 'date', description: 'UTC.' },
          requests: count,
          records: count,
          byOperation: {
            type: 'array',
            items: record(['operation', 'requests', 'records'], {
              operation: text,
              requests: count,
              records: count,
            }),
          },
        }),
      },
      allowances: {
        ...record(['api', 'cli', 'web'], {
          api: schemaRef('Allowance'),
          cli: schemaRef('Allowance'),
          web: schemaRef('Allowance'),
        }),
        description:
          'api and cli are one-time records; web counts the searches of this month in the web application.',
      },
      balance: record(['currency', 'amount', 'records'], {
        currency: { const: 'USD' },
        amount: {
          type: 'string',
          pattern: '^-?[0-9]+\\.[0-9]{3,6}$',
          description: 'Prepaid dollars, exact.',
        },
        records: { type: 'integer', minimum: 0, description: 'Records that the balance pays for.' },
      }),
      subscription: {
        type: ['object', 'null'],
        description: 'Null without a running subscription.',
        required: ['periodStart', 'periodEnd', 'cli'],
        properties: {
          periodStart: { type: 'string', format: 'date-time' },
          periodEnd: { type: 'string', format: 'date-time' },
          cli: schemaRef('Allowance'),
        },
      },
    }),
  ),
  Problem: record(
    ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    {
      type: {
        type: 'string',
        format: 'uri-reference',
        description: 'Where the error is explained, relative to the host of the API.',
      },
      title: { type: 'string', description: 'The same for every error of a code.' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'What went wrong this time, in words for people.' },
      code: { type: 'string', enum: ERROR_CODES, description: 'Stable; what programs should compare.' },
      requestId: text,
      errors: {
        type: 'array',
        description: 'All the faults of the request.',
        items: record(['parameter', 'message'], { parameter: text, message: text }),
      },
    },
    'An error (RFC 9457).',
  ),
};
