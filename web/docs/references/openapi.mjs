import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const {
  clientDocument,
  ERROR_CODES,
  ERRORS,
  openApiDocument,
  operationsOf,
} = require('@heliograph/contract');

/** The OpenAPI documents of both interfaces, with the installation's address as the server. */
export function openApiDocuments() {
  return {
    openapi: forReaders(openApiDocument),
    'command-line-openapi': forReaders(clientDocument),
  };
}

/** The operations of the API. */
export function operations() {
  return operationList(openApiDocument);
}

/** The operations of the command-line client's interface. */
export function clientOperations() {
  return operationList(clientDocument);
}

/** The operations of a document, by tag. */
export function taggedOperations({ paths, tags }) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map(({ method, operation }) => ({ method, path, ...operation })),
  );
  return tags.map((tag) => ({
    ...tag,
    operations: all.filter((operation) => operation.tags[0] === tag.name),
  }));
}

/** As Markdown. Links use the format of Swagger UI's "deepLinking". */
function operationList(document) {
  const sections = taggedOperations(document).map(({ name, description, operations }) => {
    const items = operations.map(
      ({ method, path, summary, operationId }) =>
        `- \`${method} ${path}\`: [${summary}](#/${encodeURIComponent(name)}/${operationId})`,
    );
    return `### ${name}\n\n${description}\n\n${items.join('\n')}`;
  });
  return sections.join('\n\n');
}

/** Every error code, its meaning, and what to do about it. */
export function errorTable() {
  return ERROR_CODES.map((code) => ({ code, ...ERRORS[code] }));
}

/**
 * With the installation's address and empty forms: otherwise Swagger UI would fill every optional parameter with its
 * example.
 */
function forReaders(document) {
  const copy = structuredClone(document);
  for (const server of copy.servers) server.url = `http://api.heliograph.invalid${server.url}`;
  const operations = Object.values(copy.paths).flatMap((item) => Object.values(item));
  const parameters = operations.flatMap((operation) => operation.parameters);
  for (const parameter of [...parameters, ...Object.values(copy.components.parameters)])
    if (parameter.required === false) describeExample(parameter);
  return copy;
}

function describeExample(parameter) {
  const holder = parameter.content?.['application/json'] ?? parameter;
  if (holder.example === undefined) return;
  const { example } = holder;
  const isPlain = typeof example === 'string' || typeof example === 'number';
  const separated =
    Array.isArray(example) && !parameter.content ? example.join(',') : JSON.stringify(example);
  parameter.description += ` Example: \`${isPlain ? example : separated}\`.`;
  delete holder.example;
}
