import { runMain } from '@heliograph/runtime';
import { loadGatewayConfig } from './config';
import { GatewayService } from './service';

runMain('gateway', loadGatewayConfig, (config) => GatewayService.create(config));
