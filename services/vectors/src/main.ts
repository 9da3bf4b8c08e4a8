import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createVectorsService } from './service';

runMain('vectors', loadConfig, (config) => createVectorsService(config));
