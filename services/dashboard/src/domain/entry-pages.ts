/** The fields of an entry that ordering needs. */
interface DatedEntry {
  id: string;
  kind: string;
  /** Always set, though protobuf cannot express that. */
  createdAt: Date | undefined;
}

/**
 * Where each kind of entry continues: after the entry with that id, from the start if absent, nowhere once exhausted
 * (`null`).
 */
export type EntryCursor<Kind extends string> = Readonly<Partial<Record<Kind, string | null>>>;

/** The next entries of one kind, newest first. */
export interface EntriesOfKind<Entry> {
  entries: readonly Entry[];
  /** Whether there are more. */
  hasMore: boolean;
}

/**
 * Merges lists of entries, one per kind, into one page, newest first. Each kind continues where it stopped, so pages
 * neither repeat nor skip an entry, however entries of the same millisecond are ordered.
 */
export function mergeEntries<Kind extends string, Entry extends DatedEntry>(
  lists: Readonly<Partial<Record<Kind, EntriesOfKind<Entry>>>>,
  before: EntryCursor<Kind>,
  limit: number,
): { entries: Entry[]; next: EntryCursor<Kind> | undefined } {
  const given = Object.entries(lists) as [Kind, EntriesOfKind<Entry>][];
  const merged = given
    .flatMap(([, { entries }]) => entries)
    .sort((left, right) => Number(right.createdAt) - Number(left.createdAt));
  const entries = merged.slice(0, limit);
  const taken = new Set(entries);
  const next: Partial<Record<Kind, string | null>> = { ...before };
  for (const [kind, list] of given) {
    const last = list.entries.findLast((entry) => taken.has(entry));
    const isAtEnd = !list.hasMore && list.entries.every((entry) => taken.has(entry));
    if (isAtEnd) next[kind] = null;
    else if (last) next[kind] = last.id;
  }
  const isLast = given.every(([kind]) => next[kind] === null);
  return { entries, next: isLast ? undefined : next };
}

/** A cursor as text for a URL. Unsigned, because it does not decide whose entries are read. */
export function encodeEntryCursor(cursor: EntryCursor<string>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @returns undefined if the text is not a cursor for these kinds. */
export function decodeEntryCursor<Kind extends string>(
  text: string,
  kinds: readonly Kind[],
): EntryCursor<Kind> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isKnown = Object.entries(value).every(
    ([kind, after]) => kinds.some((known) => known === kind) && (after === null || typeof after === 'string'),
  );
  return isKnown ? (value as EntryCursor<Kind>) : undefined;
}
