import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_KINDS, type FaultKind, type FaultName, type Target } from '../plan/fault-kinds';
import type { Random } from '../plan/random';
import type { PlannedFault } from '../plan/schedule';
import type { Injection } from './injection';
import { INJECTORS } from './injectors';
import type { Recovery } from './recovery';
import { TargetLocks } from './target-locks';

/** A fault that was done. Times are milliseconds since the load began. */
export interface DoneFault {
  number: number;
  kind: FaultName;
  struckAtMs: number;
  healedAtMs: number;
  /** What is worth telling about it. */
  note: string;
  /** Why it could not be done or healed. */
  failure?: string;
}

interface DirectorOptions {
  plan: readonly PlannedFault[];
  random: Random;
  injection: Pick<Injection, 'bed' | 'customers' | 'journal' | 'deliveries' | 'stopping'>;
  recovery: Recovery;
  onDone: (fault: DoneFault) => void;
}

/** For one fault to be done and healed, besides how long it lasts; its own waits are shorter. Beyond this the run names it instead of standing still. */
const LONGEST_MS = 240_000;

/** Does the faults of a plan, each at its time or when what it strikes is free. */
export class Director {
  readonly done: DoneFault[] = [];
  private readonly locks = new TargetLocks<Target>();
  /** Faults that strike now. */
  striking = 0;

  constructor(private readonly options: DirectorOptions) {}

  /** Resolves when all faults are healed. Does no more of them once the run is to end. */
  async run(): Promise<void> {
    const { plan, injection } = this.options;
    const beganAtMs = performance.now();
    const running: Promise<void>[] = [];
    for (const fault of plan) {
      const waitMs = beganAtMs + fault.atMs - performance.now();
      if (waitMs > 0) await delay(waitMs, undefined, { signal: injection.stopping }).catch(() => undefined);
      if (injection.stopping.aborted) break;
      const { targets, alsoTargets = [] }: FaultKind = FAULT_KINDS[fault.kind];
      running.push(this.locks.run(targets, alsoTargets, (got) => this.inject(fault, got, beganAtMs)));
    }
    await Promise.all(running);
  }

  private async inject(
    { number, kind, durationMs }: PlannedFault,
    alsoTargets: ReadonlySet<Target>,
    beganAtMs: number,
  ): Promise<void> {
    const { random, injection, recovery, onDone } = this.options;
    if (injection.stopping.aborted) return;
    const elapsed = () => Math.round(performance.now() - beganAtMs);
    const fault: DoneFault = { number, kind, struckAtMs: elapsed(), healedAtMs: 0, note: '' };
    const strikes = () => {
      fault.struckAtMs = elapsed();
      recovery.struck(kind);
    };
    this.striking += 1;
    try {
      const own = random.fork(`fault ${number}`);
      const healed = INJECTORS[kind]({ ...injection, random: own, durationMs, alsoTargets, strikes });
      fault.note = (await within(durationMs + LONGEST_MS, healed)) ?? '';
    } catch (error) {
      fault.failure = error instanceof Error ? error.message : String(error);
    } finally {
      this.striking -= 1;
    }
    fault.healedAtMs = elapsed();
    this.done.push(fault);
    onDone(fault);
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`not healed after ${ms / 1_000} s`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}
