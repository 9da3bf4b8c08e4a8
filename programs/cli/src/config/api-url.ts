import { createHash } from 'node:crypto';
import { UsageError } from '../failure';

export const DEFAULT_API_URL = 'http://127.0.0.1:8080';

/**
 * Normalizes an API's root URL, so that one installation has one login: no trailing slash, no `/api/v1`.
 *
 * @param origin where the text comes from, for error messages.
 * @throws UsageError if it is not an http(s) URL or has a user name, a query, or a fragment.
 */
export function parseApiUrl(text: string, origin: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw notUsable(text, origin, 'is not a URL');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw notUsable(text, origin, 'must begin with https:// or http://');
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError(
      `${origin} must not contain a user name, a query, or a fragment.`,
      'Give the address only, such as https://api.example.com',
    );
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api(?:\/cli)?\/v1$/, '');
}

/** Whether others on the network could read the traffic: plain http to another machine. */
export function isExposed(apiUrl: string): boolean {
  const { protocol, hostname } = new URL(apiUrl);
  return protocol === 'http:' && !/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** A readable file name, unique per API URL. */
export function fileNameOf(apiUrl: string): string {
  const { host } = new URL(apiUrl);
  const digest = createHash('sha256').update(apiUrl).digest('hex').slice(0, 12);
  return `${host.replace(/[^a-z0-9.-]/g, '_')}-${digest}`;
}

function notUsable(text: string, origin: string, why: string): UsageError {
  return new UsageError(
    `${origin} ${why}: ${text.replace(/\/\/[^/]*@/, '//…@')}`,
    'Give an address such as https://api.example.com',
  );
}
