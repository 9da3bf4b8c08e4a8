import {
  clientDocument,
  ERRORS,
  openApiDocument,
  operationsOf,
  SEARCH_PARAMETERS,
  type MediaType,
  type Parameter,
  type ParameterRule,
  type Reference,
  type Response,
  type Schema,
  TEST_OUTCOME_HEADER,
} from '@heliograph/contract';
import { generateApiKey } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { documented, documentedAs } from './support/response-schema';
import { fieldsOf, resolve, type AnyDocument } from './support/document';
import { startGateway, withKey } from './support/gateway';
import { endpoints, GOOD_FORMS } from './support/oauth';

const documents: readonly (readonly [string, AnyDocument])[] = [
  ['the API', openApiDocument],
  ['the client', clientDocument],
];
/** A document's operations, by method and path. */
const operationsIn = ({ paths }: AnyDocument) =>
  Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map(({ method, operation }) => [`${method} ${path}`, operation] as const),
  );
const search = operationsOf(openApiDocument.paths['/signals']!)[0]!.operation;
const queryParameters = search.parameters
  .map((parameter) => resolve(parameter))
  .filter((one) => one.in === 'query');

const DELIVERY_ID = '019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d';

/** All references in a document. */
function references(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : references(value),
  );
}

/** All response bodies, each with the name of its response. */
function bodiesOf(document: AnyDocument): [string, MediaType][] {
  return operationsIn(document).flatMap(([path, operation]) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(resolve<Response>(response, document).content ?? {}).map(
        ([type, media]): [string, MediaType] => [`${path} ${status} ${type}`, media],
      ),
    ),
  );
}

describe.each(documents)('the document of %s', (_name, document) => {
  it('has no broken reference', () => {
    for (const reference of references(document))
      expect(resolve({ $ref: reference }, document)).toBeDefined();
  });

  it('names each operation once', () => {
    const names = operationsIn(document).map(([, operation]) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names no schema as generators name the parts of clients', () => {
    const operations = Object.values(document.paths).flatMap(operationsOf);
    const responses = operations.map(({ operation }) => `${operation.operationId}Response`.toLowerCase());
    const names = Object.keys(document.components.schemas);
    // Generated Go declares a response per operation, and a constructor per schema.
    const taken = names.filter(
      (name) => responses.includes(name.toLowerCase()) || names.some((other) => name === `New${other}`),
    );
    expect(taken).toEqual([]);
  });

  it('has no form that OpenAPI Generator fails at: nameless objects in parameters, members that are only null', () => {
    const kinds = (schema: Schema | Reference): unknown[] =>
      '$ref' in schema ? [] : [schema.type, ...(schema.items ? kinds(schema.items) : [])];
    const parameters = operationsIn(document).flatMap(([, operation]) => operation.parameters);
    for (const { content } of parameters.map((one) => resolve<Parameter>(one, document)))
      expect(content ? kinds(content['application/json']!.schema) : []).not.toContain('object');
    const members = Object.values(document.components.schemas).flatMap((schema) => fieldsOf(schema));
    expect(members.map(({ schema }) => (schema as Schema).type)).not.toContain('null');
  });

  it('explains every tag and scheme that it names', () => {
    const tags = document.tags.map(({ name }) => name);
    const schemes = Object.keys(document.components.securitySchemes);
    for (const [, { tags: used, security = document.security }] of operationsIn(document)) {
      for (const tag of used) expect(tags).toContain(tag);
      for (const scheme of security.flatMap(Object.keys)) expect(schemes).toContain(scheme);
    }
  });

  it.each(bodiesOf(document))('has valid examples of %s', (_body, media) => {
    const values = media.example
      ? [media.example]
      : Object.values(media.examples ?? {}).map(({ value }) => value);
    for (const value of values) {
      const result = documented(media.schema, document).safeParse(value);
      expect(result.error?.issues ?? []).toEqual([]);
    }
  });
});

it.each(documents)('the document of %s lists HTTP-level responses for every operation', (_name, document) => {
  for (const [path, { operationId, responses }] of operationsIn(document)) {
    const listed = Object.keys(responses);
    expect([path, listed]).toEqual([path, expect.arrayContaining(['408', '413', '414', '421', '431'])]);
    const isRevalidated = ['getFilterOptions', 'getOpenApiDocument'].includes(operationId);
    expect([path, listed.includes('304')]).toEqual([path, isRevalidated]);
  }
  expect(document.info.contact.name).not.toBe('');
});

it.each(documents)('the links of %s lead to existing operations and parameters', (_name, document) => {
  const operations = new Map(operationsIn(document).map(([, one]) => [one.operationId, one]));
  const { links } = resolve<Response>(operations.get('searchSignals')!.responses['200']!, document);
  expect(Object.keys(links!)).toEqual(['nextPage', 'company']);
  for (const { operationId, parameters } of Object.values(links!)) {
    const known = operations.get(operationId)!.parameters.map((one) => resolve(one, document).name);
    expect(known).toEqual(expect.arrayContaining(Object.keys(parameters)));
  }
});

it('states the size limit for JSON in a parameter', () => {
  for (const [name, characters] of [
    ['searchGroups', '32,768'],
    ['locations', '65,536'],
    ['industries', '65,536'],
  ]) {
    const { description } = queryParameters.find((parameter) => parameter.name === name)!;
    expect(description).toContain(`URL-encoded, at most ${characters} characters of JSON.`);
  }
});

it('the client may call everything that keys may, with the same parameters and responses', () => {
  const clientOnly = ['User-Agent'];
  const client = Object.fromEntries(operationsIn(clientDocument));
  for (const [path, operation] of operationsIn(openApiDocument)) {
    // A key can ask for a 402 everywhere.
    const statuses = new Set([
      ...Object.keys(client[path]!.responses),
      ...('security' in operation ? [] : ['402']),
    ]);
    expect([...statuses].sort()).toEqual(Object.keys(operation.responses).sort());
    const namesOf = (parameters: typeof operation.parameters, document: AnyDocument) =>
      parameters.map((parameter) => resolve(parameter, document).name);
    expect(
      namesOf(client[path]!.parameters, clientDocument).filter((name) => !clientOnly.includes(name)),
    ).toEqual(namesOf(operation.parameters, openApiDocument).filter((name) => name !== TEST_OUTCOME_HEADER));
  }
});

describe('the parameters of a search', () => {
  it('are those that the parser knows', () => {
    expect(queryParameters.map((parameter) => parameter.name)).toEqual(Object.keys(SEARCH_PARAMETERS));
  });

  it.each(queryParameters.map((parameter) => [parameter.name, parameter] as const))(
    "%s has the parser's limits",
    (name, parameter) => {
      const rule: ParameterRule = SEARCH_PARAMETERS[name as keyof typeof SEARCH_PARAMETERS];
      expect(boundsInDocument(parameter)).toEqual(boundsOfRule(rule));
    },
  );

  /** The limits of a documented parameter, apart from the text around them. */
  function boundsInDocument(parameter: Parameter): object {
    const content = parameter.content?.['application/json'];
    if (content) {
      const json = resolve<Schema>(content.schema);
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

  it('document the limits inside JSON', () => {
    const { content } = queryParameters.find(({ name }) => name === 'searchGroups')!;
    const groups = resolve<Schema>(content!['application/json']!.schema);
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

it("the API's examples cover every error code", () => {
  const responses = Object.values(openApiDocument.components.responses);
  const codes = responses.flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  );
  expect(codes.sort()).toEqual(Object.keys(ERRORS).sort());
});

describe('the running gateway', () => {
  const gateway = startBeforeAll(startGateway);

  it.each([
    ['/api/v1', openApiDocument],
    ['/api/cli/v1', clientDocument],
  ] as const)(
    'serves %s/openapi.json without a key, and answers 304 to clients that have it',
    async (root, document) => {
      const url = `${gateway.url}${root}/openapi.json`;
      const response = await fetch(url);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
      const again = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag')! } });
      expect(again.status).toBe(304);
    },
  );

  it('answers generated clients, which send the documented defaults with every search', async () => {
    const defaults = new URLSearchParams();
    for (const { name, schema } of queryParameters) {
      const value = (schema as Schema | undefined)?.default;
      if (value !== undefined) defaults.set(name, String(value));
    }
    expect(defaults.get('limit')).toBe('50');
    const ask = async (query: Record<string, string>) => {
      const all = new URLSearchParams([...defaults, ...Object.entries(query)]);
      const response = await gateway.get(`/signals?${all.toString()}`);
      return { status: response.status, body: (await response.json()) as { data: { nextCursor: string } } };
    };
    const first = await ask({ q: 'robots' });
    expect(first.status).toBe(200);
    const { nextCursor } = first.body.data;
    expect((await ask({ q: 'robots', cursor: nextCursor })).status).toBe(200);
    expect((await ask({ semantic: 'robots in hospitals' })).status).toBe(200);
    expect((await ask({ ids: '1,2' })).status).toBe(200);
  });

  /** Names of headers specific to this response, in order. */
  function namesOf(sent: Headers): string[] {
    const plain = ['content-type', 'content-length', 'date', 'connection', 'keep-alive'];
    const unnamed = ['cache-control', 'pragma', 'x-content-type-options'];
    return [...sent.keys()].filter((name) => ![...plain, ...unnamed].includes(name)).sort();
  }

  function documentedNames(document: AnyDocument, path: string, status: string): string[] {
    const optional = ['idempotency-replayed'];
    const { operation } = operationsOf(document.paths[path]!)[0]!;
    return Object.keys(resolve<Response>(operation.responses[status]!, document).headers ?? {})
      .map((name) => name.toLowerCase())
      .filter((name) => !optional.includes(name))
      .sort();
  }

  /** For operations that may cost records; others ignore these headers. */
  const budget = { 'x-budget-id': 'run', 'x-budget-records': '1000' };

  const data = [
    ['/signals', '/signals?limit=2', 'SearchPage'],
    ['/signals', '/signals?countOnly=true', 'SearchTotal'],
    ['/signals', '/signals?limit=2&fields=title', 'SelectedPage'],
    ['/companies/{slug}', '/companies/acme-robotics', 'CompanyResponse'],
    ['/companies/identify', '/companies/identify?name=Acme', 'IdentifyResponse'],
    ['/suggest', '/suggest?kind=company&prefix=ac', 'SuggestionList'],
    ['/companies/{slug}', '/companies/acme-robotics?fields=name', 'SelectedCompanyResponse'],
    ['/filter-options', '/filter-options', 'FilterOptionsResponse'],
    ['/usage', '/usage', 'UsageResponse'],
  ] as const;

  it.each(data)(
    'answers %s (%s) as documented, with exactly the documented headers',
    async (path, url, schema) => {
      const response = await gateway.get(url, withKey(gateway.key, budget));
      expect(response.status).toBe(200);
      expect(documentedAs(schema).safeParse(await response.json()).error?.issues ?? []).toEqual([]);
      expect(namesOf(response.headers)).toEqual(documentedNames(openApiDocument, path, '200'));
    },
  );

  it.each([
    ...data,
    ['/session', '/session', 'SessionResponse'],
    ['/logs', '/logs?limit=1', 'RequestLogResponse'],
    ['/metadata', '/metadata', 'ClientMetadata'],
  ] as const)('answers the client %s (%s) as documented', async (path, url, schema) => {
    const isPublic = path === '/metadata';
    const response = await gateway.cli(url, isPublic ? {} : withKey(gateway.token, budget));
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(documentedAs(schema, clientDocument).safeParse(body).error?.issues ?? []).toEqual([]);
    expect(namesOf(response.headers)).toEqual(documentedNames(clientDocument, path, '200'));
  });

  it.each(endpoints)('answers forms to %s as documented', async (path) => {
    const { operation } = operationsOf(clientDocument.paths[path]!)[0]!;
    const { schema } = operation.requestBody!.content['application/x-www-form-urlencoded']!;
    expect(documented(schema, clientDocument).safeParse(GOOD_FORMS[path]).error?.issues ?? []).toEqual([]);
    const good = await gateway.form(path, GOOD_FORMS[path]!);
    expect(namesOf(good.headers)).toEqual(documentedNames(clientDocument, path, '200'));
    const answer = resolve<Response>(operation.responses['200']!, clientDocument).content;
    if (answer) {
      const body = documented(answer['application/json']!.schema, clientDocument).safeParse(
        await good.json(),
      );
      expect(body.error?.issues ?? []).toEqual([]);
    }
    const bad = await gateway.form(path, 'nope=1');
    expect(namesOf(bad.headers)).toEqual(documentedNames(clientDocument, path, '400'));
    expect(
      documentedAs('OAuthProblem', clientDocument).safeParse(await bad.json()).error?.issues ?? [],
    ).toEqual([]);
    // The endpoint refuses parameters that the document omits.
    const unknown = { ...GOOD_FORMS[path], nope: '1' };
    expect(documented(schema, clientDocument).safeParse(unknown).success).toBe(false);
  });

  it.each([
    ['insufficient_records', '402'],
    ['rate_limited', '429'],
    ['unavailable', '503'],
    ['internal', '500'],
  ])('answers %s to every operation as documented, if a test key asks for it', async (outcome, status) => {
    const { secret } = generateApiKey({ isTest: true });
    gateway.backend.setVerdict(secret, { isTest: true });
    for (const [name, operation] of operationsIn(openApiDocument)) {
      if (operation.security) continue;
      const [method, path] = name.split(' ') as [string, string];
      const url = `${gateway.url}/api/v1${path.replace(/\{\w+\}/g, DELIVERY_ID)}`;
      const headers = withKey(secret, { [TEST_OUTCOME_HEADER]: outcome, 'content-type': 'application/json' });
      const body = operation.requestBody && '{}';
      const response = await fetch(url, { method, headers, body });
      expect([name, String(response.status)]).toEqual([name, status]);
      const parameters = operation.parameters.map((parameter) => resolve(parameter).name);
      expect([name, parameters]).toEqual([name, expect.arrayContaining([TEST_OUTCOME_HEADER])]);
      const documentedHeaders = Object.keys(resolve<Response>(operation.responses[status]!).headers!)
        .map((header) => header.toLowerCase())
        .filter((header) => header !== 'x-budget-remaining');
      expect([name, namesOf(response.headers)]).toEqual([name, documentedHeaders.sort()]);
    }
  });

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
      resolve<Response>(operationsOf(openApiDocument.paths[path]!)[0]!.operation.responses[status]!)
        .headers ?? {},
    );
    for (const name of expected) expect([name, response.headers.has(name)]).toEqual([name, true]);
  });
});
