import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createMeteringService } from './service';
import { migrateMetering } from './storage/migrate';

runMain(
  'metering',
  loadConfig,
  (config) => createMeteringService(config),
  (connectionString, logger) => migrateMetering({ connectionString }, logger),
);
