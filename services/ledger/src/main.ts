import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createLedgerService } from './service';
import { migrateLedger } from './storage/migrate';

runMain(
  'ledger',
  { variables, load: loadConfig },
  (config) => createLedgerService(config),
  (connectionString, logger) => migrateLedger({ connectionString }, logger),
);
