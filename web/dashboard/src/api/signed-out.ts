import { removeFromTab, storedInTab, storeInTab, type Tab } from './tab-storage';

const STORED_AS = 'heliograph.signed-out';

/**
 * The issuer ends its own session and may send the browser back without a reason, so the tab remembers why it left. If
 * storage is blocked, the sign-in page does not mention it, and returns to the start.
 *
 * @param returnTo the path that the next sign-in returns to.
 */
export function rememberSignOut(tab: Tab, returnTo = '/'): void {
  storeInTab(tab, STORED_AS, returnTo);
}

/** The path to return to after a sign-out; null if there was none. */
export function signedOutFrom(tab: Tab): string | null {
  return storedInTab(tab, STORED_AS);
}

export function forgetSignOut(tab: Tab): void {
  removeFromTab(tab, STORED_AS);
}
