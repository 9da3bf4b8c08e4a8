import { parseMetadata } from './metadata';

const metadata = {
  authorization_endpoint: 'https://app.example.com/heliograph/cli/authorize',
  token_endpoint: 'https://api.example.com/api/cli/v1/token',
  device_authorization_endpoint: 'https://api.example.com/api/cli/v1/device',
  revocation_endpoint: 'https://api.example.com/api/cli/v1/revoke',
};

it('finds the dashboard from the approval page', () => {
  expect(parseMetadata(metadata, 'https://api.example.com').dashboardUrl).toBe(
    'https://app.example.com/heliograph',
  );
});

it.each([
  [{ ...metadata, token_endpoint: undefined }, 'token_endpoint'],
  [{ ...metadata, token_endpoint: 'http://api.example.com/token' }, 'token_endpoint'],
  [{ ...metadata, authorization_endpoint: 'javascript:alert(1)' }, 'authorization_endpoint'],
  [{ ...metadata, authorization_endpoint: 'file:///x' }, 'authorization_endpoint'],
  [{ ...metadata, revocation_endpoint: 'https://user:password@api.example.com/' }, 'revocation_endpoint'],
  [null, 'authorization_endpoint'],
  ['<html>', 'authorization_endpoint'],
])('refuses %j', (body, field) => {
  expect(() => parseMetadata(body, 'https://api.example.com')).toThrow(`provides no usable ${field}`);
});

it('accepts http from an API that is used over http', () => {
  const local = Object.fromEntries(
    Object.entries(metadata).map(([name, url]) => [
      name,
      url.replace('https://api.example.com', 'http://127.0.0.1:8080'),
    ]),
  );
  expect(parseMetadata(local, 'http://127.0.0.1:8080').tokenEndpoint).toBe(
    'http://127.0.0.1:8080/api/cli/v1/token',
  );
});
