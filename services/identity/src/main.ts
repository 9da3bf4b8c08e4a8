import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createIdentityService } from './service';

runMain('identity', loadConfig, (config) => createIdentityService(config));
