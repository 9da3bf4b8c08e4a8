import { ServiceError } from '@heliograph/runtime';
import type { EmbeddingModel } from '../../domain/embedding-model';
import type { EmbeddingProvider, ProviderObserver } from '../provider';

/** Stands in when no provider is configured: embeds nothing and says what to configure. */
export class UnconfiguredProvider implements EmbeddingProvider {
  /**
   * @param advice for the operator; returned to every caller.
   * @param model known when only part of the configuration is missing.
   */
  constructor(
    readonly name: string,
    readonly advice: string,
    readonly model: EmbeddingModel | undefined,
    private readonly observer: ProviderObserver,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  checkReady(): Promise<void> {
    return Promise.resolve();
  }

  embed(): Promise<Float32Array[]> {
    this.observer.onFailure('not_configured');
    return Promise.reject(new ServiceError('semantic_unavailable', this.advice));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
