import { UsageError } from '../failure';

/** Parses a comma-separated list into trimmed items. Throws UsageError when one is empty. */
export function parseList(text: string, what: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new UsageError(`${what} must be a comma-separated list without empty items`);
  return [...new Set(items)];
}
