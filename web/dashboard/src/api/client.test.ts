import { api } from './client';

afterEach(() => jest.restoreAllMocks());

it.each([
  [414, 'The request is too long for the server. Shorten it.'],
  [431, 'The request is too long for the server. Shorten it.'],
  [400, 'The server refused the request without saying why.'],
  [502, 'The server is unavailable. Try again shortly.'],
])("a proxy's own %i is explained", async (status, message) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html></html>', { status }));
  await expect(api.get('/activities')).rejects.toMatchObject({ status, message });
});
