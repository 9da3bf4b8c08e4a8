import { isLoopback } from '@heliograph/runtime';
import type { OperatorRule } from '../domain/claims';

/** How people sign in. */
export interface OpenIdSettings {
  issuerUrl: string;
  /** Where this program reaches the issuer, if not where browsers do. */
  backChannelUrl?: string | undefined;
  clientId: string;
  /** Undefined for a public client, which has only PKCE. */
  clientSecret: string | undefined;
  scopes: string;
  /** Whether all of the issuer's addresses count as verified, even if it does not say so. */
  trustsEmail: boolean;
  operatorRule: OperatorRule | undefined;
  /** The dashboard's public root, without a trailing slash. */
  dashboardUrl: string;
}

/** Where the issuer sends browsers back to. */
export function redirectUriOf(dashboardUrl: string): string {
  return `${dashboardUrl}/auth/callback`;
}

/** Where the issuer sends browsers after sign-out. */
export function signedOutUriOf(dashboardUrl: string): string {
  return `${dashboardUrl}/`;
}

/** Whether codes and tokens may be sent to a URL: encrypted, or without leaving the machine. */
export function isSafeUrl(text: string): boolean {
  // The parser skips white space, which the issuer's own spelling of its name does not have.
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
