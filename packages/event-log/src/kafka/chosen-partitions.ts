import { Partitioners, type ICustomPartitioner } from 'kafkajs';

/**
 * The partitions of a request's messages, which must all be confirmed. The client retries a request whose partition has
 * a new leader, but not with brokers that already answered: if the new leader is one of them, the client drops the
 * partition's messages and reports success (kafkajs 2.2.4, `producer/sendMessages.js`).
 */
export class ChosenPartitions {
  private readonly chosen = new Set<number>();

  /** The same partitioner as the Java client's. */
  readonly createPartitioner: ICustomPartitioner = () => {
    const choose = Partitioners.DefaultPartitioner();
    return (message) => {
      const partition = choose(message);
      this.chosen.add(partition);
      return partition;
    };
  };

  /** Call before each request. */
  clear(): void {
    this.chosen.clear();
  }

  /** @throws Error naming the partitions that no broker confirmed. */
  requireConfirmed(confirmed: readonly { partition: number }[]): void {
    const left = new Set(this.chosen);
    for (const { partition } of confirmed) left.delete(partition);
    if (left.size > 0)
      throw new Error(`the client did not send the messages of partitions ${[...left].join(', ')}`);
  }
}
