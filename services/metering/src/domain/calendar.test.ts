import { dateOfDayNumber, dayNumberOf, dayOfMonth, monthOf, previousMonthOf } from './calendar';

it('names days and months in UTC', () => {
  const lastMoment = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
  expect(dateOfDayNumber(dayNumberOf(lastMoment))).toBe('2026-12-31');
  expect(dateOfDayNumber(dayNumberOf(lastMoment + 1))).toBe('2027-01-01');
  expect(monthOf(lastMoment)).toBe('2026-12');
  expect([dayOfMonth(lastMoment), dayOfMonth(lastMoment + 1)]).toEqual([31, 1]);
  expect(previousMonthOf(lastMoment)).toBe('2026-11');
  expect(previousMonthOf(lastMoment + 1)).toBe('2026-12');
});
