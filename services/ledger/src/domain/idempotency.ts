import { IDEMPOTENCY_HOURS } from '@heliograph/contract';
import type { EncodedResponse } from './stored-response';

/** A request that wants to run under an Idempotency-Key. */
export interface KeyRequest {
  credentialId: string;
  key: string;
  /** SHA-256 of method, path and canonical query. */
  fingerprint: Buffer;
  /** As for a charge: a replay reports what the credential can still pay for. Undefined without a cap. */
  monthlyCapRecords: bigint | undefined;
  /** The token that will hold the key. */
  claim: string;
  /** A response stored earlier than this counts as absent; 0: responses count as long as they are kept. */
  replaySeconds?: number | undefined;
}

export type KeyOutcome =
  | { outcome: 'new' }
  | { outcome: 'replay'; response: EncodedResponse; remainingRecords: bigint; receipt?: string | undefined }
  | { outcome: 'conflict' }
  /** The key is free after at most this many whole seconds. */
  | { outcome: 'in_progress'; retryAfterSeconds: number };

/** How long the first success is replayed (docs/published-interface.md, 9). */
export const REPLAY_WINDOW_SECONDS = IDEMPOTENCY_HOURS * 3_600;

export const FINGERPRINT_BYTES = 32;

/** Unique within a batch: the second request under a key must see the outcome of the first. */
export function exclusiveKeys(request: KeyRequest): string[] {
  return [`${request.credentialId} ${request.key}`];
}
