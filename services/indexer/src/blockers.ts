import { ServiceError, type Logger } from '@heliograph/runtime';

/** What the indexer depends on. */
export type Part = 'model' | 'embedding' | 'index' | 'database' | 'event log' | 'search engine';

export const PARTS: readonly Part[] = [
  'model',
  'embedding',
  'index',
  'database',
  'event log',
  'search engine',
];

/** Parts that only the leader works with. */
const LEADERS: readonly Part[] = ['event log', 'search engine'];

const TEXTS: Readonly<Record<Part, string>> = {
  model: 'The embedding service is not responding.',
  embedding: 'The embedding service is not responding.',
  index: 'The vector index is not responding.',
  database: 'The database is not responding.',
  'event log': 'The event log is not responding.',
  'search engine': 'The search engine is not responding.',
};

/** Codes whose text tells operators what to do; other texts only say "the service", and there are several. */
const ACTIONABLE_CODES = new Set(['semantic_unavailable', 'invalid_parameter']);

/** Longer than any pause between two attempts at a write; after this without one, another process has taken it over. */
const WRITES_RETRIED_MS = 300_000;

interface BlockerMetrics {
  failed(part: Part): void;
}

/**
 * What blocks indexing, by part. Failed work is retried indefinitely; the log says once when a blocker begins and once
 * when it is over.
 */
export class Blockers {
  private readonly texts = new Map<Part, string>();
  /** When a write last failed, by `performance.now()`, since the last one that succeeded. */
  private readonly writesFailedAt = new Map<Part, number>();
  private isLeading = false;

  constructor(
    private readonly logger: Logger,
    private readonly metrics: BlockerMetrics,
  ) {}

  /** Records that an attempt failed at a part. */
  note(part: Part, error: unknown): void {
    this.metrics.failed(part);
    // From work that outlasted the leadership.
    if (!this.isLeading && LEADERS.includes(part)) return;
    const text =
      error instanceof ServiceError && ACTIONABLE_CODES.has(error.code) ? error.publicText : TEXTS[part];
    if (this.texts.get(part) === text) return;
    this.texts.set(part, text);
    this.logger.warn({ err: error, part }, 'indexing is blocked; retrying');
  }

  /** Records that an attempt succeeded. */
  clear(part: Part): void {
    this.writesFailedAt.delete(part);
    if (this.texts.delete(part)) this.logger.info({ part }, 'indexing is no longer blocked');
  }

  /** Whether this process leads: what blocks the leader's work does not block others. */
  leads(isLeader: boolean): void {
    this.isLeading = isLeader;
    if (!isLeader) for (const part of LEADERS) this.texts.delete(part);
  }

  has(part: Part): boolean {
    return this.texts.has(part);
  }

  /** Shown to people; empty if nothing is blocked. */
  get text(): string {
    return [...new Set(this.texts.values())].join(' ');
  }

  /** Runs a part's work, recording the outcome. */
  async watch<Result>(part: Part, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.clear(part);
      return result;
    } catch (error) {
      this.writesFailedAt.set(part, performance.now());
      this.note(part, error);
      throw new PartFailure(part, error);
    }
  }

  /** Like `watch`, for work that only reads: it succeeds while writes fail, for example because a disk is full. */
  async watchRead<Result>(part: Part, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      const failedAt = this.writesFailedAt.get(part);
      if (failedAt === undefined || performance.now() - failedAt > WRITES_RETRIED_MS) this.clear(part);
      return result;
    } catch (error) {
      this.note(part, error);
      throw new PartFailure(part, error);
    }
  }
}

/** Work that failed at a part, already reported. */
export class PartFailure extends Error {
  constructor(
    readonly part: Part,
    override readonly cause: unknown,
  ) {
    super(`${part}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'PartFailure';
  }

  /** Whether waiting may help: the part was down, rather than unable to do what was asked. */
  get mayPass(): boolean {
    const { cause } = this;
    return (
      cause instanceof ServiceError &&
      ['unavailable', 'semantic_unavailable', 'rate_limited', 'not_found'].includes(cause.code)
    );
  }
}
