import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from. Behind proxies it is the one that the outermost trusted proxy saw: each of them
 * appends to X-Forwarded-For, and what a client wrote there itself comes before and is not believed.
 *
 * @param trustedProxies how many proxies are known to be in front.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer;
}
