import { ServiceError, uuidv7, type CallContext } from '@heliograph/runtime';
import type { EventLog } from '../event-log';
import type { EventMessage, StoredEvent } from '../message';
import { deadLetterTopic } from '../topics';
import {
  factsOf,
  toDeadLetter,
  toRetriedMessage,
  type DeadLetterFacts,
  type RejectedMessage,
} from './dead-letter-message';
import type { DeadLetterPositions } from './dead-letter-positions';

/** Dependencies of the box. */
interface DeadLetterBoxParts {
  /** The topic that the messages come from and return to. */
  topic: string;
  log: Pick<EventLog, 'read' | 'count'>;
  publish(topic: string, messages: readonly EventMessage[]): Promise<void>;
  positions: Pick<DeadLetterPositions, 'read' | 'move'>;
  /** Milliseconds since the Unix epoch. */
  clock(): number;
}

export type DeadLetterItem = DeadLetterFacts & { id: string; key: string; eventId: string; value: Buffer };

const PAGE = 500;
/** Time for one page; with less left, no other page is started. */
const PAGE_MS = 2_000;

/** Messages that could not be processed, in a topic of their own, and the position up to which they were sent back. */
export class DeadLetterBox {
  private readonly deadTopic: string;

  constructor(private readonly parts: DeadLetterBoxParts) {
    this.deadTopic = deadLetterTopic(parts.topic);
  }

  /** Dead-letters messages; resolves once they are durable. */
  async add(rejected: readonly { message: RejectedMessage; reason: string }[]): Promise<void> {
    const now = this.parts.clock();
    await this.parts.publish(
      this.deadTopic,
      rejected.map(({ message, reason }) => toDeadLetter(message, reason, now)),
    );
  }

  /**
   * A page of dead letters not yet sent back, oldest first.
   *
   * @param pageToken the previous page's `next`; empty for the first page.
   * @param parameter the token's name in the request.
   * @returns `next` is empty on the last page.
   * @throws ServiceError `invalid_parameter` for a token that was never returned.
   */
  async list(
    limit: number,
    pageToken: string,
    parameter: string,
  ): Promise<{ items: DeadLetterItem[]; next: string }> {
    const after = pageToken
      ? Buffer.from(pageToken, 'base64url').toString()
      : await this.parts.positions.read(this.deadTopic);
    const { messages, position } = await this.parts.log
      .read(this.deadTopic, { after, limit })
      .catch((error: unknown) => {
        // The event log's error for a position it never returned.
        throw error instanceof RangeError ? unknownPage(parameter) : unavailable(error);
      });
    return {
      items: messages.map((message) => this.itemOf(message)),
      next: messages.length < limit ? '' : Buffer.from(position).toString('base64url'),
    };
  }

  /**
   * Sends dead letters back, oldest first, until the limit, the last one, or the caller's deadline is reached. A message
   * that fails again returns as a new dead letter, which this run skips. Safe to repeat.
   *
   * @returns how many were sent back.
   */
  async sendBack(limit: number, call: Pick<CallContext, 'remainingMs'>): Promise<number> {
    const run = uuidv7();
    let sent = 0;
    while (sent < limit && call.remainingMs() >= PAGE_MS) {
      const { count } = await this.parts.positions.move(this.deadTopic, (position) =>
        this.sendBackPage(run, Math.min(PAGE, limit - sent), position),
      );
      if (count === 0) break;
      sent += count;
    }
    return sent;
  }

  /** The number of dead letters not yet sent back. */
  async waiting(): Promise<number> {
    const position = await this.parts.positions.read(this.deadTopic);
    return this.parts.log.count(this.deadTopic, position).catch((error: unknown) => {
      throw unavailable(error);
    });
  }

  private async sendBackPage(retry: string, limit: number, after: string | undefined) {
    let page = await this.parts.log.read(this.deadTopic, { after, limit });
    const returned = page.messages.findIndex((message) => factsOf(message, this.parts.topic).retry === retry);
    if (returned > 0) page = await this.parts.log.read(this.deadTopic, { after, limit: returned });
    if (page.messages.length === 0 || returned === 0) return { count: 0, position: undefined };
    await this.parts.publish(
      this.parts.topic,
      page.messages.map((message) => toRetriedMessage(message, retry)),
    );
    return { count: page.messages.length, position: page.position };
  }

  private itemOf(message: StoredEvent): DeadLetterItem {
    const { key, value, headers, partition, offset } = message;
    const facts = factsOf(message, this.parts.topic);
    return { ...facts, id: `${partition}-${offset}`, key, eventId: headers.ce_id ?? '', value };
  }
}

function unknownPage(parameter: string): ServiceError {
  return new ServiceError('invalid_parameter', 'The page token is not valid.', {
    issues: [{ parameter, message: 'is not a valid page token' }],
  });
}

/** Names the event log: callers would otherwise suspect the service. */
function unavailable(error: unknown): unknown {
  if (error instanceof ServiceError || error instanceof TypeError) return error;
  return new ServiceError('unavailable', 'The event log is unavailable. Try again shortly.', {
    cause: error,
  });
}
