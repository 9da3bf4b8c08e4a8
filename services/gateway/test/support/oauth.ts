/** The error in an OAuth endpoint's response body, after checking its format (RFC 6749, section 5.2). */
export async function oauthErrorFrom(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  const body = (await response.json()) as { error: string; error_description: string };
  expect(Object.keys(body)).toEqual(['error', 'error_description']);
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  return { status: response.status, ...body };
}

/** Forms that each endpoint accepts. */
export const GOOD_FORMS: Readonly<Record<string, Record<string, string>>> = {
  '/device': { client_id: 'signals-cli', device_name: 'a laptop', client_version: '0.3.0' },
  '/token': {
    client_id: 'signals-cli',
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'a-device-code',
  },
  '/revoke': { client_id: 'signals-cli', token: 'a-token' },
};

export const endpoints = Object.keys(GOOD_FORMS);
