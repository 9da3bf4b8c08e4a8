import { checkAmount, recordsFor } from './top-up-amount';

const bounds = { minimumTopUp: '10.00', maximumTopUp: '10000.00' };

describe('the amount of a top-up', () => {
  it.each([
    ['10', '10'],
    ['$25', '25'],
    [' 25.5 ', '25.5'],
    ['25.50', '25.50'],
    ['1,234.50', '1234.50'],
    ['1 000', '1000'],
    ['0010', '10'],
    ['25.', '25'],
    ['10000', '10000'],
  ])('reads %j as %s', (typed, amountUsd) => {
    expect(checkAmount(typed, bounds)).toEqual({ amountUsd });
  });

  it.each([
    ['', 'Enter an amount.'],
    ['ten', 'as 25 or 25.50'],
    ['25,5', 'as 25 or 25.50'],
    ['1,23', 'as 25 or 25.50'],
    ['-20', 'as 25 or 25.50'],
    ['1e3', 'as 25 or 25.50'],
    ['25.505', 'two decimals'],
    ['9.99', 'smallest top-up is $10.00'],
    ['0', 'smallest top-up is $10.00'],
    ['10000.01', 'largest top-up is $10,000.00'],
    ['99999999999999999999', 'largest top-up'],
  ])('refuses %j', (typed, issue) => {
    expect(checkAmount(typed, bounds).issue).toContain(issue);
  });

  it('is shown in records', () => {
    expect(recordsFor('10', '0.005')).toBe(2000);
    expect(recordsFor('10.004', '0.005')).toBe(2000);
    expect(recordsFor('10', '0')).toBe(0);
  });
});
