import { formatCount } from '../../design/format-number';

/**
 * A limit of records as typed, null without one. People write spaces and commas between digits.
 *
 * @param maximum the highest limit that can be set.
 */
export function readRecordLimit(typed: string, maximum: number): { records: number | null; issue?: string } {
  const digits = typed.trim().replace(/[\s,_]/g, '');
  if (digits === '') return { records: null };
  const records = Number(digits);
  if (!/^\d+$/.test(digits) || records < 1)
    return { records: null, issue: 'Enter a whole number of records, at least 1.' };
  if (records > maximum)
    return { records: null, issue: `Enter at most ${formatCount(maximum)}, or leave it empty for no limit.` };
  return { records };
}
