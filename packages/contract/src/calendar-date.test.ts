import fc from 'fast-check';
import { isCalendarDate } from './calendar-date';

it('knows which days exist', () => {
  const anyDay = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(anyDay, (day) => expect(isCalendarDate(day.toISOString().slice(0, 10))).toBe(true)));
});

it('agrees with Date on every combination of month and day', () => {
  for (const year of [1900, 2000, 2023, 2024]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const date = new Date(`${text}T00:00:00Z`);
        const exists = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
        expect([text, isCalendarDate(text)]).toEqual([text, exists]);
      }
    }
  }
});

it.each(['2026-1-1', '2026/01/01', '20260101', '2026-01-01T00:00', ' 2026-01-01', '２０２６-01-01'])(
  'refuses the form %s',
  (text) => expect(isCalendarDate(text)).toBe(false),
);
