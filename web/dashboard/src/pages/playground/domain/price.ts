import { isTestKey, mostOfCall, type CallName } from '@heliograph/contract';
import { dollarsOf, formatDollars, formatQuantity } from '../../../design/format-number';
import type { CallValues } from '../../../calls/playground-path';

/** The most a run can cost, shown before it runs. @param key null if there is none yet. */
export function priceOf(name: CallName, values: CallValues, key: string | null): string {
  const { records, micros } = mostOfCall(name, values);
  if (records === 0) return 'Free';
  if (isFree(name, values, key)) return 'Free with a test key';
  const most = `${formatQuantity(records, 'record')}, ${formatDollars(dollarsOf(micros))}`;
  return records === 1 ? most : `Up to ${most}`;
}

/** Whether a run costs nothing. @param key null if there is none yet. */
export const isFree = (name: CallName, values: CallValues, key: string | null) =>
  mostOfCall(name, values).records === 0 || (key !== null && isTestKey(key));
