import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** How a socket for both kinds of addresses shows an IPv4 one (RFC 4291, section 2.5.5.2). */
export const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address a request came from. Behind proxies it is the one that the outermost trusted proxy saw: each of them
 * appends to X-Forwarded-For, and what a client wrote there itself comes before and is not believed.
 *
 * @param trustedProxies how many proxies are known to be in front.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  return addressBefore(request, trustedProxies).replace(MAPPED_IPV4, '');
}

/** What limits by address count a request by: see {@link networkOf}. */
export function clientNetwork(request: IncomingMessage, trustedProxies: number): string {
  return networkOf(clientAddress(request, trustedProxies));
}

/** 16 bits each. A client with one address of a network has all of them, so limits by address count networks. */
const GROUPS_OF_NETWORK = 4;
const GROUPS = 8;

/**
 * What limits by address count by: an IPv4 address as it is, of an IPv6 address its network of 64 bits (RFC 4291, section
 * 2.5.4), all of which one customer usually has.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address;
  const [head, tail] = address.replace(/%.*$/, '').split('::', 2) as [string, string?];
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : []);
  const first = groupsOf(head);
  const last = groupsOf(tail);
  // An IPv4 address at the end stands for two groups.
  const length = first.length + last.length + (address.includes('.') ? 1 : 0);
  const groups = [...first, ...Array<string>(Math.max(0, GROUPS - length)).fill('0'), ...last];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
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
