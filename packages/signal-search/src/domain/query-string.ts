import { isUtf8 } from 'node:buffer';
import { excerpt, issueWithText } from './characters';
import { MAXIMUM_LISTED_ISSUES, type RequestIssue } from './issues';

/** The decoded parameters of a query string; those with an empty value count as absent and are omitted. */
export interface Query {
  readonly values: ReadonlyMap<string, string>;
  readonly issues: RequestIssue[];
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();

/**
 * Parses a raw query string (without the `?`) strictly: percent-encoded UTF-8, `+` means a space, each parameter at
 * most once, unknown names refused unless they are to be ignored. Accepts unencoded UTF-8 bytes, as some forms have
 * them; in a URL, Node.js itself refuses them. Reports every issue, up to a limit.
 *
 * @param raw from Node.js: one character per byte.
 * @param known the operation's parameter names.
 */
export function readQuery(
  raw: string,
  known: ReadonlySet<string> = NO_PARAMETERS,
  unknown: 'refused' | 'ignored' = 'refused',
): Query {
  const values = new Map<string, string>();
  const issues: RequestIssue[] = [];
  if (raw === '') return { values, issues };
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let start = 0;
  while (start <= raw.length) {
    let end = raw.indexOf('&', start);
    if (end === -1) end = raw.length;
    if (end > start) readPair(raw, start, end);
    start = end + 1;
    if (issues.length >= MAXIMUM_LISTED_ISSUES) break;
  }
  return { values, issues };

  function readPair(text: string, from: number, to: number): void {
    let separator = text.indexOf('=', from);
    if (separator === -1 || separator > to) separator = to;
    const name = decodeComponent(text.slice(from, separator));
    if (name === undefined) {
      const shown = excerpt(text.slice(from, separator));
      return issue('invalid_parameter', shown, 'the name is not valid percent-encoded UTF-8');
    }
    if (!known.has(name)) {
      if (unknown === 'ignored') return;
      if (!seen.has(name)) issue('unknown_parameter', excerpt(name), 'is not a parameter of this operation');
      seen.add(name);
      return;
    }
    if (seen.has(name)) {
      if (!repeated.has(name)) issue('repeated_parameter', name, 'is given more than once');
      repeated.add(name);
      return;
    }
    seen.add(name);
    if (separator >= to - 1) return;
    const value = decodeComponent(text.slice(separator + 1, to));
    if (value === undefined) return issue('invalid_parameter', name, 'is not valid percent-encoded UTF-8');
    const textIssue = issueWithText(value);
    if (textIssue) return issue('invalid_parameter', name, textIssue);
    values.set(name, value);
  }

  function issue(code: RequestIssue['code'], parameter: string, message: string): void {
    issues.push({ code, parameter, message });
  }
}

const NEEDS_DECODING = /[%+#\u0080-\uffff]/;

/**
 * Decodes one component of a query string.
 *
 * @returns undefined if it is not valid percent-encoded UTF-8.
 */
export function decodeComponent(raw: string): string | undefined {
  if (!NEEDS_DECODING.test(raw)) return raw;
  // A raw "#" cannot be part of a request target (RFC 9112, section 3.2): the client failed to encode it.
  if (raw.includes('#')) return undefined;
  let encoded = raw.includes('+') ? raw.replaceAll('+', ' ') : raw;
  if (/[\u0080-\uffff]/.test(encoded)) {
    const bytes = Buffer.from(encoded, 'latin1');
    if (!isUtf8(bytes)) return undefined;
    encoded = bytes.toString('utf8');
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/**
 * The canonical text of all query strings that mean the same request: decoded, ordered by name, without empty values.
 * Two requests with the same path and canonical query are the same request for an Idempotency-Key.
 */
export function canonicalQuery(values: ReadonlyMap<string, string>): string {
  return [...values]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
