import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createMeteringService } from './service';

runMain('metering', loadConfig, (config) => createMeteringService(config));
