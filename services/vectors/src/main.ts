import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createVectorsService } from './service';

runMain('vectors', { variables, load: loadConfig }, (config) => createVectorsService(config));
