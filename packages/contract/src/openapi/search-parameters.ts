import { groupDigits } from '../quantity';
import { NOT_BLANK } from '../forms';
import { schemaRef, type Reference, type Schema } from '../json-schema';
import { COMPANY_PARAMETERS } from '../company-parameters';
import type { HelperParameterRow } from '../search/helper-parameter';
import { VALUE_SCHEMAS } from '../search/json-values';
import type { ParameterRow, ParameterRule } from '../search/parameter';
import { rowOf, SEARCH_PARAMETERS, type SearchParameter } from '../search/search-parameters';
import type { Parameter } from './types';

/** The query parameters of `GET /signals`, derived from the rules the parser enforces. */
export const searchParameters: readonly Parameter[] = (
  Object.keys(SEARCH_PARAMETERS) as SearchParameter[]
).map((name) => parameterOf(name, rowOf(name)));

/** The query parameters of `GET /companies/{slug}`. */
export const companyParameters: readonly Parameter[] = Object.entries(COMPANY_PARAMETERS).map(([name, row]) =>
  parameterOf(name, row),
);

/** The query parameters of a free helper. */
export function helperParameters(rows: Readonly<Record<string, HelperParameterRow>>): readonly Parameter[] {
  return Object.entries(rows).map(([name, row]) => parameterOf(name, row));
}

function parameterOf(
  name: string,
  row: ParameterRule & Pick<ParameterRow, 'description' | 'example'> & { isRequired?: true },
): Parameter {
  const { description, example } = row;
  const required = 'isRequired' in row;
  const parameter = { name, in: 'query', description, required } as const;
  if (row.kind === 'json') {
    return {
      ...parameter,
      description: `${description} URL-encoded, at most ${groupDigits(row.maximumLength)} characters of JSON.`,
      content: {
        'application/json': { schema: withNames(row.schema), ...(example !== undefined && { example }) },
      },
    };
  }
  const schema = schemaOf(row);
  return {
    ...parameter,
    ...(row.kind === 'list' &&
      schema.type === 'string' && { description: `${description} Comma-separated.` }),
    schema,
    ...(schema.type === 'array' && { style: 'form' as const, explode: false }),
    ...(example !== undefined && { example }),
  };
}

function schemaOf(rule: Exclude<ParameterRule, { kind: 'json' }>): Schema {
  switch (rule.kind) {
    case 'text':
      return {
        type: 'string',
        ...(rule.minimum && { minLength: rule.minimum }),
        maxLength: rule.maximum,
        ...(rule.isNotBlank && { pattern: NOT_BLANK.source }),
      };
    case 'choice':
      return { type: 'string', enum: rule.choices };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'amount':
      return { type: 'number', minimum: 0 };
    case 'integer':
      return {
        type: 'integer',
        minimum: rule.minimum,
        maximum: rule.maximum,
        ...(rule.default !== undefined && { default: rule.default }),
      };
    case 'flag':
      return { type: 'boolean', default: false };
    case 'list':
      return listSchema(rule);
  }
}

/** A value's schema, with references to its named objects. */
function withNames(schema: Schema): Schema | Reference {
  const named = Object.entries(VALUE_SCHEMAS).find(([, each]) => each === schema);
  if (named) return schemaRef(named[0]);
  return schema.items ? { ...schema, items: withNames(schema.items as Schema) } : schema;
}

/** A list with a maximum total length is a string; one with a maximum number of items is an array. */
function listSchema(rule: ParameterRule & { kind: 'list' }): Schema {
  if (rule.maximumLength !== undefined) return { type: 'string', maxLength: rule.maximumLength };
  const items: Schema = {
    type: 'string',
    ...(rule.choices && { enum: rule.choices }),
    ...(rule.pattern && { pattern: rule.pattern.source }),
    ...(rule.maximumItemLength !== undefined && { minLength: 1, maxLength: rule.maximumItemLength }),
  };
  return { type: 'array', minItems: 1, maxItems: rule.maximumItems!, items };
}
