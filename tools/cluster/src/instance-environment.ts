import { serviceEnvironment, type ServiceDefinition, type SystemFacts } from '@heliograph/launcher';
import { PORTS } from './topology';

/**
 * The variables of one instance: those that `npm start` would give its service, with its own address, and with names
 * that DNS resolves to all instances of the services it calls.
 *
 * @param facts.addresses DNS targets by service.
 */
export function instanceEnvironment(
  service: ServiceDefinition,
  facts: SystemFacts,
  address: string,
): Record<string, string> {
  return {
    ...serviceEnvironment(service, facts, PORTS.operations),
    RPC_ADDRESS: `${address}:${PORTS.rpc}`,
    METRICS_HOST: address,
    ...(service.name === 'gateway' && {
      GATEWAY_HOST: address,
      GATEWAY_PORT: String(PORTS.gateway),
      TRUSTED_PROXIES: '1',
    }),
    ...(service.name === 'dashboard' && {
      DASHBOARD_HOST: address,
      DASHBOARD_PORT: String(PORTS.dashboard),
      TRUSTED_PROXIES: '1',
    }),
    // By default grpc-js asks the system's resolver, which doesn't know the cluster's DNS server.
    GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
  };
}
