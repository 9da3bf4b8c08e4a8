import { ServiceError } from '@heliograph/runtime';

interface Waiting {
  deadline: number;
  start: () => Promise<void>;
  reject: (error: ServiceError) => void;
}

/**
 * Runs at most `atOnce` tasks at a time, first come, first served. Drops a task whose deadline has passed when its turn
 * comes, and refuses more when too many wait.
 */
export class TaskQueue {
  private readonly queue: Waiting[] = [];
  private running = 0;

  constructor(
    private readonly maximumWaiting: number,
    private readonly onDropped: (reason: 'full' | 'expired') => void,
    private readonly atOnce = 1,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  get waiting(): number {
    return this.queue.length;
  }

  /**
   * @param deadline on the clock of `performance.now()`.
   * @throws ServiceError `unavailable` when too many wait, or the deadline passes before its turn comes.
   */
  run<T>(deadline: number, task: () => Promise<T>): Promise<T> {
    if (this.queue.length >= this.maximumWaiting) {
      this.onDropped('full');
      return Promise.reject(overloaded());
    }
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ deadline, start: () => task().then(resolve, reject), reject });
      this.next();
    });
  }

  private next(): void {
    while (this.running < this.atOnce && this.queue.length > 0) {
      const { deadline, start, reject } = this.queue.shift()!;
      if (this.clock() >= deadline) {
        this.onDropped('expired');
        reject(overloaded());
        continue;
      }
      this.running += 1;
      void start().finally(() => {
        this.running -= 1;
        this.next();
      });
    }
  }
}

function overloaded(): ServiceError {
  return new ServiceError('unavailable', 'The vector index is overloaded. Try again shortly.', {
    retryAfterSeconds: 1,
  });
}
