import { BackOff } from '@heliograph/runtime';
import { InvalidEventError, type StoredEvent } from '@heliograph/event-log';
import type { ActiveCollection } from '../collections/active-collection';
import type { CollectionLoop } from '../collections/collection-loop';
import { latestOfEach, type CatalogSignal, type SignalChange, type Withdrawal } from '../domain/signal';
import { ModelChangedError, type RefusedSignal, type SignalIndexing } from '../indexing/signal-indexing';
import type { Withdrawer } from '../indexing/withdrawer';
import { PartFailure } from '../blockers';
import { decodeEvent } from './decode-event';

/** A message that cannot be processed, and why. */
interface Rejected {
  message: StoredEvent;
  reason: string;
}

interface SignalConsumerParts {
  collections: CollectionLoop;
  indexing: SignalIndexing;
  withdrawer: Withdrawer;
  addDeadLetters(rejected: readonly Rejected[]): Promise<void>;
  metrics: { batchHandled(outcomes: { handled: number; deadLettered: number }, seconds: number): void };
}

/** A change and its message; a repeated event is another message. */
interface ReceivedChange {
  id: string;
  version: bigint;
  change: SignalChange;
  message: StoredEvent;
}

/** Applies events to the current model's collection. */
export class SignalConsumer {
  constructor(private readonly parts: SignalConsumerParts) {}

  /**
   * Processes a batch. The caller commits the group's offset only after this resolves. Processing messages again
   * changes nothing, except that dead letters are written again.
   *
   * While the embedding service or the index is down, it waits, with growing pauses, and resumes where it was:
   * rejecting would read the batch again and log each attempt.
   *
   * @throws any other error; the batch is then redelivered.
   */
  async handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    // Another member already has them.
    signal.throwIfAborted();
    const startedAt = performance.now();
    const { received, rejected } = decode(messages);
    const latest = latestOfEach(received);
    const withdrawals = latest.flatMap(({ change }): Withdrawal[] => (change.withdrawn ? [change] : []));
    const signals = latest.flatMap(({ change }): CatalogSignal[] => (change.withdrawn ? [] : [change]));
    await withRetries(signal, () => this.parts.withdrawer.withdraw(withdrawals));
    const refused = signals.length === 0 ? [] : await withRetries(signal, () => this.index(signals, signal));
    const byId = new Map(latest.map(({ id, message }) => [id, message]));
    rejected.push(...refused.map(({ id, reason }) => ({ message: byId.get(id)!, reason })));
    // If the process dies here, everything is redelivered and then dead-lettered.
    if (rejected.length > 0) await this.parts.addDeadLetters(rejected);
    this.parts.metrics.batchHandled(
      { handled: messages.length - rejected.length, deadLettered: rejected.length },
      (performance.now() - startedAt) / 1000,
    );
  }

  /**
   * Without a model, there is nothing to wait for: once there is one, the backfill finds signals without its vectors.
   */
  private async index(signals: readonly CatalogSignal[], signal: AbortSignal): Promise<RefusedSignal[]> {
    const { collections, indexing } = this.parts;
    let collection: ActiveCollection | undefined = collections.current;
    if (!collection) {
      if (collections.isWithoutModel) return [];
      await collections.refresh();
      collection = collections.current;
      if (!collection && collections.isWithoutModel) return [];
      if (!collection) throw new StillUnknownError();
    }
    try {
      return await indexing.index(collection, signals, signal);
    } catch (error) {
      // Either the model has changed, or the index has lost the collection.
      if (mayPass(error)) await collections.refresh();
      throw error;
    }
  }
}

/** Whether there is a model is not known yet. */
class StillUnknownError extends Error {}

function mayPass(error: unknown): boolean {
  if (error instanceof PartFailure) return error.mayPass;
  return error instanceof ModelChangedError || error instanceof StillUnknownError;
}

async function withRetries<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const backOff = new BackOff();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await backOff.pause(signal);
      signal.throwIfAborted();
    }
  }
}

function decode(messages: readonly StoredEvent[]): { received: ReceivedChange[]; rejected: Rejected[] } {
  const received: ReceivedChange[] = [];
  const rejected: Rejected[] = [];
  for (const message of messages) {
    try {
      const change = decodeEvent(message);
      received.push({ id: change.id, version: change.version, change, message });
    } catch (error) {
      if (!(error instanceof InvalidEventError)) throw error;
      rejected.push({ message, reason: error.reason });
    }
  }
  return { received, rejected };
}
