import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import type { Directories } from '../config/directories';
import { writePrivateFile } from '../config/write-file';
import { isVersion } from './versions';

/** What is known about newer versions, stored per API between runs. */
interface UpdateState {
  /** When the last check started, in milliseconds since the Unix epoch. */
  askedMs?: number;
  /** When the notice was last shown. */
  shownMs?: number;
  /** The version the installation offered at the last check. */
  version?: string;
  dashboardUrl?: string;
}

export function updateFile({ cache }: Directories, apiUrl: string): string {
  return join(cache, 'updates', `${fileNameOf(apiUrl)}.json`);
}

/** Returns an empty state if the file is missing or damaged. */
export function readUpdateState(path: string): UpdateState {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { askedMs, shownMs, version, dashboardUrl } = value as Record<string, unknown>;
  return {
    ...(typeof askedMs === 'number' && { askedMs }),
    ...(typeof shownMs === 'number' && { shownMs }),
    ...(isVersion(version) && { version }),
    ...(typeof dashboardUrl === 'string' && { dashboardUrl }),
  };
}

export function writeUpdateState(path: string, state: UpdateState): void {
  writePrivateFile(path, JSON.stringify(state));
}
