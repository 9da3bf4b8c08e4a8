// node scripts/production-tree.mjs PROGRAM DIRECTORY: writes what the program's image holds, out of this repository, which must
// be installed (npm ci) and built. With --all, every program's into DIRECTORY/<name>. The Dockerfile runs it.
// SOURCE_DATE_EPOCH (seconds) becomes the time of every file.
import { join, resolve } from 'node:path';
import { writeProductionTree } from './lib/images/production-tree.mjs';
import { programs, workspaceOf } from './lib/images/programs.mjs';
import { fail } from './lib/workspace.mjs';

const [name, directory] = process.argv.slice(2);
if (!name || !directory) fail('Usage: node scripts/production-tree.mjs PROGRAM|--all DIRECTORY');
const { SOURCE_DATE_EPOCH } = process.env;
const seconds = SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) : undefined;
const target = resolve(directory);
try {
  const copies = new Map();
  if (name === '--all')
    for (const [program, workspace] of programs())
      writeProductionTree(workspace, join(target, program), { seconds, copies });
  else writeProductionTree(workspaceOf(name), target, { seconds });
} catch (error) {
  fail(error.message);
}
