import { SAVED_SEARCH } from '@heliograph/contract';

/** The ports below are for mail, databases, and so on, none of which is a receiver. */
const FIRST_FREE_PORT = 1_024;

/** The host right after two slashes: parsers fix other spellings, and not all in the same way (`\`, `@`, `///`). */
const PLAIN_HOST = /^[a-z]+:\/\/[^/\\@?#]+(?:[/?#]|$)/i;

/**
 * What is wrong with the form of a webhook's URL, in words that follow its name; undefined when nothing is. Only a
 * look-up tells whether its host is public.
 *
 * @param allowedHosts hosts, or `host:port`, that may be private and use http.
 */
export function issueWithWebhookUrl(text: string, allowedHosts: readonly string[]): string | undefined {
  if (text.length > SAVED_SEARCH.urlLength) return `must have at most ${SAVED_SEARCH.urlLength} characters`;
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return 'must be a URL like https://example.com/hook';
  const url = new URL(text);
  const isAllowed = isAllowedHost(url, allowedHosts);
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (!PLAIN_HOST.test(text)) return 'must be a URL like https://example.com/hook';
  if (text.includes('#')) return 'must not have a fragment';
  if (!isAllowed && url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must use port 443, or one from ${FIRST_FREE_PORT} up`;
  return undefined;
}

/** Whether the operator allows webhooks there, whatever the address. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
}
