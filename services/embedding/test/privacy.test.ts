import { embedding } from '@heliograph/proto';
import { TEST_SECRET, waitFor } from '@heliograph/testing';
import { GEMINI_KEY, geminiError, startFakeGemini } from './support/fake-gemini';
import { OPENAI_KEY, openAiError, startFakeOpenAi } from './support/fake-openai';
import type { Fault } from './support/fake-vendor';
import { startEmbedding } from './support/embedding';

const QUESTION = 'who is quietly buying lithium mines';
const TITLE = 'Acme opens a plant in Hamburg';
const ABOUT_CALL = {
  requestId: '0197a3c2-request-id',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

const vendors = {
  gemini: {
    start: () => startFakeGemini(),
    key: GEMINI_KEY,
    path: '',
    keyHeader: { 'x-goog-api-key': GEMINI_KEY },
    error: (status: number, message: string) => geminiError(status, 'INTERNAL', message),
  },
  openai: {
    start: () => startFakeOpenAi(),
    key: OPENAI_KEY,
    path: '/v1',
    keyHeader: { authorization: `Bearer ${OPENAI_KEY}` },
    error: (status: number, message: string) => openAiError(status, message, message),
  },
};

describe.each(['gemini', 'openai'] as const)('%s', (name) => {
  const { start, key, path, keyHeader, error } = vendors[name];

  it('receives the text, the model, and its own key, and nothing else', async () => {
    const vendor = await start();
    const running = await startEmbedding({
      EMBEDDING_PROVIDER: name,
      EMBEDDING_URL: vendor.url + path,
      EMBEDDING_API_KEY: key,
    });
    try {
      for (const caller of ['search', 'indexer']) {
        const purpose = caller === 'search' ? embedding.Purpose.QUERY : embedding.Purpose.DOCUMENT;
        const texts = [caller === 'search' ? QUESTION : TITLE];
        await running.connect(caller).embed({ purpose, texts }, ABOUT_CALL);
      }
      // Company texts are never sent to a vendor, whatever the caller sends.
      const companies = { each: [{ description: 'Digs for lithium', industries: ['Mining'] }] };
      await expect(
        running
          .connect('indexer')
          .embed({ purpose: embedding.Purpose.DOCUMENT, texts: [TITLE], companies }, ABOUT_CALL),
      ).rejects.toMatchObject({ code: 'invalid_parameter' });
      expect(vendor.received).toHaveLength(2);
      for (const { headers, body } of vendor.received) {
        const { host, 'content-length': length, ...rest } = headers;
        expect(vendor.url).toBe(`http://${host as string}`);
        expect(length).toBe(String(Buffer.byteLength(body)));
        expect(rest).toEqual({
          ...keyHeader,
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'heliograph',
          // Headers that the HTTP client itself adds, the same for everyone.
          connection: 'keep-alive',
          'accept-encoding': expect.stringMatching(/^[a-z, ]+$/) as string,
          'accept-language': '*',
          'sec-fetch-mode': 'cors',
        });
      }
      const everything = JSON.stringify(vendor.received);
      expect(everything).not.toContain(ABOUT_CALL.requestId);
      expect(everything).not.toContain('0af7651916cd43dd8448eb211c80319c');
      expect(everything).not.toContain(TEST_SECRET);
      expect(everything).not.toMatch(/hg_live_|search|indexer/);
      expect(vendor.texts).toEqual([QUESTION, TITLE]);
    } finally {
      await running.stop();
      await vendor.stop();
    }
  });

  it('never puts texts or keys into the log, the metrics, or an error, whatever goes wrong', async () => {
    const vendor = await start();
    const running = await startEmbedding({
      EMBEDDING_PROVIDER: name,
      EMBEDDING_URL: vendor.url + path,
      EMBEDDING_API_KEY: key,
      EMBEDDING_TIMEOUT_MS: '150',
    });
    const echo = `cannot embed: ${QUESTION} with ${key}`;
    const response = (status: number): Fault => ({ kind: 'answer', answer: error(status, echo) });
    const faults: Fault[] = [
      response(400),
      response(401),
      response(404),
      response(429),
      response(500),
      {
        kind: 'answer',
        answer: { status: 307, headers: { location: `/${encodeURIComponent(QUESTION)}` }, body: echo },
      },
      { kind: 'raw', text: echo },
      { kind: 'raw', text: JSON.stringify({ data: [QUESTION], embeddings: [QUESTION] }) },
      { kind: 'silence' },
      { kind: 'cut' },
    ];
    try {
      await running.embedQuery(QUESTION);
      const errors: unknown[] = [];
      for (const fault of faults) {
        vendor.lastingFault = fault;
        const work = running.embedDocuments([QUESTION], 400);
        await work.catch((failure: unknown) => errors.push(failure));
        // A success closes the breaker, so that each fault occurs.
        vendor.lastingFault = undefined;
        await waitFor(() => running.embedDocuments(['harmless']));
      }
      expect(errors).toHaveLength(faults.length);
      const metrics = await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`);
      const said = [running.log(), await metrics.text(), JSON.stringify(errors)].join('\n');
      expect(running.log()).toContain('the embedding provider failed');
      for (const secret of [
        QUESTION,
        'lithium',
        'harmless',
        encodeURIComponent(QUESTION),
        key,
        TEST_SECRET,
      ]) {
        expect(said).not.toContain(secret);
      }
    } finally {
      await running.stop();
      await vendor.stop();
    }
  });
});
