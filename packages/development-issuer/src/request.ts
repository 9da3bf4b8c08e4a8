import type { IncomingMessage } from 'node:http';

/** A request as Express passes it on: with its path before the mount path was removed. */
interface MountedRequest extends IncomingMessage {
  originalUrl?: string;
}

const MAXIMUM_FORM_BYTES = 8_192;

/**
 * Readdresses a request to the issuer's own URL, wherever the listener is mounted and by whatever name it was reached:
 * the path is the part below the issuer's; host and scheme are the issuer's. The library thus builds URLs of the
 * issuer, never of a Host header.
 *
 * @returns the path below the issuer's, without a query; undefined if the request is for something else.
 */
export function addressToIssuer(request: MountedRequest, issuer: URL): string | undefined {
  const mountPath = issuer.pathname.replace(/\/$/, '');
  const original = request.originalUrl ?? request.url ?? '/';
  if (original !== mountPath && !original.startsWith(`${mountPath}/`)) return undefined;
  const rest = original.slice(mountPath.length);
  request.url = rest === '' ? '/' : rest;
  request.originalUrl = mountPath + request.url;
  request.headers.host = issuer.host;
  delete request.headers['x-forwarded-host'];
  request.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  return request.url.replace(/\?.*$/s, '');
}

/** Removes a cookie from a request. */
export function dropCookie(request: IncomingMessage, name: string): void {
  const { cookie } = request.headers;
  if (cookie === undefined) return;
  const kept = cookie
    .split(/;\s*/)
    .filter((pair) => !pair.startsWith(`${name}=`) && !pair.startsWith(`${name}.sig=`));
  request.headers.cookie = kept.join('; ');
}

/** @returns undefined if the body is not a form, or is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAXIMUM_FORM_BYTES) return undefined;
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
