import type { SignalIndex } from '@heliograph/signal-index';
import type { Admission, Caller } from '../admission/admission';
import { OpenSearchEngine } from './opensearch-engine';

/** An engine whose OpenSearch opens points in time, and answers searches when told. */
function setUp() {
  let answer: (found: object) => void = () => undefined;
  const state = { searches: 0, answer: (found: object) => answer(found) };
  const call = ({ path, signal }: { path: string; signal?: AbortSignal }) => {
    if (path !== '/_search') return Promise.resolve({ pit_id: 'pit' });
    state.searches += 1;
    return new Promise((resolve, reject) => {
      answer = resolve;
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  const admission = {
    engine: ({ signal }: Caller, _cost: number, work: (signal: AbortSignal) => Promise<unknown>) =>
      work(signal),
  };
  const engine = new OpenSearchEngine({
    index: { connection: { call } } as unknown as SignalIndex,
    state: () => ({ index: 'signals', version: 1, nextOrdinal: 1 }) as never,
    requireCurrent: () => undefined,
    admission: admission as unknown as Admission,
    now: () => new Date(0),
    onAnswered: () => undefined,
  });
  return { engine, state };
}

const callerWith = ({ signal }: AbortController): Caller => ({
  accountId: 'account',
  deadline: performance.now() + 60_000,
  signal,
});
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('counts suggested values once for all callers, even if one leaves', async () => {
  const { engine, state } = setUp();
  const request = { kind: 'industry' as const, words: ['bio'], others: [], limit: 5 };
  const first = new AbortController();
  const leaving = engine.suggest(request, callerWith(first));
  const staying = engine.suggest(request, callerWith(new AbortController()));
  await settle();
  first.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  state.answer({
    hits: { hits: [] },
    aggregations: { values: { buckets: [{ key: { value: 'Biotech' }, doc_count: 3 }] } },
  });
  await expect(staying).resolves.toEqual([{ value: 'Biotech', count: 3 }]);
  expect(state.searches).toBe(1);
});
