import type { IncomingMessage } from 'node:http';

/** A request as Express hands it on: with the path that it came to before the mount path was taken off. */
interface MountedRequest extends IncomingMessage {
  originalUrl?: string;
}

const MAXIMUM_FORM_BYTES = 8_192;

/**
 * Makes a request one to the issuer's own URL, wherever the listener is mounted and whatever name it was reached by: the
 * path is the rest after the issuer's, the host and the scheme are the issuer's. So the URLs that the library builds
 * are the issuer's, and never what a Host header says.
 *
 * @returns the path below the issuer's, without a query; undefined when the request is for something else.
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

/** Takes a cookie out of a request. */
export function dropCookie(request: IncomingMessage, name: string): void {
  const { cookie } = request.headers;
  if (cookie === undefined) return;
  const kept = cookie
    .split(/;\s*/)
    .filter((pair) => !pair.startsWith(`${name}=`) && !pair.startsWith(`${name}.sig=`));
  request.headers.cookie = kept.join('; ');
}

/** @returns undefined when the body is no form, or too long for one. */
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
