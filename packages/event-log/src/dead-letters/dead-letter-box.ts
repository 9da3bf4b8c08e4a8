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
   * Dead letters not yet sent back, oldest first.
   *
   * @param after where to continue; undefined for the first page.
   */
  async list(
    limit: number,
    after: string | undefined,
  ): Promise<{ items: DeadLetterItem[]; position: string; isLast: boolean }> {
    const from = after ?? (await this.parts.positions.read(this.deadTopic));
    const { messages, position } = await this.parts.log.read(this.deadTopic, { after: from, limit });
    return {
      items: messages.map((message) => this.itemOf(message)),
      position,
      isLast: messages.length < limit,
    };
  }

  /**
   * Sends dead letters back, oldest first. A message that fails again returns as a new dead letter, which this run
   * skips.
   *
   * @param retry the run's name.
   * @param limit maximum to send back.
   * @param isOver checked before each page.
   * @returns how many were sent back.
   */
  async sendBack(retry: string, limit: number, isOver: () => boolean): Promise<number> {
    let sent = 0;
    while (sent < limit && !isOver()) {
      const { count } = await this.parts.positions.move(this.deadTopic, (position) =>
        this.sendBackPage(retry, Math.min(PAGE, limit - sent), position),
      );
      if (count === 0) break;
      sent += count;
    }
    return sent;
  }

  /** The number of dead letters not yet sent back. */
  async waiting(): Promise<number> {
    return this.parts.log.count(this.deadTopic, await this.parts.positions.read(this.deadTopic));
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
