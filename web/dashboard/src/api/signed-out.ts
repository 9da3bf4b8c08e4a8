const STORED_AS = 'heliograph.signed-out';

/** The issuer ends its own session and may send the browser back without a reason, so the tab remembers why it left. */
export function rememberSignOut(storage: Storage): void {
  try {
    storage.setItem(STORED_AS, 'yes');
  } catch {
    // The sign-in page then does not mention it.
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
