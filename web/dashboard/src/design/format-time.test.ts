import fc from 'fast-check';
import { formatDay, formatTimestamp, formatMonth, formatRelative, formatShortMonth } from './format-time';

const TIMESTAMP = '2026-03-05T23:30:09.000Z';
const now = Date.parse('2026-03-06T12:00:00Z');

describe('times', () => {
  it('are shown in the requested precision', () => {
    expect(formatTimestamp(TIMESTAMP, 'minute', 'UTC')).toBe('Mar 5, 2026, 23:30');
    expect(formatTimestamp(TIMESTAMP, 'second', 'UTC')).toBe('Mar 5, 2026, 23:30:09');
    expect(formatTimestamp(TIMESTAMP, 'date', 'UTC')).toBe('Mar 5, 2026');
  });

  it('writes midnight as 00, not 24', () => {
    expect(formatTimestamp('2026-03-05T00:00:00.000Z', 'minute', 'UTC')).toBe('Mar 5, 2026, 00:00');
  });

  it('shows the distance in the largest whole unit', () => {
    expect(formatRelative(TIMESTAMP, now)).toBe('12 hours ago');
    expect(formatRelative('2026-03-06T11:59:31Z', now)).toBe('just now');
    expect(formatRelative('2026-03-06T11:59:00Z', now)).toBe('1 minute ago');
    expect(formatRelative('2026-03-08T13:00:00Z', now)).toBe('in 2 days');
    expect(formatRelative('2026-03-13T11:59:30Z', now)).toBe('in 7 days');
    expect(formatRelative('2025-01-01T00:00:00Z', now)).toBe('1 year ago');
  });

  it('names no day or month, which the distance alone does not determine', () => {
    // Friday evening, UTC.
    const evening = Date.parse('2026-03-06T22:00:00Z');
    expect(formatRelative('2026-03-08T09:00:00Z', evening)).toBe('in 1 day');
    expect(formatRelative('2026-03-04T23:00:00Z', evening)).toBe('1 day ago');
    expect(formatRelative('2026-01-10T00:00:00Z', evening)).toBe('1 month ago');
  });

  it('reads UTC months and days as UTC, wherever the viewer is', () => {
    expect(formatMonth('2026-03')).toBe('March 2026');
    expect(formatShortMonth('2026-09')).toBe('Sep 2026');
    expect(formatDay('2026-03-01')).toBe('Mar 1');
    expect(formatDay('2026-03-01', true)).toBe('Mar 1, 2026');
  });

  it('match those of Intl, in both zones', () => {
    const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    const minute = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const anyDate = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDate, fc.constantFrom('local', 'UTC'), (date, zone) => {
        const timeZone = zone === 'UTC' ? 'UTC' : undefined;
        const read = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date);
        expect(formatTimestamp(date.toISOString(), 'date', zone)).toBe(read(day));
        expect(formatTimestamp(date.toISOString(), 'minute', zone)).toBe(read(minute));
      }),
      { numRuns: 50 },
    );
  });
});
