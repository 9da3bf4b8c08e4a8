import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createMeteringService } from './service';
import { migrateMetering } from './storage/migrate';

runMain(
  'metering',
  { variables, load: loadConfig },
  (config) => createMeteringService(config),
  (connectionString, logger) => migrateMetering({ connectionString }, logger),
);
