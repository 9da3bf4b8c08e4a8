import { quantity } from '@heliograph/contract';
import type { PageParameters } from '@heliograph/sdk';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { number } from '../account/funds';
import { hintOf } from '../account/whoami';
import { withFileLock } from '../auth/file-lock';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { printDocument } from '../output/document-printer';
import { confirmRecords } from '../search/confirm-records';
import { estimateExport, priceText } from './estimate-export';
import { filesOf, newState, readState, writeState, type ExportFiles, type ExportState } from './export-state';
import type { ExportColumns } from './file-writer';
import { EXPORT_FORMATS, formatOf, type ExportFormat } from './formats';
import { readPart } from './part-file';
import { fetchPart } from './run-export';

interface ExportOptions {
  file: string;
  /** Undefined: inferred from the file's extension. */
  format: ExportFormat | undefined;
  maxRecords: number | undefined;
  /** Replaces an existing file. */
  isForced: boolean;
  /** Discards an interrupted run's progress. */
  restarts: boolean;
}

/**
 * Exports a search to a file: shows the cost, fetches every page, and writes the complete file at the end. An
 * interrupted run resumes without paying twice.
 *
 * @throws CliError
 */
export async function exportSignals(
  context: Context,
  parameters: PageParameters,
  columns: ExportColumns,
  options: ExportOptions,
): Promise<void> {
  const files = filesOf(resolve(options.file));
  checkTarget(options.file, files.target);
  const format = options.format ?? formatOf(options.file);
  const refusal = `Another process is exporting to ${options.file}.`;
  await withFileLock(files.lock, { timeoutMs: 0, refusal, signal: context.signal }, async (assertHeld) => {
    const place = { apiUrl: context.settings.apiUrl, credential: await credentialOf(context) };
    const started = beginOrResume(context, files, { parameters, ...place }, options);
    await refuseToReplace(files, started, options);
    const state = await fetchPart(
      context,
      files,
      started ?? newState({ parameters, maxRecords: await agree(context, parameters, options) }, place),
      assertHeld,
    );
    await finish(context, files, state, { ...options, format, columns, assertHeld });
  });
}

/**
 * Refuses to replace a file without --force, also one that appeared since an interruption. What was fetched is kept.
 *
 * @throws UsageError unless there is none, or it is this export's own: the process died before deleting the state.
 */
async function refuseToReplace(
  { target }: ExportFiles,
  state: ExportState | undefined,
  { file, isForced }: Pick<ExportOptions, 'file' | 'isForced'>,
): Promise<void> {
  if (isForced || !existsSync(target)) return;
  if (state?.sha256 !== undefined && state.sha256 === (await hashOf(target))) return;
  throw new UsageError(`${file} already exists.`, 'Use --force to replace it.');
}

/**
 * Describes the credential in words, without secrets. A cursor works only for one account, and only with its keys or
 * only with its logins.
 */
async function credentialOf({ connection, tokens }: Context): Promise<string | undefined> {
  await connection.prepare();
  if (connection.key) return `the key ${hintOf(connection.key.apiKey)}`;
  const { email } = (await tokens.stored()).session;
  return email && `the login of ${email}`;
}

/** Checks the target before anything is counted or paid for. */
function checkTarget(file: string, target: string): void {
  const found = statSync(dirname(target), { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    if (statSync(target, { throwIfNoEntry: false })?.isFile() ?? true) return;
    throw new UsageError(`${file} is not a regular file.`, 'Name another with --output.');
  }
  const shown = dirname(file);
  throw new UsageError(
    found ? `${shown} is not a folder.` : `The folder ${shown} does not exist.`,
    'Create it, or name another with --output.',
  );
}

function beginOrResume(
  { terminal }: Context,
  files: ExportFiles,
  wanted: Pick<ExportState, 'parameters' | 'apiUrl' | 'credential'>,
  { maxRecords, restarts }: ExportOptions,
): ExportState | undefined {
  if (restarts) removeUnfinished(files);
  const state = readState(files, { ...wanted, maxRecords });
  if (state) terminal.note(`Continuing after ${quantity(state.signals, 'signal')} already fetched.`);
  return state;
}

/** Tells the user the cost. @returns how many records may be used. */
async function agree(context: Context, parameters: PageParameters, options: ExportOptions): Promise<number> {
  const cost = await estimateExport(context, parameters, options);
  const { matched, records, recordsLeft } = cost;
  if (matched === undefined) return records;
  context.terminal.note(
    `${quantity(matched, 'signal matches', 'signals match')}. ${quantity(records, 'record')}, ${priceText(cost)}.`,
  );
  const agreed = await confirmRecords(context, {
    matched,
    fetched: 0,
    left: recordsLeft,
    maxRecords: options.maxRecords,
  });
  if (agreed === undefined)
    throw new UsageError('Nothing was exported.', 'Use --max-records to export only some.');
  return Math.min(agreed, matched);
}

/**
 * Writes the file from the fetched signals. If the process dies before the state is deleted, the same command writes
 * the file again, free of charge.
 */
async function finish(
  { terminal }: Context,
  files: ExportFiles,
  state: ExportState,
  {
    format,
    columns,
    file,
    isForced,
    assertHeld,
  }: {
    format: ExportFormat;
    columns: ExportColumns;
    file: string;
    isForced: boolean;
    assertHeld: () => void;
  },
): Promise<void> {
  const { draft } = files;
  const { signals, nextCursor } = state;
  assertHeld();
  rmSync(draft, { force: true });
  writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
  await EXPORT_FORMATS[format](draft, readPart(files.part), columns);
  const sha256 = await hashOf(draft);
  const { size: bytes } = statSync(draft);
  await refuseToReplace(files, state, { file, isForced });
  assertHeld();
  writeState(files, { ...state, sha256 });
  renameSync(draft, files.target);
  removeUnfinished(files);
  // If not, the export ended at its record limit or an expired cursor.
  const complete = nextCursor === null;
  await printDocument(
    terminal,
    {
      document: { file, format, signals, complete, bytes, sha256 },
      facts: [
        ['File', file],
        ['Signals', complete ? number(signals) : `${number(signals)}, not all that match`],
        ['Bytes', number(bytes)],
        ['SHA-256', sha256],
      ],
    },
    undefined,
  );
}

/**
 * Deletes the state first. If the process dies in between, the leftover signals get overwritten; with a state but no
 * signals, they would have to be paid for again.
 */
function removeUnfinished({ part, state }: ExportFiles): void {
  rmSync(state, { force: true });
  rmSync(part, { force: true });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
