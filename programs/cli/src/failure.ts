/** Exit statuses. Listed in `signals --help` and docs/guide/command-line.md. */
export const EXIT_CODES = {
  success: 0,
  failure: 1,
  /** Invalid usage: the command line, or a value that the API refuses. */
  usage: 2,
  /** Not logged in, an invalid credential, or an account without access. */
  authentication: 3,
  /** Not enough allowance or balance. */
  payment: 4,
  /** Too many requests: wait. */
  limit: 5,
  /** Ctrl-C: 128 and the number of SIGINT, as shells have it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** One invalid parameter or flag. */
interface FlagIssue {
  parameter: string;
  message: string;
}

interface FailureDetails {
  /** One line that says what to do. */
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

/** A failure to report to the user: `message` is one line that says what happened. */
export class CliError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly issues: readonly FlagIssue[];
  readonly retryAfterSeconds: number | undefined;
  /** Of a request that may have been charged in vain: repeating it with this key costs nothing more. */
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

/** Ctrl-C. */
export class InterruptedError extends CliError {
  constructor() {
    super('Interrupted.', { code: 'interrupted', exitCode: EXIT_CODES.interrupted });
    this.name = 'InterruptedError';
  }
}

/** As a failure to report, also a full disk, an inaccessible directory, or a bug in this program. */
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
