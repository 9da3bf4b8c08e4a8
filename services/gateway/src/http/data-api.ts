import { identity, ledger } from '@heliograph/proto';
import { API_KEY_PREFIX, CLI_ACCESS_PREFIX, TEST_KEY_PREFIX, type ErrorCode } from '@heliograph/runtime';
import { isAccessToken, isApiKey, misplacedText } from '../credentials/credential-form';

/** Why a credential is not accepted. */
export interface Rejection {
  code: ErrorCode;
  /** Also the challenge's `error_description`: ASCII without quotes and backslashes (RFC 6750, section 3). */
  text: string;
}

/**
 * One of the two interfaces to the same data: who may call it, and what pays. Everything else about an operation is the
 * same for both.
 */
export interface DataApi {
  /** Its name in metrics. */
  readonly name: 'api' | 'cli';
  /** Prefix of its paths. */
  readonly root: '/api/v1' | '/api/cli/v1';
  readonly channel: ledger.Channel;
  readonly credentialKind: identity.CredentialKind;
  /** Its credential's name in messages. */
  readonly credentialNoun: string;
  /** Whether a text has the format and checksum of its credentials. */
  isWellFormed(credential: string): boolean;
  /** The rejection of a text that has neither. */
  rejectionOf(credential: string): Rejection;
  readonly missing: Rejection;
  readonly rejections: Readonly<Partial<Record<identity.Verdict, Rejection>>>;
  /** Records that a credential can pay for, before its monthly cap. */
  fundsOf(usage: ledger.Usage): bigint;
  /** The message if none are left. */
  readonly noRecordsText: string;
  /** Whether to refuse semantic searches by clients that are too old for them. */
  readonly checksClientVersion: boolean;
}

const { UNKNOWN, EXPIRED, REVOKED, ACCOUNT_DISABLED, ACCOUNT_SUSPENDED } = identity.Verdict;

const INVALID_KEY: Rejection = {
  code: 'invalid_credentials',
  text: 'The credential in the Authorization header is not a valid API key. Check that it is complete, or create one in the dashboard.',
};

/** For programs, with API keys. */
export const publicApi: DataApi = {
  name: 'api',
  root: '/api/v1',
  channel: ledger.Channel.API,
  credentialKind: identity.CredentialKind.API_KEY,
  credentialNoun: 'API key',
  isWellFormed: isApiKey,
  rejectionOf: (credential) => rejectionOf(credential, [API_KEY_PREFIX, TEST_KEY_PREFIX], INVALID_KEY),
  missing: {
    code: 'missing_credentials',
    text: 'Send an API key in the header "Authorization: Bearer <API_KEY>". Cookies are not accepted.',
  },
  rejections: {
    [UNKNOWN]: INVALID_KEY,
    [EXPIRED]: {
      code: 'expired_credentials',
      text: 'The API key has expired. Create a new one in the dashboard.',
    },
    [REVOKED]: {
      code: 'revoked_credentials',
      text: 'The API key has been revoked. Use another one, or create one in the dashboard.',
    },
    [ACCOUNT_DISABLED]: {
      code: 'account_disabled',
      text: "This API key's account is disabled. Contact the operator of this system.",
    },
    [ACCOUNT_SUSPENDED]: {
      code: 'account_suspended',
      text: "This API key's account is suspended. Contact the operator of this system.",
    },
  },
  fundsOf: (usage) => (usage.api?.remaining ?? 0n) + usage.balanceRecords,
  noRecordsText:
    "No records are left: the account's API records are used up, and its prepaid balance does not cover another one. Top up the balance.",
  checksClientVersion: false,
};

const INVALID_TOKEN: Rejection = {
  code: 'invalid_credentials',
  text: 'The credential in the Authorization header is not a valid access token of the command-line client. Log in again with: signals login',
};

/** For the command-line client, with its sessions' access tokens. */
export const clientApi: DataApi = {
  name: 'cli',
  root: '/api/cli/v1',
  channel: ledger.Channel.CLI,
  credentialKind: identity.CredentialKind.CLI_TOKEN,
  credentialNoun: 'access token',
  isWellFormed: isAccessToken,
  rejectionOf: (credential) => rejectionOf(credential, [CLI_ACCESS_PREFIX], INVALID_TOKEN),
  missing: {
    code: 'missing_credentials',
    text: 'Send an access token of the command-line client in the header "Authorization: Bearer <ACCESS_TOKEN>"; "signals login" gets one. Cookies are not accepted.',
  },
  rejections: {
    // Its checksum is right, so this token existed: ended sessions and renewed tokens are deleted.
    [UNKNOWN]: {
      code: 'revoked_credentials',
      text: 'This access token is no longer valid: its session has ended, or has replaced it with a newer one. Log in again with: signals login',
    },
    [EXPIRED]: {
      code: 'expired_credentials',
      text: 'The access token has expired. Get another one with the refresh token.',
    },
    [REVOKED]: {
      code: 'revoked_credentials',
      text: 'The session of this access token has ended. Log in again with: signals login',
    },
    [ACCOUNT_DISABLED]: {
      code: 'account_disabled',
      text: "This session's account is disabled. Contact the operator of this system.",
    },
    [ACCOUNT_SUSPENDED]: {
      code: 'account_suspended',
      text: "This session's account is suspended. Contact the operator of this system.",
    },
  },
  // A running subscription pays instead of the one-time records (docs/published-interface.md, 8.7); after either, the
  // balance pays if the account chose so.
  fundsOf: (usage) =>
    ((usage.subscription ? usage.subscription.cli : usage.cli)?.remaining ?? 0n) +
    (usage.prepaidUse?.cli ? usage.balanceRecords : 0n),
  noRecordsText:
    'The account has no command-line records left. Subscribe if subscriptions are offered, let the prepaid balance pay for the command line (in Billing), or use an API key (SIGNALS_API_KEY).',
  checksClientVersion: true,
};

function rejectionOf(credential: string, accepted: readonly string[], invalid: Rejection): Rejection {
  const text = misplacedText(credential, accepted);
  return text === undefined ? invalid : { code: invalid.code, text };
}
