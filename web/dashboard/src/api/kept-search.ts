/** The page whose address holds what its user searches for. */
const SEARCH_PAGE = '/activities';
/** In any spelling that the router takes. */
const SEARCH_PAGE_START = /^\/activities\/?(?![^?#])/i;
const SIGN_IN_PAGE = '/sign-in';
const STORED_AS = 'heliograph.search';

/** The parts of a Window that are used here. */
export interface Tab {
  sessionStorage: {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
  };
}

interface LoadedTab extends Tab {
  location: { pathname: string; search: string; hash: string };
  history: { state: unknown; replaceState(state: unknown, unused: string, url: string): void };
}

/**
 * Keeps a search in this tab while the user signs in: the server stores the path that a sign-in returns to.
 *
 * @param path with query and fragment.
 * @returns the path to return to.
 */
export function keepSearch(path: string, tab: Tab): string {
  const page = SEARCH_PAGE_START.exec(path)?.[0];
  if (page === undefined) return path;
  try {
    tab.sessionStorage.setItem(STORED_AS, path.slice(page.length));
  } catch {
    // The user then has to search again after sign-in.
  }
  return SEARCH_PAGE;
}

/** Adds the kept search to the path that a sign-in returned to. */
export function withKeptSearch(path: string, tab: Tab): string {
  if (path !== SEARCH_PAGE) return path;
  try {
    return path + (tab.sessionStorage.getItem(STORED_AS) ?? '');
  } catch {
    return path;
  }
}

/** Puts the kept search back into the address of a page that is loading, and forgets it once the sign-in is over. */
export function restoreSearch(tab: LoadedTab): void {
  const { pathname, search, hash } = tab.location;
  if (pathname === SIGN_IN_PAGE) return;
  const path = `${pathname}${search}${hash}`;
  const restored = withKeptSearch(path, tab);
  if (restored !== path) tab.history.replaceState(tab.history.state, '', restored);
  try {
    tab.sessionStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was stored.
  }
}
