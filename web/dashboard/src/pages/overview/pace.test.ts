import type { Allowance } from '@heliograph/dashboard-api';
import { changeText, forecastText, paceOf } from './pace';

const day = (records: number) => ({ date: '2026-11-01', requests: 1, records });
const allowance = (remaining: number) => ({ remaining }) as Allowance;
const fundsOf = (records: number, free = 0) => ({
  balance: { amount: '0.00', records },
  allowances: { api: allowance(free), cli: allowance(500), web: null },
});

describe('pace', () => {
  it('compares whole weeks, excluding today', () => {
    const days = [day(1000), ...Array(7).fill(day(10)), ...Array(7).fill(day(12)), day(999)];
    const pace = paceOf(days);
    expect(pace).toEqual({ week: 84, weekBefore: 70 });
    expect(changeText(pace)).toBe('20% more than the week before');
  });

  it('says less, the same, or nothing if there is nothing to compare', () => {
    expect(changeText({ week: 50, weekBefore: 100 })).toBe('50% less than the week before');
    expect(changeText({ week: 100, weekBefore: 100 })).toBe('the same as the week before');
    expect(changeText({ week: 100, weekBefore: 0 })).toBeUndefined();
  });

  it('combines free records and balance, in whole days', () => {
    const pace = { week: 70, weekBefore: 0 };
    expect(forecastText(fundsOf(90, 29), pace)).toBe('At least 11 days at the pace of the last 7 days');
    expect(forecastText(fundsOf(10), pace)).toBe('At least 1 day at the pace of the last 7 days');
    expect(forecastText(fundsOf(9), pace)).toBe('Less than a day at the pace of the last 7 days');
    expect(forecastText(fundsOf(1_000_000), pace)).toBe('More than a year at the pace of the last 7 days');
    expect(forecastText(fundsOf(90), { week: 0, weekBefore: 5 })).toBeUndefined();
  });
});
