// npm start: builds what changed, then runs the whole system in this process and its children.
import { createRequire } from 'node:module';
import { buildIfNeeded } from './lib/build.mjs';
import { homeDirectory, keepCompiledCode, root } from './lib/workspace.mjs';

keepCompiledCode();
const args = process.argv.slice(2);
buildIfNeeded(() => process.stderr.write('Building …\n'));

const { run } = createRequire(import.meta.url)('../programs/launcher');
process.exitCode = await run(args, { ...process.env, HELIOGRAPH_HOME: homeDirectory() }, root);
process.exit();
