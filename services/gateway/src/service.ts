import { listenerOf, PublicService, type EdgeOverrides } from '@heliograph/edge';
import type { GatewayConfig } from './config';
import { createContext } from './create-context';
import { unknownPath } from './http/operations/unknown-path';
import { createGatewayRouter } from './http/router';
import { serve } from './http/serve';

/** The whole gateway: HTTP in front, gRPC behind; opens nothing before `start`. */
export function createGatewayService(config: GatewayConfig, overrides: EdgeOverrides = {}): PublicService {
  const context = createContext(config, overrides);
  return new PublicService({
    name: 'gateway',
    settings: config,
    portVariable: 'GATEWAY_PORT',
    edge: context,
    listener: listenerOf(createGatewayRouter(context), (request, response) =>
      serve(context, { operation: unknownPath }, request, response),
    ),
  });
}
