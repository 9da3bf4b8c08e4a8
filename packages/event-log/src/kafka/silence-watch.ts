import type { Consumer } from 'kafkajs';

/**
 * Notices a consumer that shows no sign of life. Twice, after a broker hung on a busy machine, the client rejoined its
 * group and then neither joined, failed, nor crashed: a whole group stood still.
 */
export class SilenceWatch {
  /** Rejects after the silence; never, if it is stopped before. */
  readonly silence: Promise<never>;
  /** Whether the silence lasted too long. */
  isSilent = false;
  private readonly timer: NodeJS.Timeout;

  /** @param maximumMs longer than joining a group may take, which is one sign; heartbeats are the others. */
  constructor(consumer: Pick<Consumer, 'on' | 'events'>, maximumMs: number) {
    let giveUp = () => {};
    this.silence = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new Error(`the client has been silent for ${maximumMs} ms`));
    });
    // It may come after its caller stopped waiting.
    this.silence.catch(() => undefined);
    this.timer = setTimeout(() => {
      this.isSilent = true;
      giveUp();
    }, maximumMs).unref();
    const refresh = () => void this.timer.refresh();
    consumer.on(consumer.events.GROUP_JOIN, refresh);
    consumer.on(consumer.events.HEARTBEAT, refresh);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
