import { createLogger, type Logger } from '@heliograph/runtime';

/** A logger, and the messages logged to it at `info` and above. */
export function logLines(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg);
  return { logger: createLogger({ service: 'gateway', level: 'info' }, { write }), lines };
}
