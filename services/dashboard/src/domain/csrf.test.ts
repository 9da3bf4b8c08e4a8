import { csrfTokenOf, isCsrfTokenOf } from './csrf';

it('belongs to one session and does not reveal its secret', () => {
  const token = csrfTokenOf('secret-1');
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(token).not.toBe(csrfTokenOf('secret-2'));
  expect(isCsrfTokenOf('secret-1', token)).toBe(true);
  expect(isCsrfTokenOf('secret-2', token)).toBe(false);
});

it.each(['', 'x', `${csrfTokenOf('secret-1')}x`, csrfTokenOf('secret-1').slice(1), 'ü'.repeat(43)])(
  'refuses %j',
  (token) => expect(isCsrfTokenOf('secret-1', token)).toBe(false),
);
