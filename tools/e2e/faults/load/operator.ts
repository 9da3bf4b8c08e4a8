import { MICROS_PER_CENT } from '@heliograph/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestBed } from '../bed/test-bed';
import type { Random } from '../plan/random';
import type { Credential } from './good-client';

/** A payment that an operator entered. */
export interface TopUp {
  accountId: string;
  reference: string;
  micros: bigint;
  /** Whether the command has succeeded. */
  isConfirmed: boolean;
}

const TWICE_PROBABILITY = 0.3;

/**
 * Tops up poor accounts while everything breaks: each payment has a reference and is repeated until the command
 * succeeds, and sometimes once more.
 */
export class Operator {
  readonly topUps: TopUp[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: { bed: TestBed; poor: readonly Credential[]; random: Random; everyMs: number },
  ) {}

  start(): void {
    this.running = this.run();
    // `stop` reports the failure.
    this.running.catch(() => undefined);
  }

  /** Resolves when the current payment has been entered. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { bed, poor, random, everyMs } = this.options;
    const { signal } = this.stopping;
    for (;;) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const { accountId } = random.pick(poor);
      const cents = random.integer(1, 10);
      const topUp: TopUp = {
        accountId,
        reference: `invoice-${this.topUps.length + 1}`,
        micros: BigInt(cents) * MICROS_PER_CENT,
        isConfirmed: false,
      };
      this.topUps.push(topUp);
      const times = random.chance(TWICE_PROBABILITY) ? 2 : 1;
      for (let time = 1; time <= times; time += 1) {
        await bed.adminUntilDone(
          ...['credit', 'add', '--account', accountId, '--usd', (cents / 100).toFixed(2)],
          ...['--reference', topUp.reference],
        );
        topUp.isConfirmed = true;
      }
    }
  }
}
