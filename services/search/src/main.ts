import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createSearchService } from './service';

runMain('search', loadConfig, (config) => createSearchService(config));
