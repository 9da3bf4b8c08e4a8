import { KnownFunds } from './known-funds';

it("remembers only credentials with funds left in the ledger's latest answer", () => {
  const funds = new KnownFunds();
  expect(funds.has('a')).toBe(false);
  funds.note('a', 1n);
  funds.note('b', 5n);
  expect(funds.has('a')).toBe(true);
  funds.note('a', 0n);
  expect(funds.has('a')).toBe(false);
  funds.forget('b');
  expect(funds.has('b')).toBe(false);
  funds.note('a', 200n);
  expect(funds.has('a')).toBe(true);
});
