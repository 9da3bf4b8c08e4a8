import { groupDigits } from './group-digits';

/** Formats "1 record", "12,345 records". */
export function quantity(count: bigint | number, singular: string, plural = `${singular}s`): string {
  return `${groupDigits(count)} ${Number(count) === 1 ? singular : plural}`;
}
