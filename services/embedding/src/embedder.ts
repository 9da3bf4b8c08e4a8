import { ServiceError, withinTime } from '@heliograph/runtime';
import type { QueryVectors } from './cache/query-vectors';
import type { EmbeddingMetrics } from './metrics';
import { RefusedTextsError, type EmbeddingProvider, type EmbeddingWork } from './providers/provider';

/** Share of a caller's time that is reserved for returning the response. */
const ANSWER_SHARE = 0.1;
const LONGEST_ANSWER_MS = 250;

/** Embeds for callers with deadlines: documents directly, queries through the cache. */
export class Embedder {
  constructor(
    private readonly provider: EmbeddingProvider,
    private readonly queries: QueryVectors,
    private readonly metrics: EmbeddingMetrics,
  ) {}

  /**
   * One vector per text, in order, of length 1.
   *
   * @param callDeadline on the clock of `performance.now()`.
   * @throws RefusedTextsError
   * @throws ServiceError `semantic_unavailable`
   */
  embed(
    { purpose, texts, companies }: Omit<EmbeddingWork, 'remainingMs'> & { texts: readonly string[] },
    callDeadline: number,
  ): Promise<Float32Array[]> {
    const deadline =
      callDeadline - Math.min(LONGEST_ANSWER_MS, ANSWER_SHARE * (callDeadline - performance.now()));
    this.metrics.textsAsked(purpose, texts.length);
    return this.inTime(
      deadline,
      purpose === 'query'
        ? this.embedQueries(texts, deadline)
        : embedMeasured(this.provider, this.metrics, texts, {
            purpose,
            companies,
            remainingMs: () => deadline - performance.now(),
          }),
    );
  }

  private async embedQueries(texts: readonly string[], deadline: number): Promise<Float32Array[]> {
    const responses = await Promise.allSettled(texts.map((text) => this.queries.get(text, deadline)));
    const refused = [...responses.keys()].filter((index) => isRefused(responses[index]!));
    if (refused.length > 0) throw new RefusedTextsError(refused);
    return responses.map((response) => {
      if (response.status === 'rejected') throw response.reason;
      return response.value;
    });
  }

  /** Work continues after its caller stopped waiting: others may wait, and what it learns about the provider counts. */
  private inTime<Result>(deadline: number, work: Promise<Result>): Promise<Result> {
    return withinTime(work, Math.max(0, deadline - performance.now()), () => {
      this.metrics.failed('out_of_time');
      return new ServiceError(
        'semantic_unavailable',
        'The embedding model did not answer before the deadline of the request. Try again shortly; if this persists, ' +
          'check whether the embedding provider is slow or overloaded.',
        { retryAfterSeconds: 1 },
      );
    });
  }
}

/** Calls the provider and reports how long it took. */
export async function embedMeasured(
  provider: EmbeddingProvider,
  metrics: EmbeddingMetrics,
  texts: readonly string[],
  work: EmbeddingWork,
): Promise<Float32Array[]> {
  const began = performance.now();
  const vectors = await provider.embed(texts, work);
  metrics.embedded(provider.name, work.purpose, (performance.now() - began) / 1_000);
  return vectors;
}

function isRefused(response: PromiseSettledResult<Float32Array>): boolean {
  return response.status === 'rejected' && response.reason instanceof RefusedTextsError;
}
