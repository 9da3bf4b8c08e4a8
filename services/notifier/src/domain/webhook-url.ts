import { issueWithWebhookUrlForm } from '@heliograph/contract';

/** Ports below this are for mail, databases, and the like, none of which is a receiver. */
const FIRST_FREE_PORT = 1_024;

/**
 * What is wrong with the form of a webhook's URL, worded to follow its name; undefined if nothing. Only a lookup tells
 * whether its host is public.
 *
 * @param allowedHosts hosts, or `host:port`, that may be private and use http.
 */
export function issueWithWebhookUrl(text: string, allowedHosts: readonly string[]): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const issue = issueWithWebhookUrlForm(text, url);
  if (issue !== undefined || url === undefined) return issue;
  const isAllowed = isAllowedHost(url, allowedHosts);
  if (url.protocol !== 'https:' && !isAllowed) return 'must begin with https://';
  if (!isAllowed && url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must use port 443, or one from ${FIRST_FREE_PORT} up`;
  return undefined;
}

/** Whether the operator allows webhooks to the URL's host, whatever its address. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
}
