/** The default destination. */
export const START_PAGE = '/';

const MAXIMUM_LENGTH = 2_000;
/** Encoded it may get three times as long, and proxies allow little room for response headers (nginx 4 KB). */
const MAXIMUM_CARRIED_LENGTH = 1_000;
/** Printable ASCII without a backslash, which browsers treat as a slash; an encoded path needs nothing else. */
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/;
/** A placeholder for the dashboard's own origin. */
const HERE = 'http://here.invalid';
/** Paths without pages: returning to one would sign in again, or show data. */
const NO_PAGE = /^\/(?:auth|api|webhooks)(?:[/?#]|$)/;

/**
 * A path of a page here to redirect to after sign-in: `text` if it is one, else the start page. The result begins with
 * exactly one slash, is plain ASCII, and stays on this host, even after a browser normalizes it.
 *
 * @param text untrusted: it came with a link that anyone may have made.
 */
export function returnPath(text: string | undefined): string {
  if (text === undefined || text.length > MAXIMUM_LENGTH) return START_PAGE;
  if (!PLAIN.test(text) || !URL.canParse(text, HERE)) return START_PAGE;
  // As a browser would read it: two slashes name a host, and dots are resolved, even encoded ones.
  const { origin, pathname } = new URL(text, HERE);
  if (origin !== HERE || pathname.startsWith('//') || NO_PAGE.test(pathname)) return START_PAGE;
  return text;
}

/**
 * The same for a path inside a cookie or another URL: also the start page when it is too long for that, because a proxy
 * would fail the whole response.
 */
export function carriedReturnPath(text: string | undefined): string {
  const path = returnPath(text);
  return path.length <= MAXIMUM_CARRIED_LENGTH ? path : START_PAGE;
}
