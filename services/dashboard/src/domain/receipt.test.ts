import { receiptNumber } from './receipt';

it('is the day of the payment and the end of its id', () => {
  expect(receiptNumber('0199f3c2-9c3a-7e5d-8f77-5b5cad3e4f60', '2026-11-20T23:59:59.999Z')).toBe(
    'HG-20261120-5B5CAD3E4F60',
  );
});
