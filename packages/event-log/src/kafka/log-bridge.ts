import type { Logger } from '@heliograph/runtime';
import { logLevel, type LogEntry, type logCreator } from 'kafkajs';

/** What the client may add to a line without a message's content getting into it. */
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
 * Hands the client's log on. It calls an error what it then tries again, and what it cannot mend reaches the caller, so
 * nothing of it is worse than a warning here.
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
