import { printable } from '@heliograph/sdk';
import { ConfigError, ServiceError } from '@heliograph/runtime';
import { describeDatabaseFailure } from './database-failure';

/** Exit statuses. */
export const EXIT_CODES = {
  success: 0,
  failure: 1,
  /** Invalid usage, or an import with rejected lines. */
  usage: 2,
  rejects: 2,
  /** Stored, but some search process did not have it in time. */
  notSeen: 3,
  interrupted: 130,
} as const;

/** A failure to report to the operator: one line on what is wrong and what to do. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT_CODES.failure,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** An invalid value on the command line. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT_CODES.usage);
    this.name = 'UsageError';
  }
}

/**
 * The line to print, and the exit status, for anything a command throws.
 *
 * @param environment tells where the database is, for database failures.
 */
export function describeFailure(
  error: unknown,
  environment: NodeJS.ProcessEnv = {},
): { line: string; exitCode: number } {
  if (error instanceof CommandError) return { line: oneLine(error.message), exitCode: error.exitCode };
  if (error instanceof ConfigError) return { line: oneLine(error.message), exitCode: EXIT_CODES.usage };
  if (error instanceof ServiceError)
    return { line: describeServiceError(error), exitCode: EXIT_CODES.failure };
  // Check the shape, not the class: runtime errors may come from another realm.
  const { code, message } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  return {
    line: oneLine(
      describeDatabaseFailure({ code, message }, environment) ?? (message || code || String(error)),
    ),
    exitCode: EXIT_CODES.failure,
  };
}

/** gRPC status of a call whose token does not prove the caller's identity. */
const UNAUTHENTICATED = 16;

function describeServiceError(error: ServiceError): string {
  if ((error.cause as { code?: unknown } | undefined)?.code === UNAUTHENTICATED)
    return 'the services refuse this program: the public half of its CALLER_KEY must be among their CALLER_PUBLIC_KEYS, and the clocks must agree';
  const issues = error.issues.map((issue) => `${issue.parameter}: ${issue.message}`).join('; ');
  const text = issues === '' ? error.publicText : issues;
  return oneLine(`${text} (${error.code})`);
}

function oneLine(text: string): string {
  return printable(text.replace(/\s*\n\s*/g, '; ').trim());
}
