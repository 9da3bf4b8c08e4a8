// Packs the command-line client and the SDK as npm does, for `npm install -g http://HOST/downloads/cli.tgz`: the
// tarball bundles the packages it needs from this repository; everything else comes from the user's registry. The
// Python SDK is a source archive for pip, packed the same way.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const dashboard = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(dashboard, '../..');
const output = resolve(process.argv[2] ?? join(dashboard, 'dist/downloads'));

/** The packages to pack, and the repository packages to bundle with each. */
const downloads = [
  { name: 'sdk', bundled: [] },
  { name: 'cli', bundled: ['contract', 'sdk'] },
];

/** Build info, and source maps for sources that are not in the package. */
const isExcluded = (path) => /\.(?:tsbuildinfo|map|pyc)$|__pycache__$/.test(path);

/** Often on another file system, from which files can only be copied. */
const scratch = mkdtempSync(join(tmpdir(), 'heliograph-downloads-'));
try {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  for (const { name, bundled } of downloads) {
    const directory = join(scratch, name);
    stage(name, directory, bundled);
    for (const needed of bundled) stage(needed, join(directory, 'node_modules/@heliograph', needed), []);
    copyFileSync(pack(directory), join(output, `${name}.tgz`));
  }
  const python = join(scratch, 'sdk-python');
  stagePython(python);
  copyFileSync(pack(python), join(output, 'sdk-python.tgz'));
  // Clients compare themselves with this to see whether they are current.
  const versions = Object.fromEntries(downloads.map(({ name }) => [name, versionOf(join(scratch, name))]));
  writeFileSync(
    join(output, 'versions.json'),
    `${JSON.stringify({ ...versions, 'sdk-python': versionOf(python) })}\n`,
  );
} finally {
  rmSync(scratch, { recursive: true });
}

/** Copies what a package publishes into a directory. */
function stage(name, directory, bundled) {
  const source = realpathSync(join(root, 'node_modules/@heliograph', name));
  const description = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  delete description.scripts;
  delete description.devDependencies;
  mkdirSync(directory, { recursive: true });
  for (const file of description.files) {
    if (!existsSync(join(source, file))) throw new Error(`${join(source, file)} is missing: build it first`);
    cpSync(join(source, file), join(directory, file), {
      recursive: true,
      filter: (path) => !isExcluded(path),
    });
  }
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  const bundledNames = bundled.map((needed) => `@heliograph/${needed}`);
  writeFileSync(
    join(directory, 'package.json'),
    `${JSON.stringify({ ...description, ...(bundledNames.length > 0 && { bundleDependencies: bundledNames }) }, undefined, 2)}\n`,
  );
}

/** Copies the Python SDK's sources into a directory. */
function stagePython(directory) {
  const source = join(root, 'sdks/python');
  mkdirSync(directory, { recursive: true });
  for (const file of ['pyproject.toml', 'README.md', 'src'])
    cpSync(join(source, file), join(directory, file), {
      recursive: true,
      filter: (path) => !isExcluded(path),
    });
  cpSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  // Only npm's packing needs it, to produce the same bytes from the same content.
  const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'heliograph-python', version }));
}

function versionOf(directory) {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).version;
}

/**
 * @returns the name of the package's file. The same content gives the same bytes, because npm fixes every entry's time.
 */
function pack(directory) {
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', `--pack-destination=${scratch}`],
    { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return join(scratch, /"filename": "([^"]+\.tgz)"/.exec(printed)[1]);
}
