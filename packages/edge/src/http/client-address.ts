import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The prefix with which a dual-stack socket shows an IPv4 address (RFC 4291, section 2.5.5.2). */
export const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The address a request came from. Behind proxies, the one the outermost trusted proxy saw: each proxy appends to
 * X-Forwarded-For; anything the client wrote there comes earlier and is not trusted.
 *
 * @param trustedProxies number of proxies in front.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  return addressBefore(request, trustedProxies).replace(MAPPED_IPV4, '');
}

/** The key of per-address limits: see {@link networkOf}. */
export function clientNetwork(request: IncomingMessage, trustedProxies: number): string {
  return networkOf(clientAddress(request, trustedProxies));
}

/** The client's site: see {@link siteOf}. */
export function clientSite(request: IncomingMessage, trustedProxies: number): string {
  return siteOf(clientAddress(request, trustedProxies));
}

/** The site of an address (RFC 6177, section 2): an IPv4 address, or an IPv6 /48, which is 65,536 networks. */
export function siteOf(address: string): string {
  return networkOf(address, GROUPS_OF_SITE);
}

const GROUP_BITS = 16;
/** A client with one address of a network has them all, so per-address limits count networks. */
const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;
const GROUPS = 8;

/**
 * The key of per-address limits: an IPv4 address as is, an IPv6 address by its 64-bit network (RFC 4291, section
 * 2.5.4), which usually belongs to one customer.
 *
 * @param prefixGroups length of an IPv6 network's prefix, in groups of 16 bits.
 */
export function networkOf(address: string, prefixGroups = GROUPS_OF_NETWORK): string {
  if (!isIPv6(address) || /^::ffff:/i.test(address)) return address;
  const [head, tail] = address.replace(/%.*$/, '').split('::', 2) as [string, string?];
  const groupsOf = (text: string | undefined) => (text ? text.split(':') : []);
  const first = groupsOf(head);
  const last = groupsOf(tail);
  // A trailing IPv4 address counts as two groups.
  const length = first.length + last.length + (address.includes('.') ? 1 : 0);
  const groups = [...first, ...Array<string>(Math.max(0, GROUPS - length)).fill('0'), ...last];
  const network = groups.slice(0, prefixGroups).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/${prefixGroups * GROUP_BITS}`;
}

function addressBefore(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => withoutPort(entry.trim()))
    .filter((address) => address !== '');
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? peer;
}

/** Some proxies append the port, too: `203.0.113.7:51234`, `[2001:db8::1]:4000`. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
}
