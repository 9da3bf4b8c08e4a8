/**
 * Whether a response leads to the requested address: the same one on this machine, plus parameters.
 *
 * @param redirectUri of a validated request.
 */
export function isClientRedirect(redirectTo: string, redirectUri: string): boolean {
  if (!URL.canParse(redirectTo)) return false;
  const wanted = new URL(redirectUri);
  const target = new URL(redirectTo);
  return (
    target.origin === wanted.origin &&
    target.pathname === wanted.pathname &&
    target.username === '' &&
    target.password === ''
  );
}

/**
 * Sends the browser back to the waiting client.
 *
 * @throws RangeError if the server's response would lead elsewhere.
 */
export function redirectToClient(redirectTo: string, redirectUri: string): void {
  if (!isClientRedirect(redirectTo, redirectUri)) throw new RangeError('the answer leads elsewhere');
  window.location.assign(redirectTo);
}
