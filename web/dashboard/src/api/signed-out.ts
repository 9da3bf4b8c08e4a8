const STORED_AS = 'heliograph.signed-out';

/** The issuer, which ends its own session, may send the browser back with no reason: the tab remembers why it left. */
export function rememberSignOut(storage: Storage): void {
  try {
    storage.setItem(STORED_AS, 'yes');
  } catch {
    // Then the sign-in page does not mention it.
  }
}

export function hasSignedOut(storage: Storage): boolean {
  try {
    return storage.getItem(STORED_AS) !== null;
  } catch {
    return false;
  }
}

export function forgetSignOut(storage: Storage): void {
  try {
    storage.removeItem(STORED_AS);
  } catch {
    // As above.
  }
}
