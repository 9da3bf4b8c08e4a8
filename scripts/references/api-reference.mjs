import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/workspace.mjs';
import { code, table } from './markdown.mjs';

/** The page about every operation, parameter, field, header and error, from the OpenAPI document of the contract. */
export function apiReference() {
  const require = createRequire(import.meta.url);
  require(join(root, 'tools/testing/programs/register.cjs'));
  const { ERROR_CODES, ERRORS, openApiDocument } = require('@heliograph/contract');
  return [
    '# API reference',
    '<!-- Made by scripts/references.mjs. Not to be edited. -->',
    "Every operation, parameter, field, header and error of the API, from the OpenAPI document that each installation serves at `/api/v1/openapi.json`. The API serves its own reference, with that of the command-line client's interface, at [/docs](http://127.0.0.1:8080/docs).",
    openApiDocument.info.description,
    ...Object.entries(openApiDocument.paths).map(([path, { get }]) => operation(path, get, openApiDocument)),
    '## Answers',
    ...Object.entries(openApiDocument.components.schemas)
      .filter(
        ([name]) => !name.endsWith('Answer') || name === 'UsageAnswer' || name === 'FilterOptionsAnswer',
      )
      .map(([name, schema]) => schemaSection(name, schema)),
    '## Headers of answers',
    table(
      ['Header', 'Meaning', 'Example'],
      Object.entries(openApiDocument.components.headers).map(([name, { description, example }]) => [
        code(name),
        description,
        example === undefined ? '' : code(example),
      ]),
    ),
    '## Errors',
    'Problem documents ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)); how to deal with them is in [Errors](errors.md).',
    ...ERROR_CODES.map((name) =>
      [
        `### ${name}`,
        `**${ERRORS[name].status}**. ${ERRORS[name].meaning}`,
        `_What to do:_ ${ERRORS[name].remedy}`,
      ].join('\n\n'),
    ),
  ].join('\n\n');
}

function operation(path, { summary, description, parameters, 'x-codeSamples': samples }, document) {
  const all = parameters.map((parameter) =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
  );
  return [
    `## ${summary}`,
    `\`GET /api/v1${path}\``,
    description,
    all.length > 0 &&
      table(
        ['Parameter', 'Takes', 'Meaning'],
        all.map((parameter) => [
          `${code(parameter.name)}${parameter.in === 'query' ? '' : ` (${parameter.in})`}`,
          takes(parameter.schema ?? parameter.content['application/json'].schema, parameter.content),
          parameter.description,
        ]),
      ),
    ...samples.map(({ source }) => `\`\`\`sh\n${source}\n\`\`\``),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A schema in a few words. */
function takes(schema, isJson) {
  if (isJson) return schema.type === 'array' ? `JSON array, at most ${schema.maxItems} items` : 'JSON object';
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.type === 'array') {
    const items = schema.items.enum ? schema.items.enum.map(code).join(', ') : takes(schema.items);
    return `list of at most ${schema.maxItems}: ${items}`;
  }
  const bounds = [
    schema.minimum !== undefined && schema.maximum !== undefined && `${schema.minimum} to ${schema.maximum}`,
    schema.minimum !== undefined && schema.maximum === undefined && `from ${schema.minimum}`,
    schema.maxLength !== undefined &&
      `${schema.minLength ? `${schema.minLength} to` : 'at most'} ${schema.maxLength} characters`,
    schema.format && schema.format !== 'uri' && schema.format !== 'uri-reference' && schema.format,
    schema.default !== undefined && schema.type === 'integer' && `default ${schema.default}`,
  ].filter(Boolean);
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'text');
  return [type === 'string' ? 'text' : type, ...bounds].join(', ');
}

function schemaSection(name, schema) {
  const rows = properties(unwrapped(schema));
  const title = name.replace(/Answer$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return [`### ${title}`, schema.description, table(['Field', 'Holds', 'Meaning'], rows)]
    .filter(Boolean)
    .join('\n\n');
}

/** Of answers the schema of what `data` holds. */
function unwrapped(schema) {
  const { data } = schema.properties ?? {};
  return data && !('$ref' in data) ? data : schema;
}

function properties(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const always = schema.required?.includes(name) ? '' : ' (optional)';
    const row = [`${code(path)}${always}`, holds(property), property.description ?? ''];
    const inner = property.type === 'array' ? property.items : property;
    const more =
      '$ref' in inner || !inner.properties
        ? []
        : properties(inner, `${path}${property.type === 'array' ? '[]' : ''}.`);
    return [row, ...more];
  });
}

function holds(property) {
  if ('$ref' in property)
    return property.$ref
      .split('/')
      .at(-1)
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (property.type === 'array') return `array of ${holds(property.items)}`;
  if (property.enum && property.enum.length > 6) return 'one of the codes below';
  return takes(property);
}
