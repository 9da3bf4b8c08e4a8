import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createSearchService } from './service';

runMain('search', { variables, load: loadConfig }, (config) => createSearchService(config));
