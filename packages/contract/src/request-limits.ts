import { quantity } from './quantity';

/** Bounds of every request, whatever it asks for. */
export const REQUEST_LIMITS = {
  /** Characters of the request target. */
  urlLength: 131_072,
  /** All headers together, without the request line. */
  headerBytes: 16_384,
  /** Node silently drops those beyond, even a credential or an Idempotency-Key. */
  headerCount: 2_000,
  /** A body that no operation needs is discarded up to here. */
  bodyBytes: 1_048_576,
  /** A form of OAuth (RFC 6749). */
  formBytes: 8_192,
} as const;

/** What a refusal says. */
export const REQUEST_LIMIT_TEXTS = {
  url: (length: number) => `The URL must have at most ${length} characters.`,
  headers: `The headers must have at most ${REQUEST_LIMITS.headerBytes} bytes and ${REQUEST_LIMITS.headerCount} fields together.`,
  body: (bytes: number) => `The body must have at most ${bytes} bytes.`,
};

/** An account's limits per UTC minute, unless the operator chose others. */
export const DEFAULT_RATE_LIMITS = { requests: 600, searches: 300 } as const;

const SINGULARS = { requests: 'request', searches: 'search' } as const;

/** Why a request beyond a limit per minute is refused. @param uses such as "120 sign-in requests" */
export function rateLimitText(subject: 'account' | 'user' | 'address', uses: string, place = ''): string {
  return `This ${subject} may make ${uses} per minute${place}; all of this minute's are used.`;
}

/** The same, about an account's limit. */
export function accountLimitText(limit: keyof typeof SINGULARS, maximum: number, place?: string): string {
  return rateLimitText('account', quantity(maximum, SINGULARS[limit], limit), place);
}
