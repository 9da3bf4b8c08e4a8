import type { EncodedAnswer } from './stored-answer';

/** A request that wants to run under an Idempotency-Key. */
export interface KeyRequest {
  credentialId: string;
  key: string;
  /** SHA-256 of method, path and canonical query. */
  fingerprint: Buffer;
  /** As of a charge: a replay says what the credential can pay for. Undefined without a cap. */
  monthlyCapRecords: bigint | undefined;
  /** The token that the key will be held by. */
  claim: string;
  /** An answer that was stored longer ago counts as absent; 0: as long as answers are kept. */
  replaySeconds?: number | undefined;
}

export type KeyOutcome =
  | { outcome: 'new' }
  | { outcome: 'replay'; answer: EncodedAnswer; remainingRecords: bigint; receipt?: string | undefined }
  | { outcome: 'conflict' }
  /** The key is free after this many whole seconds at the latest. */
  | { outcome: 'in_progress'; retryAfterSeconds: number };

/** How long the first success is replayed (docs/published-interface.md, 9). */
export const REPLAY_WINDOW_SECONDS = 24 * 60 * 60;

export const FINGERPRINT_BYTES = 32;

/** One key occurs only once in a batch: the second request must see what became of the first. */
export function exclusiveKeys(request: KeyRequest): string[] {
  return [`${request.credentialId} ${request.key}`];
}
