import { SAVED_SEARCH } from '@heliograph/contract';

/** Below are the ports of mail, databases and the like, none of which is a receiver. */
const FIRST_FREE_PORT = 1_024;

/** The host right after two slashes: parsers mend other spellings, and not all in the same way (`\`, `@`, `///`). */
const PLAIN_HOST = /^[a-z]+:\/\/[^/\\@?#]+(?:[/?#]|$)/i;

/**
 * What is wrong with a webhook's URL by its form, in words that follow its name; undefined when nothing is. Whether its host is
 * public only a look-up tells.
 *
 * @param allowedHosts hosts, or `host:port`, that may be private and may be reached by http.
 */
export function faultOfWebhookUrl(text: string, allowedHosts: readonly string[]): string | undefined {
  if (text.length > SAVED_SEARCH.urlLength) return `must have at most ${SAVED_SEARCH.urlLength} characters`;
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return 'must be a URL like https://example.com/hook';
  const url = new URL(text);
  const isAllowed = isAllowedHost(url, allowedHosts);
  if (url.protocol !== 'https:' && !(isAllowed && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password';
  if (!PLAIN_HOST.test(text)) return 'must be a URL like https://example.com/hook';
  if (text.includes('#')) return 'must have no fragment';
  if (!isAllowed && url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return `must have port 443, or one from ${FIRST_FREE_PORT} on`;
  return undefined;
}

/** Whether the operator lets webhooks go there, whatever address it has. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host);
}
