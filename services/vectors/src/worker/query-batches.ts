import { MAXIMUM_BATCH_SIZE } from '../scan/code-functions';

interface Waiting {
  request: { collection: string };
}

/**
 * Answers queries in order. Those of one collection that have already arrived share a scan; none waits for others to
 * arrive.
 */
export class QueryBatches<Query extends Waiting> {
  private readonly waiting: Query[] = [];

  /** @param answer answers queries of one collection, {@link MAXIMUM_BATCH_SIZE} at most, and does not throw. */
  constructor(private readonly answer: (queries: Query[]) => void) {}

  add(query: Query): void {
    // By the end of this turn of the event loop, everything already sent has arrived.
    if (this.waiting.push(query) === 1) setImmediate(() => this.next());
  }

  private next(): void {
    const { waiting } = this;
    const { collection } = waiting[0]!.request;
    let count = 1;
    while (count < MAXIMUM_BATCH_SIZE && waiting[count]?.request.collection === collection) count += 1;
    this.answer(waiting.splice(0, count));
    // Commands run in between.
    if (waiting.length > 0) setImmediate(() => this.next());
  }
}
