/** A signal that aborts with a TimeoutError after a time, or when any of the signals does. */
export function withTimeout(milliseconds: number, ...signals: AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  // Without a listener, Node.js 20 garbage-collects the timeout, even inside AbortSignal.any, and it never fires.
  timeout.addEventListener('abort', () => undefined, { once: true });
  return AbortSignal.any([timeout, ...signals]);
}
