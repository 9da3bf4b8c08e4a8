import { spanContextFrom, traceparentOf } from './trace-context';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

it.each(['00', '01'])('reads and writes what it read, flags %s', (flags) => {
  const traceparent = `00-${traceId}-${spanId}-${flags}`;
  expect(spanContextFrom(traceparent)).toEqual({ traceId, spanId, traceFlags: Number(flags) });
  expect(traceparentOf(spanContextFrom(traceparent)!)).toBe(traceparent);
});

it('passes on no flag but the one for sampling', () => {
  expect(traceparentOf(spanContextFrom(`00-${traceId}-${spanId}-ff`)!)).toMatch(/-01$/);
});

it.each([
  '',
  '00-trace',
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff-${traceId}-${spanId}-01`,
])('takes %p for no trace', (traceparent) => expect(spanContextFrom(traceparent)).toBeUndefined());
