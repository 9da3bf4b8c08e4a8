import { runMain } from '@heliograph/runtime';
import { loadDashboardConfig } from './config';
import { DashboardService } from './service';

runMain('dashboard', loadDashboardConfig, (config) => DashboardService.create(config));
