import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError unless it is a UTC month, `YYYY-MM`. */
export function parseMonth(text: string): string {
  if (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError(`"${text}" is not a month.\nUse YYYY-MM, such as 2026-11`);
}
