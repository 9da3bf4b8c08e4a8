import { momentOf, momentOrNull } from '@heliograph/views';
import { SCOPES, type ApiKey, type CreatedKey, type Scope } from '@heliograph/dashboard-api';
import type { identity, ledger } from '@heliograph/proto';
import { curlOf } from '../../domain/first-request';

/** A key's usage in this UTC month, and a test key's today. */
type Use = Pick<ledger.CredentialUsage, 'requests' | 'records' | 'recordsToday'>;

const NO_USE: Use = { requests: 0n, records: 0n, recordsToday: undefined };

/** @param nowMs milliseconds since the Unix epoch. */
export function keyRecord(key: identity.Key, use: Use | undefined, nowMs: number): ApiKey {
  const { requests, records, recordsToday } = use ?? NO_USE;
  const isTest = key.isTest ?? false;
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: key.scopes.filter(isScope),
    createdAt: momentOf(key.createdAt),
    expiresAt: momentOrNull(key.expiresAt),
    revokedAt: momentOrNull(key.revokedAt),
    lastUsedAt: momentOrNull(key.lastUsedAt),
    monthlyCapRecords: key.monthlyCapRecords === undefined ? null : Number(key.monthlyCapRecords),
    isTest,
    createdBy: key.createdBy ? key.createdBy.name || key.createdBy.email : null,
    state: stateOf(key, nowMs),
    usage: isTest ? { requests: 0, records: 0 } : { requests: Number(requests), records: Number(records) },
    testRecords: isTest ? { today: Number(recordsToday ?? 0n), month: Number(records) } : null,
  };
}

/** Keys in display order: usable ones first, newest first. */
export function keyRecords(
  keys: readonly identity.Key[],
  uses: readonly ledger.CredentialUsage[],
  nowMs: number,
): ApiKey[] {
  const byKey = new Map(uses.map((use) => [use.credentialId, use]));
  const isUsable = ({ state }: ApiKey) => state === 'active';
  return keys
    .map((key) => keyRecord(key, byKey.get(key.id), nowMs))
    .sort(
      (left, right) =>
        Number(isUsable(right)) - Number(isUsable(left)) ||
        right.createdAt.localeCompare(left.createdAt) ||
        right.id.localeCompare(left.id),
    );
}

/**
 * The only response with the key itself.
 *
 * @param apiUrl public root of the data API.
 */
export function createdKeyRecord(
  { key, secret }: identity.CreateKeyResponse,
  apiUrl: string,
  nowMs: number,
): CreatedKey {
  if (!key) throw new Error('identity answered without the key');
  return { key: keyRecord(key, undefined, nowMs), secret, curl: curlOf(apiUrl, secret, key.scopes) };
}

function stateOf({ revokedAt, expiresAt }: identity.Key, nowMs: number): ApiKey['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt.getTime() <= nowMs ? 'expired' : 'active';
}

function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
