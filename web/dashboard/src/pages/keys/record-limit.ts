import { formatCount } from '../../design/format-number';
import { plainNumber } from '../../design/plain-number';

/**
 * A limit of records as typed, null without one. People write spaces, and commas between thousands.
 *
 * @param maximum the highest limit that can be set.
 */
export function readRecordLimit(typed: string, maximum: number): { records: number | null; issue?: string } {
  const compact = typed.replace(/[\s_]/g, '');
  if (compact === '') return { records: null };
  const digits = plainNumber(compact);
  const records = Number(digits);
  if (digits === undefined || !/^\d+$/.test(digits) || records < 1)
    return { records: null, issue: 'Enter a whole number of records, at least 1.' };
  if (records > maximum)
    return { records: null, issue: `Enter at most ${formatCount(maximum)}, or leave it empty for no limit.` };
  return { records };
}
