import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createIndexerService } from './service';

runMain('indexer', loadConfig, (config) => createIndexerService(config));
