import { createLogger, type Logger } from '@heliograph/runtime';

/** For libraries that log what a command tells in its own words. */
export const silentLogger: Logger = createLogger({ service: 'heliograph-admin', level: 'silent' });

/** A logger that hands each entry over as the object it is. */
export function entryLogger(onEntry: (entry: Record<string, unknown>) => void): Logger {
  const write = (line: string) => onEntry(JSON.parse(line) as Record<string, unknown>);
  return createLogger({ service: 'heliograph-admin', level: 'info' }, { write });
}
