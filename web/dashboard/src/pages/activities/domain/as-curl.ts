import { listParameters, type ActivityFilters } from './filters';
import { holdsControls, quoteForShell } from './shell';

/**
 * The curl command for the same search. The key is read from the environment, never shown.
 *
 * The filters may come from someone else's link, and the command will be pasted into a shell: values are quoted, and
 * those with control characters are percent-encoded.
 *
 * @param apiUrl root of the data API, such as `http://127.0.0.1:8080`.
 */
export function asCurl(filters: ActivityFilters, apiUrl: string): string {
  return commandOf(listParameters(filters), apiUrl);
}

/** The curl command for one record. */
export function recordAsCurl(id: string, apiUrl: string): string {
  return commandOf([['ids', id]], apiUrl);
}

function commandOf(parameters: readonly (readonly [string, string])[], apiUrl: string): string {
  const address = quoteForShell(`${apiUrl}/api/v1/signals`);
  const lines = [`curl -s -H "Authorization: Bearer $SIGNALS_API_KEY" -G ${address}`];
  for (const [name, value] of parameters) {
    lines.push(
      holdsControls(value)
        ? `-d ${quoteForShell(`${name}=${encodeURIComponent(value)}`)}`
        : `--data-urlencode ${quoteForShell(`${name}=${value}`)}`,
    );
  }
  return lines.join(' \\\n  ');
}
