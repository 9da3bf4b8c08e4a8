import { api } from './client';
import { describeFailure } from './errors';

afterEach(() => jest.restoreAllMocks());

it.each([
  [414, 'The request is too long for the server. Shorten it.'],
  [431, 'The request is too long for the server. Shorten it.'],
  [429, 'Too many requests. Try again in a few minutes.'],
  [400, 'The server refused the request without saying why.'],
  [502, 'The server is unavailable. Try again shortly.'],
])("a proxy's own %i is explained", async (status, message) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html></html>', { status }));
  await expect(api.get('/activities')).rejects.toMatchObject({ status, message });
});

it("a proxy's own limit says when to try again", async () => {
  const refusal = new Response('<html></html>', { status: 429, headers: { 'Retry-After': '7' } });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(refusal);
  const failure: unknown = await api.get('/keys').catch((error: unknown) => error);
  expect(describeFailure(failure)).toBe('Too many requests. Try again in 7 seconds.');
});

it('a server that does not answer is told apart from one that cannot be reached', async () => {
  const timeout = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout);
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(timeout.reason);
  await expect(api.get('/keys')).rejects.toMatchObject({ code: 'timeout', status: 0 });
});

it('a response that is cut off halfway is one that did not arrive', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut off')) });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  await expect(api.get('/keys')).rejects.toMatchObject({ code: 'network', status: 0 });
});

it('a request that the page aborts halfway is no failure', async () => {
  const page = new AbortController();
  const body = new ReadableStream({
    pull: (controller) => {
      page.abort();
      controller.error(page.signal.reason);
    },
  });
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
  await expect(api.get('/keys', { signal: page.signal })).rejects.toMatchObject({ name: 'AbortError' });
});
