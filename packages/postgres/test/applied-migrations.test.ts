import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '../../..');
const LIST = join(__dirname, 'applied-migrations.sha256');

const migrations = ['packages', 'services'].flatMap((group) =>
  readdirSync(join(ROOT, group), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /(?:^|\/)src\/.*migrations\/\d{4}_\w+\.sql$/.test(name) && !name.includes('node_modules'),
    )
    .map((name) => join(ROOT, group, name)),
);

// An installation refuses to upgrade if a migration that it has applied was changed, even in a comment.
it('no migration differs from what installations have applied; list new ones with sha256sum', () => {
  const listed = new Map(
    readFileSync(LIST, 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const found = new Map(
    migrations.map((file) => [
      relative(ROOT, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
  expect(found.size).toBeGreaterThan(40);
});
