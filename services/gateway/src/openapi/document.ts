import { MONTH_FORM } from '../domain/usage-month';
import { examples } from './examples';
import { headerSets, headers, limitHeaders, recordHeaders } from './headers';
import { errorRefs, errorResponses } from './responses';
import { schemaRef, schemas } from './schemas';
import { searchParameters } from './search-parameters';
import type { CodeSample, OpenApiDocument, Parameter, Reference, Response } from './types';

/** The version of the API, part of its path as `/api/v1`. */
export const API_VERSION = '1.0.0';

const JSON_TYPE = 'application/json';

const sharedParameters: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a repeated request safe: the first success is stored and replayed byte for byte for 24 hours, free of ' +
      'charge, to the same key. A failed request frees the Idempotency-Key.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,128}$', minLength: 8, maxLength: 128 },
    example: 'nightly-2026-11-20-page-1',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'A name of your own for the request. One of another form is replaced, not refused.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$', minLength: 8, maxLength: 64 },
    example: 'crm-sync-000123',
  },
};

const requestId: Reference = { $ref: '#/components/parameters/RequestId' };
const idempotencyKey: Reference = { $ref: '#/components/parameters/IdempotencyKey' };

function curl(label: string, ...lines: string[]): CodeSample {
  return { lang: 'Shell', label, source: lines.join(' \\\n  ') };
}

const AUTHORIZATION = '-H "Authorization: Bearer $SIGNALS_API_KEY"';
const BASE = '"$SIGNALS_API_URL/api/v1';

function ok(
  description: string,
  schemaName: string,
  example: { data: unknown },
  extraHeaders: Response['headers'],
): Response {
  return {
    description,
    headers: { ...limitHeaders, ...extraHeaders },
    content: { [JSON_TYPE]: { schema: schemaRef(schemaName), example: example as never } },
  };
}

/** The OpenAPI 3.1 description of the API: complete, and held against the code by tests. */
export const openApiDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Heliograph API',
    version: API_VERSION,
    summary:
      'Published activities of companies ("signals"): search them, look up companies, watch your usage.',
    description: [
      'Every successful answer wraps its result in `data`. Every error is a problem document (RFC 9457) whose `code` is ' +
        'stable. Text is UTF-8; lengths count characters (Unicode code points); dates and minutes are UTC.',
      'A parameter with an empty value counts as absent. Unknown and repeated parameters are refused, and all faults of a ' +
        'request are listed in one answer. URLs may have 65,536 characters.',
      'Each returned signal or company is one record. Empty results, counts, the catalogue, usage checks, failed requests ' +
        'and replays are free. A key draws on 100 free records, then on the prepaid balance at $0.005 a record.',
      'An account may make 600 requests, of which 300 searches, per UTC minute, unless the operator chose otherwise; ' +
        'every authenticated answer says what is left.',
    ].join('\n\n'),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/api/v1', description: 'This system' }],
  tags: [
    { name: 'Signals', description: 'Activities of companies.' },
    { name: 'Companies', description: 'Companies that signals speak of.' },
    { name: 'Account', description: 'What filters take, and what was used.' },
  ],
  security: [{ apiKey: [] }],
  paths: {
    '/signals': {
      get: {
        operationId: 'searchSignals',
        summary: 'Search published signals',
        description:
          'All filters combine with AND; the items of a list are an OR. Results come by activity date, then by id, ' +
          'the latest first. With `semantic` they are those of up to 1000 signals nearest in meaning to a text that ' +
          'pass the filters, by similarity, then by id. Needs the scope `signals:read`.',
        tags: ['Signals'],
        parameters: [idempotencyKey, requestId, ...searchParameters],
        responses: {
          '200': {
            description:
              'A page of signals, with `semantic` also what it was answered from; with `countOnly=true` their number.',
            headers: { ...limitHeaders, ...recordHeaders, ...headerSets.idempotent },
            content: {
              [JSON_TYPE]: {
                schema: {
                  anyOf: [schemaRef('SearchPage'), schemaRef('SemanticPage'), schemaRef('SearchTotal')],
                },
                examples: {
                  page: { summary: 'A page', value: examples.searchPage },
                  semantic: { summary: 'With semantic', value: examples.semanticPage },
                  count: { summary: 'With countOnly=true', value: examples.searchTotal },
                },
              },
            },
          },
          ...errorRefs(400, 401, 402, 403, 405, 409, 429, 500, 503),
        },
        'x-codeSamples': [
          curl(
            'Search',
            `curl -G ${BASE}/signals"`,
            AUTHORIZATION,
            '--data-urlencode \'q="series b" -rumor\'',
            '-d limit=5',
          ),
          curl(
            'Groups',
            `curl -G ${BASE}/signals"`,
            AUTHORIZATION,
            '-H "Idempotency-Key: nightly-2026-11-20-page-1"',
            '--data-urlencode \'searchGroups={"op":"and","groups":[{"scope":"company","match":"and","terms":["funding","hiring"]}]}\'',
          ),
          curl(
            'By meaning',
            `curl -G ${BASE}/signals"`,
            AUTHORIZATION,
            '--data-urlencode "semantic=machines that unload ships by themselves"',
            '-d category=funding',
            '-d limit=20',
          ),
          curl('Count', `curl -G ${BASE}/signals"`, AUTHORIZATION, '-d days=7', '-d countOnly=true'),
        ],
      },
    },
    '/companies/{slug}': {
      get: {
        operationId: 'getCompany',
        summary: 'Look up a company',
        description: 'One company by its slug, for one record. Needs the scope `companies:read`.',
        tags: ['Companies'],
        parameters: [
          {
            name: 'slug',
            in: 'path',
            required: true,
            description: 'As `company.slug` of a signal says.',
            schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,179}$', maxLength: 180 },
            example: 'acme-robotics',
          },
          idempotencyKey,
          requestId,
        ],
        responses: {
          '200': ok('The company.', 'CompanyAnswer', examples.company, {
            ...recordHeaders,
            ...headerSets.idempotent,
          }),
          ...errorRefs(400, 401, 402, 403, 404, 405, 409, 429, 500, 503),
        },
        'x-codeSamples': [curl('Company', `curl ${BASE}/companies/acme-robotics"`, AUTHORIZATION)],
      },
    },
    '/filter-options': {
      get: {
        operationId: 'getFilterOptions',
        summary: 'List what filters take',
        description:
          'The identifiers of categories, hiring labels and funding stages, and the values of industries, sizes and ' +
          'countries. Free, for any valid key.',
        tags: ['Account'],
        parameters: [
          {
            name: 'If-None-Match',
            in: 'header',
            required: false,
            description:
              'The `ETag` of a copy you have; while it is current the answer is 304 without a body.',
            schema: { type: 'string' },
            example: '"1B2M2Y8AsgTpgAmY7PhCfg1B2M2"',
          },
          requestId,
        ],
        responses: {
          '200': ok('The catalogue.', 'FilterOptionsAnswer', examples.filterOptions, {
            ...headerSets.consumed,
            ...headerSets.entityTag,
          }),
          '304': {
            description: 'Your copy is current.',
            headers: { ...limitHeaders, ...headerSets.consumed, ...headerSets.entityTag },
          },
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [curl('Catalogue', `curl ${BASE}/filter-options"`, AUTHORIZATION)],
      },
    },
    '/usage': {
      get: {
        operationId: 'getUsage',
        summary: 'See what was used',
        description:
          'Usage of a UTC month, the current one unless another is named, and what is left now. Daily figures follow a ' +
          'request within a second or so; the others are exact at once. Free, for any valid key.',
        tags: ['Account'],
        parameters: [
          requestId,
          {
            name: 'month',
            in: 'query',
            required: false,
            description:
              'A UTC calendar month, `YYYY-MM`, that has begun. One without usage is answered with zeros.',
            schema: { type: 'string', pattern: MONTH_FORM.source },
            example: '2026-11',
          },
        ],
        responses: {
          '200': ok('Usage of the account.', 'UsageAnswer', examples.usage, recordHeaders),
          ...errorRefs(400, 401, 403, 405, 429, 500, 503),
        },
        'x-codeSamples': [
          curl('Usage', `curl ${BASE}/usage"`, AUTHORIZATION),
          curl('Usage of a month', `curl ${BASE}/usage?month=2026-11"`, AUTHORIZATION),
        ],
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'getOpenApiDocument',
        summary: 'This document',
        description: 'OpenAPI 3.1. Needs no key.',
        tags: ['Account'],
        security: [],
        parameters: [requestId],
        responses: {
          '200': {
            description: 'The document.',
            headers: { ...headerSets.requestId, ...headerSets.entityTag },
            content: { [JSON_TYPE]: { schema: { type: 'object' } } },
          },
          ...errorRefs(405, 500),
        },
        'x-codeSamples': [curl('Document', `curl ${BASE}/openapi.json"`)],
      },
    },
  },
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'An API key: `hg_live_` and 38 letters and digits. Cookies and sessions are not accepted, and a key in the ' +
          'query is an unknown parameter.',
      },
    },
    parameters: sharedParameters,
    headers,
    responses: errorResponses,
    schemas,
  },
};
