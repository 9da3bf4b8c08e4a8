import type { StoredEvent } from '../message';
import { startWithin, type PartitionRange } from '../read-position';

interface PartitionRead {
  start: bigint;
  high: bigint;
  messages: StoredEvent[];
  isDone: boolean;
}

/** What is left to read of each partition to return a topic's next messages. */
export class PartitionReads {
  private readonly reads = new Map<number, PartitionRead>();

  constructor(
    ranges: readonly PartitionRange[],
    after: ReadonlyMap<number, bigint>,
    private readonly limit: number,
  ) {
    for (const { partition, low, high } of ranges) {
      const start = startWithin(after.get(partition), low, high);
      this.reads.set(partition, { start, high, messages: [], isDone: start >= high || limit <= 0 });
    }
  }

  get isDone(): boolean {
    return [...this.reads.values()].every(({ isDone }) => isDone);
  }

  /** Where to start, by partition. */
  get starts(): { partition: number; offset: bigint }[] {
    return [...this.reads].map(([partition, { start }]) => ({ partition, offset: start }));
  }

  /** The messages read, in order, by partition. */
  get messages(): StoredEvent[][] {
    return [...this.reads.values()].map(({ messages }) => messages);
  }

  /**
   * Takes a partition's fetched messages; some may already have been taken, or precede its start.
   *
   * @param lastOffset the end of the fetch; there may be no message there.
   */
  take(partition: number, fetched: readonly StoredEvent[], lastOffset: bigint): void {
    const read = this.reads.get(partition);
    if (!read || read.isDone) return;
    for (const message of fetched) {
      const taken = read.messages.at(-1)?.offset ?? read.start - 1n;
      if (message.offset > taken && message.offset < read.high && read.messages.length < this.limit) {
        read.messages.push(message);
      }
    }
    read.isDone = read.messages.length === this.limit || lastOffset + 1n >= read.high;
  }
}
