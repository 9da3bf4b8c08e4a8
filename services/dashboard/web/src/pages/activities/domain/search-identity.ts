/** What of `sessionStorage` is needed. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const STORED_AS = 'heliograph.searches';
const MAXIMUM_ENTRIES = 200;
const SEARCH_ID = /^[A-Za-z0-9_-]{8,128}$/;

/** The words of a search and the id that it is counted by. */
export interface NamedSearch {
  words: string;
  id: string;
}

/**
 * Keeps the id of each history entry's search, so that a reload and the way back repeat a search instead of making
 * another one. An entry whose words changed is another search.
 *
 * The store may refuse (storage switched off, full): ids then live as long as the page.
 */
export class SearchIdentities {
  private readonly memory = new Map<string, NamedSearch>();

  constructor(
    private readonly store: TextStore | undefined,
    private readonly createId: () => string,
  ) {
    for (const [entry, search] of this.read()) this.memory.set(entry, search);
  }

  /**
   * The search's id in a history entry: the same one whenever it is asked for.
   *
   * @param carried the search that the entry was reached from; its id goes on when the words are the same, as when only
   *   a filter was changed.
   */
  idOf(entry: string, words: string, carried?: unknown): string {
    const known = this.memory.get(entry);
    if (known?.words === words) return known.id;
    const id = isNamedSearch(carried) && carried.words === words ? carried.id : this.createId();
    this.memory.delete(entry);
    this.memory.set(entry, { words, id });
    for (const oldest of this.memory.keys()) {
      if (this.memory.size <= MAXIMUM_ENTRIES) break;
      this.memory.delete(oldest);
    }
    this.write();
    return id;
  }

  private read(): [string, NamedSearch][] {
    try {
      const value: unknown = JSON.parse(this.store?.getItem(STORED_AS) ?? '[]');
      if (!Array.isArray(value)) return [];
      return value.filter(
        (item): item is [string, NamedSearch] =>
          Array.isArray(item) && typeof item[0] === 'string' && isNamedSearch(item[1]),
      );
    } catch {
      return [];
    }
  }

  private write(): void {
    try {
      this.store?.setItem(STORED_AS, JSON.stringify([...this.memory]));
    } catch {
      // Kept in memory only: a reload counts once more.
    }
  }
}

/** Whether a value, such as the state of a history entry, is a search with a usable id. */
export function isNamedSearch(value: unknown): value is NamedSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { words, id } = value as Record<string, unknown>;
  return typeof words === 'string' && typeof id === 'string' && SEARCH_ID.test(id);
}
