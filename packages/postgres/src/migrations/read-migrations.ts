import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file `NNNN_name.sql`. */
export interface Migration {
  version: number;
  /** The file's name. */
  name: string;
  sql: string;
  /** SHA-256 of the file in hexadecimal, with line ends normalized to `\n`: a checkout may change those. */
  checksum: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * The migrations of a directory in order.
 *
 * @throws when a file is not named `NNNN_name.sql` or two files share a number.
 */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)));
  migrations.forEach((migration, index) => {
    const previous = migrations[index - 1];
    if (previous?.version === migration.version) {
      throw new Error(
        `migrations ${previous.name} and ${migration.name} in ${directory} have the same number`,
      );
    }
  });
  return migrations;
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const match = FILE_NAME.exec(name);
  if (!match) throw new Error(`migration ${join(directory, name)} must be named NNNN_name.sql`);
  const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
  return {
    version: Number(match[1]),
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  };
}
