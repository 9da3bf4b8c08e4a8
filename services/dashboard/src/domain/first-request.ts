/**
 * A complete shell command: a search, or, for a key that may not search, the filter options, which any key may read.
 * The output ends with a line break, so that the prompt starts on a new line.
 *
 * @param apiUrl public root of the data API.
 */
export function curlOf(apiUrl: string, key: string, scopes: readonly string[]): string {
  const header = `-H 'Authorization: Bearer ${key}'`;
  return scopes.includes('signals:read')
    ? `curl -sG '${apiUrl}/api/v1/signals' --data-urlencode 'q="series a"' -d limit=3 ${header} -w '\\n'`
    : `curl -s '${apiUrl}/api/v1/filter-options' ${header} -w '\\n'`;
}
