import type { ServiceDefinition } from './definition';

/**
 * The same methods under another gRPC service's name: for `heliograph.search.v1.SearchService` it is
 * `heliograph.search.v1.TestSearchService`. It serves test keys. A program that does not serve it refuses its calls, so
 * test keys never reach what is for live ones, nor vice versa. Whatever a service gains later, test keys gain as well.
 */
export function testServiceOf<Service extends ServiceDefinition>(service: Service): Service {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    { ...method, path: method.path.replace(/\.(\w+\/\w+)$/, '.Test$1') },
  ]);
  return Object.fromEntries(methods) as Service;
}
