import { embedding } from '@heliograph/proto';
import { waitFor } from '@heliograph/testing';
import { startFakeOpenAi } from './support/fake-openai';
import type { FakeVendor } from './support/fake-vendor';
import { startEmbedding, type TestEmbedding } from './support/embedding';

let vendor: FakeVendor;
let running: TestEmbedding;
beforeEach(async () => {
  vendor = await startFakeOpenAi({ needsKey: false });
  running = await startEmbedding({ EMBEDDING_PROVIDER: 'openai', EMBEDDING_URL: `${vendor.url}/v1` });
});
afterEach(async () => {
  await running.stop();
  await vendor.stop();
});

it('requests the same query once', async () => {
  const first = await running.embedQuery('the same');
  expect(await running.embedQuery('the same')).toEqual(first);
  await running.embedQuery('the  same');
  expect(vendor.texts).toEqual(['the same', 'the  same']);
  expect(await running.metric('cache_total', 'result="memory"')).toBe(1);
  expect(await running.metric('cache_total', 'result="miss"')).toBe(2);
  expect(await running.metric('cache_entries')).toBe(2);
});

it('does not cache documents', async () => {
  await running.embedDocuments(['the same']);
  await running.embedDocuments(['the same']);
  await running.embedQuery('the same');
  expect(vendor.texts).toHaveLength(3);
  expect(await running.metric('cache_entries')).toBe(1);
});

it('does not cache failures', async () => {
  vendor.faults.push({ kind: 'answer', answer: { status: 404, body: {} } });
  await expect(running.embedQuery('a')).rejects.toMatchObject({ code: 'semantic_unavailable' });
  await running.embedQuery('a');
  expect(vendor.texts).toEqual(['a', 'a']);
});

it("sends one request for concurrent callers, and no caller's deadline ends another's wait", async () => {
  let response!: () => void;
  vendor.gate = new Promise((resolve) => (response = resolve));
  const hurried = running.embedQuery('together', 1_000);
  const patient = Array.from({ length: 5 }, () => running.embedQuery('together'));
  await expect(hurried).rejects.toThrow('unavailable');
  response();
  const vectors = await Promise.all(patient);
  expect(new Set(vectors.map((vector) => vector.join())).size).toBe(1);
  expect(vendor.texts).toEqual(['together']);
  expect(await running.metric('cache_total', 'result="joined"')).toBe(5);
});

it('continues for callers with time left when the first caller has none', async () => {
  vendor.faults.push(
    { kind: 'answer', answer: { status: 503, headers: { 'retry-after': '1' }, body: {} } },
    { kind: 'answer', answer: { status: 503, headers: { 'retry-after': '1' }, body: {} } },
  );
  const hurried = running.embedQuery('together', 800);
  const patient = running.embedQuery('together', 10_000);
  await expect(hurried).rejects.toThrow('unavailable');
  expect(await patient).toHaveLength(768);
});

it('finds each text of a call in the right place', async () => {
  const [a, b] = [await running.embedQuery('a'), await running.embedQuery('b')];
  const response = await running.embed(embedding.Purpose.QUERY, ['b', 'c', 'a', 'b']);
  expect(response.vectors[0]).toEqual(Buffer.from(b.buffer));
  expect(response.vectors[2]).toEqual(Buffer.from(a.buffer));
  expect(response.vectors[3]).toEqual(response.vectors[0]);
  await waitFor(() => vendor.texts.length === 3);
});
