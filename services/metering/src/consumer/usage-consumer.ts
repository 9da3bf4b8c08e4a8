import { InvalidEventError, type StoredEvent } from '@heliograph/event-log';
import { timeFaultOf, type EventIdWindow, type UsageEvent } from '../domain/usage-event';
import type { MeteringMetrics } from '../metrics';
import { MissingPartitionError } from '../storage/usage-store';
import { decodeEvent } from './decode-event';

/** What the consumer works with. */
interface UsageConsumerParts {
  /** Counts events once each; how many it had not counted before. */
  count(events: readonly UsageEvent[]): Promise<number>;
  /** Makes what is needed for the ids of today and tells which ids can be counted. */
  extendWindow(): Promise<EventIdWindow>;
  addDeadLetters(rejected: readonly Rejected[]): Promise<void>;
  metrics: Pick<MeteringMetrics, 'batchHandled' | 'eventsCounted'>;
}

/** A message that cannot be counted, and why. */
interface Rejected {
  message: StoredEvent;
  reason: string;
}

interface Sorted {
  events: UsageEvent[];
  rejected: Rejected[];
  /** Whether a message was rejected only because of its time. */
  hasTimeFaults: boolean;
}

/** Counts batches of usage events. */
export class UsageConsumer {
  private window: EventIdWindow | undefined;

  constructor(private readonly parts: UsageConsumerParts) {}

  /** To be called now and then, so that partitions are made ahead. */
  async extendWindow(): Promise<EventIdWindow> {
    this.window = await this.parts.extendWindow();
    return this.window;
  }

  /**
   * Counts what can be counted and lays the rest aside. The caller moves the group's offset behind the messages only
   * when this resolved; handled again they change nothing, but dead letters are written again.
   *
   * @throws what the database or the event log threw; both are about the moment, not about the messages.
   */
  async handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    // Another member has them already.
    signal.throwIfAborted();
    const startedAt = performance.now();
    const { counted, events, rejected } = await this.count(messages);
    // Dies here: the events are counted and come again, as duplicates.
    if (rejected.length > 0) await this.parts.addDeadLetters(rejected);
    this.parts.metrics.batchHandled(
      { counted, duplicate: events.length - counted, deadLettered: rejected.length },
      (performance.now() - startedAt) / 1000,
    );
    this.parts.metrics.eventsCounted(events);
  }

  private async count(messages: readonly StoredEvent[]) {
    let sorted = sort(messages, this.window ?? (await this.extendWindow()));
    // The window that is known may be an hour old.
    if (sorted.hasTimeFaults) sorted = sort(messages, await this.extendWindow());
    try {
      return { ...sorted, counted: await this.countEvents(sorted.events) };
    } catch (error) {
      if (!(error instanceof MissingPartitionError)) throw error;
      // Another member dropped the day meanwhile.
      sorted = sort(messages, await this.extendWindow());
      return { ...sorted, counted: await this.countEvents(sorted.events) };
    }
  }

  private countEvents(events: readonly UsageEvent[]): Promise<number> {
    return events.length === 0 ? Promise.resolve(0) : this.parts.count(events);
  }
}

function sort(messages: readonly StoredEvent[], window: EventIdWindow): Sorted {
  const sorted: Sorted = { events: [], rejected: [], hasTimeFaults: false };
  for (const message of messages) {
    try {
      const event = decodeEvent(message);
      const fault = timeFaultOf(event, window);
      if (fault === undefined) {
        sorted.events.push(event);
      } else {
        sorted.hasTimeFaults = true;
        sorted.rejected.push({ message, reason: fault });
      }
    } catch (error) {
      if (!(error instanceof InvalidEventError)) throw error;
      sorted.rejected.push({ message, reason: error.reason });
    }
  }
  return sorted;
}
