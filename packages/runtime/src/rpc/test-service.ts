import type { ServiceDefinition } from './definition';

/**
 * The same methods under the name of another gRPC service: of `heliograph.search.v1.SearchService` it is
 * `heliograph.search.v1.TestSearchService`. It answers test keys. A program that does not serve it refuses its calls, so test keys are
 * never answered from what is for live ones, nor the other way round. What a service can be asked for later, it can be asked for with
 * test keys as well.
 */
export function testServiceOf<Service extends ServiceDefinition>(service: Service): Service {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    { ...method, path: method.path.replace(/\.(\w+\/\w+)$/, '.Test$1') },
  ]);
  return Object.fromEntries(methods) as Service;
}
