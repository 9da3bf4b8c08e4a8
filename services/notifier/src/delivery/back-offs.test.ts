import { BackOffs } from './back-offs';

const FIRST_MS = 1_000;

it('lengthens the pauses of each saved search until it is forgotten', () => {
  const backOffs = new BackOffs({ firstMs: FIRST_MS, longestMs: 60_000 });
  for (const atMost of [1, 2, 4].map((times) => times * FIRST_MS)) {
    const { inMs } = backOffs.next('a');
    expect(inMs).toBeGreaterThanOrEqual(atMost / 2);
    expect(inMs).toBeLessThanOrEqual(atMost);
  }
  expect(backOffs.next('b').inMs).toBeLessThanOrEqual(FIRST_MS);
  backOffs.forget('a');
  expect(backOffs.next('a').inMs).toBeLessThanOrEqual(FIRST_MS);
});

it('remembers only the saved searches tried last, up to its maximum', () => {
  const backOffs = new BackOffs({ firstMs: FIRST_MS, longestMs: 60_000 }, 2);
  for (const id of ['a', 'a', 'b', 'b', 'a', 'c']) backOffs.next(id);
  expect(backOffs.next('a').inMs).toBeGreaterThanOrEqual(4 * FIRST_MS);
  expect(backOffs.next('b').inMs).toBeLessThanOrEqual(FIRST_MS);
});
