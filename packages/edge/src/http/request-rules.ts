import type { IncomingMessage } from 'node:http';
import { REQUEST_LIMIT_TEXTS, REQUEST_LIMITS } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import { hostNameOf, type AllowedHosts } from './allowed-hosts';

/** `: ` and the CRLF. */
const BYTES_AROUND_HEADER = 4;
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)/i;
const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1']);

const CONTENT_TOO_LARGE = 413;
const MISDIRECTED_REQUEST = 421;
const URI_TOO_LONG = 414;
const HEADER_FIELDS_TOO_LARGE = 431;
const VERSION_NOT_SUPPORTED = 505;

interface RequestRules {
  /** Maximum bytes of a request target. */
  maximumUrlLength: number;
  /** Undefined if the operation is for probes, which know no names. */
  hosts: AllowedHosts | undefined;
}

/**
 * Checks the rules that apply to every request, whatever the operation and whatever a proxy in front may have changed.
 *
 * @param target as Node.js read it; a router may have removed part of `request.url`.
 * @throws ServiceError `invalid_parameter` with HTTP's own status.
 */
export function checkRequest(
  request: IncomingMessage,
  { maximumUrlLength, hosts }: RequestRules,
  target = request.url ?? '',
): void {
  if (target.length > maximumUrlLength) {
    refuse(REQUEST_LIMIT_TEXTS.url(maximumUrlLength), URI_TOO_LONG);
  }
  if (!VERSIONS.has(request.httpVersion)) {
    refuse('Only HTTP/1.0 and HTTP/1.1 are supported.', VERSION_NOT_SUPPORTED);
  }
  const seen = countHeaders(request.rawHeaders);
  const { headerBytes, headerCount, bodyBytes } = REQUEST_LIMITS;
  if (seen.bytes > headerBytes || request.rawHeaders.length > 2 * headerCount) {
    refuse(REQUEST_LIMIT_TEXTS.headers, HEADER_FIELDS_TOO_LARGE);
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
    refuse(REQUEST_LIMIT_TEXTS.body(bodyBytes), CONTENT_TOO_LARGE);
  }
  if (seen.hosts > 1) refuse('A request must have exactly one Host header.');
  if (seen.authorizations > 1) refuse('A request may have at most one Authorization header.');
  const authority = authorityOf(request, target);
  if (authority === undefined || !hosts) return;
  const hostName = hostNameOf(authority);
  if (hostName === undefined) refuse('The Host is not a name or an address, optionally with a port.');
  if (!hosts.includes(hostName, request)) {
    refuse(
      'This system does not accept the host name in the Host header. Its operator can allow more names with ALLOWED_HOSTS.',
      MISDIRECTED_REQUEST,
    );
  }
}

/** The requested host (RFC 9112, section 3.2.2): that of a target in absolute form, else the Host header's. */
function authorityOf({ headers, httpVersion }: IncomingMessage, target: string): string | undefined {
  if (headers.host === undefined && httpVersion === '1.1') {
    refuse('An HTTP/1.1 request must have a Host header.');
  }
  if (target.startsWith('/') || target === '*') return headers.host;
  const absolute = ABSOLUTE_FORM.exec(target);
  if (!absolute) refuse('The target must be a path, or an http or https URL.');
  return absolute[1];
}

function countHeaders(rawHeaders: readonly string[]) {
  const seen = { bytes: 0, hosts: 0, authorizations: 0 };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    seen.bytes += name.length + rawHeaders[index + 1]!.length + BYTES_AROUND_HEADER;
    if (name.length === 4 && name.toLowerCase() === 'host') seen.hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') seen.authorizations += 1;
  }
  return seen;
}

function refuse(text: string, status?: number): never {
  throw new ServiceError('invalid_parameter', text, status === undefined ? {} : { status });
}
