import { UsageError } from '../failure';

/** A way to a value within a record: `company.name` is `['company', 'name']`. */
export type FieldPath = readonly string[];

/**
 * Reads `id,company.name`.
 *
 * @param known names of a record's own fields; a first step outside of them is refused before a record is paid for.
 * @throws UsageError for an empty list, an empty step or an unknown field.
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
 * The fields of records that paths begin with, as the API is asked for them. A call with a key of the user's own gets whole
 * records, so that the same key shows other fields of them later.
 *
 * @throws UsageError as {@link parseFields}.
 */
export function fieldsToAskFor<Field extends string>(
  text: string | undefined,
  known: readonly Field[],
  idempotencyKey: string | undefined,
): { fields?: Field[] } {
  if (text === undefined || idempotencyKey !== undefined) return {};
  return { fields: [...new Set(parseFields(text, known).map(([first]) => first as Field))] };
}

/**
 * The value at the end of a path; within a list, the values of all its items. Undefined where the record does not
 * go so far.
 */
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

/** A record of the chosen fields alone, in the order of the choice, with the nesting that they had. Absent ones are left out. */
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
  // What an earlier choice shares with the record itself is copied before something is added to it.
  const next =
    typeof present === 'object' && present !== null && !Array.isArray(present) ? { ...present } : {};
  put(next as Record<string, unknown>, rest, value);
  define(target, step, next);
}

/** A plain assignment to `__proto__` would set the prototype. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A value as the text of a cell: lists joined with a semicolon, what is structured as JSON, nothing for what is absent. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | boolean);
}
