import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createLedgerService } from './service';
import { migrateLedger } from './storage/migrate';

runMain(
  'ledger',
  loadConfig,
  (config) => createLedgerService(config),
  (connectionString, logger) => migrateLedger({ connectionString }, logger),
);
