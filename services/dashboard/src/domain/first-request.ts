/**
 * A command that works as it stands, for a shell: the newest signals, or, for a key that may not search, the filter options,
 * which any key may read.
 *
 * @param apiUrl public root of the data API.
 */
export function curlOf(apiUrl: string, key: string, scopes: readonly string[]): string {
  const header = `-H 'Authorization: Bearer ${key}'`;
  return scopes.includes('signals:read')
    ? `curl -sG '${apiUrl}/api/v1/signals' -d limit=3 ${header}`
    : `curl -s '${apiUrl}/api/v1/filter-options' ${header}`;
}
