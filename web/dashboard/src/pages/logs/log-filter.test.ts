import { filterOf, isFiltered, isRelative, logQueryOf, NO_FILTER, parametersOf } from './log-filter';

const NOW = Date.UTC(2026, 10, 20, 12);

it('is in the URL, which contains only the filters in use', () => {
  const filter = { ...NO_FILTER, status: '4xx', time: 'days', from: '2026-11-01', to: '2026-11-03' };
  expect(filterOf(new URLSearchParams(parametersOf(filter)))).toEqual(filter);
  expect(parametersOf({ ...filter, time: 'hour' })).toEqual({ status: '4xx', time: 'hour' });
  expect(parametersOf(NO_FILTER)).toEqual({});
  expect(filterOf(new URLSearchParams('requestId=%20abc%20&other=1'))).toEqual({
    ...NO_FILTER,
    requestId: 'abc',
  });
  expect([isFiltered(NO_FILTER), isFiltered(filter)]).toEqual([false, true]);
});

it.each([
  [{ time: 'hour' }, { from: '2026-11-20T11:00:00.000Z' }],
  [{ time: 'week' }, { from: '2026-11-13T12:00:00.000Z' }],
  [{ time: 'century' }, {}],
  [
    { time: 'days', from: '2026-11-01', to: '2026-11-03' },
    { from: '2026-11-01T00:00:00.000Z', until: '2026-11-04T00:00:00.000Z' },
  ],
  [{ time: 'days', from: '2026-99-01', to: 'x' }, {}],
  [{ from: '2026-11-01' }, {}],
])('asks for the time %p', (chosen, times) => {
  const all = { requestId: '', credential: '', operation: '', status: '' };
  expect(logQueryOf({ ...NO_FILTER, ...chosen }, NOW)).toEqual({ ...all, ...times });
});

it('depends on the time only with a relative span', () => {
  const isOf = (time: string) => isRelative({ ...NO_FILTER, time });
  expect(['', 'hour', 'week', 'days'].map(isOf)).toEqual([false, true, true, false]);
});
