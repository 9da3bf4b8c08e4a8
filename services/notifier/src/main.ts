import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createNotifierService } from './service';
import { migrateNotifier } from './storage/migrate';

runMain(
  'notifier',
  { variables, load: loadConfig },
  (config) => createNotifierService(config),
  (connectionString, logger) => migrateNotifier({ connectionString }, logger),
);
