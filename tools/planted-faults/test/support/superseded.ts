/** A stored migration. */
export interface Migration {
  /** Relative to the repository. */
  path: string;
  text: string;
}

const DEFINITION = /^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) ([a-z_]+\.[a-z_]+)/gm;

/**
 * The functions and views that a patch changes in a migration although a later migration redefines them, so the patch
 * has no effect. Definitions of the same name count as one, whatever their arguments: earlier ones serve the previous
 * version of a service.
 *
 * @param patch of one file.
 * @param migrations of the file's database, in any order.
 * @returns their names; none if the patch does not change a migration.
 */
export function supersededBy(patch: string, migrations: readonly Migration[]): string[] {
  const path = /^\+\+\+ b\/(.+)$/m.exec(patch)?.[1];
  const migration = migrations.find((each) => each.path === path);
  if (!migration) return [];
  const later = migrations.filter((each) => each.path > migration.path);
  const definedLater = new Set(later.flatMap(({ text }) => namesIn(text)));
  return changedNames(patch, migration.text).filter((name) => definedLater.has(name));
}

/** For each hunk, the last definition that begins at or before its first changed line. */
function changedNames(patch: string, text: string): string[] {
  const lines = text.split('\n');
  const names = patch
    .split(/^@@ -/m)
    .slice(1)
    .map((hunk) => {
      const [header, ...changes] = hunk.split('\n');
      const untouched = changes.findIndex((line) => !line.startsWith(' '));
      return namesIn(lines.slice(0, parseInt(header!, 10) + untouched).join('\n')).at(-1);
    });
  return [...new Set(names)].filter((name) => name !== undefined);
}

function namesIn(text: string): string[] {
  return [...text.matchAll(DEFINITION)].map(([, name]) => name!);
}
