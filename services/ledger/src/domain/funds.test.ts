import { recordsOfBalance } from './funds';

it.each([
  ['0', '0'],
  ['4999', '0'],
  ['5000', '1'],
  ['9999', '1'],
  ['1000000000000', '200000000'],
])('%s micro-dollars pay for %s records', (micros, records) =>
  expect(String(recordsOfBalance(BigInt(micros)))).toBe(records),
);
