import { removeFromTab, storedInTab, storeInTab, type Tab } from './tab-storage';

const STORED_AS = 'heliograph.signed-out';

/**
 * The issuer ends its own session and may send the browser back without a reason, so the tab remembers why it left. If
 * storage is blocked, the sign-in page does not mention it.
 */
export function rememberSignOut(tab: Tab): void {
  storeInTab(tab, STORED_AS, 'yes');
}

export function hasSignedOut(tab: Tab): boolean {
  return storedInTab(tab, STORED_AS) !== null;
}

export function forgetSignOut(tab: Tab): void {
  removeFromTab(tab, STORED_AS);
}
