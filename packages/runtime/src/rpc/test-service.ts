import type { ServiceDefinition } from './definition';

/**
 * The same methods under another gRPC service's name: `heliograph.search.v1.SearchService` becomes
 * `heliograph.search.v1.TestSearchService`. It serves test keys. A program that does not serve it refuses its calls, so
 * test keys never reach live services, nor vice versa. Methods added to a service later are available to test keys as
 * well.
 */
export function testServiceOf<Service extends ServiceDefinition>(service: Service): Service {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    { ...method, path: method.path.replace(/\.(\w+\/\w+)$/, '.Test$1') },
  ]);
  return Object.fromEntries(methods) as Service;
}
