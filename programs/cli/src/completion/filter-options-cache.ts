import type { FilterOptions } from '@heliograph/sdk';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import { writePrivateFile } from '../config/write-file';
import type { Context } from '../context';
import type { Connection } from '../http/connection';
import { entriesOf, type OptionEntry } from './filter-options';
import { LIST_NAMES } from './filter-options';

type Place = Pick<Context, 'directories' | 'settings'>;

/** Fetches the filter options, which is free, and caches their identifiers for completion. */
export async function fetchAndCacheOptions(context: Place, connection: Connection): Promise<FilterOptions> {
  const { options } = await connection.run((client, call) => client.filterOptions(call));
  try {
    writePrivateFile(pathOf(context), JSON.stringify({ version: 1, entries: entriesOf(options) }));
  } catch {
    // Ignore cache write failures, such as a full disk.
  }
  return options;
}

/** The cached identifiers; empty when there are none, or they cannot be read. Makes no request. */
export function readCachedOptions(context: Place): OptionEntry[] {
  try {
    const { version, entries } = JSON.parse(readFileSync(pathOf(context), 'utf8')) as {
      version: unknown;
      entries: unknown;
    };
    return version === 1 && Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is OptionEntry {
  const { list, id, label } = (value ?? {}) as Record<string, unknown>;
  return LIST_NAMES.some((known) => known === list) && typeof id === 'string' && typeof label === 'string';
}

function pathOf({ directories, settings }: Place): string {
  return join(directories.cache, `${fileNameOf(settings.apiUrl)}.filter-options.json`);
}
