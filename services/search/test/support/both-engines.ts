import type { Corpus } from '@heliograph/read-model';
import { createMetrics } from '@heliograph/runtime';
import { SignalIndex, type IndexState } from '@heliograph/signal-index';
import { startTestOpenSearch, testIndexPrefix } from '@heliograph/testing';
import { Admission, type Caller } from '../../src/admission/admission';
import { AdmissionMetrics } from '../../src/admission/metrics';
import { ReadModelEngine } from '../../src/engine/read-model-engine';
import type { SearchEngine } from '../../src/engine/search-engine';
import { OpenSearchEngine } from '../../src/opensearch/opensearch-engine';
import { changedCorpus, NOW } from './changed-corpus';
import type { PlainSignal } from './brute-force';

export interface BothEngines {
  memory: SearchEngine;
  opensearch: SearchEngine;
  corpus: Corpus;
  signals: PlainSignal[];
  close(): Promise<void>;
}

/** A caller that waits for a minute. */
export const caller = (): Caller => ({
  accountId: 'account',
  deadline: performance.now() + 60_000,
  signal: new AbortController().signal,
});

/** One random corpus behind both engines, after the same changes. */
export async function bothEngines(seed: number, round: number, shards: number): Promise<BothEngines> {
  const { url } = (await startTestOpenSearch())!;
  const index = new SignalIndex({ urls: [url], prefix: testIndexPrefix(), shards, replicas: 0 });
  const changes: Parameters<NonNullable<Parameters<typeof changedCorpus>[2]>>[0][] = [];
  const { corpus, signals } = changedCorpus(seed, round, (change) => changes.push(change));
  const { state: empty } = await index.begin({ version: 0, nextOrdinal: 0, databaseNowMs: 0 }, undefined);
  let state: IndexState = empty;
  for (const { version, nextOrdinal, rows, withdrawn } of changes) {
    await index.write(state, [
      ...rows.map((row) => ({ row })),
      ...withdrawn.map((id) => ({ withdrawn: id, version })),
    ]);
    state = { ...state, version, nextOrdinal };
  }
  await index.refresh(state);
  const shared = {
    admission: new Admission(
      { semanticSearches: 8, engineSearches: 8 },
      new AdmissionMetrics(createMetrics('test')),
    ),
    requireCurrent: () => undefined,
    now: () => NOW,
    onAnswered: () => undefined,
  };
  return {
    memory: new ReadModelEngine({ ...shared, snapshot: () => corpus.at(NOW.getTime()) }),
    opensearch: new OpenSearchEngine({ ...shared, index, state: () => state }),
    corpus,
    signals,
    close: () => index.close(),
  };
}
