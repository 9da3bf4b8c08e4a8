import { Heliograph, HeliographError, type ChangesPage } from '../src/index.ts';

type ApiResponse = { status: number; body: unknown };
const asked: URLSearchParams[] = [];
let responses: ApiResponse[] = [];

const page = (ids: readonly string[], nextCursor: string): ApiResponse => ({
  status: 200,
  body: {
    data: {
      items: ids.map((id) => ({ change: 'published', at: '2026-11-20T08:00:00.000Z', signal: { id } })),
      nextCursor,
      caughtUp: true,
    },
  },
});
const problem = (status: number, code: string): ApiResponse => ({
  status,
  body: { code, detail: 'No.', title: 'No' },
});

/** No network: these tests check which request follows which response. */
const client = () =>
  new Heliograph({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'hg_test_key',
    maxRetries: 0,
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      asked.push(new URL(input as URL).searchParams);
      const { status, body } = responses.shift() ?? page([], 'end');
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    },
  });

beforeEach(() => {
  asked.length = 0;
  responses = [];
});

it('gets a cursor before waiting, keeps its position through failures, and continues after each page', async () => {
  responses = [page([], 'a'), problem(503, 'unavailable'), page(['1'], 'b'), page(['2', '3'], 'c')];
  const failures: Error[] = [];
  const ids: string[] = [];
  for await (const { signal } of client().signals.watch(
    { q: 'ships' },
    { onRetry: (error) => failures.push(error) },
  )) {
    ids.push(signal.id);
    if (ids.length === 3) break;
  }
  expect(ids).toEqual(['1', '2', '3']);
  expect(failures).toHaveLength(1);
  expect(asked.map((query) => [query.get('cursor'), query.get('wait'), query.get('q')])).toEqual([
    [null, '0', 'ships'],
    ['a', '30', 'ships'],
    ['a', '30', 'ships'],
    ['b', '30', 'ships'],
  ]);
});

it('resumes from a cursor, or starts at a time', async () => {
  const first = async (parameters: object): Promise<ChangesPage> => {
    for await (const each of client().signals.changePages(parameters)) return each as ChangesPage;
    throw new Error('no page');
  };
  responses = [page(['9'], 'z')];
  expect(await first({ cursor: 'y', wait: 5 })).toMatchObject({ nextCursor: 'z', caughtUp: true });
  await first({ since: new Date('2026-11-20T08:00:00Z') });
  expect(asked.map((query) => Object.fromEntries(query))).toEqual([
    { cursor: 'y', wait: '5' },
    { since: '2026-11-20T08:00:00.000Z', wait: '0' },
  ]);
});

it('ends on a permanent failure', async () => {
  responses = [page([], 'a'), problem(402, 'insufficient_records')];
  const following = (async () => {
    for await (const _ of client().signals.watch());
  })();
  await expect(following).rejects.toBeInstanceOf(HeliographError);
  expect(asked).toHaveLength(2);
});

it('ends when its signal is aborted', async () => {
  const ending = new AbortController();
  const pages = client().signals.changePages({}, { signal: ending.signal });
  await pages.next();
  ending.abort(new Error('enough'));
  await expect(pages.next()).rejects.toThrow('enough');
});
