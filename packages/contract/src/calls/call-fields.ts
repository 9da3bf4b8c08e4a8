import type { OptionListName } from '../filter-options';
import type { JsonValue, Schema } from '../json-schema';
import { openApiDocument } from '../openapi/document';
import { operationsOf, type OperationObject, type Parameter } from '../openapi/types';
import { FILTER_PARAMETERS, rowOf, type SearchParameter } from '../search/search-parameters';
import { MAXIMUM_PAGE_SIZE } from '../search/paging';
import { MICROS_PER_RECORD } from '../prices';
import { callOf, type CallName } from './calls';

/** A parameter of a call, for forms and code. Values are texts, as a URL has them. */
export interface CallField {
  name: string;
  in: 'query' | 'path';
  isRequired: boolean;
  /** Of the value that programs pass: a list's items are `text`. */
  kind: 'text' | 'choice' | 'list' | 'date' | 'number' | 'integer' | 'flag' | 'json';
  description: string;
  /** Fixed values, of a choice or of a list's items. */
  choices?: readonly string[];
  /** Whether the choices are numbers, which programs may pass as such. */
  isNumeric?: boolean;
  /** The list of `GET /filter-options` with its values. */
  options?: OptionListName;
  minimum?: number;
  maximum?: number;
  /** What an absent value means. */
  default?: number;
  maximumLength?: number;
  example?: string;
}

/** An operation to call: its path below the API's root, with `{name}` for parameters, and its parameters. */
export interface DescribedCall {
  path: string;
  description: string;
  fields: readonly CallField[];
}

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);
const described = new Map<CallName, DescribedCall>();

/** A call as the OpenAPI document describes it. Built on first use. */
export function describedCall(name: CallName): DescribedCall {
  const known = described.get(name) ?? describe(name);
  described.set(name, known);
  return known;
}

function describe(name: CallName): DescribedCall {
  const { operation: wanted, fixed = {}, without = [] } = callOf(name);
  for (const [path, item] of Object.entries(openApiDocument.paths)) {
    const found = operationsOf(item).find(({ operation }) => operation.operationId === wanted);
    if (!found) continue;
    const fields = parametersOf(found.operation)
      .filter((parameter) => !without.includes(parameter.name) && !Object.hasOwn(fixed, parameter.name))
      .map((parameter) => fieldOf(parameter, wanted === 'searchSignals' || FILTERS.has(parameter.name)));
    return { path, description: found.operation.description, fields };
  }
  throw new Error(`The document has no operation ${wanted}.`);
}

function parametersOf({ parameters }: OperationObject): Parameter[] {
  return parameters.filter(
    (parameter): parameter is Parameter => 'name' in parameter && parameter.in !== 'header',
  );
}

/** @param isOfSearch whether its row is that of the search parameter of the same name. */
function fieldOf(parameter: Parameter, isOfSearch: boolean): CallField {
  const { name, required = false, description, example } = parameter;
  const row = isOfSearch ? rowOf(name as SearchParameter) : undefined;
  const json = parameter.content?.['application/json'];
  const schema = parameter.schema ?? {};
  const kind = json ? 'json' : row?.kind === 'list' ? 'list' : kindOf(schema);
  const items = (schema.items ?? {}) as Schema;
  const choices = (kind === 'list' ? items : schema).enum as readonly string[] | undefined;
  const maximumLength = row?.kind === 'json' ? row.maximumLength : schema.maxLength;
  return {
    name,
    in: parameter.in === 'path' ? 'path' : 'query',
    isRequired: required,
    kind,
    description: row?.description ?? description,
    ...(choices && { choices }),
    ...(row?.kind === 'choice' && row.isNumeric && { isNumeric: true }),
    ...(row?.options && { options: row.options }),
    ...(schema.minimum !== undefined && { minimum: schema.minimum }),
    ...(schema.maximum !== undefined && { maximum: schema.maximum }),
    ...(typeof schema.default === 'number' && { default: schema.default }),
    ...(maximumLength !== undefined && { maximumLength }),
    ...exampleOf(json ? json.example : example, kind),
  };
}

function kindOf({ type, format, enum: choices }: Schema): CallField['kind'] {
  if (choices) return 'choice';
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return type;
  return format === 'date' ? 'date' : 'text';
}

function exampleOf(example: JsonValue | undefined, kind: CallField['kind']): { example?: string } {
  if (example === undefined) return {};
  if (kind === 'json') return { example: JSON.stringify(example) };
  return { example: Array.isArray(example) ? example.join(',') : String(example) };
}

/**
 * The most that a call can cost.
 *
 * @param values as texts, by parameter; a `limit` that is no number counts as the largest.
 */
export function mostOfCall(
  name: CallName,
  values: Readonly<Record<string, string | undefined>>,
): { records: number; micros: bigint } {
  const { costs } = callOf(name);
  const records = costs === 'limit' ? limitOf(name, values['limit']) : costs === 'one' ? 1 : 0;
  return { records, micros: BigInt(records) * BigInt(MICROS_PER_RECORD) };
}

function limitOf(name: CallName, value: string | undefined): number {
  const field = describedCall(name).fields.find((each) => each.name === 'limit');
  const { maximum = MAXIMUM_PAGE_SIZE, default: usual = maximum } = field ?? {};
  if (value === undefined || value === '') return usual;
  return /^\d+$/.test(value) ? Math.min(Number(value), maximum) : maximum;
}
