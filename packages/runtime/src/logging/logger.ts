import pino, { type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error';

export type { Logger } from 'pino';

/**
 * A JSON logger on standard output. Names that hold secrets are cut out wherever they stand at the first two
 * levels; callers still must not log query text.
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
  return destination ? pino(settings, destination) : pino(settings);
}
