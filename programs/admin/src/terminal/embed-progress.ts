import type { indexer } from '@heliograph/proto';
import { SingleBar } from 'cli-progress';

/** Shows how much of the catalog is embedded. */
interface EmbedProgress {
  show(status: indexer.IndexStatus): void;
  end(): void;
}

export const silentEmbedProgress: EmbedProgress = { show: () => undefined, end: () => undefined };

/** A terminal progress bar in signals, with rate, time left, and any blocker. */
export class EmbedBar implements EmbedProgress {
  private readonly bar: SingleBar;
  private begun: { ms: number; embedded: number } | undefined;

  constructor(stream: NodeJS.WritableStream) {
    this.bar = new SingleBar({
      format:
        'embedding {bar} {percentage}% | {value} of {total} | {rate}/s | {eta_formatted} left {blocker}',
      barCompleteChar: '█',
      barIncompleteChar: '░',
      stream,
      hideCursor: true,
      clearOnComplete: false,
      etaBuffer: 100,
    });
  }

  show({ signals, embedded, blocker }: indexer.IndexStatus): void {
    const [total, value] = [Number(signals), Number(embedded)];
    if (!this.begun) {
      this.begun = { ms: performance.now(), embedded: value };
      this.bar.start(total, value, { rate: 0, blocker: '' });
    }
    const seconds = (performance.now() - this.begun.ms) / 1_000;
    const rate = seconds > 0 ? Math.max(0, Math.round((value - this.begun.embedded) / seconds)) : 0;
    this.bar.setTotal(total);
    this.bar.update(value, { rate, blocker: blocker === '' ? '' : `| blocked: ${blocker}` });
  }

  end(): void {
    this.bar.stop();
  }
}
