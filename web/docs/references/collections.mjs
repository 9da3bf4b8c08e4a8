import { createRequire } from 'node:module';
import { URLSearchParams } from 'node:url';
import { taggedOperations } from './openapi.mjs';

const require = createRequire(import.meta.url);
const { openApiDocument } = require('@heliograph/contract');

const API = 'http://api.heliograph.invalid/api/v1';
const POSTMAN_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Of operations that need exactly one of several parameters, the one to send. */
const ONE_OF_SEVERAL = { identifyCompany: 'domain' };

/** The operations of the API's document, by tag: method, path, parameters, and an example body. */
function operationsByTag(document) {
  const resolve = (parameter) =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter;
  return taggedOperations(document).map(({ name, description, operations }) => ({
    name,
    description,
    operations: operations.map((operation) => ({
      method: operation.method,
      path: operation.path,
      name: operation.summary,
      description: operation.description,
      parameters: operation.parameters.map(resolve).map((parameter) => ({
        ...parameter,
        isEnabled: parameter.required === true || ONE_OF_SEVERAL[operation.operationId] === parameter.name,
        value: exampleOf(parameter),
      })),
      body: operation.requestBody && bodyOf(operation),
    })),
  }));
}

/** As written in a URL or a header. */
function exampleOf({ example, content }) {
  const json = content?.['application/json']?.example;
  if (json !== undefined) return JSON.stringify(json);
  return Array.isArray(example) ? example.join(',') : String(example ?? '');
}

/** From its first sample that has one, else its example. */
function bodyOf(operation) {
  const bodies = operation['x-codeSamples'].map(({ source }) => /-d '(\{[\s\S]*\})'/.exec(source)?.[1]);
  const body = bodies.find(Boolean);
  const { example = {} } = operation.requestBody.content['application/json'] ?? {};
  return JSON.stringify(body === undefined ? example : JSON.parse(body), null, 2);
}

const inPlace = (parameters, place) => parameters.filter((parameter) => parameter.in === place);

/** The API as a Postman collection, version 2.1. Optional parameters are included but disabled. */
export function postmanCollection() {
  const keyed = ({ name, value, description, isEnabled }) => ({
    key: name,
    value,
    description,
    ...(!isEnabled && { disabled: true }),
  });
  const request = ({ method, path, description, parameters, body }) => {
    const segments = path
      .slice(1)
      .split('/')
      .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
    return {
      method,
      description,
      header: [
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...inPlace(parameters, 'header').map(keyed),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: inPlace(parameters, 'query').map(keyed),
        variable: inPlace(parameters, 'path').map(({ name, value, description: text }) => ({
          key: name,
          value,
          description: text,
        })),
      },
      ...(body && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    };
  };
  return {
    info: {
      name: openApiDocument.info.title,
      description: openApiDocument.info.description,
      schema: POSTMAN_SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: API },
      { key: 'apiKey', value: '' },
    ],
    item: operationsByTag(openApiDocument).map(({ name, description, operations }) => ({
      name,
      description,
      item: operations.map((operation) => ({
        name: operation.name,
        request: request(operation),
        response: [],
      })),
    })),
  };
}

/** The API as a Bruno collection, in its import and export format. */
export function brunoCollection() {
  const named = ({ name, value, description, isEnabled }) => ({
    name,
    value,
    description,
    enabled: isEnabled,
  });
  // Bruno sends the URL as it is, and shows its parameters from `params`.
  const queryOf = (parameters) => {
    const sent = inPlace(parameters, 'query').filter(({ isEnabled }) => isEnabled);
    return sent.length === 0 ? '' : `?${new URLSearchParams(sent.map(({ name, value }) => [name, value]))}`;
  };
  const request = ({ method, path, description, parameters, body }) => ({
    method,
    url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}${queryOf(parameters)}`,
    headers: inPlace(parameters, 'header').map(named),
    params: ['path', 'query'].flatMap((type) =>
      inPlace(parameters, type).map((parameter) => ({ ...named(parameter), type })),
    ),
    auth: { mode: 'inherit' },
    body: body ? { mode: 'json', json: body } : { mode: 'none' },
    docs: description,
  });
  const { title } = openApiDocument.info;
  return {
    name: title,
    version: '1',
    items: operationsByTag(openApiDocument).map(({ name, operations }) => ({
      type: 'folder',
      name,
      items: operations.map((operation, index) => ({
        type: 'http',
        name: operation.name,
        seq: index + 1,
        request: request(operation),
      })),
    })),
    environments: [
      {
        name: 'Heliograph',
        variables: [
          { name: 'baseUrl', value: API, type: 'text', enabled: true, secret: false },
          { name: 'apiKey', value: '', type: 'text', enabled: true, secret: true },
        ],
      },
    ],
    root: { request: { auth: { mode: 'bearer', bearer: { token: '{{apiKey}}' } } } },
    brunoConfig: { version: '1', name: title, type: 'collection', ignore: ['node_modules', '.git'] },
  };
}
