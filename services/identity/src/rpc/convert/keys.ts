import { ACCOUNT_LIMITS } from '@heliograph/contract';
import type { identity } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import { SCOPES, isScope, type Key, type KeyChanges } from '../../domain/key';
import { requireName } from './calls';
import { capToResponse } from './credentials';
import { userToResponse } from './members';

const LONGEST_OVERLAP_SECONDS = 30 * 24 * 60 * 60;
const LONGEST_LIFE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** @throws ServiceError `invalid_parameter`. */
export function overlapFromRequest({ overlapSeconds }: identity.RollKeyRequest): number {
  const issues = new Issues();
  issues.require(overlapSeconds <= LONGEST_OVERLAP_SECONDS, 'overlap_seconds', 'must be 30 days at most');
  issues.throwIfAny();
  return overlapSeconds;
}

/**
 * @param now milliseconds since the Unix epoch.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function newKeyFromRequest(
  request: identity.CreateKeyRequest,
  now: number,
): {
  name: string;
  scopes: string[];
  expiresAt: Date | undefined;
  monthlyCapRecords: number | undefined;
  isTest: boolean;
} {
  const issues = new Issues();
  requireName(issues, request.name);
  // A key without scopes could only read filter options: probably a mistake.
  issues.require(request.scopes.length > 0, 'scopes', 'must name at least one scope');
  issues.require(request.scopes.every(isScope), 'scopes', `must be among ${SCOPES.join(', ')}`);
  const { expiresAt, monthlyCapRecords } = request;
  issues.require(
    expiresAt === undefined || (expiresAt.getTime() > now && expiresAt.getTime() <= now + LONGEST_LIFE_MS),
    'expires_at',
    'must be in the future, at most ten years from now',
  );
  if (monthlyCapRecords !== undefined) requireCap(issues, monthlyCapRecords);
  issues.throwIfAny();
  return {
    name: request.name,
    scopes: SCOPES.filter((scope) => request.scopes.includes(scope)),
    expiresAt,
    // 0 means no cap, as in UpdateKey.
    monthlyCapRecords: monthlyCapRecords ? Number(monthlyCapRecords) : undefined,
    isTest: request.isTest === true,
  };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function keyChangesFromRequest(request: identity.UpdateKeyRequest): KeyChanges {
  const { name, monthlyCapRecords } = request;
  const issues = new Issues();
  if (name !== undefined) requireName(issues, name);
  if (monthlyCapRecords !== undefined) requireCap(issues, monthlyCapRecords);
  issues.throwIfAny();
  return {
    name,
    monthlyCapRecords: monthlyCapRecords === undefined ? undefined : Number(monthlyCapRecords) || null,
  };
}

function requireCap(issues: Issues, monthlyCapRecords: bigint): void {
  issues.require(
    monthlyCapRecords <= BigInt(ACCOUNT_LIMITS.monthlyCap),
    'monthly_cap_records',
    `must be at most ${ACCOUNT_LIMITS.monthlyCap}`,
  );
}

export function keyToResponse(key: Key): identity.Key {
  return {
    id: key.id,
    accountId: key.accountId,
    name: key.name,
    scopes: key.scopes,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    hint: key.hint,
    monthlyCapRecords: capToResponse(key.monthlyCapRecords),
    lastUsedAt: key.lastUsedAt,
    isTest: key.isTest,
    createdBy: key.createdBy && userToResponse(key.createdBy),
    lineageId: key.lineageId,
  };
}
