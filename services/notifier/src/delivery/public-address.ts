import { ServiceError } from '@heliograph/runtime';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isAllowedHost } from '../domain/webhook-url';
import { UnresolvedError, type Resolve } from './host-resolver';
import type { IssueWithAddress } from './issue-with-address';

/** IANA's registry of special-purpose IPv4 addresses (RFC 6890), multicast (RFC 5771), and the former 6to4 relays. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The only IPv6 range assigned to networks (RFC 4291); the rest is loopback, mapped, local, NAT64, or multicast. */
const GLOBAL_V6 = '2000::/3';
/** Excluded from it: protocols (Teredo, ORCHID), documentation, and 6to4, which embeds an IPv4 address. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockedV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const blockedV6 = listOf(NOT_PUBLIC_V6, 'ipv6');
const globalV6 = listOf([GLOBAL_V6], 'ipv6');

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network, prefix] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Whether the public Internet routes to an address. IPv6 forms that embed an IPv4 address are refused. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blockedV4.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (version !== 6 || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6');
}

/** A host resolves to an address that is not public. */
export class AddressRefusedError extends Error {
  constructor() {
    super('the host has an address that is not public');
    this.name = 'AddressRefusedError';
  }
}

/**
 * The addresses of a webhook's host, all public unless the operator allows the host. Connect to one of these: a second
 * lookup could return another.
 *
 * @throws AddressRefusedError when any is not public; UnresolvedError
 */
export async function addressesOf(
  url: URL,
  allowedHosts: readonly string[],
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  const isAllowed = isAllowedHost(url, allowedHosts);
  // `localhost`, and names that only a search domain or `/etc/hosts` completes.
  if (version === 0 && !isAllowed && !host.includes('.')) throw new AddressRefusedError();
  const addresses = version === 0 ? await resolve(host, isAllowed) : [{ address: host, family: version }];
  if (isAllowed) return addresses;
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefusedError();
  return addresses;
}

/** A lookup function that returns the checked addresses without asking again. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    if (options.all) done(null, [...addresses]);
    else done(null, addresses[0]!.address, addresses[0]!.family);
  };
}

/**
 * What is wrong with a webhook host's addresses when the webhook is saved.
 *
 * @throws ServiceError `unavailable` when too many lookups are running.
 */
export function addressCheck(allowedHosts: readonly string[], resolve: Resolve): IssueWithAddress {
  return async (url) => {
    try {
      await addressesOf(url, allowedHosts, resolve);
      return undefined;
    } catch (error) {
      if (error instanceof AddressRefusedError) return 'must resolve to public addresses only';
      if (!(error instanceof UnresolvedError)) throw error;
      if (error.reason === 'busy')
        throw new ServiceError('unavailable', 'Too many webhooks are being checked. Try again shortly.', {
          cause: error,
        });
      return error.reason === 'late'
        ? 'must have a host whose name servers answer in time'
        : 'must have a host that can be resolved';
    }
  };
}
