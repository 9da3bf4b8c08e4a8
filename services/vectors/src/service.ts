import { RpcService } from '@heliograph/runtime';
import type { Config } from './config';
import type { Overrides } from './context';
import { createContext } from './create-context';
import { serveVectors } from './rpc/vectors-rpc';

/** The whole vectors service; opens nothing before `start`, which reads the collections on disk first. */
export function createVectorsService(config: Config, overrides: Overrides = {}): RpcService {
  const context = createContext(config, overrides);
  const { logger, registry, index } = context;
  return new RpcService({
    name: 'vectors',
    settings: config,
    logger,
    metrics: registry,
    checkReady: () =>
      index.isRunning ? Promise.resolve() : Promise.reject(new Error('the index is not open')),
    prepare: () => index.start(),
    serve: (server) => serveVectors(server, context),
    release: () => index.close(),
  });
}
