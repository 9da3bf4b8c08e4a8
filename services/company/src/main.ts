import { runMain } from '@heliograph/runtime';
import { loadConfig, variables } from './config';
import { createCompanyService } from './service';

runMain('company', { variables, load: loadConfig }, (config) => createCompanyService(config));
