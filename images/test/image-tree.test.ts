import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './support/repository';
import { contentsOf } from './support/tree';

// The Dockerfile's instructions, carried out one by one: turbo prune, npm ci by the pruned lockfile, the build, the tree. The other
// suites make trees by the last of these steps alone, from this installed and built repository; that both are the same is what
// makes them speak of the images.

const PROGRAM = 'vectors';
let directory: string;

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'image-tree-')));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('makes by the Dockerfile the tree that is made from this repository', () => {
  const [image, tree] = [join(directory, 'image'), join(directory, 'tree')];
  runScript('scripts/image-tree.mjs', ['--only', PROGRAM, image]);
  runScript('scripts/production-tree.mjs', [PROGRAM, tree]);
  const made = contentsOf(image);
  const expected = contentsOf(tree);
  // A build does not remove what earlier ones made from sources that are gone; only where one started over there is nothing of that.
  for (const path of expected.keys())
    if (!made.has(path) && /^(?:packages\/[^/]+|services\/[^/]+|proto)\/dist\//.test(path))
      expected.delete(path);
  expect(made.size).toBeGreaterThan(1_000);
  expect(made).toEqual(expected);
}, 300_000);
