import { ServiceError } from '@heliograph/runtime';
import type { EmbeddingModel } from '../../domain/embedding-model';
import type { EmbeddingProvider, ProviderObserver } from '../provider';

/** Stands where no provider can: embeds nothing and says what is to be configured. */
export class UnconfiguredProvider implements EmbeddingProvider {
  /**
   * @param advice for the operator; answered to every caller.
   * @param model known when only a part of the configuration is missing.
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
