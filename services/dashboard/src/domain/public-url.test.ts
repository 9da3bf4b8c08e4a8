import { isOrigin, isSafeForCookies } from './public-url';

it.each(['https://example.com', 'http://localhost:8081', 'http://[::1]:80', 'https://a-b.example:8443'])(
  '%s is an origin',
  (text) => expect(isOrigin(text)).toBe(true),
);

it.each([
  '',
  'example.com',
  'ftp://example.com',
  'https://',
  'https://example.com/',
  'https://example.com?x',
  'https://example.com#x',
  'https://user@example.com',
  'https://exam ple.com',
  'https://example.com:99999',
  ' https://example.com',
  'https://example.com ',
  'xhttps://example.com',
])('%j is not an origin', (text) => expect(isOrigin(text)).toBe(false));

it.each([
  ['https://example.com', true],
  ['http://localhost:8081', true],
  ['http://127.0.0.1', true],
  ['http://example.com', false],
  // Texts that are not origins are refused elsewhere.
  ['http://example.com/path', true],
])('keeps Secure cookies of %s: %s', (text, expected) => expect(isSafeForCookies(text)).toBe(expected));
