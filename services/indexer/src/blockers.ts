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

const TEXTS: Readonly<Record<Part, string>> = {
  model: 'The embedding service does not answer.',
  embedding: 'The embedding service does not answer.',
  index: 'The vector index does not answer.',
  database: 'The database does not answer.',
  'event log': 'The event log does not answer.',
  'search engine': 'The search engine does not answer.',
};

/**
 * Codes whose text says what an operator must do; the others' text is about "the service", of which there are several.
 */
const TELLING = new Set(['semantic_unavailable', 'invalid_parameter']);

interface BlockerMetrics {
  failed(part: Part): void;
}

/**
 * What blocks indexing, by part. Failed work is retried indefinitely: the log says once when it began and once when it
 * is over.
 */
export class Blockers {
  private readonly texts = new Map<Part, string>();

  constructor(
    private readonly logger: Logger,
    private readonly metrics: BlockerMetrics,
  ) {}

  /** An attempt failed at a part. */
  note(part: Part, error: unknown): void {
    this.metrics.failed(part);
    const text = error instanceof ServiceError && TELLING.has(error.code) ? error.publicText : TEXTS[part];
    if (this.texts.get(part) === text) return;
    this.texts.set(part, text);
    this.logger.warn({ err: error, part }, 'indexing is blocked; retrying');
  }

  /** An attempt succeeded. */
  clear(part: Part): void {
    if (this.texts.delete(part)) this.logger.info({ part }, 'indexing is no longer blocked');
  }

  has(part: Part): boolean {
    return this.texts.has(part);
  }

  /** For people; empty when nothing is blocked. */
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
      this.note(part, error);
      throw new PartFailure(part, error);
    }
  }
}

/** Work that failed at a part, and was already reported. */
export class PartFailure extends Error {
  constructor(
    readonly part: Part,
    override readonly cause: unknown,
  ) {
    super(`${part}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'PartFailure';
  }

  /** Whether waiting may help: the part was down, rather than unable to do what it was asked. */
  get mayPass(): boolean {
    const { cause } = this;
    return (
      cause instanceof ServiceError &&
      ['unavailable', 'semantic_unavailable', 'rate_limited', 'not_found'].includes(cause.code)
    );
  }
}
