import type { PageParameters } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writePrivateFile } from '../config/write-file';
import { UsageError } from '../failure';

/** What an export asks for. */
export interface ExportRequest {
  parameters: PageParameters;
  /** Most signals that it may fetch, and so pay for. */
  maxRecords: number;
}

/** How far an export is: kept beside its file until it is done. */
export interface ExportState extends ExportRequest {
  /** Names its Idempotency-Keys and its budget. */
  id: string;
  /** Of the API, which the cursor belongs to. */
  apiUrl: string;
  pages: number;
  /** Each has cost a record; one whose page was asked for twice has cost one, too. */
  signals: number;
  /** Of the part file, as far as these signals go. */
  bytes: number;
  /** The next cursor: '' before the first page, null after the last. */
  nextCursor: string | null;
}

/** Files of an export beside the one that it makes. */
export interface ExportFiles {
  target: string;
  /** The signals so far, a JSON object a line. */
  part: string;
  state: string;
}

export function filesOf(target: string): ExportFiles {
  return { target, part: `${target}.part`, state: `${target}.export.json` };
}

export function newState(request: ExportRequest, apiUrl: string): ExportState {
  return {
    id: randomUUID(),
    apiUrl,
    ...request,
    pages: 0,
    signals: 0,
    bytes: 0,
    nextCursor: '',
  };
}

/**
 * The state of an export that was interrupted.
 *
 * @param wanted what the command line asks for now.
 * @returns undefined when there is none.
 * @throws UsageError when it is that of another export, or cannot be read.
 */
export function readState(
  { target, part, state: path }: ExportFiles,
  wanted: { parameters: PageParameters; maxRecords: number | undefined; apiUrl: string },
): ExportState | undefined {
  if (!existsSync(path)) return undefined;
  const anew = 'Use the same command line to continue it, or --restart to pay for a new one.';
  let state: ExportState;
  try {
    state = JSON.parse(readFileSync(path, 'utf8')) as ExportState;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, anew);
  }
  const isSame =
    state.apiUrl === wanted.apiUrl &&
    isDeepStrictEqual(state.parameters, JSON.parse(JSON.stringify(wanted.parameters)));
  if (!isSame) throw new UsageError(`${target} has an unfinished export of another search.`, anew);
  if (state.bytes > 0 && !existsSync(part)) throw new UsageError(`${part} is missing.`, anew);
  return { ...state, maxRecords: wanted.maxRecords ?? state.maxRecords };
}

export function writeState({ state: path }: ExportFiles, state: ExportState): void {
  writePrivateFile(path, JSON.stringify(state));
}
