import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address';

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
])('with %s proxies and %s it is %s', (trusted, forwarded, address) =>
  expect(clientAddress(request(forwarded), trusted)).toBe(address),
);

it.each([
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::1', '::1'],
  ['::ffff:a00:1', '::ffff:a00:1'],
])('a socket for both kinds that shows %s has %s', (shown, address) =>
  expect(clientAddress(request(undefined, shown), 0)).toBe(address),
);
