import type { PageParameters } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { writePrivateFile } from '../config/write-file';
import { UsageError } from '../failure';

/** What to export. */
interface ExportRequest {
  parameters: PageParameters;
  /** The most signals it may fetch, and pay for; 0 if none match. */
  maxRecords: number;
}

/** An export's progress, stored next to its file until it is done. */
export interface ExportState extends ExportRequest {
  /** Part of the export's Idempotency-Keys. */
  id: string;
  /** The API that the cursor belongs to. */
  apiUrl: string;
  /** The credential the cursor belongs to, in words; undefined if unknown. */
  credential?: string | undefined;
  pages: number;
  /** The first page's size. A semantic cursor is bound to it, even if the user changes the maximum. */
  pageSize?: number;
  /** Size of the next page if it was requested, since it may have been charged. */
  askedLimit?: number | undefined;
  /** Each cost one record, even if its page was requested twice. */
  signals: number;
  /** Length of the part file including these signals. */
  bytes: number;
  /** The next cursor: '' before the first page; null after the last, or if nothing matches. */
  nextCursor: string | null;
  /** Hash of the written file, stored before it gets its name. */
  sha256?: string;
}

/** An export's files next to its target. */
export interface ExportFiles {
  target: string;
  /** The signals fetched so far, one JSON object per line. */
  part: string;
  /** The file while it is being written. */
  draft: string;
  state: string;
  /** Held while a run works on these files. */
  lock: string;
}

export function filesOf(target: string): ExportFiles {
  return {
    target,
    part: `${target}.export.part`,
    draft: `${target}.export.new`,
    state: `${target}.export.json`,
    lock: `${target}.export.lock`,
  };
}

export function newState(
  request: ExportRequest,
  place: Pick<ExportState, 'apiUrl' | 'credential'>,
): ExportState {
  return {
    id: randomUUID(),
    ...place,
    ...request,
    pages: 0,
    signals: 0,
    bytes: 0,
    nextCursor: request.maxRecords === 0 ? null : '',
  };
}

/**
 * The state of an interrupted export.
 *
 * @param wanted the export requested on the command line.
 * @returns undefined when there is none.
 * @throws UsageError when it is for another export or credential, or cannot be read.
 */
export function readState(
  { target, part, state: path }: ExportFiles,
  wanted: Pick<ExportState, 'parameters' | 'apiUrl' | 'credential'> & { maxRecords: number | undefined },
): ExportState | undefined {
  if (!existsSync(path)) return undefined;
  const retryHint = 'Run the same command to continue it, or add --restart to pay for a new one.';
  let state: ExportState;
  try {
    state = JSON.parse(readFileSync(path, 'utf8')) as ExportState;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, retryHint);
  }
  const isSame =
    state.apiUrl === wanted.apiUrl &&
    isDeepStrictEqual(state.parameters, JSON.parse(JSON.stringify(wanted.parameters)));
  if (!isSame) throw new UsageError(`${target} has an unfinished export of another search.`, retryHint);
  adoptPart(target, part);
  if (state.bytes > 0 && !existsSync(part)) throw new UsageError(`${part} is missing.`, retryHint);
  const maxRecords = wanted.maxRecords ?? state.maxRecords;
  const credential = state.credential ?? wanted.credential;
  const continues = state.nextCursor !== null && state.signals < maxRecords;
  if (continues && wanted.credential !== undefined && wanted.credential !== credential)
    throw new UsageError(
      `${target} has an unfinished export with ${credential}, and this is ${wanted.credential}.`,
      [
        'Continue it with the same credential',
        ...(state.signals > 0 ? [`keep only what it has with --max-records ${state.signals}`] : []),
        'or pay for a new one with --restart.',
      ].join(', '),
    );
  return { ...state, credential, maxRecords };
}

/** Renames the signals of a run by an earlier version. */
function adoptPart(target: string, part: string): void {
  const earlier = `${target}.part`;
  if (!existsSync(part) && existsSync(earlier)) renameSync(earlier, part);
}

export function writeState({ state: path }: ExportFiles, state: ExportState): void {
  writePrivateFile(path, JSON.stringify(state));
}
