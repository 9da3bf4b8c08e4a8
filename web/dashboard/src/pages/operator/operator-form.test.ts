import { creditBody } from '@heliograph/dashboard-api';
import { createCreditReference } from './credit-reference';
import { issueWithReason, readDollars } from './operator-form';

describe("a credit's dollars", () => {
  it.each([
    ['25', '25'],
    [' $1,000.50 ', '1000.50'],
    ['0.5', '0.5'],
    ['1,250', '1250'],
  ])('are read from %j', (text, amountUsd) => {
    expect(readDollars(text)).toBe(amountUsd);
  });

  it.each(['', '0', '0.00', '-5', '1.234', '25 EUR', '12345678', '1e3', '12,50', '9,99'])(
    'are not %j',
    (text) => {
      expect(readDollars(text)).toBeUndefined();
    },
  );
});

describe('a credit', () => {
  it('has a reference that the server accepts, a new one each time', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const reference = createCreditReference(now);
    expect(reference).toMatch(/^operator:2026-11-21:[0-9a-f]{10}$/);
    expect(createCreditReference(now)).not.toBe(reference);
    expect(creditBody.safeParse({ amountUsd: '25', reason: 'Outage', reference }).success).toBe(true);
  });

  it('requires a reason', () => {
    expect(issueWithReason('  x ')).toBeDefined();
    expect(issueWithReason('x'.repeat(501))).toBeDefined();
    expect(issueWithReason('Outage of 3 November')).toBeUndefined();
  });
});
