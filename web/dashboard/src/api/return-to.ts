import { keepSearch } from './kept-search';
import type { Tab } from './tab-storage';

/** Paths that sign-in never returns to: they would redirect again or sign out. */
const NOT_RETURNED_TO = ['/sign-in', '/auth'];

/**
 * A path on this site to return to after sign-in. Anything else (another host in any spelling, a script) becomes "/".
 */
export function safeReturnTo(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])/.test(path) || hasControlCharacter(path)) return '/';
  let url: URL;
  try {
    url = new URL(path, 'http://own.invalid');
  } catch {
    return '/';
  }
  // Dots are resolved by now; two leading slashes would make a browser read the path as a host.
  if (url.host !== 'own.invalid' || url.pathname.startsWith('//')) return '/';
  if (NOT_RETURNED_TO.some((each) => url.pathname === each || url.pathname.startsWith(`${each}/`)))
    return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 0x20);
}

/** The path of the sign-in page, which then returns to the current page. A search stays in this tab. */
export function signInPath(
  here: { pathname: string; search: string; hash?: string },
  tab: Tab,
  reason?: 'expired',
): string {
  const returnTo = keepSearch(safeReturnTo(`${here.pathname}${here.search}${here.hash ?? ''}`), tab);
  const query = new URLSearchParams();
  if (reason) query.set('reason', reason);
  if (returnTo !== '/') query.set('return_to', returnTo);
  const search = query.toString();
  return `/sign-in${search === '' ? '' : `?${search}`}`;
}
