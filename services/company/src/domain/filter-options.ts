import { sizes, type IdentifierKind } from '@heliograph/catalog';
import { createHash } from 'node:crypto';

/** A value that a filter takes, and what to call it. */
export interface FilterOption {
  id: string;
  label: string;
}

export interface Identifier extends FilterOption {
  kind: IdentifierKind;
}

/** Every list of filter values, by label. */
export interface FilterOptions {
  /** Follows from the lists: the same for the same lists, in every process. */
  version: string;
  byKind: ReadonlyMap<IdentifierKind, readonly FilterOption[]>;
  sizes: readonly FilterOption[];
}

const largestSize = Object.keys(sizes).at(-1);
const sizeOptions: readonly FilterOption[] = Object.entries(sizes).map(([id, [least, most]]) => ({
  id,
  label: id === largestSize ? `${least} or more employees` : `${least} to ${most} employees`,
}));

const collator = new Intl.Collator('en', { numeric: true });

/** Puts the identifiers of the catalog into lists, ordered by label and then by id. */
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
  const version = createHash('sha256')
    .update(JSON.stringify([kinds, sizeOptions]))
    .digest('base64url')
    .slice(0, 22);
  return { version, byKind, sizes: sizeOptions };
}
