// node scripts/image-tree.mjs PROGRAM DIRECTORY: makes in DIRECTORY what the image's last stage would hold in /app, by carrying out
// the Dockerfile's own instructions, without Docker. It installs and builds in a scratch directory, which can take minutes. With --only
// it leaves out the workspaces of other programs, as docker build --build-arg PROGRAMS=… does.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { carryOut } from './lib/images/carry-out.mjs';
import { parseDockerfile } from './lib/images/dockerfile.mjs';
import { workspaceOf } from './lib/images/programs.mjs';
import { fail, root } from './lib/workspace.mjs';

const [name, directory] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isAlone = process.argv.includes('--only');
if (!name || !directory) fail('Usage: node scripts/image-tree.mjs [--only] PROGRAM DIRECTORY');
const output = resolve(directory);
// Beside the result, so that this can be moved there.
mkdirSync(dirname(output), { recursive: true });
const scratch = mkdtempSync(join(dirname(output), 'heliograph-image-'));
try {
  workspaceOf(name);
  const { SOURCE_DATE_EPOCH } = process.env;
  const image = carryOut({
    dockerfile: parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')),
    target: name,
    context: root,
    scratch,
    buildArguments: { SOURCE_DATE_EPOCH, ...(isAlone ? { PROGRAMS: name } : {}) },
    // What turbo built from the same files before need not be built again; its hashes are the same in a pruned repository.
    caches: { '/repository/.turbo/cache': join(root, '.turbo/cache') },
    say: (line) => process.stderr.write(`${line}\n`),
  });
  rmSync(output, { recursive: true, force: true });
  renameSync(join(image.directory, image.workingDirectory), output);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error.message}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
