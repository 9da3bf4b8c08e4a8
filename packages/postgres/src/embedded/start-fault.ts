import { readFile, statfs } from 'node:fs/promises';

/** PostgreSQL writes its WAL in files of 16 MiB; with less space, a start may fail anywhere without saying why. */
const HARDLY_ANY_BYTES = 16 * 2 ** 20;
const MEGABYTE = 10 ** 6;

/**
 * Why a server did not start, from its log and the free space on its disk.
 *
 * @param log the server's log, and its size before the start.
 * @returns undefined if neither shows a reason.
 */
export async function startFault(
  dataDirectory: string,
  { logFile, logStart }: { logFile: string; logStart: number },
): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(dataDirectory);
  const text = (await readFile(logFile)).subarray(logStart).toString('utf8');
  return faultOf(text, { dataDirectory, freeBytes: bavail * bsize });
}

/**
 * Like {@link startFault}, from what it read. A full disk comes first: the log is usually on it too, and lacks the
 * reason.
 */
export function faultOf(
  log: string,
  { dataDirectory, freeBytes }: { dataDirectory: string; freeBytes: number },
): string | undefined {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const fault = lines
    .findLast((line) => /\b(FATAL|PANIC|ERROR|postgres:)/.test(line))
    ?.replace(/^.*?(FATAL|PANIC|ERROR): +/, '');
  if (freeBytes < HARDLY_ANY_BYTES) {
    const free = (freeBytes / MEGABYTE).toFixed(1);
    const said = fault === undefined ? '' : ` (${fault})`;
    return `the disk of ${dataDirectory} is full, with ${free} MB free${said}: free space there or enlarge it, then start again`;
  }
  return fault ?? lines.at(-1);
}
