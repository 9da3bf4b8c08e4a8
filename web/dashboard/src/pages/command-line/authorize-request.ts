import { UNNAMED_DEVICE } from '@heliograph/contract';
import type { AuthorizeParameters } from '@heliograph/dashboard-api';

type AuthorizeRequest =
  | { parameters: AuthorizeParameters }
  /** What is wrong with the request, one line each. It is only explained; the browser is never redirected. */
  | { issues: string[] };

/**
 * The rules of `authorizeParameters`, in the same order; a test compares them. The server applies the original, which
 * is not bundled here: its validator is larger than all pages together, and tries `new Function`, which violates the
 * pages' policy.
 */
const RULES: Readonly<Record<keyof AuthorizeParameters, RegExp>> = {
  response_type: /^code$/,
  client_id: /^signals-cli$/,
  redirect_uri: /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/callback$/,
  code_challenge: /^[A-Za-z0-9_-]{43}$/,
  code_challenge_method: /^S256$/,
  state: /^[^]{8,200}$/u,
  device_name: /^[^]{1,100}$/u,
  client_version: /^[^]{0,40}$/u,
};

const OPTIONAL: ReadonlySet<string> = new Set<keyof AuthorizeParameters>(['device_name', 'client_version']);

/**
 * Reads the request with which the client opened this page (RFC 6749, section 4.1.1). Parameters without a value count
 * as absent, and unknown ones, such as `scope`, are ignored (section 3.1).
 */
export function readAuthorizeRequest(query: URLSearchParams): AuthorizeRequest {
  const known = [...query].filter(([name]) => Object.hasOwn(RULES, name));
  const names = known.map(([name]) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) return { issues: [...new Set(repeated)].map((name) => `${name} is given twice`) };
  const given = Object.fromEntries(known.filter(([, value]) => value !== ''));
  const issues = Object.entries(RULES).flatMap(([name, rule]) => issuesOf(name, given[name], rule));
  if (issues.length > 0) return { issues };
  // Every name is known, given once, and has a valid value.
  return { parameters: { device_name: UNNAMED_DEVICE, ...given } as unknown as AuthorizeParameters };
}

function issuesOf(name: string, value: string | undefined, rule: RegExp): string[] {
  if (value === undefined) return OPTIONAL.has(name) ? [] : [`${name} is missing`];
  return rule.test(value) ? [] : [`${name} is invalid`];
}
