import { pascalCase, singular, snakeCase } from './names.mjs';
import { docstring, exported, literal, quoted } from './text.mjs';

/**
 * A TypedDict per operation's parameters, their API names, the test-key outcomes, and the client's limits.
 *
 * @param contract needs `SEARCH_PARAMETERS`, `FILTER_PARAMETERS`, `COUNTING_PARAMETERS`, and `MAXIMUM_PAGE_SIZE`.
 */
export function parametersModule(document, contract) {
  const { SEARCH_PARAMETERS, FILTER_PARAMETERS, COUNTING_PARAMETERS, MAXIMUM_PAGE_SIZE } = contract;
  const isFilter = (name) => name !== 'semantic' && FILTER_PARAMETERS.includes(name);
  const types = new Map();
  const operations = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, parameters }) => ({
      operationId,
      parameters: parameters.filter((parameter) => parameter.in === 'query'),
    }))
    .filter(({ parameters }) => parameters.length > 0);

  const fieldOf = (parameter) => {
    const { name, description, required } = parameter;
    const type = typeOfParameter(parameter, SEARCH_PARAMETERS[name], types);
    return `    ${snakeCase(name)}: ${type}${required ? '' : ' | None'}\n${docstring(description, '    ')}`;
  };
  const search = operations.find(({ operationId }) => operationId === 'searchSignals').parameters;
  const among = (wanted) => search.filter(({ name }) => wanted(name)).map(fieldOf);
  const classes = [
    ['SearchFilters', 'TypedDict', 'Filters of a search.', among(isFilter)],
    [
      'CountParameters',
      'SearchFilters',
      'Parameters of a count.',
      among((name) => name in COUNTING_PARAMETERS && name !== 'countOnly'),
    ],
    [
      'IterateParameters',
      'SearchFilters',
      'Parameters for iterating over pages. With `cursor`, continues after that page.',
      among((name) => name !== 'page' && !isFilter(name) && !(name in COUNTING_PARAMETERS)),
    ],
    [
      'PageParameters',
      'IterateParameters',
      'Parameters of a page of signals. `semantic` excludes `page`, `ids`, and `matched`.',
      among((name) => name === 'page'),
    ],
    ...operations
      .filter(({ operationId }) => operationId !== 'searchSignals')
      .map(({ operationId, parameters }) => [
        `${pascalCase(operationId.replace(/^get/, ''))}Parameters`,
        'TypedDict',
        '',
        parameters.filter(({ required }) => !required).map(fieldOf),
        parameters.filter(({ required }) => required).map(fieldOf),
      ]),
  ];
  const wireNames = new Map(
    operations.flatMap(({ parameters }) => parameters.map(({ name }) => [snakeCase(name), name])),
  );
  const listFilters = FILTER_PARAMETERS.filter((name) => SEARCH_PARAMETERS[name].kind === 'list');
  const asJson = search.filter(({ content }) => content).map(({ name }) => name);

  return `from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

${exported(['TestOutcome', ...types.keys(), ...classes.map(([name]) => name)])}
# The API's name of each parameter.
WIRE_NAMES: Mapping[str, str] = {
${[...wireNames].map(([name, wire]) => `    ${quoted(name)}: ${quoted(wire)},\n`).join('')}}

# Parameters sent as JSON, by their API name.
JSON_PARAMETERS = frozenset({${asJson.map(quoted).join(', ')}})

# Filters that are comma-separated lists, by their API name.
LIST_FILTERS = frozenset(
    {
${listFilters.map((name) => `        ${quoted(name)},\n`).join('')}    }
)

# The maximum and the default number of signals per page.
MAXIMUM_PAGE_SIZE = ${MAXIMUM_PAGE_SIZE}

# Outcomes that a request with a test key can produce.
TestOutcome = ${choices(document.components.parameters.TestOutcome.schema)}

${[...types.values()].join('\n')}
${classes.map((one) => classText(...one)).join('\n')}`;
}

/** @param required mandatory fields. TypedDict has no Required before Python 3.11, so they go into a base class. */
function classText(name, base, description, fields, required = []) {
  if (required.length > 0) {
    const below = `_${name}`;
    return `\nclass ${below}(${base}):\n${required.join('')}\n${classText(name, below, description, fields)}`;
  }
  const body = `${docstring(description, '    ')}${description && fields.length ? '\n' : ''}${fields.join('')}`;
  return `\nclass ${name}(${base}, total=False):\n${body || '    pass\n'}`;
}

/** @param row a search parameter's row in the contract. */
function typeOfParameter({ name, schema, content }, row, types) {
  if (content) return typeOfValue(row.schema, pascalCase(name), types);
  if (schema.type === 'array') return `str | Sequence[${choices(schema.items) ?? 'str'}]`;
  if (row?.kind === 'list') return 'str | Sequence[str]';
  if (schema.format === 'date') return 'str | datetime.date';
  // A date or a time, which has no format of its own in JSON Schema.
  if (name === 'since') return 'str | datetime.date | datetime.datetime';
  return choices(schema) ?? SCALARS[schema.type];
}

const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

/** An enum's type; numeric values may also be passed as numbers. */
function choices({ enum: values }) {
  return (
    values && literal(values.flatMap((value) => (/^[0-9]+$/.test(value) ? [Number(value), value] : [value])))
  );
}

/** The type of a value sent as JSON; objects become TypedDicts. */
function typeOfValue(schema, name, types) {
  if (schema.enum) return literal(schema.enum);
  if (schema.type === 'array') return `Sequence[${typeOfValue(schema.items, singular(name), types)}]`;
  if (schema.type !== 'object') return SCALARS[schema.type];
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties).map(([property, value]) => {
    // An item of SearchGroups' `groups` is a SearchGroup.
    const inner = name.endsWith(pascalCase(property)) ? name : `${name}${pascalCase(property)}`;
    return {
      isRequired: required.has(property),
      text: `    ${property}: ${typeOfValue(value, inner, types)}\n${docstring(value.description, '    ')}`,
    };
  });
  const textOf = (isRequired) =>
    fields.filter((field) => field.isRequired === isRequired).map(({ text }) => text);
  const [always, sometimes] = [textOf(true), textOf(false)];
  // TypedDict has no NotRequired before Python 3.11.
  const base = sometimes.length > 0 ? `_${name}` : name;
  let code = `\nclass ${base}(TypedDict):\n${always.join('') || '    pass\n'}`;
  if (sometimes.length > 0) code += `\n\nclass ${name}(${base}, total=False):\n${sometimes.join('')}`;
  types.set(name, code);
  return name;
}
