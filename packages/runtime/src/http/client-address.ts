import type { IncomingMessage } from 'node:http';

/** How a socket for both kinds of addresses shows an IPv4 one (RFC 4291, section 2.5.5.2). */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address a request came from. Behind proxies it is the one that the outermost trusted proxy saw: each of them
 * appends to X-Forwarded-For, and what a client wrote there itself comes before and is not believed.
 *
 * @param trustedProxies how many proxies are known to be in front.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  return addressBefore(request, trustedProxies).replace(MAPPED_IPV4, '');
}

function addressBefore(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer;
}
