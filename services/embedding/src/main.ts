import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createEmbeddingService } from './service';

runMain('embedding', { variables, load: loadConfig }, (config) => createEmbeddingService(config));
