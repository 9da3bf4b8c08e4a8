import { removeFromTab, storedInTab, storeInTab, type Tab } from '../../api/tab-storage';

const PATH = '/join';
const STORED_AS = 'heliograph.invitation';
const TOKEN = /^#([0-9a-f-]{36}\.[A-Za-z0-9_-]{43})$/;

/** Fallback for this page load if storage is blocked. */
let kept: string | undefined;

/**
 * Moves an invitation's token from the address into this tab, which may have to sign in first. If storage is blocked,
 * the user then has to open the link again.
 */
export function keepInvitationToken(tab: Tab & Pick<Window, 'location' | 'history'>): void {
  const { location, history } = tab;
  if (location.pathname !== PATH || location.hash === '') return;
  const token = TOKEN.exec(location.hash)?.[1];
  history.replaceState(history.state, '', PATH);
  if (token === undefined) return;
  kept = token;
  storeInTab(tab, STORED_AS, token);
}

export function keptInvitationToken(tab: Tab): string | undefined {
  return storedInTab(tab, STORED_AS) ?? kept;
}

export function forgetInvitationToken(tab: Tab): void {
  kept = undefined;
  removeFromTab(tab, STORED_AS);
}
