import { filterOptionsExample } from '../filter-options';
import { COMPANY_SLUG, IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY, MAXIMUM_SLUG_LENGTH, MONTH } from '../forms';
import { groupDigits } from '../quantity';
import { schemaRef, type Reference } from '../json-schema';
import { companyExample } from '../records/company';
import { searchExamples } from '../records/search-responses';
import { usageExample } from '../records/usage';
import { CANDIDATE_LIMIT } from '../search/words';
import { costBoundRefs, costBounds } from './cost-bounds';
import { headerSets, limitHeaders, recordHeaders } from './headers';
import { errorRefs } from './responses';
import { companyParameters, searchParameters } from './search-parameters';
import type { CodeSample, Link, OperationObject, Parameter, PathItem, Response } from './types';

const JSON_TYPE = 'application/json';

/** How the two interfaces' descriptions of the same operations differ. */
export interface InterfaceDescription {
  /** What a credential is called. */
  credential: string;
  /** The start of the interface's URLs in commands, with the opening quotation mark. */
  base: string;
  /** The authorization header in commands. */
  authorization: string;
  /** The header that forces an outcome, if this interface has it. */
  testOutcome: Reference | undefined;
  /** Search headers that only this interface has. */
  searchHeaders: readonly Parameter[];
}

/** Parameters that several operations share. */
export function sharedParameters(credential: string): Readonly<Record<string, Parameter>> {
  return {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes a request safe to repeat: the first success is stored and replayed byte for byte for ' +
        `${IDEMPOTENCY_HOURS} hours, free of charge, to the same ${credential}. A failed request frees the Idempotency-Key.`,
      schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source, minLength: 8, maxLength: 128 },
      example: 'nightly-2026-11-20-page-1',
    },
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      required: false,
      description:
        'Your name for the request: 8 to 64 letters, digits, `_`, or `-`. Anything else is replaced, not refused.',
      schema: { type: 'string' },
      example: 'crm-sync-000123',
    },
    ...costBounds,
  };
}

export const requestId: Reference = { $ref: '#/components/parameters/RequestId' };
export const idempotencyKey: Reference = { $ref: '#/components/parameters/IdempotencyKey' };

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of your copy; while it is current, the response is 304 without a body.',
  schema: { type: 'string' },
  example: '"1B2M2Y8AsgTpgAmY7PhCfg1B2M2"',
};

function notModified(headers: Response['headers']): Response {
  return { description: 'Your copy is current.', headers };
}

/** The next page has the same filters; expressions for parameters that were not sent evaluate to nothing. */
const searchLinks: Readonly<Record<string, Link>> = {
  nextPage: {
    operationId: 'searchSignals',
    description:
      'The next page, unless `nextCursor` is null: the same search with `cursor` set to `nextCursor`.',
    parameters: {
      ...Object.fromEntries(
        searchParameters
          .filter(({ name }) => name !== 'page' && name !== 'cursor')
          .map(({ name }) => [name, `$request.query.${name}`]),
      ),
      cursor: '$response.body#/data/nextCursor',
    },
  },
  company: {
    operationId: 'getCompany',
    description: "A signal's company; here the first one's.",
    parameters: { slug: '$response.body#/data/items/0/company/slug' },
  },
};

/** A command to try, one argument per line. */
export function curl(label: string, ...lines: string[]): CodeSample {
  return { lang: 'Shell', label, source: lines.join(' \\\n  ') };
}

/** A successful JSON response with one or several schemas, the headers of every authenticated response, and more. */
export function ok(
  description: string,
  schemaNames: string | readonly string[],
  example: { data: unknown },
  extraHeaders: Response['headers'],
): Response {
  const schema =
    typeof schemaNames === 'string' ? schemaRef(schemaNames) : { anyOf: schemaNames.map(schemaRef) };
  return {
    description,
    headers: { ...limitHeaders, ...extraHeaders },
    content: { [JSON_TYPE]: { schema, example: example as never } },
  };
}

/** The operation that returns an interface's own document. */
export function documentOperation(base: string): OperationObject {
  return {
    operationId: 'getOpenApiDocument',
    summary: 'This document',
    description: 'OpenAPI 3.1. Needs no credential.',
    tags: ['Account'],
    security: [],
    parameters: [ifNoneMatch, requestId],
    responses: {
      '200': {
        description: 'The document.',
        headers: { ...headerSets.requestId, ...headerSets.entityTag },
        content: { [JSON_TYPE]: { schema: { type: 'object' } } },
      },
      '304': notModified({ ...headerSets.requestId, ...headerSets.entityTag }),
      ...errorRefs(405, 500),
    },
    'x-codeSamples': [curl('Document', `curl ${base}/openapi.json"`)],
  };
}

/** The data operations, which both interfaces have. */
export function dataPaths(api: InterfaceDescription): Readonly<Record<string, PathItem>> {
  return {
    '/signals': { get: searchSignals(api) },
    '/companies/{slug}': { get: getCompany(api) },
    '/filter-options': { get: getFilterOptions(api) },
    '/usage': { get: getUsage(api) },
  };
}

function searchSignals(api: InterfaceDescription): OperationObject {
  return {
    operationId: 'searchSignals',
    summary: 'Search published signals',
    description:
      'Filters combine with AND; the items of a list with OR. Results are ordered by activity date, then ' +
      'by id, latest first. With `semantic`, results are the signals that pass the filters among the up ' +
      `to ${groupDigits(CANDIDATE_LIMIT)} nearest in meaning to the text, ordered by similarity, then by ` +
      'id. Needs the scope `signals:read`.',
    tags: ['Signals'],
    parameters: [idempotencyKey, ...costBoundRefs, requestId, ...api.searchHeaders, ...searchParameters],
    responses: {
      '200': searchSuccess,
      ...errorRefs(400, 401, 402, 403, 405, 409, 429, 500, 503),
    },
    'x-codeSamples': searchSamples(api),
  };
}

const searchSuccess: Response = {
  description:
    'A page of signals and, with `semantic`, how they were ranked. With `countOnly=true`, only the number of signals. With `fields`, each signal has only those fields.',
  headers: {
    ...limitHeaders,
    ...recordHeaders,
    ...headerSets.budget,
    ...headerSets.receipt,
    ...headerSets.idempotent,
    ...headerSets.vary,
  },
  content: {
    [JSON_TYPE]: {
      schema: {
        anyOf: ['SearchPage', 'SemanticPage', 'SearchTotal', 'SelectedPage'].map(schemaRef),
      },
      examples: {
        page: { summary: 'A page', value: searchExamples.searchPage },
        semantic: { summary: 'With semantic', value: searchExamples.semanticPage },
        fields: {
          summary: 'With fields=title and matched=true',
          value: searchExamples.selectedPage,
        },
        count: { summary: 'With countOnly=true', value: searchExamples.searchTotal },
      },
    },
  },
  links: searchLinks,
};

function searchSamples({ base, authorization }: InterfaceDescription): CodeSample[] {
  return [
    curl(
      'Search',
      `curl -G ${base}/signals"`,
      authorization,
      '--data-urlencode \'q="series a" -rumor\'',
      '-d limit=5',
    ),
    curl(
      'Groups',
      `curl -G ${base}/signals"`,
      authorization,
      '-H "Idempotency-Key: nightly-2026-11-20-page-1"',
      '--data-urlencode \'searchGroups={"op":"and","groups":[{"scope":"company","match":"and","terms":["series a","engineer"]}]}\'',
    ),
    curl(
      'By meaning',
      `curl -G ${base}/signals"`,
      authorization,
      '--data-urlencode "semantic=machines that unload ships by themselves"',
      '-d category=funding',
      '-d limit=20',
    ),
    curl('Count', `curl -G ${base}/signals"`, authorization, '-d days=7', '-d countOnly=true'),
  ];
}

function getCompany({ base, authorization }: InterfaceDescription): OperationObject {
  return {
    operationId: 'getCompany',
    summary: 'Get a company',
    description: 'One company by its slug, for one record. Needs the scope `companies:read`.',
    tags: ['Companies'],
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: '`company.slug` of a signal.',
        schema: { type: 'string', pattern: COMPANY_SLUG.source, maxLength: MAXIMUM_SLUG_LENGTH },
        example: 'emberloom-finance',
      },
      ...companyParameters,
      idempotencyKey,
      ...costBoundRefs,
      requestId,
    ],
    responses: {
      '200': ok(
        'The company, or its chosen fields.',
        ['CompanyResponse', 'SelectedCompanyResponse'],
        companyExample,
        {
          ...recordHeaders,
          ...headerSets.budget,
          ...headerSets.receipt,
          ...headerSets.idempotent,
          ...headerSets.vary,
        },
      ),
      ...errorRefs(400, 401, 402, 403, 404, 405, 409, 429, 500, 503),
    },
    'x-codeSamples': [curl('Company', `curl ${base}/companies/emberloom-finance"`, authorization)],
  };
}

function getFilterOptions({ credential, base, authorization }: InterfaceDescription): OperationObject {
  return {
    operationId: 'getFilterOptions',
    summary: 'List filter options',
    description:
      'The identifiers of categories, hiring labels, and funding stages, and the values of industries, ' +
      `sizes, and countries. Free, for any valid ${credential}.`,
    tags: ['Account'],
    parameters: [ifNoneMatch, requestId],
    responses: {
      '200': ok('The filter options.', 'FilterOptionsResponse', filterOptionsExample, {
        ...recordHeaders,
        ...headerSets.entityTag,
      }),
      '304': notModified({ ...limitHeaders, ...recordHeaders, ...headerSets.entityTag }),
      ...errorRefs(400, 401, 403, 405, 429, 500, 503),
    },
    'x-codeSamples': [curl('Filter options', `curl ${base}/filter-options"`, authorization)],
  };
}

function getUsage({ credential, base, authorization }: InterfaceDescription): OperationObject {
  return {
    operationId: 'getUsage',
    summary: 'Get usage',
    description:
      'Usage of a UTC month, by default the current one, and what is left now. Daily figures lag by about ' +
      `a second; the others are exact immediately. Free, for any valid ${credential}.`,
    tags: ['Account'],
    parameters: [
      requestId,
      {
        name: 'month',
        in: 'query',
        required: false,
        description: 'A UTC calendar month, `YYYY-MM`, that has begun. A month without usage returns zeros.',
        // An empty value counts as absent.
        schema: { type: 'string', pattern: `^$|${MONTH.source}` },
        example: '2026-11',
      },
    ],
    responses: {
      '200': ok('Usage of the account.', 'UsageResponse', usageExample, {
        ...recordHeaders,
        ...headerSets.vary,
      }),
      ...errorRefs(400, 401, 403, 405, 429, 500, 503),
    },
    'x-codeSamples': [
      curl('Usage', `curl ${base}/usage"`, authorization),
      curl('Usage of a month', `curl ${base}/usage?month=2026-11"`, authorization),
    ],
  };
}
