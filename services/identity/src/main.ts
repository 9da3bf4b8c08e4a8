import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createIdentityService } from './service';
import { migrateIdentity } from './storage/migrate';

runMain(
  'identity',
  { variables, load: loadConfig },
  (config) => createIdentityService(config),
  (connectionString, logger) => migrateIdentity({ connectionString }, logger),
);
