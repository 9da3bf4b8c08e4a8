import { recordsLeft } from './records-left';

const allowance = (remaining: number) => ({ granted: 500, used: 500 - remaining, remaining });
const account = {
  allowances: { api: allowance(9), cli: allowance(3), web: null },
  subscription: null,
  prepaidUse: { cli: false, web: true },
  balance: { amount: '0.200', records: 40 },
};

it("counts the period's records instead of the free ones, and the balance only if the account opted in", () => {
  expect(recordsLeft(account)).toBe(3);
  const subscription = { periodStart: '', periodEnd: '', cli: allowance(100) };
  expect(recordsLeft({ ...account, subscription })).toBe(100);
  expect(recordsLeft({ ...account, subscription, prepaidUse: { cli: true, web: false } })).toBe(140);
});
