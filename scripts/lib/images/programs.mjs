import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

/**
 * Workspace directories of the programs with an image (the services and the operator's command), by name. In a pruned
 * repository, only those that it contains.
 */
export function programs() {
  const services = existsSync(join(root, 'services')) ? readdirSync(join(root, 'services')) : [];
  const workspaces = [...services.map((name) => [name, `services/${name}`]), ['admin', 'programs/admin']];
  return new Map(
    workspaces.filter(([, workspace]) => existsSync(join(root, workspace, 'package.json'))).sort(),
  );
}

/** @throws naming all programs if this one is unknown. */
export function workspaceOf(name) {
  const workspace = programs().get(name);
  if (workspace) return workspace;
  throw new Error(`there is no image "${name}": there are ${[...programs().keys()].join(', ')}`);
}
