/** An entry as far as the order of entries goes. */
interface DatedEntry {
  id: string;
  kind: string;
  /** Always set, though protobuf cannot say so. */
  createdAt: Date | undefined;
}

/**
 * Where each kind of entry continues: after the entry of that id, from the beginning without one, and not at all once there
 * are no more (`null`).
 */
export type EntryCursor<Kind extends string> = Readonly<Partial<Record<Kind, string | null>>>;

/** What one kind has next, newest first. */
export interface EntriesOfKind<Entry> {
  entries: readonly Entry[];
  /** Whether there are more than these. */
  hasMore: boolean;
}

/**
 * Merges lists of entries, one for each kind, into one page, newest first. Each kind continues where it stopped, so pages neither
 * repeat nor skip an entry, whatever the order of entries of one millisecond.
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

/** A cursor as text for a URL. It needs no signature: whose entries they are does not hang on it. */
export function encodeEntryCursor(cursor: EntryCursor<string>): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** @returns undefined when the text is no cursor of these kinds. */
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
