import { schemas, type Reference, type Schema } from '@heliograph/contract';
import { UsageError } from '../failure';
import { isGeneratedKey } from '../search/page-key';

/** A path to a value within a record: `company.name` is `['company', 'name']`. */
export type FieldPath = readonly string[];

/**
 * Parses `id,company.name`.
 *
 * @param known a record's field names; an unknown one is rejected before any record is paid for.
 * @param schema the record's, if it has one in the API, to check whole paths.
 * @throws UsageError for an empty list, an empty step, or an unknown field.
 */
export function parseFields(text: string, known: readonly string[], schema?: Schema): FieldPath[] {
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
    if (schema && !hasPath(schema, path))
      throw new UsageError(`--fields: there is no field "${path.join('.')}".`, available);
  }
  return paths;
}

/** Whether a record can have a value at the path; a list's items count as the list's own. */
function hasPath(schema: Schema | Reference, path: FieldPath): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if ('$ref' in schema) {
    const named: Readonly<Record<string, Schema | Reference>> = schemas;
    return hasPath(named[schema.$ref.replace(/.*\//, '')]!, path);
  }
  if (schema.items) return hasPath(schema.items, path);
  const member = schema.properties && Object.hasOwn(schema.properties, step) && schema.properties[step];
  return !!member && hasPath(member, rest);
}

/**
 * The top-level fields of the paths, to request only these. A call with the user's own Idempotency-Key requests whole
 * records, so the same key can show other fields later.
 *
 * @throws UsageError like {@link parseFields}.
 */
export function fieldsToAskFor<Field extends string>(
  text: string | undefined,
  known: readonly Field[],
  schema: Schema | undefined,
  idempotencyKey: string | undefined,
): { fields?: Field[] } {
  if (text === undefined) return {};
  const fields = parseFields(text, known, schema).map(([first]) => first as Field);
  const isUsers = idempotencyKey !== undefined && !isGeneratedKey(idempotencyKey);
  return isUsers ? {} : { fields: [...new Set(fields)] };
}

/** The value at a path; for a list on the way, the values of all its items. Undefined if absent. */
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

/** Reduces a record to the chosen fields, in the order chosen, keeping their nesting. Absent fields are omitted. */
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
  // Copy before adding: the object may be shared with the original record.
  const next =
    typeof present === 'object' && present !== null && !Array.isArray(present) ? { ...present } : {};
  put(next as Record<string, unknown>, rest, value);
  define(target, step, next);
}

/** Unlike an assignment, also works for `__proto__`, which would set the prototype. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Formats a value for a cell: lists joined with semicolons, objects as JSON, absent values as ''. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join('; ');
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | boolean);
}
