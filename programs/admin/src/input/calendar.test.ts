import fc from 'fast-check';
import { parseInstant } from './calendar';

const YEARS = { min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true } as const;

describe('parseInstant', () => {
  test.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.123456Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30:00,5Z', '2026-11-20T09:30:00.500Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20t09:30:00z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00+02:00', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20T23:30:00-0130', '2026-11-21T01:00:00.000Z'],
    ['2026-03-01T00:15:00+01', '2026-02-28T23:15:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(parseInstant(text) ?? NaN).toISOString()).toBe(expected);
  });

  test.each([
    '2026-11-20T09:30:00',
    '2026-02-30T09:30:00Z',
    '2026-02-30',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T09:30:60Z',
    '2026-11-20T09:30:00+25:00',
    '2026-11-20 09:30:00Z',
    '20261120T093000Z',
    'yesterday',
    '',
  ])('%j is invalid', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test("agrees with Date on Date's own format", () => {
    fc.assert(fc.property(fc.date(YEARS), (date) => parseInstant(date.toISOString()) === date.getTime()));
  });
});
