import {
  identifierKinds,
  MAXIMUM_IDENTIFIER_BYTES,
  MAXIMUM_IDENTIFIERS,
  SIZES,
  type IdentifierKind,
} from '@heliograph/catalog';
import { createHash } from 'node:crypto';

/** A value that a filter takes, and its label. */
export interface FilterOption {
  id: string;
  label: string;
}

export interface Identifier extends FilterOption {
  kind: IdentifierKind;
}

/** How much of each list to return; together they fit into one message of 16 MiB. */
export interface ListBounds {
  kinds: readonly IdentifierKind[];
  /** Per list. */
  options: number;
  /** UTF-8 bytes of ids and labels per list. */
  bytes: number;
}

const VALUE_KINDS: readonly IdentifierKind[] = ['industry', 'country'];

/** Lists that searches are checked against. An import limits them to half of this, so they are complete. */
export const identifierBounds: ListBounds = {
  kinds: identifierKinds.filter((kind) => !VALUE_KINDS.includes(kind)),
  options: MAXIMUM_IDENTIFIERS,
  bytes: 2 * MAXIMUM_IDENTIFIER_BYTES,
};

/** Lists that only help users choose: a search accepts any value. */
export const valueBounds: ListBounds = { kinds: VALUE_KINDS, options: 100_000, bytes: 6 * 1024 * 1024 };

/** Lists of filter values, by label. */
export interface FilterOptions {
  /** Derived from the lists: equal for equal lists, in every process. */
  version: string;
  byKind: ReadonlyMap<IdentifierKind, readonly FilterOption[]>;
  sizes: readonly FilterOption[];
}

const largestSize = Object.keys(SIZES).at(-1);
const sizeOptions: readonly FilterOption[] = Object.entries(SIZES).map(([id, [least, most]]) => ({
  id,
  label: id === largestSize ? `${least} or more employees` : `${least} to ${most} employees`,
}));

const collator = new Intl.Collator('en', { numeric: true });

/** Whether a list is longer than its bounds allow. */
export function isTooLong(list: readonly FilterOption[], bounds: ListBounds): boolean {
  return withinBounds(list, bounds).length < list.length;
}

/** The first options of a list, as many as its bounds allow. */
export function withinBounds(list: readonly FilterOption[], { options, bytes }: ListBounds): FilterOption[] {
  let left = bytes;
  const end = list.findIndex(({ id, label }, index) => {
    left -= Buffer.byteLength(id) + Buffer.byteLength(label);
    return index >= options || left < 0;
  });
  return list.slice(0, end === -1 ? undefined : end);
}

/** Sorts identifiers into lists, by label and then by id. */
export function filterOptionsOf(identifiers: readonly Identifier[]): FilterOptions {
  const byKind = new Map<IdentifierKind, FilterOption[]>();
  for (const { kind, id, label } of identifiers) {
    const list = byKind.get(kind);
    if (list) list.push({ id, label });
    else byKind.set(kind, [{ id, label }]);
  }
  for (const list of byKind.values()) {
    list.sort((one, other) => collator.compare(one.label, other.label) || (one.id < other.id ? -1 : 1));
  }
  const kinds = [...byKind].sort(([one], [other]) => (one < other ? -1 : 1));
  return { version: digestOf([kinds, sizeOptions]), byKind, sizes: sizeOptions };
}

/** All lists in one. */
export function joined(...parts: readonly FilterOptions[]): FilterOptions {
  return {
    version: digestOf(parts.map(({ version }) => version)),
    byKind: new Map(parts.flatMap(({ byKind }) => [...byKind])),
    sizes: sizeOptions,
  };
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
