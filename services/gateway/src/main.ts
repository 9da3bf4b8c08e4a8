import { runMain } from '@heliograph/runtime';
import { loadGatewayConfig } from './config';
import { createGatewayService } from './service';

runMain('gateway', loadGatewayConfig, (config) => createGatewayService(config));
