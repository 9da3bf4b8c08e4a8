import {
  CHANGES_PARAMETERS,
  IDENTIFY_PARAMETERS,
  SEARCH_PARAMETERS,
  SUGGEST_PARAMETERS,
} from '@heliograph/contract';
import { API_KEY_PREFIX, CLI_ACCESS_PREFIX, TEST_KEY_PREFIX } from '@heliograph/runtime';

/** Characters; longer queries are not logged. */
const MAXIMUM_LENGTH = 8_192;

const KNOWN: ReadonlySet<string> = new Set(
  [SEARCH_PARAMETERS, CHANGES_PARAMETERS, SUGGEST_PARAMETERS, IDENTIFY_PARAMETERS].flatMap((parameters) =>
    Object.keys(parameters),
  ),
);
const CREDENTIALS = [API_KEY_PREFIX, TEST_KEY_PREFIX, CLI_ACCESS_PREFIX];

/**
 * What the log holds of a query, for an account that wants it: the parameters that the API knows, form-encoded, except
 * for values that look like a credential.
 *
 * @returns undefined for a query without any, and for one that is too long.
 */
export function loggedQuery(rawQuery: string): string | undefined {
  if (rawQuery === '' || rawQuery.length > MAXIMUM_LENGTH) return undefined;
  const known = [...new URLSearchParams(rawQuery)].filter(
    ([name, value]) => KNOWN.has(name) && !CREDENTIALS.some((prefix) => value.includes(prefix)),
  );
  const query = new URLSearchParams(known).toString();
  return query === '' || query.length > MAXIMUM_LENGTH ? undefined : query;
}
