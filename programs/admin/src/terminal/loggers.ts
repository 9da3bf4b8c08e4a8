import { createLogger, type Logger } from '@heliograph/runtime';

/** For libraries whose logs the command replaces with its own messages. */
export const silentLogger: Logger = createLogger({ service: 'heliograph-admin', level: 'silent' });

/** A logger that passes each entry to a callback as an object. */
export function entryLogger(onEntry: (entry: Record<string, unknown>) => void): Logger {
  const write = (line: string) => onEntry(JSON.parse(line) as Record<string, unknown>);
  return createLogger({ service: 'heliograph-admin', level: 'info' }, { write });
}
