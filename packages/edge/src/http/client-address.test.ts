import type { IncomingMessage } from 'node:http';
import { clientAddress, clientSite, networkOf } from './client-address';

const request = (forwarded?: string, remoteAddress = '10.0.0.1') =>
  ({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it.each([
  [0, '1.1.1.1', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '1.1.1.1', '1.1.1.1'],
  [1, 'forged, 1.1.1.1', '1.1.1.1'],
  [2, 'forged, 1.1.1.1, 2.2.2.2', '1.1.1.1'],
  [2, '1.1.1.1', '1.1.1.1'],
  [1, '1.1.1.1:51234', '1.1.1.1'],
  [1, '[2001:db8::1]:51234', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
])('with %s proxies and %s it is %s', (trusted, forwarded, address) =>
  expect(clientAddress(request(forwarded), trusted)).toBe(address),
);

it.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::1', '::1'],
  ['::ffff:a00:1', '::ffff:a00:1'],
])('on a dual-stack socket, %s is %s', (shown, address) =>
  expect(clientAddress(request(undefined, shown), 0)).toBe(address),
);

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::ffff:a00:1', '::ffff:a00:1'],
  ['nonsense', 'nonsense'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::', '2001:db8:1::/48'],
])('%s is of the site %s', (address, site) => expect(clientSite(request(address), 1)).toBe(site));
