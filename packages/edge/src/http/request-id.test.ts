import { requestIdFrom, traceparentFrom } from './request-id';

it.each(['abcd1234', 'A-b_C-0123', 'x'.repeat(64)])('accepts %s', (id) => expect(requestIdFrom(id)).toBe(id));

it.each(['short', 'x'.repeat(65), 'a b c d e f', 'a\r\nSet-Cookie: x', 'ümläute8', undefined])(
  'refuses %p',
  (id) => expect(requestIdFrom(id)).toBeUndefined(),
);

it('only passes on a well-formed trace context', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  expect(traceparentFrom(trace)).toBe(trace);
  expect(traceparentFrom(`cc${trace.slice(2)}-from-a-later-version`)).toBe(trace);
  expect(traceparentFrom(trace.toUpperCase())).toBe('');
  expect(traceparentFrom(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).toBe('');
  expect(traceparentFrom('nonsense')).toBe('');
  expect(traceparentFrom(undefined)).toBe('');
});
