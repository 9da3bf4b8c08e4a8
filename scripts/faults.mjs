// `npm run faults [-- OPTIONS]`: builds what changed, then runs a system under load and faults (docs/faults.md).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { root } from './lib/workspace.mjs';

buildAll();
// The program handles Ctrl-C: it heals, checks, and reports first.
process.on('SIGINT', () => {});
const faults = spawnSync(
  process.execPath,
  [
    // The check compares an hour's history in memory.
    '--max-old-space-size=12288',
    '--require',
    join(root, 'tools/testing/programs/register.cjs'),
    join(root, 'tools/e2e/faults/main.ts'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = faults.status ?? 1;
