import { sparklinePath } from './sparkline';

describe('a sparkline', () => {
  it('spans the full width, with the highest value at the top and zero at the bottom', () => {
    expect(sparklinePath([0, 4, 2], 100, 20)).toBe('M0 20L50 0L100 10');
  });

  it('has no line if there is nothing to compare', () => {
    expect(sparklinePath([], 100, 20)).toBe('');
    expect(sparklinePath([3], 100, 20)).toBe('');
    expect(sparklinePath([0, 0], 100, 20)).toBe('');
  });
});
