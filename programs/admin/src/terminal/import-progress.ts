import { SingleBar } from 'cli-progress';

/** Shows the progress of an import. */
export interface ImportProgress {
  /** Begins with a file and its number of bytes. */
  begin(what: string, totalBytes: number): void;
  update(bytes: number, stored: number): void;
  end(): void;
  /** All files are read; statistics are being updated. */
  finishing(): void;
  /** Everything is stored; this many searches do not have it yet. */
  waiting(searches: number): void;
}

export const silentProgress: ImportProgress = {
  begin: () => undefined,
  update: () => undefined,
  end: () => undefined,
  finishing: () => undefined,
  waiting: () => undefined,
};

/** A bar on a terminal, by bytes of the file, with the rate of records stored and the time left. */
export class ProgressBar implements ImportProgress {
  private bar: SingleBar | undefined;
  private startedMs = 0;

  constructor(private readonly stream: NodeJS.WritableStream) {}

  begin(what: string, totalBytes: number): void {
    this.startedMs = performance.now();
    this.bar = new SingleBar({
      // 80 columns with millions of records and hours left.
      format: `${what.padEnd(9)} {bar} {percentage}% | {stored} | {rate}/s | {eta_formatted} left`,
      barsize: 24,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      stream: this.stream,
      hideCursor: true,
      clearOnComplete: false,
      etaBuffer: 200,
    });
    this.bar.start(totalBytes, 0, { stored: 0, rate: 0 });
  }

  update(bytes: number, stored: number): void {
    const seconds = (performance.now() - this.startedMs) / 1000;
    // An early rate would be meaningless.
    const rate = Math.round(stored / Math.max(1, seconds));
    this.bar?.update(bytes, { stored: stored.toLocaleString('en-US'), rate: rate.toLocaleString('en-US') });
  }

  end(): void {
    this.bar?.stop();
    this.bar = undefined;
  }

  finishing(): void {
    this.stream.write('Updating statistics …\n');
  }

  waiting(searches: number): void {
    this.stream.write(`Waiting for ${searches} ${searches === 1 ? 'search' : 'searches'} …\n`);
  }
}
