import { formatAmount, formatWholeAmount, readAmount } from './amounts';

describe('an amount', () => {
  it.each([
    ['', ''],
    [' 2500000 ', '2500000'],
    ['2,500,000', '2500000'],
    ["1'000", '1000'],
    ['2.5m', '2500000'],
    ['300K', '300000'],
    ['1,500k', '1500000'],
    ['2,500.5m', '2500500000'],
    ['1.2 b', '1200000000'],
    ['0', '0'],
    ['0.1', '0.1'],
  ])('is read as people write it: %j', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  it.each(['2,5m', '1,23', '1,2345', '25,', '-1', 'a lot', '1.', '1.2.3', '5 mio', '1e9', '999999999b', 'm'])(
    'is invalid: %j',
    (text) => {
      expect(readAmount(text)).toBeUndefined();
    },
  );

  it('is written in short and in full, even in an unknown currency', () => {
    expect(formatAmount(2_500_000, 'EUR')).toBe('€2.5M');
    expect(formatAmount(320_000, 'GBP')).toBe('£320K');
    expect(formatAmount(5, 'doubloons')).toBe('5 doubloons');
    expect(formatWholeAmount(2_500_000, 'USD')).toBe('2,500,000 USD');
    expect(formatWholeAmount(2_500_000, undefined)).toBe('2,500,000');
    expect(formatWholeAmount(1234.56, 'EUR')).toBe('1,234.56 EUR');
    expect(formatWholeAmount(0.4, undefined)).toBe('0.4');
  });
});
