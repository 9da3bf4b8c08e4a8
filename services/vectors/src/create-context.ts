import { createLogger, createMetrics } from '@heliograph/runtime';
import type { Config } from './config';
import type { Context, Overrides } from './context';
import { VectorsMetrics } from './metrics';
import { IndexThread } from './worker/index-thread';

/** Below this a rewrite saves too little. */
const WASTE_BYTES = 32 * 1024 * 1024;

/** Builds the vectors service's dependencies; opens nothing yet. */
export function createContext(config: Config, overrides: Overrides): Context {
  const logger = overrides.logger ?? createLogger({ service: 'vectors', level: config.logLevel });
  const registry = overrides.registry ?? createMetrics('vectors');
  const metrics = new VectorsMetrics(registry);
  const index = new IndexThread({
    directory: config.directory,
    wasteBytes: WASTE_BYTES,
    waitingQueries: config.waitingQueries,
    waitingCommands: config.waitingCommands,
    logger,
    metrics,
    onDeath: (error) => {
      logger.fatal({ err: error }, "the index's thread died");
      // The supervisor restarts the process, which reads its files again.
      process.exit(1);
    },
  });
  return { logger, registry, metrics, index };
}
