import { SingleBar } from 'cli-progress';

/** Shows how far a long search is. */
export interface Progress {
  update(records: number): void;
  stop(): void;
}

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

/**
 * A bar by records.
 *
 * @param stream undefined: nobody watches.
 */
export function startProgress(stream: NodeJS.WritableStream | undefined, total: number): Progress {
  if (!stream || total <= 0) return SILENT;
  const bar = new SingleBar({
    format: 'signals {bar} {percentage}% | {value} of {total} | {eta_formatted} left',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    stream,
    hideCursor: true,
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
