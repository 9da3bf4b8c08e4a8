import type { Overview } from '@heliograph/dashboard-api';
import { formatQuantity } from '../../design/format-number';

const WEEK = 7;
/** A longer forecast would be meaningless. */
const LONGEST_DAYS = 365;

interface Pace {
  /** Records of the last 7 full UTC days. */
  week: number;
  /** Records of the 7 days before those. */
  weekBefore: number;
}

/** @param days oldest first; the last is today, which is incomplete and counts in neither week. */
export function paceOf(days: NonNullable<Overview['days']>): Pace {
  const whole = days.slice(0, -1).map(({ records }) => records);
  const total = (records: readonly number[]) => records.reduce((sum, each) => sum + each, 0);
  return { week: total(whole.slice(-WEEK)), weekBefore: total(whole.slice(-2 * WEEK, -WEEK)) };
}

/** "20% more than the week before"; undefined if there is nothing to compare. */
export function changeText({ week, weekBefore }: Pace): string | undefined {
  if (weekBefore === 0) return undefined;
  const percent = Math.round(((week - weekBefore) / weekBefore) * 100);
  if (percent === 0) return 'the same as the week before';
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than the week before`;
}

/**
 * How long the free API records and the balance will last at last week's pace. A lower bound: the pace includes records
 * that the command line's or the month's allowance pays for.
 *
 * @returns undefined without usage in that week.
 */
export function forecastText(
  { balance, allowances }: Pick<Overview, 'balance' | 'allowances'>,
  { week }: Pace,
): string | undefined {
  if (week === 0) return undefined;
  const days = Math.floor(((balance.records + allowances.api.remaining) * WEEK) / week);
  if (days === 0) return 'Less than a day at the pace of the last 7 days';
  if (days > LONGEST_DAYS) return 'More than a year at the pace of the last 7 days';
  return `At least ${formatQuantity(days, 'day')} at the pace of the last 7 days`;
}
