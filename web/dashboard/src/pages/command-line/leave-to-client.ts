/**
 * Whether an answer goes to where the request asked for: the same address of this machine, with parameters.
 *
 * @param redirectUri of a request that was checked.
 */
export function goesToClient(redirectTo: string, redirectUri: string): boolean {
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
 * Sends the browser to the client that waits for it.
 *
 * @throws RangeError when the server's answer would lead elsewhere.
 */
export function leaveToClient(redirectTo: string, redirectUri: string): void {
  if (!goesToClient(redirectTo, redirectUri)) throw new RangeError('the answer leads elsewhere');
  window.location.assign(redirectTo);
}
