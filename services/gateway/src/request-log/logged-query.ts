import {
  CHANGES_PARAMETERS,
  IDENTIFY_PARAMETERS,
  SEARCH_PARAMETERS,
  SUGGEST_PARAMETERS,
} from '@heliograph/contract';
import { API_KEY_PREFIX, CLI_ACCESS_PREFIX, TEST_KEY_PREFIX } from '@heliograph/runtime';

/** In characters; longer queries are not logged. */
const MAXIMUM_LENGTH = 8_192;

const KNOWN: ReadonlySet<string> = new Set(
  [SEARCH_PARAMETERS, CHANGES_PARAMETERS, SUGGEST_PARAMETERS, IDENTIFY_PARAMETERS].flatMap((parameters) =>
    Object.keys(parameters),
  ),
);
const CREDENTIALS = [API_KEY_PREFIX, TEST_KEY_PREFIX, CLI_ACCESS_PREFIX];

/**
 * The part of a query that the log keeps, for an account that wants it: parameters that the API knows, form-encoded,
 * without values that look like a credential.
 *
 * @returns undefined if no such parameter is left, or the query is too long.
 */
export function loggedQuery(rawQuery: string): string | undefined {
  if (rawQuery === '' || rawQuery.length > MAXIMUM_LENGTH) return undefined;
  const known = [...new URLSearchParams(rawQuery)].filter(
    ([name, value]) => KNOWN.has(name) && !CREDENTIALS.some((prefix) => value.includes(prefix)),
  );
  const query = new URLSearchParams(known).toString();
  return query === '' || query.length > MAXIMUM_LENGTH ? undefined : query;
}
