import type { IncomingMessage } from 'node:http';
import { AllowedHosts, hostNameOf } from './allowed-hosts';

const cameTo = (localAddress: string) => ({ socket: { localAddress } }) as unknown as IncomingMessage;

it.each([
  ['example.com', 'example.com'],
  ['Example.COM.:8080', 'example.com'],
  ['127.0.0.1:1', '127.0.0.1'],
  ['[2001:DB8::1]:443', '[2001:db8::1]'],
  ['2001:db8::1', undefined],
  ['user@example.com', undefined],
  ['example.com/path', undefined],
  ['', undefined],
])('the host of %p is %p', (authority, host) => expect(hostNameOf(authority)).toBe(host));

it('extracts names from addresses, URLs, and hosts with ports', () => {
  const hosts = new AllowedHosts([
    undefined,
    'https://a.example:8443/root',
    'b.example:80',
    '::',
    '2001:db8::1',
  ]);
  for (const name of ['a.example', 'b.example', '[2001:db8::1]', 'localhost', '127.0.0.2', '[::1]']) {
    expect([name, hosts.includes(name, cameTo('10.0.0.1'))]).toEqual([name, true]);
  }
  expect(hosts.includes('c.example', cameTo('10.0.0.1'))).toBe(false);
});

it('accepts the address that a connection came to', () => {
  const hosts = new AllowedHosts([]);
  expect(hosts.includes('10.0.0.1', cameTo('::ffff:10.0.0.1'))).toBe(true);
  expect(hosts.includes('[2001:db8::1]', cameTo('2001:db8::1'))).toBe(true);
  expect(hosts.includes('10.0.0.2', cameTo('10.0.0.1'))).toBe(false);
});

it('accepts every name if so configured', () => {
  expect(new AllowedHosts(['*']).includes('c.example', cameTo('10.0.0.1'))).toBe(true);
});
