import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createEmbeddingService } from './service';

runMain('embedding', loadConfig, (config) => createEmbeddingService(config));
