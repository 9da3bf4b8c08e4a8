import { MAXIMUM_BATCH_SIZE } from '../scan/code-functions';

interface Waiting {
  request: { collection: string };
}

/**
 * Answers queries in their order. Those of one collection that have come meanwhile share a scan; none waits for others
 * to come.
 */
export class QueryBatches<Query extends Waiting> {
  private readonly waiting: Query[] = [];

  /** @param answer answers so many queries of one collection, and does not throw. */
  constructor(private readonly answer: (queries: Query[]) => void) {}

  add(query: Query): void {
    // By the end of this turn of the event loop everything that was sent is here.
    if (this.waiting.push(query) === 1) setImmediate(() => this.next());
  }

  private next(): void {
    const { waiting } = this;
    const { collection } = waiting[0]!.request;
    let count = 1;
    while (count < MAXIMUM_BATCH_SIZE && waiting[count]?.request.collection === collection) count += 1;
    this.answer(waiting.splice(0, count));
    // Commands come in between.
    if (waiting.length > 0) setImmediate(() => this.next());
  }
}
