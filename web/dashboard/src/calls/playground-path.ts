import { callOf, describedCall, FILTER_PARAMETERS, isCall, type CallName } from '@heliograph/contract';
import { type Call, usedFields } from './call';

/** Names the call; every other parameter of the URL is the API's own. */
const CALL_PARAMETER = 'call';

export type CallValues = Readonly<Record<string, string>>;

/** The playground page with a call filled in, never with a key. */
export function playgroundPath(call: Call): string {
  const parameters = new URLSearchParams({ [CALL_PARAMETER]: call.name });
  for (const { field, value } of usedFields(call)) parameters.set(field.name, value);
  return `/playground?${parameters.toString()}`;
}

/** What a playground URL contains. */
export interface ReadPlayground {
  name: CallName;
  values: CallValues;
  /** Parameters the call does not have, or an unknown call. */
  ignored: string[];
}

/** Reads a call from a URL; by default, the first call with its initial values. */
export function readPlayground(parameters: URLSearchParams): ReadPlayground {
  const wanted = parameters.get(CALL_PARAMETER);
  if (wanted === null && [...parameters].length === 0) {
    return { name: 'search', values: callOf('search').starts, ignored: [] };
  }
  const name = wanted !== null && isCall(wanted) ? wanted : 'search';
  const known = new Set(describedCall(name).fields.map((field) => field.name));
  const values: Record<string, string> = {};
  const ignored = wanted !== null && name !== wanted ? [`${CALL_PARAMETER}=${wanted}`] : [];
  for (const [parameter, value] of parameters) {
    if (known.has(parameter)) values[parameter] ??= value;
    else if (parameter !== CALL_PARAMETER) ignored.push(parameter);
  }
  return { name, values, ignored };
}

const FILTERS: ReadonlySet<string> = new Set(FILTER_PARAMETERS);

/**
 * The values to show after switching to another call. Shared values stay if they say what the call is about: filters,
 * so that a search becomes its count, and the id in the path.
 */
export function valuesForCall(name: CallName, before: CallValues): CallValues {
  const { fields } = describedCall(name);
  const given = fields.filter((field) => (before[field.name] ?? '') !== '');
  const filters = given.filter((field) => FILTERS.has(field.name));
  const kept = [...filters, ...given.filter((field) => field.in === 'path')];
  const starts = Object.entries(callOf(name).starts);
  const own = filters.length > 0 ? starts.filter(([parameter]) => !FILTERS.has(parameter)) : starts;
  return Object.fromEntries([...own, ...kept.map((field) => [field.name, before[field.name] ?? ''])]);
}

/** Builds a call from values, in the order of its parameters. */
export function callOfValues(name: CallName, values: CallValues): Call {
  const { fields } = describedCall(name);
  return { name, values: fields.map((field) => [field.name, (values[field.name] ?? '').trim()]) };
}
