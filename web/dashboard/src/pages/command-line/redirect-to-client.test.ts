import { isClientRedirect } from './redirect-to-client';

const ASKED = 'http://127.0.0.1:49152/callback';

describe('the URL for returning to the client', () => {
  it.each([`${ASKED}?code=abc&state=x`, `${ASKED}?error=access_denied`])('is %s', (address) => {
    expect(isClientRedirect(address, ASKED)).toBe(true);
  });

  it.each([
    'http://127.0.0.1:49153/callback?code=abc',
    'http://[::1]:49152/callback?code=abc',
    'https://127.0.0.1:49152/callback?code=abc',
    'http://127.0.0.1:49152/elsewhere',
    'http://a:b@127.0.0.1:49152/callback',
    'http://evil.example/callback',
    'javascript:alert(1)',
    '/callback',
    '',
  ])('is not %j', (address) => {
    expect(isClientRedirect(address, ASKED)).toBe(false);
  });
});
