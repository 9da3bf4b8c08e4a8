import { BUDGET_HEADERS } from '@heliograph/contract';
import { HeliographError, type ParameterIssue } from '@heliograph/sdk';
import { AuthenticationError, CliError, EXIT_CODES, InterruptedError, type ExitCode } from '../failure';
import { flagOfParameter, listOfParameter, type ListName } from '../search/search-flags';
import { remedyForCode, remedyForStatus, type RemedyContext } from './remedies';

/** Sent by a server that is not the API, such as the dashboard (RFC 9110, section 15.5.20). */
export const MISDIRECTED_REQUEST = 421;

export const REMEDY_FOR_ADDRESS =
  'Set the address of the API with --api-url, SIGNALS_API_URL, or: signals config set api-url URL';

/** Headers set by flags. */
const HEADER_FLAGS: Readonly<Record<string, string>> = {
  'Idempotency-Key': '--idempotency-key',
  [BUDGET_HEADERS.maximum]: '--max-records',
  [BUDGET_HEADERS.id]: '--budget-id',
  [BUDGET_HEADERS.records]: '--budget-records',
};

/** Parameters of the request log. */
const LOG_FLAGS: Readonly<Record<string, string>> = {
  credential: '--key',
  requestId: '--request-id',
  operation: '--operation',
  status: '--status',
  from: '--since',
};

/** The API's hint for an unknown identifier. The remedy names a command instead. */
const PLACE_OF_OPTIONS = /; GET \/api\/v1\/filter-options lists them$/;

/** Converts a failed call to an error for the user. */
export function describeError(error: unknown, context: RemedyContext): unknown {
  if (!(error instanceof HeliographError)) return error;
  const { detail, code, status, requestId, retryAfterSeconds } = error;
  if (error.cause instanceof InterruptedError) return error.cause;
  const issues = error.errors.map((issue) => ({
    parameter:
      (issue.parameter === 'cursor' && context.cursorFile !== undefined ? '--cursor-file' : undefined) ??
      flagOfParameter(issue.parameter) ??
      HEADER_FLAGS[issue.parameter] ??
      LOG_FLAGS[issue.parameter] ??
      issue.parameter,
    message: issue.message.replace(PLACE_OF_OPTIONS, ''),
  }));
  const details = {
    code,
    status,
    requestId,
    issues,
    retryAfterSeconds,
    exitCode: exitCodeOf(code, status),
    remedy: remedyOf(error, context),
    cause: error,
  };
  if (details.exitCode === EXIT_CODES.authentication) return new AuthenticationError(detail, details);
  const text =
    issues.length === 0
      ? detail
      : `${issues.map((issue) => `${issue.parameter} ${issue.message}`).join('; ')}.`;
  return new CliError(text, details);
}

function exitCodeOf(code: string, status: number | undefined): ExitCode {
  if (code === 'client_too_old') return EXIT_CODES.failure;
  if (code === 'rate_limited' || status === 429) return EXIT_CODES.limit;
  if (code === 'invalid_parameter') return EXIT_CODES.usage;
  switch (status) {
    case 400:
      return EXIT_CODES.usage;
    case 401:
    case 403:
      return EXIT_CODES.authentication;
    case 402:
      return EXIT_CODES.payment;
    default:
      return EXIT_CODES.failure;
  }
}

function remedyOf(
  { code, status, retryAfterSeconds, errors }: HeliographError,
  context: RemedyContext,
): string | undefined {
  if (errors.some(({ parameter }) => parameter === 'credential'))
    return 'Names and ids in the log: signals logs --fields credentialName,credentialId';
  const lists = listsOfIdentifiers(errors);
  if (lists.length > 0) return `For the values: ${lists.map((list) => `signals options ${list}`).join(', ')}`;
  if (status === MISDIRECTED_REQUEST) return REMEDY_FOR_ADDRESS;
  const failure = { ...context, retryAfterSeconds };
  return remedyForCode(code, failure) ?? remedyForStatus(status, failure);
}

/** The lists of valid identifiers for these issues, without duplicates. */
function listsOfIdentifiers(issues: readonly ParameterIssue[]): ListName[] {
  const lists = issues
    .filter(({ message }) => PLACE_OF_OPTIONS.test(message))
    .map(({ parameter }) => listOfParameter(parameter));
  return [...new Set(lists)].filter((list) => list !== undefined);
}
