import { BackOff, type Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { withinGrace } from '../indexing/within-grace';
import type { CatalogSession } from './catalog-session';

/** The leader's work: resolves when the signal is aborted, rejects when the session is lost. */
export type Duty = (session: CatalogSession, signal: AbortSignal) => Promise<void>;

interface LeaderOptions {
  openSession: () => Promise<CatalogSession>;
  duties: readonly Duty[];
  /** Pause between two attempts of a process that does not lead. */
  pollIntervalMs: number;
  logger: Logger;
  onLeads(isLeader: boolean): void;
}

/** Lets one process do what must not be done twice concurrently: the one whose session holds the lock. */
export class Leader {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LeaderOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Lets work in progress finish if that takes only a moment. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const backOff = new BackOff();
    let isLost = false;
    while (!signal.aborted) {
      try {
        await this.runSession(() => {
          backOff.reset();
          isLost = false;
        });
      } catch (error) {
        if (!isLost && !signal.aborted) {
          this.options.logger.warn({ err: error }, 'the database session for leading failed; retrying');
        }
        isLost = true;
        await backOff.pause(signal);
      }
    }
  }

  /** Runs for the life of one connection. */
  private async runSession(onOpen: () => void): Promise<void> {
    const { openSession, duties, pollIntervalMs, logger, onLeads } = this.options;
    const { signal } = this.stopping;
    const session = await openSession();
    try {
      while (!(await session.tryToLead())) {
        onOpen();
        await delay(pollIntervalMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      onOpen();
      onLeads(true);
      logger.info('became leader: publishing catalog changes and repairing the index');
      const leadership = new AbortController();
      const ending = AbortSignal.any([signal, leadership.signal]);
      const work = duties.map((duty) => duty(session, ending).catch((error) => leadership.abort(error)));
      // Bounded also when the session is lost: what the other duties wait for may have vanished with the database.
      await withinGrace(ending, Promise.all(work));
      leadership.signal.throwIfAborted();
    } finally {
      onLeads(false);
      await session.close();
    }
  }
}
