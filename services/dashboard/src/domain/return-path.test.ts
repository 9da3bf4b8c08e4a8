import fc from 'fast-check';
import { carriedReturnPath, returnPath, START_PAGE } from './return-path';

const ORIGIN = 'https://dashboard.example';

it.each([
  '/',
  '/keys',
  '/keys?new=1#top',
  '/activities?q=%22series%20b%22&searchGroups=%7B%22op%22%3A%22and%22%7D',
  '/companies/acme.com',
  '/cli/authorize?response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&state=x',
  '/a/../keys',
  '/authors',
])('keeps %s', (path) => expect(returnPath(path)).toBe(path));

it.each([
  undefined,
  '',
  'keys',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: a=b',
  ' /keys',
  '/keys ',
  '/kéys',
  '/\u2028',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/keys/../..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '@evil.example',
  '/auth/sign-in',
  '/auth',
  '/x/../auth/callback',
  '/api/app/v1/session',
  '/webhooks/payments',
  `/${'a'.repeat(2_000)}`,
])('replaces %j with the start page', (path) => expect(returnPath(path)).toBe(START_PAGE));

/** Strings assembled from parts of such attacks. */
const hostile = fc
  .array(
    fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '%09',
      '\t',
      '\n',
      '\r',
      '\0',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'http:',
      'javascript:',
      'keys',
      '\u3002',
      '\uff0f',
      'é',
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

it('never leaves the site, however a browser reads it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((text) => `/${text}`),
        fc.string(),
        fc.webUrl(),
      ),
      (text) => {
        const path = returnPath(text);
        // Both as a redirect and as a link on a page.
        for (const target of [new URL(ORIGIN + path), new URL(path, `${ORIGIN}/deep/page`)]) {
          expect(target.origin).toBe(ORIGIN);
          expect(target.pathname).not.toMatch(/^\/(?:\/|auth(?:\/|$)|api(?:\/|$))/);
        }
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('is carried if short and safe', () => {
  const longest = `/${'a'.repeat(999)}`;
  expect(carriedReturnPath(longest)).toBe(longest);
  expect(carriedReturnPath(`${longest}a`)).toBe(START_PAGE);
  expect(carriedReturnPath('//evil.example')).toBe(START_PAGE);
});
