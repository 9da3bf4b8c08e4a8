/** A call's result, unless the signal is aborted first: then rejects with its reason, and the call is abandoned. */
export async function untilAborted<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return call();
  signal.throwIfAborted();
  let stopWaiting = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    stopWaiting = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([call(), aborted]);
  } finally {
    stopWaiting();
  }
}
