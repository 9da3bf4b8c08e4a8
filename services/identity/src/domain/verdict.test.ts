import { verdictOn } from './verdict';

const FINE = {
  isRevoked: false,
  isExpired: false,
  accountStatus: 'active',
  role: 'user',
  isRestricted: false,
} as const;

it('returns unknown for missing data', () => {
  expect(verdictOn(undefined)).toBe('unknown');
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
  expect(verdictOn({ ...FINE, isRevoked, isExpired, accountStatus })).toBe(verdict);
});

it('admits only operators while access is restricted', () => {
  const restricted = { ...FINE, isRestricted: true };
  expect(verdictOn(restricted)).toBe('access_restricted');
  expect(verdictOn({ ...restricted, role: 'operator' })).toBe('valid');
  expect(verdictOn({ ...restricted, role: 'operator', accountStatus: 'suspended' })).toBe(
    'account_suspended',
  );
  expect(verdictOn({ ...restricted, isExpired: true })).toBe('expired');
});
