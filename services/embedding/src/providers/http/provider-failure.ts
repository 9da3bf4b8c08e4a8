/** Ways a vendor fails. Metric labels. */
export type FailureReason =
  | 'rate_limited'
  | 'quota_used_up'
  | 'server_error'
  | 'connection'
  | 'timeout'
  | 'key_refused'
  | 'not_found'
  | 'redirected'
  | 'request_refused'
  | 'response_too_large'
  | 'malformed_answer'
  | 'wrong_count'
  | 'wrong_dimensions'
  | 'unusable_vector'
  | 'unexpected_status';

interface Trait {
  /** Whether the same request may succeed a moment later. */
  isPassing: boolean;
  /** For operators. Names no host and quotes nothing. */
  advice: string;
}

const CHECK_SETTINGS = 'Check EMBEDDING_MODEL, EMBEDDING_DIMENSIONS and EMBEDDING_URL.';

const TRAITS: Readonly<Record<FailureReason, Trait>> = {
  rate_limited: {
    isPassing: true,
    advice:
      'The embedding provider is rate limiting requests. Try again later; if this persists, raise the rate limit of its account.',
  },
  quota_used_up: {
    isPassing: false,
    advice: "The quota of the embedding provider's account is used up. Raise it with the provider.",
  },
  server_error: {
    isPassing: true,
    advice: 'The embedding provider reported an internal error. Try again shortly.',
  },
  connection: {
    isPassing: true,
    advice:
      'The embedding provider cannot be reached. Try again shortly; if this persists, check EMBEDDING_URL and the network.',
  },
  timeout: {
    isPassing: true,
    advice:
      'The embedding provider did not answer in time. Try again shortly; if this persists, check the provider, or raise EMBEDDING_TIMEOUT_MS.',
  },
  key_refused: {
    isPassing: false,
    advice: 'The embedding provider refuses the API key. Set EMBEDDING_API_KEY to a valid one.',
  },
  not_found: {
    isPassing: false,
    advice:
      'The embedding provider does not know the model or the address. Check EMBEDDING_MODEL and EMBEDDING_URL.',
  },
  redirected: {
    isPassing: false,
    advice: 'The embedding provider redirects to another address. Set EMBEDDING_URL to the final one.',
  },
  request_refused: {
    isPassing: false,
    advice: `The embedding provider refuses every request. ${CHECK_SETTINGS}`,
  },
  response_too_large: {
    isPassing: false,
    advice: `The embedding provider returned too large a response. ${CHECK_SETTINGS}`,
  },
  malformed_answer: {
    isPassing: true,
    advice: `The embedding provider returned a malformed response. ${CHECK_SETTINGS}`,
  },
  wrong_count: {
    isPassing: false,
    advice: `The embedding provider returned a different number of vectors than texts. ${CHECK_SETTINGS}`,
  },
  wrong_dimensions: {
    isPassing: false,
    advice:
      'The embedding provider returned vectors of other dimensions than configured. Set EMBEDDING_DIMENSIONS to those of the model.',
  },
  unusable_vector: {
    isPassing: false,
    advice: `The embedding provider returned vectors that are zero or not finite. ${CHECK_SETTINGS}`,
  },
  unexpected_status: {
    isPassing: false,
    advice: `The embedding provider refuses the request. ${CHECK_SETTINGS}`,
  },
};

interface ProviderFailureOptions {
  /** HTTP status of the response, if there was one. */
  status?: number | undefined;
  /** The vendor's own code. Kept only if it looks like a code: anything else in a response may quote the request. */
  code?: unknown;
  /** The wait that the vendor asks for. */
  retryAfterMs?: number | undefined;
  /** Replaces the reason's advice. */
  advice?: string;
  cause?: unknown;
}

/** A failed attempt to call a vendor. Contains nothing of the request, and of the response only its codes. */
export class ProviderFailure extends Error {
  readonly advice: string;
  readonly isPassing: boolean;
  readonly retryAfterMs: number | undefined;
  /** For the log. */
  readonly facts: { reason: FailureReason; status?: number; providerCode?: string };

  constructor(
    readonly reason: FailureReason,
    options: ProviderFailureOptions = {},
  ) {
    super(`the embedding provider failed: ${reason}`, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.advice = options.advice ?? TRAITS[reason].advice;
    this.isPassing = TRAITS[reason].isPassing;
    this.retryAfterMs = options.retryAfterMs;
    const { status, code } = options;
    const isWord = typeof code === 'string' && /^[A-Za-z][A-Za-z_.-]{0,59}$/.test(code);
    this.facts = { reason, ...(status !== undefined && { status }), ...(isWord && { providerCode: code }) };
  }
}
