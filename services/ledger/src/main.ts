import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { LedgerService } from './service';

runMain('ledger', loadConfig, (config) => LedgerService.create(config));
