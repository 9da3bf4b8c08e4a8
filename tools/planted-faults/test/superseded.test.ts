import { supersededBy } from './support/superseded';

const path = (number: number) => `services/s/migrations/000${number}.sql`;

const first = {
  path: path(1),
  text: `CREATE TABLE s.rows (id text);
CREATE FUNCTION s.kept() RETURNS integer LANGUAGE sql AS $$
  SELECT 1
$$;
CREATE FUNCTION s.remade(given text) RETURNS integer LANGUAGE sql AS $$
  SELECT 2
$$;
`,
};
const second = {
  path: path(2),
  text: `CREATE OR REPLACE FUNCTION s.remade(given text, more text) RETURNS integer LANGUAGE sql AS $$
  SELECT 3
$$;
`,
};

const patchOf = (file: string, line: number, before: string, after: string) => `Fault: Wrong.
Tests: a.test.ts

diff --git a/${file} b/${file}
--- a/${file}
+++ b/${file}
@@ -${line - 1},3 +${line - 1},3 @@
 AS $$
-  SELECT ${before}
+  SELECT ${after}
 $$;
`;

it('names a function that a later migration redefines, whatever its arguments', () => {
  expect(supersededBy(patchOf(first.path, 6, '2', '9'), [second, first])).toEqual(['s.remade']);
});

it('accepts the last definition and one that was never redefined', () => {
  expect(supersededBy(patchOf(second.path, 2, '3', '9'), [first, second])).toEqual([]);
  expect(supersededBy(patchOf(first.path, 3, '1', '9'), [first, second])).toEqual([]);
});

it('accepts a patch to a file that is not a migration', () => {
  expect(supersededBy(patchOf('services/s/main.ts', 6, '2', '9'), [first, second])).toEqual([]);
});
