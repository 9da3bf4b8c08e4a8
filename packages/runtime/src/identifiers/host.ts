import { domainToASCII } from 'node:url';

/** RFC 1035, section 2.3.4, as text without a trailing dot. */
export const MAXIMUM_HOST_LENGTH = 253;
/** Underscores occur in DNS hosts, though not in host names. */
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** This machine's own names. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** RFC 3986, section 3.1. */
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i;
const MAILTO = /^mailto:/i;
/** Ends the authority of a URL; browsers treat a backslash as a slash. */
const AUTHORITY_END = /[/\\?#]/;

/**
 * The host in a host name, a URL of any scheme, or an email address: in lower case and ASCII (RFC 5891), without user,
 * port, and trailing dot.
 *
 * @returns undefined if there is no host; no company has an IPv6 address.
 */
export function hostOf(text: string): string | undefined {
  const withoutScheme = text.trim().replace(SCHEME, '').replace(MAILTO, '');
  const authority = withoutScheme.split(AUTHORITY_END, 1)[0]!;
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:[0-9]*$/, '')
    .replace(/[.。．｡]$/, '');
  if (host === '' || /[\s%:]/.test(host)) return undefined;
  // '' if this cannot be a host.
  const ascii = domainToASCII(host);
  return ascii.length <= MAXIMUM_HOST_LENGTH && HOST.test(ascii) ? ascii : undefined;
}

/** Whether a URL's host is this machine itself: browsers trust plain http there like https. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
