import { runMain } from '@heliograph/runtime';
import { loadDashboardConfig, variables } from './config';
import { createDashboardService } from './service';

runMain('dashboard', { variables, load: loadDashboardConfig }, (config) => createDashboardService(config));
