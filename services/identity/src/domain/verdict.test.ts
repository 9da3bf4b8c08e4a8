import { judge } from './verdict';

it('does not know what it was not given', () => {
  expect(judge(undefined)).toBe('unknown');
});

it.each([
  [false, false, 'active', 'valid'],
  [false, false, 'disabled', 'account_disabled'],
  [false, false, 'suspended', 'account_suspended'],
  [false, true, 'active', 'expired'],
  [false, true, 'disabled', 'expired'],
  [false, true, 'suspended', 'expired'],
  [true, false, 'active', 'revoked'],
  [true, false, 'suspended', 'revoked'],
  [true, true, 'active', 'revoked'],
  [true, true, 'disabled', 'revoked'],
] as const)('revoked %s, expired %s, account %s: %s', (isRevoked, isExpired, accountStatus, verdict) => {
  expect(judge({ isRevoked, isExpired, accountStatus })).toBe(verdict);
});
