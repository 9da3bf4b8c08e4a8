import { callOf, describedCall, type CallField, type CallName } from '@heliograph/contract';

/** A request of the data API, before it is written in some language. */
export interface Call {
  name: CallName;
  /** Name and value of each parameter in use, as a URL has them. */
  values: readonly (readonly [name: string, value: string])[];
}

/** A parameter in use. */
export interface UsedField {
  field: CallField;
  value: string;
}

/** The parameters in use that the call has, in the order of `values`. */
export function usedFields({ name, values }: Call): UsedField[] {
  const { fields } = describedCall(name);
  return values.flatMap(([wanted, value]) => {
    const field = fields.find((each) => each.name === wanted);
    return field && value !== '' ? [{ field, value }] : [];
  });
}

/** What the request asks for, below the API's root: with the parameters of the path, and those of the query. */
export function requestOf(call: Call): { path: string; query: [name: string, value: string][] } {
  const { fixed = {} } = callOf(call.name);
  const used = usedFields(call);
  const path = describedCall(call.name).path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const { value = '' } = used.find(({ field }) => field.name === name) ?? {};
    return encodeURIComponent(value);
  });
  const query = used
    .filter(({ field }) => field.in === 'query')
    .map(({ field, value }): [string, string] => [field.name, value]);
  return { path, query: [...query, ...Object.entries(fixed)] };
}
