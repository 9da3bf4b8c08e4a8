// npm run admin -- ARGS: heliograph-admin from a checkout. Adds nothing to its output.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildIfNeeded } from './lib/build.mjs';
import { homeDirectory, invocationDirectory, keepCompiledCode, root } from './lib/workspace.mjs';

keepCompiledCode();
buildIfNeeded(() => process.stderr.write('Building …\n'));

process.env.HELIOGRAPH_HOME = homeDirectory();
process.chdir(invocationDirectory);
process.argv[1] = join(root, 'programs/admin/dist/main.js');
createRequire(import.meta.url)(process.argv[1]);
