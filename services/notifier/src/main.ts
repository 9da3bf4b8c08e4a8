import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createNotifierService } from './service';
import { migrateNotifier } from './storage/migrate';

runMain(
  'notifier',
  loadConfig,
  (config) => createNotifierService(config),
  (connectionString, logger) => migrateNotifier({ connectionString }, logger),
);
