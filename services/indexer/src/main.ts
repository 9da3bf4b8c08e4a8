import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createIndexerService } from './service';
import { migrateIndexer } from './storage/migrate';

runMain(
  'indexer',
  { variables, load: loadConfig },
  (config) => createIndexerService(config),
  (connectionString, logger) => migrateIndexer({ connectionString }, logger),
);
