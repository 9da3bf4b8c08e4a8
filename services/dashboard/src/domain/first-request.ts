/**
 * A complete shell command: a search, or, for a key without the search scope, the filter options, which any key may
 * read. The output ends with a line break, so that the prompt starts on a new line.
 *
 * @param apiUrl public root of the data API.
 */
export function curlOf(apiUrl: string, key: string, scopes: readonly string[]): string {
  const [request, ...parameters] = scopes.includes('signals:read')
    ? [`curl -sG '${apiUrl}/api/v1/signals'`, `--data-urlencode 'q="series a"'`, '-d limit=3']
    : [`curl -s '${apiUrl}/api/v1/filter-options'`];
  const header = `-H 'Authorization: Bearer ${key}'`;
  return [request, header, ...parameters, String.raw`-w '\n'`].join(' \\\n  ');
}
