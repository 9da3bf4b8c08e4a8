import { ResponseBound, secondsToNextHour } from './response-bound';

it('has room for every account until told otherwise', () => {
  const bound = new ResponseBound(1_000);
  const none = new Set<string>();
  expect(bound.use).toEqual({ responses: 0, bytes: 0, over: { live: none, test: none } });
  expect(bound.hasRoom('a', 'live')).toBe(true);
  bound.note({ responses: 3, bytes: 1_200, over: { live: new Set(['a']), test: new Set(['b']) } });
  expect(bound.hasRoom('a', 'live')).toBe(false);
  expect(bound.hasRoom('a', 'test')).toBe(true);
  expect(bound.hasRoom('b', 'live')).toBe(true);
  expect(bound.hasRoom('b', 'test')).toBe(false);
  expect(bound.hasRoom('', 'live')).toBe(true);
  bound.note({ responses: 1, bytes: 400, over: { live: none, test: none } });
  expect(bound.hasRoom('a', 'live')).toBe(true);
  expect(bound.use).toMatchObject({ responses: 1, bytes: 400 });
  expect(bound.bytes).toBe(1_000);
});

it.each([
  ['2026-11-23T10:00:00.000Z', 3_600],
  ['2026-11-23T10:00:00.001Z', 3_600],
  ['2026-11-23T10:59:59.000Z', 1],
  ['2026-11-23T10:59:59.999Z', 1],
])('after %s it is %d seconds to the next hour', (time, seconds) => {
  expect(secondsToNextHour(Date.parse(time))).toBe(seconds);
});
