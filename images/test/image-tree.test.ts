import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './support/repository';
import { contentsOf } from './support/tree';

// Executes the Dockerfile's instructions one by one: turbo prune, npm ci from the pruned lockfile, the build, the tree.
// The other suites only perform the last step, in this installed and built repository; they test the images only
// because both results are equal.

/** The one that is built from the most: pages, guides, SDKs, the changelog. */
const PROGRAM = 'dashboard';
let directory: string;

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'image-tree-')));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('the Dockerfile produces the same tree as this repository', () => {
  const [image, tree] = [join(directory, 'image'), join(directory, 'tree')];
  runScript('scripts/image-tree.mjs', ['--only', PROGRAM, image]);
  runScript('scripts/production-tree.mjs', [PROGRAM, tree]);
  const made = contentsOf(image);
  const expected = contentsOf(tree);
  // Builds do not remove old output of deleted sources; only a fresh build is free of it.
  for (const path of expected.keys())
    if (!made.has(path) && /^(?:packages\/[^/]+|services\/[^/]+|proto)\/dist\//.test(path))
      expected.delete(path);
  expect(made.size).toBeGreaterThan(1_000);
  expect(made).toEqual(expected);
}, 300_000);
