// node scripts/production-tree.mjs PROGRAM DIRECTORY: writes the program's image contents from this repository, which
// must be installed (npm ci) and built. With --all, writes every program's to DIRECTORY/<name>. The Dockerfile runs it.
// SOURCE_DATE_EPOCH (seconds) becomes the time of every file. TARGETARCH (amd64, arm64) selects the compiled code to
// keep; by default this machine's.
import { join, resolve } from 'node:path';
import { writeProductionTree } from './lib/images/production-tree.mjs';
import { programs, workspaceOf } from './lib/images/programs.mjs';
import { fail } from './lib/workspace.mjs';

const [name, directory] = process.argv.slice(2);
if (!name || !directory) fail('Usage: node scripts/production-tree.mjs PROGRAM|--all DIRECTORY');
const { SOURCE_DATE_EPOCH, TARGETARCH } = process.env;
const architectures = { amd64: 'x64', arm64: 'arm64' };
const arch = TARGETARCH ? architectures[TARGETARCH] : process.arch;
if (!arch) fail(`TARGETARCH must be one of ${Object.keys(architectures).join(', ')}`);
const platform = { os: process.platform, arch };
const seconds = SOURCE_DATE_EPOCH ? Number(SOURCE_DATE_EPOCH) : undefined;
const target = resolve(directory);
try {
  const copies = new Map();
  if (name === '--all')
    for (const [program, workspace] of programs())
      writeProductionTree(workspace, join(target, program), { seconds, platform, copies });
  else writeProductionTree(workspaceOf(name), target, { seconds, platform });
} catch (error) {
  fail(error.message);
}
