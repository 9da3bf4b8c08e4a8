import { SingleBar } from 'cli-progress';

/** Shows the progress of a long search. */
export interface Progress {
  update(records: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

/** Room for the text next to the bar. */
const TEXT_COLUMNS = 55;

/**
 * A progress bar that counts records. It leaves the cursor and line wrapping alone, so there is nothing to restore,
 * however the program ends.
 *
 * @param stream undefined for no bar.
 */
export function startProgress(stream: NodeJS.WritableStream | undefined, total: number): Progress {
  if (!stream || total <= 0) return SILENT;
  const columns = (stream as { columns?: number }).columns ?? 80;
  const bar = new SingleBar({
    format: 'signals {bar} {percentage}% | {value} of {total} | {eta_formatted} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream,
    barsize: Math.max(5, Math.min(40, columns - TEXT_COLUMNS)),
    hideCursor: false,
    linewrap: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  bar.start(total, 0);
  return {
    update: (records) => {
      if (records > bar.getTotal()) bar.setTotal(records);
      bar.update(records);
    },
    stop: () => bar.stop(),
  };
}
