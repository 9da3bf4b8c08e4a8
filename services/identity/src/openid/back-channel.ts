import type { CustomFetch } from 'openid-client';
import type { OpenIdSettings } from './settings';

/**
 * How the issuer is called. If a back channel is set, requests to the issuer's origin go there, with a reverse proxy's
 * headers (fetch sets `Host` itself), so that an issuer that relies on them responds with the addresses browsers know.
 */
export function backChannel({
  issuerUrl,
  backChannelUrl,
}: Pick<OpenIdSettings, 'issuerUrl' | 'backChannelUrl'>): CustomFetch | undefined {
  if (backChannelUrl === undefined) return undefined;
  const { origin, host, protocol } = new URL(issuerUrl);
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
  return (address, options) => {
    const url = new URL(address);
    if (url.origin !== origin) return fetch(address, options as RequestInit);
    const inside = new URL(url.pathname + url.search, backChannelUrl);
    return fetch(inside, { ...(options as RequestInit), headers: { ...options.headers, ...forwarded } });
  };
}
