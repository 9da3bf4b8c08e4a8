import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE } from '@heliograph/contract';
import type { RequestIssue } from '@heliograph/signal-search';

/**
 * The value of `Idempotency-Key`, '' if absent. A malformed or empty one is an issue of the request: the sender wanted
 * protection.
 */
export function readIdempotencyKey(header: string | string[] | undefined, issues: RequestIssue[]): string {
  if (header === undefined) return '';
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return header;
  issues.push({
    code: 'invalid_parameter',
    parameter: 'Idempotency-Key',
    message: `must be ${IDEMPOTENCY_KEY_RULE}`,
  });
  return '';
}

/** SHA-256 of what makes two requests the same for an Idempotency-Key. */
export function fingerprintOfRequest(method: string, path: string, canonicalQuery: string): Buffer {
  return createHash('sha256').update(`${method}\n${path}\n${canonicalQuery}`).digest();
}
