/**
 * A cookie's value in a `Cookie` header (RFC 6265, section 4.2.1).
 *
 * @returns undefined if it is absent, or present more than once: then we cannot tell who set it.
 */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? values[0]!.slice(name.length + 1) : undefined;
}

/**
 * A `Set-Cookie` field that is hidden from scripts and never sent over plain http or with other sites' forms.
 *
 * @param maximumAgeSeconds 0 removes the cookie.
 */
export function cookieField(name: string, value: string, path: string, maximumAgeSeconds: number): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maximumAgeSeconds}; HttpOnly; Secure; SameSite=Lax`;
}
