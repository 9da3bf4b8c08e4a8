import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { IdentityService } from './service';

runMain('identity', loadConfig, (config) => IdentityService.create(config));
