import { SAVED_SEARCH } from './saved-searches';

/** The host right after two slashes: parsers repair other spellings, and not all in the same way (`\`, `@`, `///`). */
const PLAIN_HOST = /^[a-z]+:\/\/[^/\\@?#]+(?:[/?#]|$)/i;

/**
 * What is wrong with the form of a webhook's URL, whatever its host, worded to follow its name; undefined if nothing
 * is.
 *
 * @param url the parsed text; undefined if it does not parse.
 */
export function issueWithWebhookUrlForm(
  text: string,
  url: { protocol: string; username: string; password: string } | undefined,
): string | undefined {
  if (text.length > SAVED_SEARCH.urlLength) return `must have at most ${SAVED_SEARCH.urlLength} characters`;
  if (url === undefined || /[\s\p{Cc}]/u.test(text)) return 'must be a URL like https://example.com/hook';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (!PLAIN_HOST.test(text)) return 'must be a URL like https://example.com/hook';
  if (text.includes('#')) return 'must not have a fragment';
  return undefined;
}
