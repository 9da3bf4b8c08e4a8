import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createIndexerService } from './service';
import { migrateIndexer } from './storage/migrate';

runMain(
  'indexer',
  loadConfig,
  (config) => createIndexerService(config),
  (connectionString, logger) => migrateIndexer({ connectionString }, logger),
);
