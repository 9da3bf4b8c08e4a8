import { callOf, flagOf, SEARCH_PARAMETER_NAMES, type SearchParameter } from '@heliograph/contract';
import { type Call, parsedJson, requestOf, searchValuesOf, type UsedField, usedFields } from './call';
import { LINE_BREAK, quoteForShell, withoutControls } from './shell';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A call as a command for the command-line client. */
export function asCommand(call: Call): string {
  const { command } = callOf(call.name);
  const used = usedFields(call);
  const { method, headers } = requestOf(call);
  // Only the raw request takes arbitrary headers.
  if (method === 'GET' && headers.length > 0) return rawCommand(call);
  if (call.name === 'search' || call.name === 'count') return commandOf(command!.name, searchFlags(call));
  const { name, positional = [], flags = [], renamed = {} } = command ?? {};
  const isKnown = used.every(({ field }) => positional.includes(field.name) || flags.includes(field.name));
  if (name === undefined || (method === 'GET' && !isKnown)) return rawCommand(call);
  const valueOf = (parameter: string) => used.find(({ field }) => field.name === parameter)?.value ?? '';
  const words = positional.map(valueOf);
  const options =
    method === 'GET'
      ? flags.filter((flag) => valueOf(flag) !== '').map((flag) => optionOf(flag, valueOf(flag)))
      : used
          .filter(({ field }) => !positional.includes(field.name))
          .flatMap((each) => writingFlags(each, renamed));
  // After `--` nothing is parsed as a flag.
  return words.some((word) => word.startsWith('-'))
    ? commandOf(name, [...options, `-- ${words.map(wordOf).join(' ')}`])
    : commandOf([name, ...words.map(wordOf)].join(' '), options);
}

/** A command with its flags, one per line. */
export const commandOf = (name: string, flags: readonly string[]) =>
  [`signals ${name}`, ...flags].join(LINE_BREAK);

/** The flags of `search`, `count`, and `export`. */
export function searchFlags(call: Call): string[] {
  return usedFields(call).flatMap(({ field: { name, kind }, value }) => {
    if (name === 'industries') return industryFlags(value);
    if (name === 'locations') return placeFlags(value);
    // Groups have one notation for people and one for programs.
    if (name === 'searchGroups') return [flag('--groups-json', value)];
    if (name === 'fields') return [optionOf(name, value)];
    const parameter = SEARCH_PARAMETER_NAMES.has(name) ? flagOf(name as SearchParameter) : `--${name}`;
    if (kind === 'flag') return value === 'true' ? [parameter] : [];
    return [flag(parameter, value)];
  });
}

/** The same request by its path, with the client's login and error messages. */
function rawCommand(call: Call): string {
  const { path, query, headers } = requestOf(call);
  return commandOf(`api ${wordOf(path.slice(1))}`, [
    ...query.map(([name, value]) => flag('-f', `${name}=${value}`)),
    ...headers.map(([name, value]) =>
      name === IDEMPOTENCY_KEY ? flag('--idempotency-key', value) : flag('-H', `${name}: ${value}`),
    ),
  ]);
}

/** The flags of a `saved` command for a body member, a header, or a renamed parameter. */
function writingFlags(
  { field: { name, isNullable, isSearch }, value }: UsedField,
  renamed: Readonly<Record<string, string>>,
): string[] {
  const long = renamed[name] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (name === IDEMPOTENCY_KEY) return [flag('--idempotency-key', value)];
  if (isNullable && value === 'null') return [long.replace('--', '--no-')];
  // Half-typed JSON is passed as is: the client refuses it.
  if (isSearch) {
    const values = searchValuesOf(value);
    return values ? searchFlags({ name: 'search', values }) : [flag('--groups-json', value)];
  }
  if (name !== 'webhook') return [flag(long, value)];
  const { url } = (parsedJson(value) ?? {}) as { url?: unknown };
  return [flag(long, typeof url === 'string' ? url : value)];
}

/** `--fields` selects JSON fields; the table has its own columns. */
function optionOf(name: string, value: string): string {
  return name === 'fields' ? `--json ${flag('--fields', value)}` : flag(`--${name}`, value);
}

function industryFlags(json: string): string[] {
  const industries = parsedJson(json);
  const isList = Array.isArray(industries) && industries.every((each) => typeof each === 'string');
  return isList ? industries.map((industry) => flag('--industries', industry)) : [flag('--industries', json)];
}

interface Place {
  kind: string;
  value: string;
  country?: string;
}

/** Places as people write them, such as `city:Paris@France`; as JSON if a name contains the separator. */
function placeFlags(json: string): string[] {
  const places = parsedJson(json);
  if (!Array.isArray(places) || !places.every(isPlace)) return [flag('--locations-json', json)];
  if (places.some(({ value, country }) => `${value}${country ?? ''}`.includes('@'))) {
    return [flag('--locations-json', json)];
  }
  return places.map(({ kind, value, country }) =>
    flag('--locations', country ? `${kind}:${value}@${country}` : `${kind}:${value}`),
  );
}

function isPlace(place: unknown): place is Place {
  const { kind, value, country = '' } = (place ?? {}) as Partial<Place>;
  return typeof kind === 'string' && typeof value === 'string' && typeof country === 'string';
}

const wordOf = (value: string) => quoteForShell(withoutControls(value));

/** A value that starts with a hyphen would be parsed as a flag. */
function flag(name: string, value: string): string {
  const word = wordOf(value);
  return value.startsWith('-') ? `${name}=${word}` : `${name} ${word}`;
}
