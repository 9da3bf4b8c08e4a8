import { startTestDatabase } from '@heliograph/testing';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** A database with an empty catalog, and a directory for import files. */
export interface CatalogDatabase {
  directory: string;
  /** Environment variables for the program. */
  variables: Record<string, string>;
  /** For the role that search processes read with. */
  readerUrl: string;
  /** Runs a query and returns the first column of every row. */
  column(sql: string): Promise<string[]>;
  /** Writes records as NDJSON, strings as verbatim lines, and returns the path. */
  writeFile(name: string, lines: readonly unknown[]): Promise<string>;
  stop(): Promise<void>;
}

export async function startCatalogDatabase(): Promise<CatalogDatabase> {
  const database = await startTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-import-'));
  const client = new Client({ connectionString: database.connectionString('reader') });
  await client.connect();
  return {
    directory,
    variables: { DATABASE_URL: database.connectionString('catalog') },
    readerUrl: database.connectionString('reader'),
    column: async (sql) => {
      const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
      return rows.map(([value]) => String(value));
    },
    writeFile: async (name, lines) => {
      const path = join(directory, name);
      const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
      await writeFile(path, texts.map((line) => `${line}\n`).join(''));
      return path;
    },
    stop: async () => {
      await client.end();
      await rm(directory, { recursive: true });
      await database.stop();
    },
  };
}
