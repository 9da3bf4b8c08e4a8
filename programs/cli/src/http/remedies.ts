import type { ApiErrorCode, ClientErrorCode } from '@heliograph/sdk';

/** The source of a key that is checked before it is stored. */
export const STANDARD_INPUT = 'standard input';

/** What a remedy depends on. */
export interface RemedyContext {
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

interface Failure extends RemedyContext {
  retryAfterSeconds: number | undefined;
}

type Remedy = (failure: Failure) => string;

const tryAgain: Remedy = (failure) => `Try again ${waitText(failure)}.`;

const isAddressRight: Remedy = ({ apiUrl }) =>
  `Is ${apiUrl} right? Set it with --api-url, SIGNALS_API_URL or: signals config set api-url URL`;

const useCursorAsPrinted: Remedy = ({ cursorFile }) =>
  cursorFile === undefined
    ? 'Give the cursor as printed, with exactly the same words and flags.'
    : `Use exactly the words and flags that ${cursorFile} was made with, or delete it and use --since.`;

const useValidCredential: Remedy = ({ keySource }) => {
  if (keySource === undefined) return 'Run: signals login';
  if (keySource === STANDARD_INPUT)
    return 'Nothing was stored. Create a key in the dashboard: signals open keys';
  return isVariable(keySource)
    ? 'Set SIGNALS_API_KEY to a valid key, or unset it and run: signals login'
    : 'The stored key is not valid. Store another: signals login --with-token < FILE';
};

const contactOperator: Remedy = () => 'Contact the operator of the API.';

const REMEDIES: Readonly<Partial<Record<ApiErrorCode | ClientErrorCode, Remedy>>> = {
  network_error: isAddressRight,
  timeout: isAddressRight,
  unexpected_response: ({ apiUrl }) =>
    `Is ${apiUrl} the root of the API? Set it with: signals config set api-url URL`,
  cursor_invalid: useCursorAsPrinted,
  cursor_mismatch: useCursorAsPrinted,
  cursor_expired: ({ cursorFile }) =>
    cursorFile === undefined
      ? 'Start again without --cursor.'
      : `Start again: delete ${cursorFile} and use --since.`,
  client_too_old: ({ dashboardUrl }) =>
    dashboardUrl === undefined
      ? 'Update this program: the dashboard shows the command under "Command line".'
      : `Update this program: npm install --global ${dashboardUrl}/downloads/cli.tgz`,
  missing_credentials: useValidCredential,
  invalid_credentials: useValidCredential,
  expired_credentials: useValidCredential,
  revoked_credentials: useValidCredential,
  insufficient_scope: ({ keySource }) =>
    isVariable(keySource)
      ? 'Use a key that has the scope, or unset SIGNALS_API_KEY and run: signals login'
      : 'Use a key that has the scope, or run: signals login',
  account_disabled: contactOperator,
  account_suspended: contactOperator,
  access_restricted: contactOperator,
  insufficient_records: ({ keySource, dashboardUrl }) => {
    const billing = dashboardUrl === undefined ? 'the dashboard' : `${dashboardUrl}/billing`;
    return keySource === undefined
      ? `Ask for fewer (search: --limit), or see ${billing}: subscribe where available, or let your prepaid balance pay for the command line. What is left: signals usage`
      : `Ask for fewer (search: --limit), or top up in ${billing}. What is left: signals usage`;
  },
  key_cap_reached: () => `Raise the key's cap in the dashboard, or wait for the next month (UTC).`,
  budget_reached: ({ hasBudget }) =>
    hasBudget
      ? 'Ask for fewer (search: --limit), raise --budget-records, or use another --budget-id.'
      : 'Ask for fewer, or allow more.',
  idempotency_conflict: () => 'Use a new --idempotency-key for each new request.',
  idempotency_in_progress: tryAgain,
  rate_limited: tryAgain,
  semantic_unavailable: (failure) =>
    failure.retryAfterSeconds === undefined ? 'Search by keyword in the meantime.' : tryAgain(failure),
};

/** What the user can do about an error code; undefined for a code without its own advice. */
export function remedyForCode(code: string, failure: Failure): string | undefined {
  return Object.hasOwn(REMEDIES, code) ? REMEDIES[code as keyof typeof REMEDIES]?.(failure) : undefined;
}

/** What the user can do about an HTTP status, whatever the code. */
export function remedyForStatus(status: number | undefined, failure: Failure): string | undefined {
  if (status !== undefined && status >= 500)
    return `Try again ${waitText(failure)}; --verbose shows the request’s id.`;
  return status === 400 ? 'For the flags, see --help; for the identifiers: signals options' : undefined;
}

function waitText({ retryAfterSeconds }: Failure): string {
  return retryAfterSeconds === undefined ? 'in a moment' : `in ${retryAfterSeconds} s`;
}

function isVariable(keySource: string | undefined): boolean {
  return keySource === 'SIGNALS_API_KEY';
}
