// npm run admin -- ARGS: heliograph-admin from a checkout. Adds nothing to its output.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildWorkspace } from './lib/build.mjs';
import { homeDirectory, invocationDirectory, root } from './lib/workspace.mjs';

const program = join(root, 'packages/admin/dist/main.js');
if (!existsSync(program)) buildWorkspace('packages/admin');

process.env.HELIOGRAPH_HOME = homeDirectory();
process.chdir(invocationDirectory);
process.argv[1] = program;
createRequire(import.meta.url)(program);
