// node scripts/image-tree.mjs PROGRAM DIRECTORY: creates in DIRECTORY the contents of /app in the image's last stage,
// by executing the Dockerfile's instructions without Docker. Installs and builds in a scratch directory, which can take
// minutes. With --only, omits other programs' workspaces, like docker build --build-arg PROGRAMS=….
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { executeDockerfile } from './lib/images/execute-dockerfile.mjs';
import { parseDockerfile } from './lib/images/dockerfile.mjs';
import { workspaceOf } from './lib/images/programs.mjs';
import { fail, root } from './lib/workspace.mjs';

const [name, directory] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isAlone = process.argv.includes('--only');
if (!name || !directory) fail('Usage: node scripts/image-tree.mjs [--only] PROGRAM DIRECTORY');
const output = resolve(directory);
// Next to the result, so that it can be moved there.
mkdirSync(dirname(output), { recursive: true });
const scratch = mkdtempSync(join(dirname(output), 'heliograph-image-'));
try {
  workspaceOf(name);
  const { SOURCE_DATE_EPOCH } = process.env;
  const image = executeDockerfile({
    dockerfile: parseDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')),
    target: name,
    context: root,
    scratch,
    buildArguments: { SOURCE_DATE_EPOCH, ...(isAlone ? { PROGRAMS: name } : {}) },
    // Reuses turbo's builds of the same files; its hashes are the same in a pruned repository.
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
