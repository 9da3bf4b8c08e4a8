import { waitFor } from '@heliograph/testing';
import { startFakeOpenAi } from './support/fake-openai';
import type { FakeVendor } from './support/fake-vendor';
import { startEmbedding, type TestEmbedding } from './support/embedding';

let vendor: FakeVendor;
let running: TestEmbedding;
let response: () => void;
beforeEach(async () => {
  vendor = await startFakeOpenAi({ needsKey: false });
  vendor.gate = new Promise((resolve) => (response = resolve));
  running = await startEmbedding({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: `${vendor.url}/v1`,
    EMBEDDING_CONCURRENCY: '3',
  });
});
afterEach(async () => {
  response();
  await running.stop();
  await vendor.stop();
});

it('never exceeds the configured concurrency, and reserves a slot for queries', async () => {
  const documents = Array.from({ length: 8 }, (_, index) => running.embedDocuments([`document ${index}`]));
  await waitFor(async () => (await running.metric('waiting', 'purpose="document"')) === 6);
  await waitFor(() => vendor.underWay === 2);
  const queries = Array.from({ length: 4 }, (_, index) => running.embedQuery(`query ${index}`));
  await waitFor(async () => (await running.metric('waiting', 'purpose="query"')) === 3);
  await waitFor(() => vendor.underWay === 3);
  response();
  await Promise.all([...documents, ...queries]);
  expect(vendor.mostUnderWay).toBe(3);
  // All queries come before the documents that waited longer, as far as connections preserve order.
  expect(vendor.texts.slice(0, 8)).toEqual(
    expect.arrayContaining(['query 0', 'query 1', 'query 2', 'query 3']),
  );
});

it('does not send requests whose callers have gone', async () => {
  const documents = [1, 2].map((index) => running.embedDocuments([`document ${index}`]));
  const query = running.embedQuery('query');
  await waitFor(() => vendor.underWay === 3);
  await expect(running.embedQuery('in a hurry', 300)).rejects.toThrow('unavailable');
  response();
  await Promise.all([...documents, query]);
  await running.embedQuery('later');
  expect(vendor.texts).not.toContain('in a hurry');
});

it('refuses more than can wait', async () => {
  const failures: unknown[] = [];
  const attempts = Array.from({ length: 400 }, (_, index) =>
    running.embedQuery(`query ${index}`).catch((error: unknown) => failures.push(error)),
  );
  await waitFor(() => failures.length === 400 - 256 - 3);
  expect(failures[0]).toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringContaining('EMBEDDING_CONCURRENCY') as string,
  });
  expect(await running.metric('failures_total', 'reason="busy"')).toBe(400 - 256 - 3);
  response();
  await Promise.all(attempts);
  expect(failures).toHaveLength(400 - 256 - 3);
});
