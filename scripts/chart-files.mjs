// Copies the rules and dashboards of observability/ to charts/heliograph/files, since a chart can only hold what lies in its folder.
// With --check it writes nothing, and fails when a file there is not what it would write.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './lib/workspace.mjs';

const source = join(root, 'observability');
const target = join(root, 'charts/heliograph/files');
/** What to copy: the scrape configuration is a ServiceMonitor in the chart. */
const isWanted = (path) =>
  /^(prometheus|grafana)\/[^/]+\.(yaml|json)$/.test(path) && basename(path) !== 'scrape-example.yaml';

const wanted = filesBelow(source).filter(isWanted);
const isCheck = process.argv.includes('--check');
const stale = [...new Set([...wanted, ...filesBelow(target)])].filter(
  (path) => read(join(source, path), wanted.includes(path)) !== read(join(target, path), true),
);

for (const path of stale) {
  const file = join(target, path);
  if (isCheck) {
    process.stderr.write(
      `charts/heliograph/files/${path} is not observability/${path} any more. Run:\nnode scripts/chart-files.mjs\n`,
    );
    process.exitCode = 1;
  } else if (wanted.includes(path)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, read(join(source, path), true));
  } else {
    rmSync(file);
  }
}

/** Paths of all files below a folder, relative to it. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** A file's text; undefined when it is not there or not wanted. */
function read(file, isWantedFile) {
  if (!isWantedFile) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
