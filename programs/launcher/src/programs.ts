import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDefinition } from './program-list';
import { StartFailure } from './start-failure';

/** A service's main file in the repository at `root`. */
export function programOf(root: string, service: ServiceDefinition): string {
  return join(root, 'services', service.name, 'dist', 'main.js');
}

/** @throws StartFailure naming the services that are not built. */
export function checkPrograms(root: string, services: readonly ServiceDefinition[]): void {
  const missing = services.filter((service) => !existsSync(programOf(root, service)));
  if (missing.length === 0) return;
  throw new StartFailure(`${missing.map(({ name }) => name).join(', ')} not built: run npm run build`, true);
}
