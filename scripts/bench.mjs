// `npm run bench -- NAME`: builds what changed, then runs the benchmark.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './lib/build.mjs';
import { root } from './lib/workspace.mjs';

buildAll();
const bench = spawnSync(
  process.execPath,
  [join(root, 'tools/bench/dist/main.js'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exitCode = bench.status ?? 1;
