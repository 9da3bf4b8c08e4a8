import { identity } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import type { CredentialKind } from '../../domain/credential-kind';
import type { Verdict } from '../../domain/verdict';
import type { CredentialRow } from '../../storage/mapping';

/** Of a SHA-256. */
export const HASH_BYTES = 32;

const KINDS: ReadonlyMap<identity.CredentialKind, CredentialKind> = new Map([
  [identity.CredentialKind.UNSPECIFIED, 'api_key'],
  [identity.CredentialKind.API_KEY, 'api_key'],
  [identity.CredentialKind.CLI_TOKEN, 'cli_token'],
]);

export const VERDICT_NUMBERS: Record<Verdict, identity.Verdict> = {
  valid: identity.Verdict.VALID,
  unknown: identity.Verdict.UNKNOWN,
  expired: identity.Verdict.EXPIRED,
  revoked: identity.Verdict.REVOKED,
  account_disabled: identity.Verdict.ACCOUNT_DISABLED,
  account_suspended: identity.Verdict.ACCOUNT_SUSPENDED,
  access_restricted: identity.Verdict.ACCESS_RESTRICTED,
};

/** @throws ServiceError `invalid_parameter`. */
export function credentialFromRequest(request: identity.AuthenticateRequest): {
  hash: Buffer;
  kind: CredentialKind;
} {
  const issues = new Issues();
  const kind = KINDS.get(request.kind);
  issues.require(request.keyHash.length === HASH_BYTES, 'key_hash', `must be ${HASH_BYTES} bytes`);
  issues.require(kind !== undefined, 'kind', 'must be API_KEY or CLI_TOKEN');
  issues.throwIfAny();
  return { hash: request.keyHash, kind: kind! };
}

/** @throws ServiceError `invalid_parameter`. */
export function tokenHashFromRequest({ tokenHash }: { tokenHash: Buffer }): Buffer {
  const issues = new Issues();
  issues.require(tokenHash.length === HASH_BYTES, 'token_hash', `must be ${HASH_BYTES} bytes`);
  issues.throwIfAny();
  return tokenHash;
}

export function verdictToResponse(
  verdict: Verdict,
  credential: CredentialRow | undefined,
): identity.AuthenticateResponse {
  return {
    verdict: VERDICT_NUMBERS[verdict],
    credentialId: credential?.credential_id ?? '',
    accountId: credential?.account_id ?? '',
    scopes: credential?.scopes ?? [],
    expiresAt: credential?.expires_at ?? undefined,
    monthlyCapRecords: capToResponse(credential?.monthly_cap_records),
    lineageId: credential?.lineage_id ?? undefined,
    isTest: credential?.is_test ?? false,
    logsQueries: credential?.logs_queries ?? false,
    restrictionMessage: verdict === 'access_restricted' ? (credential?.restriction_message ?? '') : '',
  };
}

/** A row's or key's cap in protobuf form. */
export function capToResponse(records: number | string | null | undefined): bigint | undefined {
  return records === null || records === undefined ? undefined : BigInt(records);
}
