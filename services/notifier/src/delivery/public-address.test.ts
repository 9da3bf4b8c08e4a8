import { UnresolvedError } from './host-resolver';
import { addressCheck, addressesOf, isPublicAddress, pinnedTo } from './public-address';

test.each([
  ...[
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
  ],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
  ...[
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '64:ff9b::7f00:1'],
  ...['64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1'],
  ...['fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1', '5f00::1'],
  ...['', 'localhost', '1', '0x7f.1', '127.1', '8.8.8.8:80'],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
  ],
  ...['192.0.1.1', '198.17.0.1', '198.20.0.1', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450::1'],
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

const at =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
const example = new URL('https://example.com/');

it('refuses a host with any address that is not public, or without addresses', async () => {
  const issue = (...addresses: string[]) => addressCheck([], at(...addresses))(example);
  expect(await issue('8.8.8.8', '2606:4700::1')).toBeUndefined();
  expect(await issue('8.8.8.8', '127.0.0.1')).toContain('public');
  expect(await issue('8.8.8.8', '::ffff:10.0.0.1')).toContain('public');
  expect(await issue()).toContain('public');
  const unknown = () => Promise.reject(new UnresolvedError('unknown'));
  expect(await addressCheck([], unknown)(example)).toContain('resolved');
});

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://postgres/',
  'https://[::ffff:a00:1]/',
])('refuses %s without asking a name server', async (url) =>
  expect(await addressCheck([], at('8.8.8.8'))(new URL(url))).toContain('public'),
);

it('accepts any address of a host that the operator allows, and of no other', async () => {
  const allowed = ['127.0.0.1', 'hooks.internal:8443'];
  expect(await addressCheck(allowed, at())(new URL('http://127.0.0.1:99/'))).toBeUndefined();
  expect(
    await addressCheck(allowed, at('10.0.0.1'))(new URL('https://hooks.internal:8443/')),
  ).toBeUndefined();
  expect(await addressCheck(allowed, at('10.0.0.1'))(new URL('https://hooks.internal/'))).toContain('public');
});

it('connects to the checked address, whatever the host resolves to later', async () => {
  const pinned = pinnedTo(await addressesOf(example, [], at('8.8.8.8', '2606:4700::1')));
  const one = new Promise((done) => pinned('other.example', {}, (...response) => done(response)));
  const all = new Promise((done) => pinned('other.example', { all: true }, (...response) => done(response)));
  expect(await one).toEqual([null, '8.8.8.8', 4]);
  expect(await all).toEqual([
    null,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
  ]);
});
