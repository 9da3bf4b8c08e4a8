import type { Logger } from '@heliograph/runtime';
import { logLevel, type LogEntry, type logCreator } from 'kafkajs';

/** What the client may add to a line without logging a message's content. */
const LOGGED_FIELDS = [
  'broker',
  'groupId',
  'memberId',
  'topic',
  'partition',
  'error',
  'retryCount',
  'retryTime',
] as const;

/**
 * Forwards the client's log. It logs as errors what it then retries, and what it cannot recover from reaches the
 * caller, so nothing is worse than a warning here.
 */
export function logBridge(logger: Logger): logCreator {
  return () =>
    ({ namespace, level, log }: LogEntry) => {
      const context: Record<string, unknown> = { part: `kafkajs ${namespace}` };
      for (const name of LOGGED_FIELDS) {
        const value: unknown = log[name];
        if (value !== undefined) context[name] = value instanceof Error ? value.message : value;
      }
      if (level <= logLevel.WARN) logger.warn(context, log.message);
      else logger.debug(context, log.message);
    };
}
