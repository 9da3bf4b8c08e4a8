import { ERROR_STATUS } from '@heliograph/runtime';
import { SEARCH_PARAMETERS, type ParameterRule } from '@heliograph/signal-search';
import { openApiDocument } from '../src/openapi/document';
import type { MediaType, Parameter, Response, Schema } from '../src/openapi/types';
import { fieldsOf, resolve } from '../src/reference/schema-words';
import { documented, documentedAs } from './support/answer-schema';
import { startGateway, withKey, type TestGateway } from './support/gateway';

const operations = Object.entries(openApiDocument.paths).map(([path, item]) => [path, item.get] as const);
const search = openApiDocument.paths['/signals']!.get;
const queryParameters = search.parameters
  .map((parameter) => resolve(parameter))
  .filter((one) => one.in === 'query');

/** Everything in the document that is a reference. */
function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : references(value),
  );
}

/** All bodies of answers with the response they belong to. */
function bodies(): [string, MediaType][] {
  return operations.flatMap(([path, operation]) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(resolve<Response>(response).content ?? {}).map(([type, media]): [string, MediaType] => [
        `${path} ${status} ${type}`,
        media,
      ]),
    ),
  );
}

it('has no reference that leads nowhere', () => {
  for (const reference of references(openApiDocument)) expect(resolve({ $ref: reference })).toBeDefined();
});

it('names each operation once', () => {
  const names = operations.map(([, operation]) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

describe('the parameters of a search', () => {
  it('are those that the parser knows', () => {
    expect(queryParameters.map((parameter) => parameter.name)).toEqual(Object.keys(SEARCH_PARAMETERS));
  });

  it.each(queryParameters.map((parameter) => [parameter.name, parameter] as const))(
    '%s has the bounds that the parser holds',
    (name, parameter) => {
      const rule: ParameterRule = SEARCH_PARAMETERS[name as keyof typeof SEARCH_PARAMETERS];
      expect(boundsInDocument(parameter)).toEqual(boundsOfRule(rule));
    },
  );

  /** The bounds of a documented parameter, whatever the words around them. */
  function boundsInDocument(parameter: Parameter): object {
    const json = parameter.content?.['application/json']?.schema as Schema | undefined;
    if (json) {
      const list = json.type === 'array' ? json : (json.properties?.['groups'] as Schema);
      return { json: true, maxItems: list.maxItems };
    }
    const { description: _words, items, ...bounds } = parameter.schema!;
    return items ? { ...bounds, items } : bounds;
  }

  function boundsOfRule(rule: ParameterRule): object {
    switch (rule.kind) {
      case 'text':
        return {
          type: 'string',
          maxLength: rule.maximum,
          ...(rule.minimum && { minLength: rule.minimum }),
          ...(rule.isNotBlank && { pattern: '\\S' }),
        };
      case 'choice':
        return { type: 'string', enum: rule.choices };
      case 'date':
        return { type: 'string', format: 'date' };
      case 'amount':
        return { type: 'number', minimum: 0 };
      case 'integer':
        return { type: 'integer', minimum: rule.minimum, maximum: rule.maximum, default: rule.default };
      case 'flag':
        return { type: 'boolean', default: false };
      case 'json':
        return { json: true, maxItems: rule.maximumItems };
      case 'list': {
        if (rule.maximumLength) return { type: 'string', maxLength: rule.maximumLength };
        const items = {
          type: 'string',
          ...(rule.choices && { enum: rule.choices }),
          ...(rule.pattern && { pattern: rule.pattern.source }),
          ...(rule.maximumItemLength && { minLength: 1, maxLength: rule.maximumItemLength }),
        };
        return { type: 'array', minItems: 1, maxItems: rule.maximumItems, items };
      }
    }
  }

  it('say the bounds inside of JSON', () => {
    const groups = queryParameters.find(({ name }) => name === 'searchGroups')!.content!['application/json']!
      .schema;
    const bounds = Object.fromEntries(
      fieldsOf(groups).map(({ path, schema }) => [
        path,
        (schema as Schema).maxItems ?? (schema as Schema).enum,
      ]),
    );
    expect(bounds).toMatchObject({
      op: ['and', 'or'],
      groups: 4,
      'groups[].scope': ['activity', 'company'],
      'groups[].terms': 30,
      'groups[].exclude': 30,
    });
  });
});

describe('the examples', () => {
  it.each(bodies())('of %s are valid', (_name, media) => {
    const values = media.example
      ? [media.example]
      : Object.values(media.examples ?? {}).map(({ value }) => value);
    for (const value of values) {
      const result = documented(media.schema).safeParse(value);
      expect(result.error?.issues ?? []).toEqual([]);
    }
  });

  it('cover every error code', () => {
    const responses = Object.values(openApiDocument.components.responses);
    const codes = responses.flatMap(({ content }) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}),
    );
    expect(codes.sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });
});

describe('the running gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.stop());

  it('serves the document without a key, and 304 to whoever has it', async () => {
    const response = await gateway.get('/openapi.json', {});
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument)));
    const again = await gateway.get('/openapi.json', { 'if-none-match': response.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/signals', '/signals?limit=2', 'SearchPage'],
    ['/signals', '/signals?countOnly=true', 'SearchTotal'],
    ['/companies/{slug}', '/companies/acme-robotics', 'CompanyAnswer'],
    ['/filter-options', '/filter-options', 'FilterOptionsAnswer'],
    ['/usage', '/usage', 'UsageAnswer'],
  ])(
    'answers %s (%s) as documented, with the headers documented and no others',
    async (path, url, schema) => {
      const response = await gateway.get(url);
      expect(response.status).toBe(200);
      expect(documentedAs(schema).safeParse(await response.json()).error?.issues ?? []).toEqual([]);
      const documentedHeaders = Object.keys(
        resolve<Response>(openApiDocument.paths[path]!.get.responses['200']!).headers ?? {},
      ).map((name) => name.toLowerCase());
      const optional = ['idempotency-replayed'];
      const plain = ['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'cache-control'];
      const security = ['x-content-type-options'];
      const sent = [...response.headers.keys()].filter((name) => ![...plain, ...security].includes(name));
      expect(sent.sort()).toEqual(documentedHeaders.filter((name) => !optional.includes(name)).sort());
    },
  );

  it.each([
    ['400', '/signals?limit=0', {}],
    ['401', '/signals', { authorization: '' }],
    ['404', '/companies/nobody', {}],
  ])('answers %s as documented', async (status, url, headers: Record<string, string>) => {
    const response = await gateway.get(url, withKey(gateway.key, headers));
    expect(String(response.status)).toBe(status);
    expect(documentedAs('Problem').safeParse(await response.json()).error?.issues ?? []).toEqual([]);
    const path = url.startsWith('/companies') ? '/companies/{slug}' : '/signals';
    const expected = Object.keys(
      resolve<Response>(openApiDocument.paths[path]!.get.responses[status]!).headers ?? {},
    );
    for (const name of expected) expect([name, response.headers.has(name)]).toEqual([name, true]);
  });
});
