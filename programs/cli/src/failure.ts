/** Exit statuses. Listed in `signals --help` and docs/guide/command-line.md. */
export const EXIT_CODES = {
  success: 0,
  failure: 1,
  /** Invalid command line, or a value the API rejects. */
  usage: 2,
  /** Not logged in, an invalid credential, or an account without access. */
  authentication: 3,
  /** Not enough allowance or balance. */
  payment: 4,
  /** Too many requests: wait. */
  limit: 5,
  /** 128 + SIGHUP, as in shells: the terminal closed. */
  hangup: 129,
  /** 128 + SIGINT: Ctrl-C. */
  interrupted: 130,
  /** 128 + SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** One invalid parameter or flag. */
interface FlagIssue {
  parameter: string;
  message: string;
}

interface FailureDetails {
  /** What to do about it, on one line. */
  remedy?: string | undefined;
  /** Stable code for programs: the API's, or this program's own. */
  code?: string | undefined;
  exitCode?: ExitCode | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  issues?: readonly FlagIssue[] | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** A failure to report to the user. `message` says what happened, on one line. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly FlagIssue[];
  readonly retryAfterSeconds: number | undefined;
  /**
   * Set if a request may have been charged without a usable response: repeating it with this key costs nothing more.
   */
  idempotencyKey: string | undefined;

  constructor(message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'CliError';
    this.code = details.code ?? 'failure';
    this.exitCode = details.exitCode ?? EXIT_CODES.failure;
    this.remedy = details.remedy;
    this.status = details.status;
    this.requestId = details.requestId;
    this.issues = details.issues ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** An invalid command line. */
export class UsageError extends CliError {
  constructor(message: string, remedy?: string) {
    super(message, { remedy, code: 'usage', exitCode: EXIT_CODES.usage });
    this.name = 'UsageError';
  }
}

/** No valid credential. */
export class AuthenticationError extends CliError {
  constructor(message: string, details: FailureDetails = {}) {
    super(message, {
      remedy: 'Run: signals login, or set SIGNALS_API_KEY to an API key.',
      code: 'not_logged_in',
      ...details,
      exitCode: EXIT_CODES.authentication,
    });
    this.name = 'AuthenticationError';
  }
}

/** Ctrl-C, or another signal to stop. */
export class InterruptedError extends CliError {
  constructor(exitCode: ExitCode = EXIT_CODES.interrupted) {
    super('Interrupted.', { code: 'interrupted', exitCode });
    this.name = 'InterruptedError';
  }
}

/**
 * Converts any error to a reportable failure, including a full disk, an inaccessible directory, or a bug in this
 * program.
 */
export function failureOf(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const { code, message } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  return new CliError(message || String(error), {
    code: code?.toLowerCase() ?? 'unexpected',
    exitCode: EXIT_CODES.failure,
    cause: error,
  });
}
