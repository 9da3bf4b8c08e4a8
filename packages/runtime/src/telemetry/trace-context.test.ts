import { spanContextFrom, traceparentOf } from './trace-context';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';

it.each(['00', '01'])('writes what it read, flags %s', (flags) => {
  const traceparent = `00-${TRACE_ID}-${SPAN_ID}-${flags}`;
  expect(spanContextFrom(traceparent)).toEqual({
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    traceFlags: Number(flags),
  });
  expect(traceparentOf(spanContextFrom(traceparent)!)).toBe(traceparent);
});

it('passes on no flag but sampling', () => {
  expect(traceparentOf(spanContextFrom(`00-${TRACE_ID}-${SPAN_ID}-ff`)!)).toMatch(/-01$/);
});

// W3C Trace Context, section 4.1, "versioning of traceparent".
it.each(['', '-', '-what-a-later-version-adds'])('reads a later version that ends with %p', (end) => {
  expect(spanContextFrom(`cc-${TRACE_ID}-${SPAN_ID}-01${end}`)).toEqual({
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    traceFlags: 1,
  });
});

it.each([
  '',
  '00-trace',
  `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`,
  `00-${'0'.repeat(32)}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
  `ff-${TRACE_ID}-${SPAN_ID}-01`,
  `00-${TRACE_ID}-${SPAN_ID}-01-`,
  `cc-${TRACE_ID}-${SPAN_ID}-01.`,
  `cc-${TRACE_ID}-${SPAN_ID}-010`,
])('rejects the trace %p', (traceparent) => expect(spanContextFrom(traceparent)).toBeUndefined());
