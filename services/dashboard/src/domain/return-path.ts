/** The default destination. */
export const START_PAGE = '/';

const MAXIMUM_LENGTH = 2_000;
/** Encoding can triple the length, and proxies leave little room for response headers (nginx 4 KB). */
const MAXIMUM_CARRIED_LENGTH = 1_000;
/** Printable ASCII without a backslash, which browsers treat as a slash; encoded paths need nothing else. */
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/;
/** A placeholder for the dashboard's own origin. */
const HERE = 'http://here.invalid';
/** Paths without pages: returning to one would sign in again, or show data. */
const NO_PAGE = /^\/(?:auth|api|webhooks)(?:[/?#]|$)/;

/**
 * The page to redirect to after sign-in: `text` if it is a path of a page here, else the start page. The result begins
 * with exactly one slash, is plain ASCII, and stays on this host, even after a browser normalizes it.
 *
 * @param text untrusted: it came with a link that anyone may have made.
 */
export function returnPath(text: string | undefined): string {
  if (text === undefined || text.length > MAXIMUM_LENGTH) return START_PAGE;
  if (!PLAIN.test(text) || !URL.canParse(text, HERE)) return START_PAGE;
  // Read it as a browser would: two slashes name a host, and dots are resolved, even encoded ones.
  const { origin, pathname } = new URL(text, HERE);
  if (origin !== HERE || pathname.startsWith('//') || NO_PAGE.test(pathname)) return START_PAGE;
  return text;
}

/**
 * Like {@link returnPath}, for a path inside a cookie or another URL: falls back to the start page if the path is too
 * long for that, because a proxy would fail the whole response.
 */
export function carriedReturnPath(text: string | undefined): string {
  const path = returnPath(text);
  return path.length <= MAXIMUM_CARRIED_LENGTH ? path : START_PAGE;
}
