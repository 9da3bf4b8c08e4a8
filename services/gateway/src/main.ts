import { runMain } from '@heliograph/runtime';
import { loadGatewayConfig, variables } from './config';
import { createGatewayService } from './service';

runMain('gateway', { variables, load: loadGatewayConfig }, (config) => createGatewayService(config));
