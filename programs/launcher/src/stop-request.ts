import { isatty } from 'node:tty';

/** A terminal sends Ctrl-C to all its programs, and npm forwards it again: within this time, both count as one. */
const SAME_REQUEST_MS = 1_000;

interface StopRequest {
  isRequested(): boolean;
  /** Settles with the stop that the first signal started; never before a signal. */
  stopped: Promise<void>;
}

/**
 * Stops on the first SIGINT, SIGTERM, or SIGHUP (the terminal was closed), and immediately on the next. Without a
 * terminal, as under nohup, SIGHUP is ignored: Node.js itself forgets that it was.
 *
 * @param force does not return.
 */
export function listenForStop(stop: () => Promise<void>, force: () => void): StopRequest {
  let requestedAt: number | undefined;
  const stopped = new Promise<void>((resolve, reject) => {
    const receive = () => {
      if (requestedAt === undefined) {
        requestedAt = performance.now();
        stop().then(resolve, reject);
      } else if (performance.now() - requestedAt > SAME_REQUEST_MS) {
        force();
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive);
    process.on('SIGHUP', [0, 1, 2].some(isatty) ? receive : () => undefined);
  });
  return { isRequested: () => requestedAt !== undefined, stopped };
}
