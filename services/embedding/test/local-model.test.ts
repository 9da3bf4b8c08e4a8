import { embedding } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { call, cosine, startEmbedding, UNKNOWN, vectorsOf } from './support/embedding';

/** Lowest-priority threads may wait long for their turn. */
const BUSY_MACHINE_MS = 90_000;
/** Long enough that threads do not end between two tests of this file. */
const IDLE_MS = 2_000;

const running = startBeforeAll(() =>
  startEmbedding({ EMBEDDING_WORKERS: '2', EMBEDDING_WORKER_IDLE_MS: String(IDLE_MS) }),
);

const titles = (count: number, about = 'plant') =>
  Array.from(
    { length: count },
    (_, index) => `Company ${index} opens a new ${about} for battery cells in Hamburg`,
  );

/** Linux's data about this process's threads. */
function threads(): { id: string; nice: number; ticks: number }[] {
  return readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    // The name before it may contain spaces (proc_pid_stat(5): nice is the 19th field, utime and stime the 14th and
    // 15th).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { id, nice: Number(fields[16]), ticks: Number(fields[11]) + Number(fields[12]) };
  });
}

it('is ready once the query model is loaded, without a document model yet', async () => {
  expect(await running.client.isServing(1_000)).toBe(true);
  expect(await running.metric('document_workers')).toBe(0);
  expect(await running.client.getModel({}, call)).toEqual({
    name: 'all-MiniLM-L6-v2',
    identity: 'local-all-minilm-l6-v2-384-v2',
    dimensions: 384,
    largestBatch: 64,
    readsCompanies: true,
  });
});

it.each([
  ['a robot maker raised money', 'Series B funding for an automation startup', 'New bakery opens downtown'],
  ['job cuts at a carmaker', 'Automotive company lays off staff', 'Software firm wins design award'],
  ['the firm was sold to a rival', 'Competitor acquires company', 'Team celebrates anniversary'],
])('places %j closer to a paraphrase', async (query, paraphrase, unrelated) => {
  const vector = await running.embedQuery(query);
  const [near, far] = await running.embedDocuments([paraphrase, unrelated]);
  expect(cosine(vector, near!)).toBeGreaterThan(cosine(vector, far!) + 0.1);
});

it.each([
  ['校园招聘', '云鲸飞船科技启动校园招聘', '在线免费图像编辑工具'],
  ['図書館の学習', '東京の図書館の学習室', '半導体工場の建設'],
  [
    '바이오 연료',
    'ReFeed (폐식용유 바이오연료 인증 솔루션) accepted into Antler',
    'Acme (반도체 장비) accepted into Antler',
  ],
])('finds %j by its letters, which the model cannot read', async (query, near, unrelated) => {
  const vector = await running.embedQuery(query);
  const [same, other] = await running.embedDocuments([near, unrelated]);
  expect(cosine(vector, same!)).toBeGreaterThan(cosine(vector, other!) + 0.15);
});

it("moves documents toward their companies' descriptions", async () => {
  const title = 'Enbase banks $200,000';
  const company = { description: 'Sells heat pumps to old houses', industries: ['Clean technology'] };
  const response = await running.embed(embedding.Purpose.DOCUMENT, [title, title], undefined, [
    company,
    UNKNOWN,
  ]);
  const [moved, without] = vectorsOf(response);
  const query = await running.embedQuery('efficient heating of homes');
  expect(cosine(query, moved!)).toBeGreaterThan(cosine(query, without!) + 0.1);
  expect(cosine(await running.embedQuery(title), moved!)).toBeGreaterThan(0.8);
});

it('refuses a document without a company, and a query with one', async () => {
  const [DOCUMENT, QUERY] = [embedding.Purpose.DOCUMENT, embedding.Purpose.QUERY];
  await expect(running.client.embed({ purpose: DOCUMENT, texts: ['a'] }, call)).rejects.toMatchObject({
    code: 'semantic_unavailable',
  });
  for (const [purpose, texts] of [
    [DOCUMENT, ['a', 'b']],
    [QUERY, ['a']],
  ] as const) {
    await expect(
      running.client.embed({ purpose, texts: [...texts], companies: { each: [UNKNOWN] } }, call),
    ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter: 'companies' }] });
  }
});

it('returns vectors with 384 dimensions and length 1, whatever the text', async () => {
  const texts = [
    'a',
    '日本語のテキスト',
    '👩🏽‍🚀',
    '\u0000',
    '!!!',
    'word '.repeat(1_600).trim(),
    'x'.repeat(8_000),
  ];
  for (const vector of await running.embedDocuments(texts)) {
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  }
});

it('returns the same vector for a text alone, in any batch, and as a query', async () => {
  const texts = [...titles(8), 'short', `very ${'long '.repeat(300)}title`, 'Übernahme in München'];
  const batch = await running.embedDocuments(texts);
  const reversed = (await running.embedDocuments([...texts].reverse())).reverse();
  for (const [index, text] of texts.entries()) {
    const single = await running.embedQuery(text);
    for (const vector of [batch[index]!, reversed[index]!]) expect(vector).toEqual(single);
  }
});

it('ignores white space and case', async () => {
  const [plain, spaced] = await running.embedDocuments([
    'Acme raises money',
    '  ACME\n\traises\u00a0 money ',
  ]);
  expect(plain).toEqual(spaced);
});

it('truncates a text to what the model can read', async () => {
  const long = 'a harbour that unloads ships by itself '.repeat(100);
  const [cut, longer] = await running.embedDocuments([long, `${long} and timber houses`]);
  expect(cut).toEqual(longer);
});

it('assigns the right vector to each of many concurrent texts', async () => {
  const texts = titles(40, 'bakery');
  const [together, ...alone] = await Promise.all([
    running.embedDocuments(texts),
    ...texts.map((text) => running.embedQuery(text)),
  ]);
  expect(together).toEqual(alone);
});

it(
  'keeps the event loop free, gives documents the lowest priority, and does not delay a query',
  async () => {
    const waitOf = async (text: string) => {
      const began = performance.now();
      await running.embed(embedding.Purpose.QUERY, [text]);
      return performance.now() - began;
    };
    const median = (waits: number[]) => waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)]!;
    // Without documents: other programs may have the processors, too.
    const quiet = monitorEventLoopDelay({ resolution: 5 });
    quiet.enable();
    const alone: number[] = [];
    for (let index = 0; index < 10; index += 1) alone.push(await waitOf(`question alone ${index}`));
    quiet.disable();
    const started = Object.fromEntries(threads().map(({ id, ticks }) => [id, ticks]));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    let isOver = false;
    const batches = Promise.all(
      Array.from({ length: 6 }, (_, round) =>
        running.embedDocuments(titles(64, `plant ${round}`), BUSY_MACHINE_MS),
      ),
    ).then(() => {
      isOver = true;
    });
    await waitFor(async () => (await running.metric('document_workers')) === 2, {
      timeoutMs: BUSY_MACHINE_MS,
    });
    const waits: number[] = [];
    while (!isOver) {
      const wait = await waitOf(`question ${waits.length}`);
      if (!isOver) waits.push(wait);
    }
    await batches;
    delay.disable();
    // The batches alone take a few hundred milliseconds.
    expect(waits.length).toBeGreaterThan(5);
    expect(median(waits)).toBeLessThan(Math.max(150, 5 * median(alone)));
    expect(delay.percentile(90) / 1e6).toBeLessThan(Math.max(60, (5 * quiet.percentile(90)) / 1e6));
    if (process.platform === 'linux') {
      const low = threads().filter(({ nice }) => nice === 19);
      expect(low).toHaveLength(2);
      // These two did the work.
      for (const { id, ticks } of low) expect(ticks - (started[id] ?? 0)).toBeGreaterThan(10);
    }
  },
  2 * BUSY_MACHINE_MS,
);

it('ends document threads when they are idle and starts them again on demand', async () => {
  await waitFor(async () => (await running.metric('document_workers')) === 0);
  if (process.platform === 'linux') expect(threads().filter(({ nice }) => nice === 19)).toEqual([]);
  expect(await running.embedQuery('the one of queries stays')).toHaveLength(384);
  expect(vectorsOf(await running.embed(embedding.Purpose.DOCUMENT, ['again']))).toHaveLength(1);
});
