import { ERROR_CODES } from '@heliograph/contract';
import { explanationOf, formatDuration, piecesOf, toneOf } from './request-look';

it.each([
  [0.04, '0.0 ms'],
  [12.345, '12.3 ms'],
  [250.4, '250 ms'],
  [1_234, '1.23 s'],
])('shows %p milliseconds as %p', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it('explains every error code, and a client that disconnected', () => {
  for (const code of [...ERROR_CODES, 'abandoned']) {
    const { title, meaning, remedy } = explanationOf(code);
    expect([title, meaning, remedy].every((text) => text.length > 0)).toBe(true);
  }
  expect(explanationOf('of_a_later_version').title).toBe('of_a_later_version');
});

it('tells successes and failures apart', () => {
  expect([200, 201, 304, 404, 429, 499, 500, 503].map(toneOf)).toEqual([
    ...['success', 'success', 'success'],
    ...['warning', 'warning', 'warning'],
    ...['danger', 'danger'],
  ]);
  expect(piecesOf('Pass `nextCursor` on.')).toEqual(['Pass ', 'nextCursor', ' on.']);
});
