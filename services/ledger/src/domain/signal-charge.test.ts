import { isSignalId, RECEIVED_WINDOW_SECONDS } from './signal-charge';

it.each([
  ['1', true],
  ['9999999999999999999', true],
  ['10', true],
  ['0', false],
  ['01', false],
  ['', false],
  ['10000000000000000000', false],
  ['1x', false],
  ['x1', false],
  ['1x2', false],
])('%p is a signal id: %p', (text, expected) => {
  expect(isSignalId(text)).toBe(expected);
});

it('is paid for once in 30 days', () => {
  expect(RECEIVED_WINDOW_SECONDS).toBe(2_592_000);
});
