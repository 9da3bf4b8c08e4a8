/** Where people go who were on their way nowhere. */
export const START_PAGE = '/';

const MAXIMUM_LENGTH = 2_000;
/** Encoded it may take three times as much, and proxies give all headers of an answer little room (nginx 4 KB). */
const MAXIMUM_CARRIED_LENGTH = 1_000;
/** Printable ASCII without a backslash, which browsers take for a slash; a path needs nothing else, it is encoded. */
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/;
/** Stands for the dashboard's own origin, whatever it is. */
const HERE = 'http://here.invalid';
/** Paths that no page is at: to return to one would sign in again, or show data. */
const NO_PAGE = /^\/(?:auth|api|webhooks)(?:[/?#]|$)/;

/**
 * The path of a page here to redirect to after sign-in: `text` when it is one, else the start page.
 * What comes out begins with one slash, is plain ASCII and stays on this host, also when a browser normalizes it.
 *
 * @param text anything at all: it came with a link that anybody may have made.
 */
export function returnPath(text: string | undefined): string {
  if (text === undefined || text.length > MAXIMUM_LENGTH) return START_PAGE;
  if (!PLAIN.test(text) || !URL.canParse(text, HERE)) return START_PAGE;
  // As a browser would read it: two slashes name a host, and dots are resolved, encoded ones too.
  const { origin, pathname } = new URL(text, HERE);
  if (origin !== HERE || pathname.startsWith('//') || NO_PAGE.test(pathname)) return START_PAGE;
  return text;
}

/**
 * The same for a path that an answer carries beside other things, in a cookie or within another URL: also the start page
 * for one that is too long for that, since a proxy would fail the whole answer.
 */
export function carriedReturnPath(text: string | undefined): string {
  const path = returnPath(text);
  return path.length <= MAXIMUM_CARRIED_LENGTH ? path : START_PAGE;
}
