import { runMain } from '@heliograph/runtime';
import { loadConfig } from './config';
import { createCompanyService } from './service';

runMain('company', loadConfig, (config) => createCompanyService(config));
