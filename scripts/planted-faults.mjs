// npm run planted-faults [-- OPTIONS]: builds what changed, then plants faults and runs the tests
// (tools/planted-faults/README.md).
import { createRequire } from 'node:module';
import { buildAll } from './lib/build.mjs';
import { root } from './lib/workspace.mjs';

buildAll();
// Child processes exit with this program.
process.once('SIGINT', () => process.exit(130));
const { run } = createRequire(import.meta.url)('../tools/planted-faults');
process.exitCode = await run(process.argv.slice(2), root);
