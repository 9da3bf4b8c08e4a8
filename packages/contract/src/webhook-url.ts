import { SAVED_SEARCH } from './saved-searches';

/**
 * The host right after two slashes, without its port: parsers repair other spellings, and not all in the same way (`\`,
 * `@`, `///`).
 */
const PLAIN_HOST = /^[a-z]+:\/\/(\[[^\]/\\@?#]*\]|[^:/\\@?#]+)(?::\d+)?(?:[/?#]|$)/i;

/**
 * What is wrong with the form of a webhook's URL, whatever its host, worded to follow its name; undefined if nothing
 * is.
 *
 * @param url the parsed text; undefined if it does not parse.
 */
export function issueWithWebhookUrlForm(
  text: string,
  url: { protocol: string; username: string; password: string; hostname: string } | undefined,
): string | undefined {
  if (text.length > SAVED_SEARCH.urlLength) return `must have at most ${SAVED_SEARCH.urlLength} characters`;
  if (url === undefined || /[\s\p{Cc}]/u.test(text)) return 'must be a URL like https://example.com/hook';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  const host = PLAIN_HOST.exec(text)?.[1];
  if (host === undefined) return 'must be a URL like https://example.com/hook';
  // Limits per host go by the text, which has one spelling per host: no `0x7f.1`, `exa%6dple.com`, or `example.com.`.
  const spelling = url.hostname.replace(/\.$/, '');
  if (host.toLowerCase() !== spelling) return `must spell its host ${spelling}`;
  if (text.includes('#')) return 'must not have a fragment';
  return undefined;
}
