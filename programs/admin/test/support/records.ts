import { identity, type ledger } from '@heliograph/proto';

export const account: identity.Account = {
  id: 'account-1',
  email: 'ada@example.com',
  plan: identity.Plan.PAID,
  status: identity.AccountStatus.ACTIVE,
  createdAt: new Date(Date.parse('2026-11-20T09:30:00Z')),
  name: 'Ada',
  role: identity.Role.USER,
  lastSignInAt: undefined,
};
export const key: identity.Key = {
  id: 'key-1',
  accountId: account.id,
  name: 'nightly export',
  scopes: ['signals:read'],
  createdAt: account.createdAt,
  expiresAt: undefined,
  revokedAt: undefined,
  hint: 'hg_live_abcd',
  monthlyCapRecords: undefined,
  lastUsedAt: undefined,
  createdBy: undefined,
};
export const secretKey = 'hg_live_' + 'a'.repeat(38);
export const usage: ledger.Usage = {
  month: '2026-11',
  requests: 3n,
  records: 51n,
  byOperation: [{ operation: 'searchSignals', requests: 3n, records: 51n }],
  api: { granted: 100n, used: 51n, remaining: 49n },
  cli: { granted: 500n, used: 0n, remaining: 500n },
  web: { granted: 10n, used: 1n, remaining: 9n },
  balanceMicros: 9_750_000n,
  balanceRecords: 1950n,
  subscription: undefined,
  prepaidUse: { cli: false, web: false },
  plan: undefined,
};

export const charge: ledger.Entry = {
  id: 'entry-2',
  accountId: account.id,
  kind: 'charge',
  apiRecords: -30n,
  cliRecords: 0n,
  subscriptionRecords: 0n,
  balanceMicros: -100_000n,
  createdAt: account.createdAt,
  credentialId: 'key-1',
  operation: 'searchSignals',
  records: 50,
  requestId: 'request-7',
  reference: '',
  reason: '',
  reversesEntryId: '',
  reversedByEntryId: 'entry-3',
};
const ofCharge = { credentialId: '', operation: '', records: 0, requestId: '', reversedByEntryId: '' };
export const reversal: ledger.Entry = {
  ...charge,
  ...ofCharge,
  id: 'entry-3',
  kind: 'reversal',
  reason: 'mistake',
  apiRecords: 30n,
  balanceMicros: 100_000n,
  reversesEntryId: 'entry-2',
};
export const topUp: ledger.Entry = {
  ...charge,
  ...ofCharge,
  id: 'entry-1',
  kind: 'credit',
  reference: 'invoice-17',
  reason: 'paid',
  apiRecords: 0n,
  balanceMicros: 10_000_000n,
};
