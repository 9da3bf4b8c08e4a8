import { SingleBar } from 'cli-progress';

/** Shows the progress of an import. */
export interface ImportProgress {
  /** Starts on a file of this many bytes. */
  begin(what: string, totalBytes: number): void;
  update(bytes: number, stored: number): void;
  end(): void;
  /** All files are read; statistics are being updated. */
  finishing(): void;
  /** Everything is stored; this many search processes do not have it yet. */
  waiting(searches: number): void;
}

export const silentProgress: ImportProgress = {
  begin: () => undefined,
  update: () => undefined,
  end: () => undefined,
  finishing: () => undefined,
  waiting: () => undefined,
};

/** A terminal progress bar in bytes of the file, with records stored per second and time left. */
export class ProgressBar implements ImportProgress {
  private bar: SingleBar | undefined;
  private startedMs = 0;

  constructor(private readonly stream: NodeJS.WritableStream) {}

  begin(what: string, totalBytes: number): void {
    this.startedMs = performance.now();
    this.bar = new SingleBar({
      // Fits 80 columns, even with millions of records and hours left.
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
    // Divide by at least a second: an earlier rate would be meaningless.
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
    this.stream.write(
      `Waiting for ${searches} ${searches === 1 ? 'search process' : 'search processes'} …\n`,
    );
  }
}
