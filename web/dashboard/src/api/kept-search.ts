import { removeFromTab, storedInTab, storeInTab, type Tab } from './tab-storage';

/** The page whose address holds what its user searches for. */
const SEARCH_PAGE = '/activities';
/** In any spelling that the router takes. */
const SEARCH_PAGE_START = /^\/activities\/?(?![^?#])/i;
const SIGN_IN_PAGE = '/sign-in';
const STORED_AS = 'heliograph.search';

interface LoadedTab extends Tab {
  location: { pathname: string; search: string; hash: string };
  history: { state: unknown; replaceState(state: unknown, unused: string, url: string): void };
}

/**
 * Keeps a search in this tab while the user signs in: the server stores the path that a sign-in returns to. If storage
 * is blocked, the user has to search again afterwards.
 *
 * @param path with query and fragment.
 * @returns the path to return to.
 */
export function keepSearch(path: string, tab: Tab): string {
  const page = SEARCH_PAGE_START.exec(path)?.[0];
  if (page === undefined) return path;
  storeInTab(tab, STORED_AS, path.slice(page.length));
  return SEARCH_PAGE;
}

/** Adds the kept search to the path that a sign-in returned to. */
export function withKeptSearch(path: string, tab: Tab): string {
  if (path !== SEARCH_PAGE) return path;
  return path + (storedInTab(tab, STORED_AS) ?? '');
}

/** Puts the kept search back into the address of a page that is loading, and forgets it once the sign-in is over. */
export function restoreSearch(tab: LoadedTab): void {
  const { pathname, search, hash } = tab.location;
  if (pathname === SIGN_IN_PAGE) return;
  const path = `${pathname}${search}${hash}`;
  const restored = withKeptSearch(path, tab);
  if (restored !== path) tab.history.replaceState(tab.history.state, '', restored);
  removeFromTab(tab, STORED_AS);
}
