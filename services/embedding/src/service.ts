import { RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Overrides } from './context';
import { createContext } from './create-context';
import { serveEmbedding } from './rpc/embedding-rpc';

/**
 * The whole embedding service; opens nothing before `start`, which loads the local model if configured. Neither a
 * vendor nor a Redis that is down keeps it from starting or being ready.
 */
export function createEmbeddingService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, registry, provider, sharedVectors } = context;
  return new RpcService({
    name: 'embedding',
    settings: config,
    logger,
    metrics: registry,
    checkReady: () => provider.checkReady(),
    prepare: async () => {
      sharedVectors.start();
      await provider.start();
    },
    serve: (server) => serveEmbedding(server, context),
    release: async () => {
      sharedVectors.close();
      await provider.close();
    },
  });
}
