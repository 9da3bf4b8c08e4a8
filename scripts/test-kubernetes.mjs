// npm run test:kubernetes [-- OPTIONS]: builds what changed, then runs the chart on a real cluster
// (tools/kubernetes/README.md).
import { createRequire } from 'node:module';
import { buildIfNeeded, buildWorkspace } from './lib/build.mjs';
import { root } from './lib/workspace.mjs';

buildIfNeeded(() => process.stdout.write('Building …\n'));
buildWorkspace('tools/kubernetes');
const { run } = createRequire(import.meta.url)('../tools/kubernetes');
try {
  process.exitCode = await run(process.argv.slice(2), root);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
