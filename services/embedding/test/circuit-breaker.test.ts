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

const REFUSED = { kind: 'answer', answer: { status: 403, body: {} } } as const;

const open = async () => {
  vendor.lastingFault = REFUSED;
  for (let failures = 0; failures < 5; failures += 1) {
    await expect(running.embedQuery(`question ${failures}`)).rejects.toMatchObject({
      publicText: expect.not.stringContaining('failed repeatedly') as string,
    });
  }
  expect(vendor.received).toHaveLength(5);
};

it('stops calling a failing vendor and says for how long and what to do', async () => {
  await open();
  await expect(running.embedQuery('another')).rejects.toMatchObject({
    code: 'semantic_unavailable',
    publicText: expect.stringMatching(/EMBEDDING_API_KEY.*failed repeatedly.*retried in 1 s/) as string,
    retryAfterSeconds: 1,
  });
  await expect(running.embedDocuments(['another'])).rejects.toMatchObject({ code: 'semantic_unavailable' });
  expect(vendor.received).toHaveLength(5);
  expect(await running.metric('breaker_state', 'state="open"')).toBe(1);
  expect(await running.metric('breaker_state', 'state="closed"')).toBe(0);
  expect(await running.metric('failures_total', 'reason="left_alone"')).toBe(2);
  // Logged once, however many calls failed.
  expect(running.log().match(/"msg":"the embedding provider failed"/g)).toHaveLength(1);
  expect(running.log().match(/keeps failing; pausing requests/g)).toHaveLength(1);
});

it('sends one request to check whether the vendor works again, and resumes when it does', async () => {
  await open();
  vendor.lastingFault = undefined;
  let response!: () => void;
  vendor.gate = new Promise((resolve) => (response = resolve));
  const attempts: Promise<boolean>[] = [];
  await waitFor(() => {
    if (vendor.underWay === 1) return true;
    const attempt = running.embedQuery(`attempt ${attempts.length}`);
    attempts.push(
      attempt.then(
        () => true,
        () => false,
      ),
    );
    return false;
  });
  expect(await running.metric('breaker_state', 'state="half_open"')).toBe(1);
  await expect(running.embedQuery('in the meantime')).rejects.toMatchObject({ code: 'semantic_unavailable' });
  expect(vendor.received).toHaveLength(6);
  response();
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  await running.embedQuery('afterwards');
  expect(await running.metric('breaker_state', 'state="closed"')).toBe(1);
  expect(running.log()).toContain('the embedding provider works again');
});
