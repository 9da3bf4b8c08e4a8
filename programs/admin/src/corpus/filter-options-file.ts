import { MAXIMUM_VALUE_LENGTH, type IdentifierKind, type IdentifierRecord } from '@heliograph/catalog';
import {
  OPTION_LISTS,
  STORED_LIST_NAMES,
  valueAt,
  type OptionListName,
  type StoredListName,
} from '@heliograph/contract';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CommandError } from '../failure';
import { isObject, RecordReader } from './record-reader';

/** Where each kind of identifier is in a file, which has the shape of a `GET /filter-options` response. */
export const filterOptionLists = (Object.keys(OPTION_LISTS) as OptionListName[])
  .filter((name) => STORED_LIST_NAMES.some((stored) => stored === name))
  .map((name) => ({ name: name as StoredListName, kind: OPTION_LISTS[name as StoredListName].kind }));

/**
 * Reads a file of filter options: `{"categories": [{"id", "label"}], "hiring": {"types": […], …}, "fundingStages": […],
 * …}`. Needs at least one list and ignores unknown ones. Also accepts them as the `data` of a response. Decompresses if
 * the name ends in `.gz`; accepts a byte order mark.
 *
 * @throws CommandError that lists every issue.
 */
export async function readFilterOptionsFile(path: string): Promise<IdentifierRecord[]> {
  let value: unknown;
  try {
    const bytes = await readFile(path);
    const text = path.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes;
    value = JSON.parse(new TextDecoder().decode(text));
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${(error as Error).message}`, undefined, { cause: error });
  }
  const { identifiers, issues } = parseFilterOptions(value);
  if (issues.length > 0) throw new CommandError(`${path}: ${issues.join('; ')}`);
  return identifiers;
}

/** Reads filter options from parsed JSON: a `GET /filter-options` response, or its `data`. Never throws. */
export function parseFilterOptions(value: unknown): { identifiers: IdentifierRecord[]; issues: string[] } {
  if (!isObject(value)) return { identifiers: [], issues: ['filter options must be a JSON object'] };
  const lists = isObject(value.data) ? value.data : value;
  const known = new Set(filterOptionLists.map(({ name }) => name.split('.')[0]!));
  if (!Object.keys(lists).some((member) => known.has(member))) {
    return { identifiers: [], issues: [`has none of ${[...known].join(', ')}`] };
  }
  const issues: string[] = [];
  const identifiers = filterOptionLists.flatMap(({ name, kind }) => {
    const list = valueAt(lists, name);
    if (list === undefined || list === null) return [];
    if (!Array.isArray(list)) {
      issues.push(`${name} must be an array of {id, label}`);
      return [];
    }
    return list.flatMap((item: unknown, index) => readIdentifier(item, `${name}[${index}]`, kind, issues));
  });
  return { identifiers, issues };
}

function readIdentifier(
  item: unknown,
  path: string,
  kind: IdentifierKind,
  issues: string[],
): IdentifierRecord[] {
  if (!isObject(item)) {
    issues.push(`${path} must be an object with id and label`);
    return [];
  }
  const reader = new RecordReader(item, issues, `${path}.`);
  // Industries and countries are text from records, where commas are allowed.
  const id =
    kind === 'industry' || kind === 'country'
      ? reader.requiredText('id', MAXIMUM_VALUE_LENGTH)
      : reader.requiredIdentifier('id');
  return [{ kind, id, label: reader.requiredText('label', MAXIMUM_VALUE_LENGTH) }];
}
