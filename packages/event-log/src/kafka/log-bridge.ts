import type { Logger } from '@heliograph/runtime';
import { logLevel, type LogEntry, type logCreator } from 'kafkajs';

/** Fields that the client may log: none contains a message's content. */
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
 * Forwards the client's log. The client logs errors that it then retries, and errors it cannot recover from reach the
 * caller, so nothing here is worse than a warning.
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
