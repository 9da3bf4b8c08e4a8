import { authorizeParameters } from '@heliograph/dashboard-api';
import { readAuthorizeRequest } from './authorize-request';

const GOOD = {
  response_type: 'code',
  client_id: 'signals-cli',
  redirect_uri: 'http://127.0.0.1:49152/callback',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'a-random-state',
  device_name: "anna's laptop",
};
const read = (changes: Record<string, string>) =>
  readAuthorizeRequest(new URLSearchParams({ ...GOOD, ...changes }));

describe('a command-line login request', () => {
  it('is read', () => {
    expect(read({})).toEqual({ parameters: GOOD });
    expect(read({ client_version: '0.3.0', redirect_uri: 'http://[::1]:5000/callback' })).toHaveProperty(
      'parameters',
    );
  });

  it('is read from a client that only follows the standard', () => {
    const { device_name: _, ...standard } = GOOD;
    const query = new URLSearchParams({ ...standard, scope: 'signals:read', toString: 'x' });
    // RFC 8707: this one may be repeated.
    for (const resource of ['https://a.example', 'https://b.example']) query.append('resource', resource);
    const parameters = { ...standard, device_name: 'unnamed device' };
    expect(readAuthorizeRequest(query)).toEqual({ parameters });
    expect(read({ device_name: '', client_version: '' })).toEqual({ parameters });
    expect(authorizeParameters.parse(parameters)).toEqual(parameters);
  });

  it.each<Record<string, string>>([
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: 'http://127.0.0.1.evil.example:80/callback' },
    { redirect_uri: 'http://127.0.0.1:80/callback?next=//evil.example' },
    { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' },
    { redirect_uri: 'javascript:alert(1)//http://127.0.0.1:80/callback' },
    { code_challenge_method: 'plain' },
    { client_id: 'another' },
  ])('is refused if it would redirect elsewhere: %j', (changes) => {
    expect(read(changes)).toEqual({ issues: [`${Object.keys(changes)[0]} is invalid`] });
  });

  it('names missing and repeated parameters', () => {
    expect(readAuthorizeRequest(new URLSearchParams())).toEqual({
      issues: [
        'response_type is missing',
        'client_id is missing',
        'redirect_uri is missing',
        'code_challenge is missing',
        'code_challenge_method is missing',
        'state is missing',
      ],
    });
    expect(read({ state: '' })).toEqual({ issues: ['state is missing'] });
    const twice = new URLSearchParams(GOOD);
    twice.append('redirect_uri', 'https://evil.example/callback');
    expect(readAuthorizeRequest(twice)).toEqual({ issues: ['redirect_uri is given twice'] });
  });

  it.each<Record<string, string>>([
    {},
    { client_version: '' },
    { client_version: 'x'.repeat(40) },
    { client_version: 'x'.repeat(41) },
    { state: 'x'.repeat(7) },
    { state: 'x'.repeat(8) },
    { state: 'x'.repeat(201) },
    { state: 'eight\nor more' },
    { device_name: 'x'.repeat(100) },
    { device_name: 'x'.repeat(101) },
    { device_name: '😀'.repeat(51) },
    { code_challenge: 'short' },
    { code_challenge: `${GOOD.code_challenge}\n` },
    { redirect_uri: 'http://localhost:80/callback' },
    { redirect_uri: 'http://127.0.0.1:123456/callback' },
    { redirect_uri: 'http://127.0.0.1:80/callback\n' },
    { response_type: 'token' },
  ])('is validated like on the server: %j', (changes) => {
    const isTaken = authorizeParameters.safeParse({ ...GOOD, ...changes }).success;
    expect('parameters' in read(changes)).toBe(isTaken);
  });
});
