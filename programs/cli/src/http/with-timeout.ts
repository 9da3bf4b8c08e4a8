/** Aborted after a time, with a TimeoutError, or by any of the signals. */
export function withTimeout(milliseconds: number, ...signals: AbortSignal[]): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  // Node.js 20 collects a timeout without a listener, even if AbortSignal.any has it: it would never fire.
  timeout.addEventListener('abort', () => undefined, { once: true });
  return AbortSignal.any([timeout, ...signals]);
}
