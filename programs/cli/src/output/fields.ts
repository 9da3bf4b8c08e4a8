import { UsageError } from '../failure';
import { isMadeHere } from '../search/page-key';

/** A path to a value within a record: `company.name` is `['company', 'name']`. */
export type FieldPath = readonly string[];

/**
 * Parses `id,company.name`.
 *
 * @param known names of a record's own fields; an unknown first step is refused before a record is paid for.
 * @throws UsageError for an empty list, an empty step, or an unknown field.
 */
export function parseFields(text: string, known: readonly string[]): FieldPath[] {
  const paths = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.split('.'));
  const available = `Fields: ${known.join(', ')}.`;
  if (paths.length === 0) throw new UsageError('--fields names no field.', available);
  for (const path of paths) {
    if (path.some((step) => step === ''))
      throw new UsageError(`--fields: "${path.join('.')}" is not a field.`, available);
    if (!known.includes(path[0]!))
      throw new UsageError(`--fields: there is no field "${path[0]!}".`, available);
  }
  return paths;
}

/**
 * The record fields that paths begin with, for the request. A call with the user's own key gets whole records, so the
 * same key can show other fields later.
 *
 * @throws UsageError as {@link parseFields}.
 */
export function fieldsToAskFor<Field extends string>(
  text: string | undefined,
  known: readonly Field[],
  idempotencyKey: string | undefined,
): { fields?: Field[] } {
  const isUsers = idempotencyKey !== undefined && !isMadeHere(idempotencyKey);
  if (text === undefined || isUsers) return {};
  return { fields: [...new Set(parseFields(text, known).map(([first]) => first as Field))] };
}

/** The value at the end of a path; within a list, the values of all its items. Undefined if the record lacks it. */
export function valueAt(record: unknown, path: FieldPath): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return record;
  if (Array.isArray(record)) {
    const values = record.map((item: unknown) => valueAt(item, path)).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : values;
  }
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, step)) return undefined;
  return valueAt((record as Record<string, unknown>)[step], rest);
}

/** A record with only the chosen fields, in the order chosen, with their nesting. Absent ones are omitted. */
export function choose(record: unknown, paths: readonly FieldPath[]): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const path of paths) {
    const value = valueAt(record, path);
    if (value !== undefined) put(chosen, path, value);
  }
  return chosen;
}

function put(target: Record<string, unknown>, path: FieldPath, value: unknown): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (rest.length === 0) {
    define(target, step, value);
    return;
  }
  const present = Object.hasOwn(target, step) ? target[step] : undefined;
  // Objects shared with the original record are copied before anything is added to them.
  const next =
    typeof present === 'object' && present !== null && !Array.isArray(present) ? { ...present } : {};
  put(next as Record<string, unknown>, rest, value);
  define(target, step, next);
}

/** A plain assignment to `__proto__` would set the prototype. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A value as the text of a cell: lists joined with a semicolon, objects as JSON, absent values as nothing. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | boolean);
}
