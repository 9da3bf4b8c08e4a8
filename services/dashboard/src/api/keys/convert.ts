import { timestampOf, timestampOrNull } from '@heliograph/views';
import { SCOPES, type ApiKey, type CreatedKey, type Scope } from '@heliograph/dashboard-api';
import type { identity, ledger } from '@heliograph/proto';
import { curlOf } from '../../domain/first-request';

/** A key's usage this UTC month, and for test keys also today. */
type Use = Pick<ledger.CredentialUsage, 'requests' | 'records' | 'recordsToday'>;

const NO_USE: Use = { requests: 0n, records: 0n, recordsToday: undefined };

/**
 * @param uses this UTC month's usage by the account's credentials.
 * @param nowMs milliseconds since the Unix epoch.
 */
export function keyRecord(key: identity.Key, uses: readonly ledger.CredentialUsage[], nowMs: number): ApiKey {
  const own = uses.find(({ credentialId }) => credentialId === key.id);
  const { requests, records, recordsToday }: Use = own ?? NO_USE;
  const isTest = key.isTest ?? false;
  // Only live keys share a cap.
  const capRecords = isTest ? records : recordsOfLineage(uses, key.lineageId ?? key.id);
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes.filter(isScope),
    createdAt: timestampOf(key.createdAt),
    expiresAt: timestampOrNull(key.expiresAt),
    revokedAt: timestampOrNull(key.revokedAt),
    lastUsedAt: timestampOrNull(key.lastUsedAt),
    monthlyCapRecords: key.monthlyCapRecords === undefined ? null : Number(key.monthlyCapRecords),
    isTest,
    createdBy: key.createdBy ? key.createdBy.name || key.createdBy.email : null,
    state: stateOf(key, nowMs),
    usage: isTest ? { requests: 0, records: 0 } : { requests: Number(requests), records: Number(records) },
    capRecords: Number(capRecords),
    testRecords: isTest ? { today: Number(recordsToday ?? 0n), month: Number(records) } : null,
  };
}

/** Keys in display order: usable ones first, newest first. */
export function keyRecords(
  keys: readonly identity.Key[],
  uses: readonly ledger.CredentialUsage[],
  nowMs: number,
): ApiKey[] {
  const isUsable = ({ state }: ApiKey) => state === 'active';
  return keys
    .map((key) => keyRecord(key, uses, nowMs))
    .sort(
      (left, right) =>
        Number(isUsable(right)) - Number(isUsable(left)) ||
        right.createdAt.localeCompare(left.createdAt) ||
        right.id.localeCompare(left.id),
    );
}

/**
 * The only response that contains the key itself.
 *
 * @param apiUrl public root of the data API.
 */
export function createdKeyRecord(
  { key, secret }: identity.CreateKeyResponse,
  apiUrl: string,
  nowMs: number,
): CreatedKey {
  if (!key) throw new Error('identity answered without the key');
  return { key: keyRecord(key, [], nowMs), secret, curl: curlOf(apiUrl, secret, key.scopes) };
}

function recordsOfLineage(uses: readonly ledger.CredentialUsage[], lineageId: string): bigint {
  return uses
    .filter((use) => (use.lineageId ?? use.credentialId) === lineageId)
    .reduce((sum, { records }) => sum + records, 0n);
}

function stateOf({ revokedAt, expiresAt }: identity.Key, nowMs: number): ApiKey['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= nowMs ? 'expired' : 'active';
}

function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
