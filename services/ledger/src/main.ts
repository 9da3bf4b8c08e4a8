import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createLedgerService } from './service';

runMain('ledger', loadConfig, (config) => createLedgerService(config));
