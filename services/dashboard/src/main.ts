import { runMain } from '@heliograph/runtime';
import { loadDashboardConfig } from './config';
import { createDashboardService } from './service';

runMain('dashboard', loadDashboardConfig, (config) => createDashboardService(config));
