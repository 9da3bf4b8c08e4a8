import { callOf, describedCall, type CallField, type CallName } from '@heliograph/contract';

/** A request to the data API, independent of any language. */
export interface Call {
  name: CallName;
  /** Name and value of each parameter, header, and body member in use, written as in a URL. */
  values: readonly (readonly [name: string, value: string])[];
}

/** A parameter in use. */
export interface UsedField {
  field: CallField;
  value: string;
}

/** The parameters in use that the call accepts, in the order of `values`. */
export function usedFields({ name, values }: Call): UsedField[] {
  const { fields } = describedCall(name);
  return values.flatMap(([wanted, value]) => {
    const field = fields.find((each) => each.name === wanted);
    return field && value !== '' ? [{ field, value }] : [];
  });
}

type Pair = [name: string, value: string];

/** A request relative to the API's root. */
interface CallRequest {
  method: string;
  /** With its parameters filled in. */
  path: string;
  query: Pair[];
  headers: Pair[];
  /** Members of the JSON body; undefined for a call without one. */
  body: Readonly<Record<string, unknown>> | undefined;
}

/** The request a call sends. */
export function requestOf(call: Call): CallRequest {
  const { method, path: template, fields } = describedCall(call.name);
  const { fixed = {} } = callOf(call.name);
  const used = usedFields(call);
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const { value = '' } = used.find(({ field }) => field.name === name) ?? {};
    return encodeURIComponent(value);
  });
  const pairsIn = (place: CallField['in']) =>
    used.filter(({ field }) => field.in === place).map(({ field, value }): Pair => [field.name, value]);
  const members = used
    .filter(({ field }) => field.in === 'body')
    .map(({ field, value }) => [field.name, memberOf(field, value)] as const);
  return {
    method,
    path,
    query: [...pairsIn('query'), ...Object.entries(fixed)],
    headers: pairsIn('header'),
    body: fields.some((field) => field.in === 'body') ? Object.fromEntries(members) : undefined,
  };
}

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** A body member. A value of the wrong kind stays text; the API refuses it with a reason. */
function memberOf({ kind, isNullable }: CallField, value: string): unknown {
  if (isNullable && value === 'null') return null;
  if (kind === 'integer') return WHOLE_NUMBER.test(value) ? Number(value) : value;
  if (kind !== 'json') return value;
  return parsedJson(value) ?? value;
}

/** Undefined if the text is not JSON, for example while it is being typed. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A search's values from a JSON object of its parameters, as in a saved search; undefined for anything else. */
export function searchValuesOf(json: string): Call['values'] | undefined {
  const query = parsedJson(json);
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return undefined;
  const entries = Object.entries(query);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined;
  const { fields } = describedCall('search');
  return entries.every(([name]) => fields.some((field) => field.in === 'query' && field.name === name))
    ? entries
    : undefined;
}
