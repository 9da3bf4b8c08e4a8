import { BUDGET_HEADERS } from '@heliograph/contract';
import { HeliographError, type ParameterIssue } from '@heliograph/sdk';
import { AuthenticationError, CliError, EXIT_CODES, InterruptedError, type ExitCode } from '../failure';
import { flagOfParameter, listOfParameter, type ListName } from '../search/search-flags';

/** What the remedy depends on. */
interface ErrorContext {
  apiUrl: string;
  /** The key's source; undefined with a login. */
  keySource: string | undefined;
  /** Whether the user set a budget. */
  hasBudget: boolean;
  /** Where the cursor is from, if not from --cursor. */
  cursorFile?: string | undefined;
  /** The dashboard's root, if known. */
  dashboardUrl?: string | undefined;
}

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
export function describeError(error: unknown, context: ErrorContext): unknown {
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
  context: ErrorContext,
): string | undefined {
  if (errors.some(({ parameter }) => parameter === 'credential'))
    return 'Names and ids in the log: signals logs --fields credentialName,credentialId';
  const lists = listsOfIdentifiers(errors);
  if (lists.length > 0) return `For the values: ${lists.map((list) => `signals options ${list}`).join(', ')}`;
  const { apiUrl, keySource, cursorFile, dashboardUrl } = context;
  const usesApiKey = keySource !== undefined;
  const isVariable = keySource === 'SIGNALS_API_KEY';
  const billing = dashboardUrl === undefined ? 'the dashboard' : `${dashboardUrl}/billing`;
  if (status === MISDIRECTED_REQUEST) return REMEDY_FOR_ADDRESS;
  const wait = retryAfterSeconds === undefined ? 'in a moment' : `in ${retryAfterSeconds} s`;
  switch (code) {
    case 'network_error':
    case 'timeout':
      return `Is ${apiUrl} right? Set it with --api-url, SIGNALS_API_URL or: signals config set api-url URL`;
    case 'unexpected_response':
      return `Is ${apiUrl} the root of the API? Set it with: signals config set api-url URL`;
    case 'cursor_invalid':
    case 'cursor_mismatch':
      return cursorFile === undefined
        ? 'Give the cursor as printed, with exactly the same words and flags.'
        : `Use exactly the words and flags that ${cursorFile} was made with, or delete it and use --since.`;
    case 'cursor_expired':
      return cursorFile === undefined
        ? 'Start again without --cursor.'
        : `Start again: delete ${cursorFile} and use --since.`;
    case 'client_too_old':
      return dashboardUrl === undefined
        ? 'Update this program: the dashboard shows the command under "Command line".'
        : `Update this program: npm install --global ${dashboardUrl}/downloads/cli.tgz`;
    case 'missing_credentials':
    case 'invalid_credentials':
    case 'expired_credentials':
    case 'revoked_credentials':
      if (isVariable) return 'Set SIGNALS_API_KEY to a valid key, or unset it and run: signals login';
      return usesApiKey
        ? 'The stored key is not valid. Store another: signals login --with-token < FILE'
        : 'Run: signals login';
    case 'insufficient_scope':
      return isVariable
        ? 'Use a key that has the scope, or unset SIGNALS_API_KEY and run: signals login'
        : 'Use a key that has the scope, or run: signals login';
    case 'account_disabled':
    case 'account_suspended':
    case 'access_restricted':
      return 'Contact the operator of the API.';
    case 'insufficient_records':
      return usesApiKey
        ? `Ask for fewer (search: --limit), or top up in ${billing}. What is left: signals usage`
        : `Ask for fewer (search: --limit), or see ${billing}: subscribe where available, or let your prepaid balance pay for the command line. What is left: signals usage`;
    case 'key_cap_reached':
      return `Raise the key's cap in the dashboard, or wait for the next month (UTC).`;
    case 'budget_reached':
      return context.hasBudget
        ? 'Ask for fewer (search: --limit), raise --budget-records, or use another --budget-id.'
        : 'Ask for fewer, or allow more.';
    case 'idempotency_conflict':
      return 'Use a new --idempotency-key for each new request.';
    case 'idempotency_in_progress':
    case 'rate_limited':
      return `Try again ${wait}.`;
    case 'semantic_unavailable':
      return retryAfterSeconds === undefined ? 'Search by keyword in the meantime.' : `Try again ${wait}.`;
    default:
      if (status !== undefined && status >= 500)
        return `Try again ${wait}; --verbose shows the request’s id.`;
      return status === 400 ? 'For the flags, see --help; for the identifiers: signals options' : undefined;
  }
}

/** The lists of valid identifiers for these issues, without duplicates. */
function listsOfIdentifiers(issues: readonly ParameterIssue[]): ListName[] {
  const lists = issues
    .filter(({ message }) => PLACE_OF_OPTIONS.test(message))
    .map(({ parameter }) => listOfParameter(parameter));
  return [...new Set(lists)].filter((list) => list !== undefined);
}
