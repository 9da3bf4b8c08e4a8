import { excerpt, issueWithText } from './characters';

/** How a JSON value is written in a query string: as JSON, as a comma-separated list, or unchanged. */
export type WrittenAs = 'json' | 'list' | 'text';

/** A value in query string form, or what is wrong with it, worded to follow its name. */
type WrittenValue = { text: string } | { issue: string };

/** Members of JSON parameters that mean the same when empty as when absent, and their empty JSON. */
const EMPTY_MEMBERS: Readonly<Record<string, string>> = { exclude: '[]', country: '""' };

interface Parameter {
  name: string;
  writtenAs: WrittenAs;
  isFlag?: boolean;
}

/** Encodes a value for the API; an empty list is empty text. Only its type is checked; the API validates the rest. */
export function writtenValue({ name, writtenAs, isFlag }: Parameter, value: unknown): WrittenValue {
  if (writtenAs === 'list' && [value].flat().some(isInexact))
    return { issue: 'must be strings: JSON numbers this large are not exact' };
  if (isPlain(value)) return written(String(value));
  if (writtenAs !== 'text' && Array.isArray(value) && value.length === 0) return { text: '' };
  if (writtenAs === 'json') return written(JSON.stringify(value, canonicalMembers));
  if (writtenAs === 'text') return { issue: `must be ${isFlag ? 'true or false' : 'a single value'}` };
  if (!Array.isArray(value) || !value.every(isPlain)) return { issue: 'must be a list of strings' };
  const items = value.map(String);
  const divided = items.find((item) => item.includes(','));
  if (divided === undefined) return written(items.join(','));
  const remedy = name === 'companies' ? '; name a company by its slug' : '';
  return { issue: `"${excerpt(divided)}" contains a comma, which items cannot contain${remedy}` };
}

function written(text: string): WrittenValue {
  const wrong = issueWithText(text);
  return wrong === undefined ? { text } : { issue: wrong };
}

/** Beyond 2^53, where rounding could yield another signal's id. */
function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Whether a value is encoded unchanged. */
export function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A `JSON.stringify` replacer: equal values become equal JSON. */
function canonicalMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => JSON.stringify(member) !== EMPTY_MEMBERS[key])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
