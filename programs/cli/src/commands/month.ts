import { isMonth } from '@heliograph/contract';
import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError unless it is a UTC month, `YYYY-MM`. */
export function parseMonth(text: string): string {
  if (isMonth(text)) return text;
  throw new InvalidArgumentError(`"${text}" is not a month.\nUse YYYY-MM, such as 2026-11`);
}
