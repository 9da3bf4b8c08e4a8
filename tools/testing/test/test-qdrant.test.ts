import { describeWith, startTestQdrant } from '../src';

describeWith('qdrant', 'a Qdrant for tests', () => {
  it('answers at the address that all tests of the run receive', async () => {
    const { url, apiKey } = (await startTestQdrant())!;
    const headers = apiKey ? { 'api-key': apiKey } : undefined;
    const response = await fetch(url, { headers });
    expect(await response.json()).toMatchObject({ title: expect.stringContaining('qdrant') });
    expect(await startTestQdrant()).toEqual({ url, ...(apiKey && { apiKey }) });
  }, 300_000);
});
