import { toCallerError } from '@heliograph/postgres';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config';
import type { Batchers } from './context';
import type { BatcherOptions, Outcome } from './domain/batcher';
import { exclusiveKeys as exclusiveKeysOfCharge, type Charge } from './domain/charge';
import { commitBatch } from './domain/commit-batch';
import { exclusiveKeys as exclusiveKeysOfRequest, type KeyRequest } from './domain/idempotency';
import { ShardedBatcher } from './domain/sharded-batcher';
import type { SignalCharge } from './domain/signal-charge';
import type { WebRequest } from './domain/web-request';
import type { BatchedCall, LedgerMetrics } from './metrics';
import { classifyFailure } from './storage/database-failure';
import type { KeyStore } from './storage/key-store';
import type { LineageStore } from './storage/lineage-store';
import type { SharedCaps } from './storage/shared-caps';
import type { SignalStore } from './storage/signal-store';
import type { TestStore } from './storage/test-store';
import type { WebStore } from './storage/web-store';

/** Concurrent requests of the web view: few, so that they never take the connections of charges. */
const WEB_SHARDS = 2;
/** Charges by signal are settled one by one: small batches keep account locks short. */
const SIGNAL_SHARDS = 1;
const SIGNAL_BATCH_MAXIMUM = 64;
/** Test keys are not customers' traffic: one at a time. */
const TEST_SHARDS = 1;
const SIGNAL_ID_BYTES = 20;

/** The part of a charge that tells whether its key shares a cap. */
type LineageKey = Pick<Charge, 'accountId' | 'credentialId' | 'lineageId'>;

interface Parts {
  stores: {
    charges: SharedCaps;
    keys: KeyStore;
    lineages: LineageStore;
    signals: SignalStore;
    test: TestStore;
    web: WebStore;
  };
  metrics: LedgerMetrics;
  /** Called after a commit that wrote events. */
  onEvents: () => void;
}

/** Connections that the batchers use at once, with `shards` shards each for charges and claims. */
export function batcherConnections(shards: number): number {
  return 2 * shards + WEB_SHARDS + SIGNAL_SHARDS + TEST_SHARDS;
}

export function createBatchers(
  { shards, maximumBatch, maximumWaiting }: Config['batching'],
  { stores, metrics, onEvents }: Parts,
): Batchers {
  /** Commits batches of one call: measures them, isolates a bad item, and translates driver errors for the caller. */
  function committing<Item, Result>(
    call: BatchedCall,
    commit: (items: readonly Item[]) => Promise<Result[]>,
    count: (items: readonly Item[], outcomes: readonly Outcome<Result>[]) => void,
  ): BatcherOptions<Item, Result>['commit'] {
    return async (items) => {
      const started = performance.now();
      const outcomes = await commitBatch(items, { commit, classify: classifyFailure, delay });
      metrics.committed(call, items.length, (performance.now() - started) / 1000);
      count(items, outcomes);
      return outcomes.map((outcome) =>
        'error' in outcome ? { error: toCallerError(outcome.error) } : outcome,
      );
    };
  }

  /** Commits charges; their keys may share caps with the keys they replaced. */
  function charging<Item extends LineageKey, Result extends { verdict: string }>(
    call: BatchedCall,
    charge: (items: readonly Item[]) => Promise<Result[]>,
    countCharged: (item: Item, result: Result) => void,
  ): BatcherOptions<Item, Result>['commit'] {
    return committing(
      call,
      async (items) => {
        await stores.lineages.note(items);
        return charge(items);
      },
      (items, outcomes) => {
        metrics.charged(outcomes);
        forResults(items, outcomes, (item, result) => {
          if (result.verdict === 'charged') countCharged(item, result);
        });
        onEvents();
      },
    );
  }

  return {
    charges: new ShardedBatcher(shards, (charge: Charge) => charge.accountId, {
      commit: charging(
        'charge',
        (items) => stores.charges.charge(items),
        ({ channel, records }) => {
          if (records > 0) metrics.recordsCharged(channel, records);
        },
      ),
      exclusiveKeys: exclusiveKeysOfCharge,
      bytesOf: bytesOfCharge,
      maximumBatch,
      maximumWaiting,
    }),
    claims: new ShardedBatcher(shards, (request: KeyRequest) => request.credentialId, {
      commit: committing(
        'begin',
        (items) => stores.keys.claim(items),
        (_items, outcomes) => metrics.claimed(outcomes),
      ),
      exclusiveKeys: exclusiveKeysOfRequest,
      maximumBatch,
      maximumWaiting,
    }),
    webRequests: new ShardedBatcher(WEB_SHARDS, (request: WebRequest) => request.accountId, {
      commit: committing(
        'web',
        (items) => Promise.all(items.map((item) => stores.web.record(item))),
        (items, outcomes) => {
          metrics.webRequested(outcomes);
          forResults(items, outcomes, (_item, { verdict, paidRecords }) => {
            if (verdict === 'recorded' && paidRecords > 0) metrics.recordsCharged('web', paidRecords);
          });
          onEvents();
        },
      ),
      exclusiveKeys: () => [],
      maximumBatch: 1,
      maximumWaiting,
    }),
    signalCharges: new ShardedBatcher(SIGNAL_SHARDS, (charge: SignalCharge) => charge.accountId, {
      commit: charging(
        'signals',
        (items) => stores.signals.charge(items),
        ({ channel, signalIds }, { records }) => metrics.signalsCharged(channel, signalIds.length, records),
      ),
      exclusiveKeys: exclusiveKeysOfCharge,
      bytesOf: (charge) => bytesOfCharge(charge) + charge.signalIds.length * SIGNAL_ID_BYTES,
      maximumBatch: Math.min(maximumBatch, SIGNAL_BATCH_MAXIMUM),
      maximumWaiting,
    }),
    testCharges: new ShardedBatcher(TEST_SHARDS, (charge: Charge) => charge.accountId, {
      commit: committing(
        'test',
        (items) => Promise.all(items.map((item) => stores.test.charge(item))),
        (_items, outcomes) => metrics.testCharged(outcomes),
      ),
      exclusiveKeys: () => [],
      bytesOf: bytesOfCharge,
      maximumBatch: 1,
      maximumWaiting,
    }),
  };
}

function bytesOfCharge({ idempotency }: Pick<Charge, 'idempotency'>): number {
  return idempotency?.response.body.length ?? 0;
}

/** Calls `each` for every item whose commit has a result. */
function forResults<Item, Result>(
  items: readonly Item[],
  outcomes: readonly Outcome<Result>[],
  each: (item: Item, result: Result) => void,
): void {
  items.forEach((item, index) => {
    const outcome = outcomes[index];
    if (outcome && 'result' in outcome) each(item, outcome.result);
  });
}
