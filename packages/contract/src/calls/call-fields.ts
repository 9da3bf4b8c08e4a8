import { BUDGET_HEADERS } from '../budgets';
import type { OptionListName } from '../filter-options';
import type { JsonValue, Reference, Schema } from '../json-schema';
import { openApiDocument } from '../openapi/document';
import { operationsOf, type OperationObject, type Parameter } from '../openapi/types';
import { FILTER_PARAMETERS, rowOf, type SearchParameter } from '../search/search-parameters';
import { MAXIMUM_PAGE_SIZE } from '../search/paging';
import { MICROS_PER_RECORD } from '../prices';
import { TEST_OUTCOME_HEADER } from '../test-keys';
import { callOf, type CallName } from './calls';

/** Headers to try a call with, and the SDKs' option for each; a dot separates an option from its member. */
const HEADER_OPTIONS: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  [BUDGET_HEADERS.maximum]: 'maxRecords',
  [BUDGET_HEADERS.id]: 'budget.id',
  [BUDGET_HEADERS.records]: 'budget.records',
  [TEST_OUTCOME_HEADER]: 'testOutcome',
};

/** Methods that take no outcome in the Python SDK, if they are free. */
const WITHOUT_OUTCOME = /^(?:savedSearches|receipts)\./;

/** A call's parameter, header, or body member, for forms and code. Values are text, as in a URL. */
export interface CallField {
  name: string;
  in: 'query' | 'path' | 'header' | 'body';
  isRequired: boolean;
  /** Kind of the value that programs pass; a list's items are `text`. */
  kind: 'text' | 'choice' | 'list' | 'date' | 'number' | 'integer' | 'flag' | 'json';
  description: string;
  /** The fixed values of a choice or of a list's items. */
  choices?: readonly string[];
  /** Whether the choices are numbers, which programs may pass as such. */
  isNumeric?: boolean;
  /** The `GET /filter-options` list of its values. */
  options?: OptionListName;
  minimum?: number;
  maximum?: number;
  /** What an absent value means. */
  default?: number;
  maximumLength?: number;
  example?: string;
  /** Whether `null` is allowed, to remove a value. */
  isNullable?: true;
  /** Whether it is an object of search parameters. */
  isSearch?: true;
  /** For a header: the SDKs' option. */
  option?: string;
}

/**
 * An operation to call: its method, its path below the API's root, with `{name}` for parameters, and its parameters.
 */
interface DescribedCall {
  method: string;
  path: string;
  /** The group of operations it belongs to. */
  tag: string;
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
  const { operation: wanted, fixed = {}, without = [], method: ofSdk, costs } = callOf(name);
  const omitted =
    costs === 'nothing' && WITHOUT_OUTCOME.test(ofSdk) ? [...without, TEST_OUTCOME_HEADER] : without;
  for (const [path, item] of Object.entries(openApiDocument.paths)) {
    const found = operationsOf(item).find(({ operation }) => operation.operationId === wanted);
    if (!found) continue;
    const { method, operation } = found;
    const parameters = parametersOf(operation)
      .filter((parameter) => !omitted.includes(parameter.name) && !Object.hasOwn(fixed, parameter.name))
      .map((parameter) => fieldOf(parameter, wanted === 'searchSignals' || FILTERS.has(parameter.name)));
    const fields = [
      ...parameters.filter((field) => field.in !== 'header'),
      ...bodyFieldsOf(operation),
      ...parameters.filter((field) => field.in === 'header'),
    ];
    return { method, path, tag: operation.tags[0]!, description: operation.description, fields };
  }
  throw new Error(`The document has no operation ${wanted}.`);
}

function parametersOf({ parameters }: OperationObject): Parameter[] {
  return parameters
    .map((parameter) =>
      'name' in parameter ? parameter : openApiDocument.components.parameters[nameOf(parameter)]!,
    )
    .filter((parameter) => parameter.in !== 'header' || Object.hasOwn(HEADER_OPTIONS, parameter.name));
}

/** The members of a JSON body. */
function bodyFieldsOf({ requestBody }: OperationObject): CallField[] {
  const json = requestBody?.content['application/json'];
  if (!json) return [];
  const { properties = {}, required = [] } = resolved(json.schema);
  const examples = (json.example ?? {}) as Readonly<Record<string, JsonValue>>;
  return Object.entries(properties).map(([name, property]): CallField => {
    const schema = resolved(property);
    const types = [schema.type ?? []].flat();
    const isNullable = types.includes('null') || schema.anyOf?.some((one) => resolved(one).type === 'null');
    const type = types.find((each) => each !== 'null') ?? 'object';
    const kind = type === 'object' ? 'json' : kindOf({ ...schema, type });
    return {
      name,
      in: 'body',
      isRequired: required.includes(name),
      kind,
      description: schema.description ?? '',
      ...(isNullable && { isNullable }),
      ...(isSavedQuery(property) && { isSearch: true }),
      ...boundsOf(schema),
      ...(schema.maxLength !== undefined && { maximumLength: schema.maxLength }),
      ...exampleOf(examples[name], kind),
    };
  });
}

const nameOf = ({ $ref }: Reference) => $ref.slice($ref.lastIndexOf('/') + 1);
const isSavedQuery = (schema: Schema | Reference) => '$ref' in schema && nameOf(schema) === 'SavedQuery';

function resolved(schema: Schema | Reference): Schema {
  return '$ref' in schema ? openApiDocument.components.schemas[nameOf(schema)]! : schema;
}

function boundsOf({ minimum, maximum }: Schema): Pick<CallField, 'minimum' | 'maximum'> {
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

/** @param isOfSearch whether the search parameter of the same name describes it. */
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
    in: parameter.in,
    isRequired: required,
    kind,
    description: row?.description ?? description,
    ...(choices && { choices }),
    ...(row?.kind === 'choice' && row.isNumeric && { isNumeric: true }),
    ...(row?.options && { options: row.options }),
    ...boundsOf(schema),
    ...(parameter.in === 'header' && { option: HEADER_OPTIONS[name]! }),
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
 * The most a call can cost, taking into account a header that bounds it.
 *
 * @param values as text, by parameter; a `limit` that is not a number counts as the maximum.
 */
export function mostOfCall(
  name: CallName,
  values: Readonly<Record<string, string | undefined>>,
): { records: number; micros: bigint } {
  const { costs } = callOf(name);
  const maximum = costs === 'limit' ? limitOf(name, values['limit']) : costs === 'one' ? 1 : 0;
  const bound = values[BUDGET_HEADERS.maximum] ?? '';
  const records = /^\d+$/.test(bound) ? Math.min(maximum, Number(bound)) : maximum;
  return { records, micros: BigInt(records) * BigInt(MICROS_PER_RECORD) };
}

function limitOf(name: CallName, value: string | undefined): number {
  const field = describedCall(name).fields.find((each) => each.name === 'limit');
  const { maximum = MAXIMUM_PAGE_SIZE, default: usual = maximum } = field ?? {};
  if (value === undefined || value === '') return usual;
  return /^\d+$/.test(value) ? Math.min(Number(value), maximum) : maximum;
}
