import { InvalidEventError, type StoredEvent } from '@heliograph/event-log';
import { timeIssueOf, type EventIdWindow, type UsageEvent } from '../domain/usage-event';
import type { MeteringMetrics } from '../metrics';
import { MissingPartitionError } from '../storage/usage-store';
import { decodeEvent } from './decode-event';

/** Dependencies of the consumer. */
interface UsageConsumerParts {
  /** Counts events once each; returns how many were new. */
  count(events: readonly UsageEvent[]): Promise<number>;
  /** Creates the partitions that today's ids need and returns which ids can be counted. */
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
  hasTimeIssues: boolean;
}

/** Counts batches of usage events. */
export class UsageConsumer {
  private window: EventIdWindow | undefined;

  constructor(private readonly parts: UsageConsumerParts) {}

  /** Call periodically, so that partitions are created in advance. */
  async extendWindow(): Promise<EventIdWindow> {
    this.window = await this.parts.extendWindow();
    return this.window;
  }

  /**
   * Counts what can be counted and dead-letters the rest. The caller commits the group's offset only after this
   * resolves; processing the messages again changes nothing, except that their dead letters are written again.
   *
   * @throws errors of the database or the event log; both are transient, and not caused by the messages.
   */
  async handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    // Another member may already have them.
    signal.throwIfAborted();
    const startedAt = performance.now();
    const { counted, events, rejected } = await this.count(messages);
    // If the process dies here, the events are counted, and are redelivered as duplicates.
    if (rejected.length > 0) await this.parts.addDeadLetters(rejected);
    this.parts.metrics.batchHandled(
      { counted, duplicate: events.length - counted, deadLettered: rejected.length },
      (performance.now() - startedAt) / 1000,
    );
    this.parts.metrics.eventsCounted(events);
  }

  private async count(messages: readonly StoredEvent[]) {
    let sorted = sort(messages, this.window ?? (await this.extendWindow()));
    // The cached window may be an hour old.
    if (sorted.hasTimeIssues) sorted = sort(messages, await this.extendWindow());
    try {
      return { ...sorted, counted: await this.countEvents(sorted.events) };
    } catch (error) {
      if (!(error instanceof MissingPartitionError)) throw error;
      // Another member has dropped the day since.
      sorted = sort(messages, await this.extendWindow());
      return { ...sorted, counted: await this.countEvents(sorted.events) };
    }
  }

  private countEvents(events: readonly UsageEvent[]): Promise<number> {
    return events.length === 0 ? Promise.resolve(0) : this.parts.count(events);
  }
}

function sort(messages: readonly StoredEvent[], window: EventIdWindow): Sorted {
  const sorted: Sorted = { events: [], rejected: [], hasTimeIssues: false };
  for (const message of messages) {
    try {
      const event = decodeEvent(message);
      const issue = timeIssueOf(event, window);
      if (issue === undefined) {
        sorted.events.push(event);
      } else {
        sorted.hasTimeIssues = true;
        sorted.rejected.push({ message, reason: issue });
      }
    } catch (error) {
      if (!(error instanceof InvalidEventError)) throw error;
      sorted.rejected.push({ message, reason: error.reason });
    }
  }
  return sorted;
}
