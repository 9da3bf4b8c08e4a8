import { setTimeout as delay } from 'node:timers/promises';
import { backOffMs, type Logger } from '@heliograph/runtime';
import { StartFailure } from '../start-failure';

/** Pauses between restarts. */
const BACK_OFF = { firstMs: 200, longestMs: 10_000 };

export interface RunningProgram {
  /** Settles with a description of how it ended. Never rejects. */
  exited: Promise<string>;
  /** Asks it to stop and waits until it has; kills it after a while. */
  stop(): Promise<void>;
  kill(): void;
}

/** Starts a program and resolves when it is ready. Once the signal is aborted it ends what it started and rejects. */
type Launch = (signal: AbortSignal) => Promise<RunningProgram>;

/** After this many failed first starts in a row, the system is broken, not busy. */
const FIRST_START_ATTEMPTS = 3;
/** A first start that fails after this long is not retried, so that its reason is reported. */
const FIRST_START_RETRY_WINDOW_MS = 5_000;
/** A program that lived this long was sound; its next restart begins with the shortest wait. */
const SOUND_AFTER_MS = 30_000;

/** Keeps one program running: restarts it when it ends, waiting longer after each failure in a row. */
export class Supervisor {
  private readonly stopping = new AbortController();
  private program: RunningProgram | undefined;
  private watching: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly launch: Launch,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts the program and supervises it.
   *
   * @throws StartFailure with the program's own reason when it cannot be started.
   */
  async start(): Promise<void> {
    const starting = this.startFirst();
    this.watching = starting.then(
      () => this.watch(),
      () => undefined,
    );
    await starting;
  }

  /** Stops the program, in whatever state it is, and does not restart it. May be called again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.program?.stop();
    await this.watching;
  }

  /** Kills the program and does not restart it. */
  kill(): void {
    this.stopping.abort();
    this.program?.kill();
  }

  private async startFirst(): Promise<void> {
    const end = performance.now() + FIRST_START_RETRY_WINDOW_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.attempt();
        return;
      } catch (error) {
        const permanent = error instanceof StartFailure && error.permanent;
        const last = attempt === FIRST_START_ATTEMPTS || performance.now() > end;
        if (permanent || last || this.stopping.signal.aborted) throw error;
        this.logger.warn({ program: this.name, attempt, err: error }, 'start failed, retrying');
        await this.pause(attempt - 1);
      }
    }
  }

  /** Restarts the program until it is stopped. */
  private async watch(): Promise<void> {
    let failures = 0;
    let startedAt = performance.now();
    while (this.program) {
      const how = await this.program.exited;
      this.program = undefined;
      if (this.stopping.signal.aborted) return;
      if (performance.now() - startedAt > SOUND_AFTER_MS) failures = 0;
      this.logger.error({ program: this.name, how }, 'program ended unexpectedly');
      while (!this.program && !this.stopping.signal.aborted) {
        await this.pause(failures);
        failures += 1;
        await this.restart();
      }
      startedAt = performance.now();
    }
  }

  private async restart(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    try {
      await this.attempt();
      this.logger.info({ program: this.name }, 'program restarted');
    } catch (error) {
      this.logger.error({ program: this.name, err: error }, 'restart failed');
    }
  }

  private async attempt(): Promise<void> {
    const program = await this.launch(this.stopping.signal);
    this.program = program;
    // Stopped while it was becoming ready: stop() found nothing to stop yet.
    if (this.stopping.signal.aborted) await program.stop();
  }

  private async pause(failures: number): Promise<void> {
    // Rejects when stopping, which the callers check themselves.
    await delay(backOffMs(failures, BACK_OFF), undefined, { signal: this.stopping.signal }).catch(
      () => undefined,
    );
  }
}
