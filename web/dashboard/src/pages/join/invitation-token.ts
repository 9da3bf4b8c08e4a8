const PATH = '/join';
const STORED_AS = 'heliograph.invitation';
const TOKEN = /^#([0-9a-f-]{36}\.[A-Za-z0-9_-]{43})$/;

type Tab = Pick<Window, 'location' | 'history' | 'sessionStorage'>;

/** Fallback for this page load if storage is blocked. */
let kept: string | undefined;

/** Moves an invitation's token from the address into this tab, which may have to sign in first. */
export function keepInvitationToken({ location, history, sessionStorage }: Tab): void {
  if (location.pathname !== PATH || location.hash === '') return;
  const token = TOKEN.exec(location.hash)?.[1];
  history.replaceState(history.state, '', PATH);
  if (token === undefined) return;
  kept = token;
  try {
    sessionStorage.setItem(STORED_AS, token);
  } catch {
    // The user then has to open the link again after sign-in.
  }
}

export function keptInvitationToken({ sessionStorage }: Pick<Tab, 'sessionStorage'>): string | undefined {
  try {
    return sessionStorage.getItem(STORED_AS) ?? kept;
  } catch {
    return kept;
  }
}

export function forgetInvitationToken({ sessionStorage }: Pick<Tab, 'sessionStorage'>): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was stored.
  }
}
