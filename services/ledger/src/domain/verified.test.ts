import { compareAccount, UNVERIFIED, verifiedFromJson, verifiedToJson, withParts } from './verified';
import type { KeptAccount, PartTotals, StoredVerified, Verified } from './verified';

const entryTotals = {
  entries: 2n,
  links: 1n,
  unlinked: 0n,
  api: -3n,
  cli: 0n,
  subscription: 0n,
  micros: 9_007_199_254_740_993n,
};
const ofKey: PartTotals = {
  ...entryTotals,
  credentialId: 'key-1',
  channel: 'api',
  operation: 'searchSignals',
  requests: 1n,
  records: 3n,
};
const others: PartTotals = { ...entryTotals, credentialId: null };

const kept: KeptAccount = {
  accountId: 'account-1',
  api: -6n,
  cli: 0n,
  subscription: 0n,
  micros: 2n * entryTotals.micros,
  receiptSequence: 2n,
  lastLink: 2n,
  isHeadRight: true,
};

it('adds parts, in any cut', () => {
  const whole = withParts(UNVERIFIED, [ofKey, others]);
  expect(withParts(withParts(UNVERIFIED, [ofKey]), [others])).toEqual(whole);
  const { credentialId, channel, operation, requests, records } = ofKey;
  const totals = [{ credentialId, channel, operation, requests, records }];
  expect(compareAccount(kept, totals, whole)).toEqual([]);
  expect(compareAccount(kept, [], whole).map(({ field }) => field)).toEqual(['records', 'requests']);
  expect(UNVERIFIED.totals.size).toBe(0);
});

it('is stored without loss', () => {
  const difference = { accountId: 'a', field: 'receipt_hash', detail: '4', expected: 1n, actual: 0n };
  const verified: Verified = {
    ...UNVERIFIED,
    ...withParts(UNVERIFIED, [ofKey, others]),
    at: '2026-11-30 12:00:00.123456+00',
    position: 7n,
    link: 4n,
    differences: [difference],
    differenceCount: 1n,
  };
  const stored = (value: Verified) => JSON.parse(verifiedToJson(value)) as StoredVerified;
  expect(verifiedFromJson(stored(verified))).toEqual(verified);
  expect(verifiedFromJson(stored({ ...verified, link: undefined }))).toEqual({
    ...verified,
    link: undefined,
  });
  expect(verifiedFromJson({ ...stored(verified), version: 0 })).toBeUndefined();
});
