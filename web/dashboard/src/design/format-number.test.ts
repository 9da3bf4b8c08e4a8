import {
  dollarsOf,
  formatCompact,
  formatCount,
  formatDollars,
  formatQuantity,
  microsOf,
} from './format-number';

describe('money', () => {
  it('is shown digit by digit, with at least two decimals', () => {
    expect(formatDollars('9.750')).toBe('$9.75');
    expect(formatDollars('0.005')).toBe('$0.005');
    expect(formatDollars('1234567')).toBe('$1,234,567.00');
    expect(formatDollars('0.00')).toBe('$0.00');
    expect(formatDollars('90071992547409.910001')).toBe('$90,071,992,547,409.910001');
  });

  it('has a sign on request, except for zero', () => {
    expect(formatDollars('25.00', true)).toBe('+$25.00');
    expect(formatDollars('-3.5', true)).toBe('−$3.50');
    expect(formatDollars('-0.00', true)).toBe('$0.00');
    expect(formatDollars('0.00', true)).toBe('$0.00');
  });

  it('converts to micro-dollars and back', () => {
    for (const dollars of ['0.00', '0.005', '-12.345678', '1000000.00', '-0.01'])
      expect(dollarsOf(microsOf(dollars))).toBe(dollars);
    expect(microsOf('25')).toBe(25_000_000n);
    expect(() => microsOf('1,5')).toThrow(RangeError);
  });
});

describe('counts', () => {
  it('are grouped, shortened, and shown with their unit', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect(formatCompact(12345)).toBe('12.3K');
    expect(formatQuantity(1, 'record')).toBe('1 record');
    expect(formatQuantity(0, 'record')).toBe('0 records');
    expect(formatQuantity(1200, 'search', 'searches')).toBe('1,200 searches');
  });
});
