import type { Numbered, Reject } from '@heliograph/catalog';
import { readLines, type Line } from './read-lines';
import { excerpt, type RejectedLine, type RejectsFile } from './rejects-file';
import type { Verdict } from './validate-record';

/** Lines per write. More would gain too little for the memory it takes. */
const BATCH_LINES = 10_000;
/** Characters that fill a batch, so that long lines do not exhaust memory. */
const BATCH_CHARACTERS = 16 * 1024 * 1024;

export interface FileImport<Record, Ahead = undefined> {
  path: string;
  validate: (value: unknown) => Verdict<Record>;
  /** Called with a batch while the previous one is still being stored. */
  lookAhead?: (records: Numbered<Record>[]) => Promise<Ahead>;
  /** Stores a batch, and returns the records that were rejected. */
  write: (records: Numbered<Record>[], ahead: Ahead | undefined) => Promise<readonly Reject[]>;
  rejects: RejectsFile;
  /** Stops after the current batch. */
  signal: AbortSignal;
  /** Called when a batch is stored, with the bytes of the file read so far and the lines stored so far. */
  onProgress: (bytes: number, stored: number) => void;
}

/**
 * Imports one NDJSON file in batches, reading and validating the next while the database stores the previous one.
 * Invalid lines go to the rejects file and do not stop the import.
 *
 * @returns how many lines were stored. After an abort, these are a prefix of the file, in whole batches.
 * @throws when the file cannot be read, the rejects cannot be written, or the database fails; earlier batches stay
 *   stored.
 */
export async function importFile<Record, Ahead = undefined>(
  task: FileImport<Record, Ahead>,
): Promise<number> {
  let stored = 0;
  let bytesRead = 0;
  let batch = new Batch<Record>();
  let writing: Promise<void> = Promise.resolve();

  const store = async ({ records, rejected }: Batch<Record>, ahead: Ahead | undefined, bytes: number) => {
    const refused = records.length > 0 ? await task.write(records, ahead) : [];
    const byLine = new Map(refused.length > 0 ? records.map(({ line, record }) => [line, record]) : []);
    for (const { line, reason } of refused) {
      rejected.push({ line, reason, record: JSON.stringify(byLine.get(line)) });
    }
    await task.rejects.add(rejected.sort((one, other) => one.line - other.line));
    stored += records.length - refused.length;
    task.onProgress(bytes, stored);
  };
  const flush = async () => {
    const full = batch;
    batch = new Batch<Record>();
    const ahead = full.records.length > 0 ? task.lookAhead?.(full.records) : undefined;
    ahead?.catch(() => undefined);
    await writing;
    writing = store(full, await ahead, bytesRead);
    // A failure is thrown at the next await; until then, keep Node from reporting an unhandled rejection.
    writing.catch(() => undefined);
  };

  const onRead = (bytes: number) => (bytesRead = bytes);
  for await (const lines of readLines(task.path, { signal: task.signal, onRead })) {
    for (const line of lines) {
      batch.take(line, task.validate);
      if (batch.isFull()) await flush();
    }
  }
  if (task.signal.aborted) await writing;
  else {
    await flush();
    await writing;
  }
  return stored;
}

class Batch<Record> {
  readonly records: Numbered<Record>[] = [];
  readonly rejected: RejectedLine[] = [];
  private characters = 0;

  take(line: Line, validate: (value: unknown) => Verdict<Record>): void {
    if ('issue' in line) {
      this.rejected.push({ line: line.number, reason: line.issue });
      return;
    }
    this.characters += line.text.length;
    let value: unknown;
    try {
      value = JSON.parse(line.text);
    } catch (error) {
      const reason = `the line is not JSON: ${(error as Error).message}`;
      this.rejected.push({ line: line.number, reason, text: excerpt(line.text) });
      return;
    }
    const verdict = validate(value);
    if ('record' in verdict) this.records.push({ line: line.number, record: verdict.record });
    else this.rejected.push({ line: line.number, reason: verdict.issues.join('; '), record: line.text });
  }

  isFull(): boolean {
    return this.records.length + this.rejected.length >= BATCH_LINES || this.characters >= BATCH_CHARACTERS;
  }
}
