import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createIdentityService } from './service';
import { migrateIdentity } from './storage/migrate';

runMain(
  'identity',
  loadConfig,
  (config) => createIdentityService(config),
  (connectionString, logger) => migrateIdentity({ connectionString }, logger),
);
