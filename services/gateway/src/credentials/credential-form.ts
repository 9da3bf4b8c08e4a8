import {
  API_KEY_PREFIX,
  CLI_ACCESS_PREFIX,
  CLI_REFRESH_PREFIX,
  hasValidChecksum,
  TEST_KEY_PREFIX,
} from '@heliograph/runtime';

/** Whether a text has the format and checksum of an API key, live or test. */
export const isApiKey = (text: string): boolean => hasValidChecksum(text, API_KEY_PREFIX) || isTestKey(text);
/** The same for a test key. */
export const isTestKey = (text: string): boolean => hasValidChecksum(text, TEST_KEY_PREFIX);
/** The same for an access token of the command-line client. */
export const isAccessToken = (text: string): boolean => hasValidChecksum(text, CLI_ACCESS_PREFIX);
/** The same for a refresh token of the command-line client. */
export const isRefreshToken = (text: string): boolean => hasValidChecksum(text, CLI_REFRESH_PREFIX);

const KEY_TEXT = 'This looks like an API key. API keys are accepted under /api/v1 only.';

const PLACES: readonly (readonly [prefix: string, text: string])[] = [
  [API_KEY_PREFIX, KEY_TEXT],
  [TEST_KEY_PREFIX, KEY_TEXT],
  [
    CLI_ACCESS_PREFIX,
    'This looks like an access token of the command-line client. Those are accepted under /api/cli/v1 only; programs use API keys.',
  ],
  [
    CLI_REFRESH_PREFIX,
    'This looks like a refresh token of the command-line client. It works only at /api/cli/v1/token and cannot authenticate other requests.',
  ],
];

/**
 * Where a credential that is not accepted here belongs, in words; undefined if it looks like no known kind.
 *
 * @param accepted the accepted prefixes.
 */
export function misplacedText(credential: string, accepted: readonly string[]): string | undefined {
  return PLACES.find(([prefix]) => !accepted.includes(prefix) && credential.startsWith(prefix))?.[1];
}
