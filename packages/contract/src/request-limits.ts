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
