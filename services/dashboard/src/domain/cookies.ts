/**
 * A cookie's value in a `Cookie` header (RFC 6265, section 4.2.1).
 *
 * @returns undefined if it is absent, or present more than once: then we cannot tell who set it.
 */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const values = pairsOf(header).filter(([sent]) => sent === name);
  return values.length === 1 ? values[0]![1] : undefined;
}

/** The names in a `Cookie` header that begin with a prefix, the oldest cookie's first (RFC 6265, 5.4). */
export function cookieNames(header: string | undefined, prefix: string): string[] {
  const names = pairsOf(header).map(([name]) => name);
  return [...new Set(names.filter((name) => name.startsWith(prefix)))];
}

function pairsOf(header: string | undefined): [name: string, value: string][] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.filter(({ length }) => length > 1).map(([name = '', ...rest]) => [name, rest.join('=')]);
}

/**
 * A `Set-Cookie` field that is hidden from scripts and never sent over plain http or with other sites' forms.
 *
 * @param maximumAgeSeconds 0 removes the cookie.
 */
export function cookieField(name: string, value: string, path: string, maximumAgeSeconds: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maximumAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}
