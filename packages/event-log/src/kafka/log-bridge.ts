import { FailureLog, type Logger } from '@heliograph/runtime';
import { logLevel, type LogEntry, type logCreator } from 'kafkajs';

/** Fields that the client may log: none contains a message's content. */
const LOGGED_FIELDS = [
  'broker',
  'groupId',
  'memberId',
  'topic',
  'partition',
  'retryCount',
  'retryTime',
] as const;

/**
 * Forwards the client's log. The client logs errors that it then retries, and errors it cannot recover from reach the
 * caller, so nothing here is worse than a warning. It logs every attempt, as long as an outage lasts; what is the same
 * becomes one line in ten seconds.
 */
export function logBridge(logger: Logger): logCreator {
  const failures = new FailureLog(logger);
  return () =>
    ({ namespace, level, log }: LogEntry) => {
      const context: Record<string, unknown> = { part: `kafkajs ${namespace}` };
      for (const name of LOGGED_FIELDS) {
        const value: unknown = log[name];
        if (value !== undefined) context[name] = value;
      }
      const message = messageOf(log);
      if (level <= logLevel.WARN) failures.warn(context, message);
      else logger.debug(context, message);
    };
}

/** With the error, which says what is the same. */
function messageOf({ message, error }: LogEntry['log']): string {
  const reason: unknown = error instanceof Error ? error.message : error;
  return typeof reason !== 'string' || message.includes(reason) ? message : `${message}: ${reason}`;
}
