import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productionClosure } from '../images/closure.mjs';
import { programs } from '../images/programs.mjs';
import { root } from '../workspace.mjs';

/** Build dependencies that end up in the dashboard's pages, so they are distributed too. */
const bundled = {
  dashboard: [
    '@fontsource-variable/inter',
    ...['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'recharts'],
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
/** Of these a part is in the pages; the rest, and what they need, only builds. */
const bundledInPart = { dashboard: ['node_modules/vitepress'] };

/** What people get besides images, by name: the directory of the workspace. */
const clients = new Map([
  ['cli', 'programs/cli'],
  ['sdk', 'packages/sdk'],
]);

/** Everything that is given to others, by name: the directory of the workspace. */
export function distributions() {
  return new Map([...programs(), ...clients]);
}

/** @param file unless given, the repository's own. */
export function readLockfile(file = join(root, 'package-lock.json')) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Where the packages of others are installed whose code is in what is given out under a name. */
export function distributedPackages(lockfile, name) {
  const workspace = distributions().get(name);
  if (!workspace)
    throw new Error(`nothing is called "${name}": there are ${[...distributions().keys()].join(', ')}`);
  const { installed } = productionClosure(lockfile, workspace, bundled[name]);
  return [...installed, ...(bundledInPart[name] ?? [])].sort();
}
