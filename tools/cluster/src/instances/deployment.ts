import type { Instance } from './instance';

/** The share of extra instances allowed during a restart, rounded up, as in the chart. */
const SURGE_SHARE = 0.25;

/** The instances of one service, with scaling and replacement. Makes one change at a time. */
export class Deployment {
  private readonly current: Instance[] = [];
  private readonly leaving = new Set<Promise<void>>();
  private wanted = 0;
  private isStopping = false;
  private changing: Promise<unknown> = Promise.resolve();

  constructor(
    readonly service: string,
    private readonly makeInstance: () => Instance,
  ) {}

  /** Instances that have not been told to stop. */
  get instances(): readonly Instance[] {
    return this.current;
  }

  /** Resolves when that many are ready and excess instances have exited. Stops the newest first. */
  scale(replicas: number): Promise<void> {
    return this.inTurn(async () => {
      this.wanted = replicas;
      const missing = Math.max(0, replicas - this.current.length);
      await Promise.all(Array.from({ length: missing }, () => this.startOne()));
      for (const instance of this.current.slice(replicas)) this.endOne(instance);
      await this.untilGone();
    });
  }

  /**
   * Replaces every instance: starts a new one first and, for each that is ready, tells an old one to stop. Resolves
   * when all new ones are ready; the last old ones may still be finishing their requests.
   *
   * @throws when a new one does not become ready; the old ones stay.
   */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      const old = [...this.current];
      const surge = Math.max(1, Math.ceil(this.wanted * SURGE_SHARE));
      const replaceOne = async () => {
        for (let instance = old.shift(); instance; instance = old.shift()) {
          await this.startOne();
          this.endOne(instance);
        }
      };
      await Promise.all(Array.from({ length: surge }, replaceOne));
    });
  }

  /** Resolves when every instance that was told to stop has exited. */
  async untilGone(): Promise<void> {
    await Promise.all(this.leaving);
  }

  /** Stops all instances, as part of stopping the whole cluster. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.current.map((instance) => instance.stop()));
    await this.untilGone();
  }

  kill(): void {
    for (const instance of this.current) instance.kill();
  }

  private async startOne(): Promise<void> {
    if (this.isStopping) throw new Error(`${this.service} is stopping`);
    const instance = this.makeInstance();
    this.current.push(instance);
    try {
      await instance.start();
    } catch (error) {
      this.endOne(instance);
      throw error;
    }
  }

  private endOne(instance: Instance): void {
    this.current.splice(this.current.indexOf(instance), 1);
    const gone = instance.terminate().finally(() => this.leaving.delete(gone));
    this.leaving.add(gone);
  }

  private inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const changed = this.changing.then(change);
    this.changing = changed.catch(() => undefined);
    return changed;
  }
}
