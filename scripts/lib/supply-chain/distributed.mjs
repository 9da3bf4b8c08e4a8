import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionClosure } from '../images/closure.mjs';
import { programs } from '../images/programs.mjs';
import { root } from '../workspace.mjs';

/** Build dependencies that end up in the dashboard's pages and are therefore distributed, too. */
const bundled = {
  dashboard: [
    '@fontsource-variable/inter',
    ...['@tanstack/react-query', 'react', 'react-dom', 'react-router'],
    ...[
      '@vueuse/core',
      '@vueuse/integrations',
      'focus-trap',
      'mark.js',
      'minisearch',
      'swagger-ui-dist',
      'vue',
    ],
  ],
};
/** Only part of these is in the pages; the rest, and its dependencies, is only for building. */
const bundledInPart = { dashboard: ['node_modules/vitepress'] };

/** Directories of the workspaces distributed besides images, by name. */
const clients = new Map([
  ['cli', 'programs/cli'],
  ['sdk', 'packages/sdk'],
]);

/** Directories of all distributed workspaces, by name. */
export function distributions() {
  return new Map([...programs(), ...clients]);
}

/** @param file by default the repository's own. */
export function readLockfile(file = join(root, 'package-lock.json')) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Locations of the external packages whose code is in a distribution. */
export function distributedPackages(lockfile, name) {
  const workspace = distributions().get(name);
  if (!workspace)
    throw new Error(`nothing is called "${name}": there are ${[...distributions().keys()].join(', ')}`);
  const { installed } = productionClosure(lockfile, workspace, bundled[name]);
  return [...installed, ...(bundledInPart[name] ?? [])].sort();
}
