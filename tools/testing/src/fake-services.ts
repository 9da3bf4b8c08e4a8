import {
  createLogger,
  createMetrics,
  RpcServer,
  type Handlers,
  type ServiceDefinition,
} from '@heliograph/runtime';
import { freeAddress } from './free-address';
import { testTrust } from './caller-keys';

/** A gRPC server, without logs, for a test's fake services; `start` returns its address. */
export function fakeServer(name = 'test', address = freeAddress()): RpcServer {
  return RpcServer.create({
    name,
    address,
    trust: testTrust,
    metrics: createMetrics(name),
    logger: createLogger({ service: name, level: 'silent' }),
  });
}

/** Answers one caller's calls to a service with the given handlers; other methods fail and should not be called. */
export function fakeService<Service extends ServiceDefinition>(
  server: RpcServer,
  definition: Service,
  caller: string,
  handlers: Partial<Handlers<Service>>,
): void {
  const each = (value: (name: string) => unknown) =>
    Object.fromEntries(Object.keys(definition).map((name) => [name, value(name)]));
  const refuse = (name: string) => () => Promise.reject(new Error(`${caller} never calls ${name}`));
  server.serve(definition, each(() => [caller]) as Record<keyof Service, string[]>, {
    ...(each(refuse) as unknown as Handlers<Service>),
    ...handlers,
  });
}
