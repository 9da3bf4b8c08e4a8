/**
 * Whether another site made the browser send a request, as the browser reports it (Fetch Metadata). Programs, and
 * browsers that do not report it, are no other site.
 *
 * @param fetchSite the value of `Sec-Fetch-Site`.
 */
export function isFromOtherSite(fetchSite: string | undefined): boolean {
  return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none';
}
