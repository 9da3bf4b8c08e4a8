import { dateOfDayNumber, dayNumberOf, dayOfMonth, monthOf, previousMonthOf } from './calendar';

it('names days and months in UTC', () => {
  const lastMillisecond = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
  expect(dateOfDayNumber(dayNumberOf(lastMillisecond))).toBe('2026-12-31');
  expect(dateOfDayNumber(dayNumberOf(lastMillisecond + 1))).toBe('2027-01-01');
  expect(monthOf(lastMillisecond)).toBe('2026-12');
  expect([dayOfMonth(lastMillisecond), dayOfMonth(lastMillisecond + 1)]).toEqual([31, 1]);
  expect(previousMonthOf(lastMillisecond)).toBe('2026-11');
  expect(previousMonthOf(lastMillisecond + 1)).toBe('2026-12');
});
