import pino, { type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error';

export type { Logger } from 'pino';

/**
 * A JSON logger on standard output. Redacts members named like secrets at the first two levels; callers must still not
 * log query text.
 */
export function createLogger(
  options: { service: string; level: string },
  destination?: DestinationStream,
): Logger {
  const secretNames = ['authorization', 'secret', 'password', 'key', 'token', 'cookie', 'connectionString'];
  const settings = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return pino(settings, destination ?? logDestination(STANDARD_OUTPUT));
}

const STANDARD_OUTPUT = 1;
/** Maximum bytes of lines waiting to be written. */
const MAXIMUM_WAITING_BYTES = 2 ** 20;

/**
 * Writes lines to an open file. A line that cannot be written, because the log disk is full, is not fatal: it waits for
 * the next line, and once too much is waiting, lines are dropped.
 */
export function logDestination(file: number): DestinationStream {
  const stream = pino.destination({ dest: file, sync: true, maxLength: MAXIMUM_WAITING_BYTES });
  stream.on('error', () => undefined);
  return stream;
}
