import { quantity } from './quantity';

/** Limits of every request, whatever the operation. */
export const REQUEST_LIMITS = {
  /** Characters in the request target. */
  urlLength: 131_072,
  /** All headers together, without the request line. */
  headerBytes: 16_384,
  /** Node.js silently drops any beyond this, even a credential or an Idempotency-Key. */
  headerCount: 2_000,
  /** A body the operation does not need is discarded up to here. */
  bodyBytes: 1_048_576,
  /** An OAuth form (RFC 6749). */
  formBytes: 8_192,
} as const;

/** Texts of refusals. */
export const REQUEST_LIMIT_TEXTS = {
  url: (length: number) => `The URL must have at most ${length} characters.`,
  headers: `The headers must have at most ${REQUEST_LIMITS.headerBytes} bytes and ${REQUEST_LIMITS.headerCount} fields together.`,
  body: (bytes: number) => `The body must have at most ${bytes} bytes.`,
};

/** An account's limits per UTC minute, unless the operator sets others. */
export const DEFAULT_RATE_LIMITS = { requests: 600, searches: 300 } as const;

const SINGULARS = { requests: 'request', searches: 'search' } as const;

/** Why a request over a per-minute limit is refused. @param uses such as "120 sign-in requests" */
export function rateLimitText(subject: 'account' | 'user' | 'address', uses: string, place = ''): string {
  return `This ${subject} may make ${uses} per minute${place}; it has reached that limit for this minute.`;
}

/** Like {@link rateLimitText}, for an account's limit. */
export function accountLimitText(limit: keyof typeof SINGULARS, maximum: number, place?: string): string {
  return rateLimitText('account', quantity(maximum, SINGULARS[limit], limit), place);
}
