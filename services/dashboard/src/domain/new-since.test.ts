import { newSince } from './new-since';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-24T08:00:00Z');
const ago = (days: number) => new Date(NOW - days * DAY_MS);

it('counts from the last visit, otherwise from when it was saved', () => {
  expect(newSince(ago(1), ago(20), NOW)).toEqual(ago(1));
  expect(newSince(undefined, ago(20), NOW)).toEqual(ago(20));
});

it('is never later than now, even if a clock that is ahead saved the search', () => {
  expect(newSince(undefined, ago(-0.001), NOW)).toEqual(ago(0));
});

it('looks back no further than the feed', () => {
  for (const visit of [undefined, ago(200)]) {
    const since = newSince(visit, ago(300), NOW).getTime();
    expect(since).toBeGreaterThan(ago(30).getTime());
    expect(since).toBeLessThan(ago(29).getTime());
  }
});
