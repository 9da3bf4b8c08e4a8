import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_KINDS, type FaultKind, type FaultName, type Target } from '../plan/fault-kinds';
import type { Random } from '../plan/random';
import type { PlannedFault } from '../plan/schedule';
import type { Injection } from './injection';
import { INJECTORS } from './injectors';
import type { Recovery } from './recovery';
import { TargetLocks } from './target-locks';

/** An injected fault. Times are milliseconds since the load began. */
export interface DoneFault {
  number: number;
  kind: FaultName;
  struckAtMs: number;
  healedAtMs: number;
  /** Anything worth reporting about it. */
  note: string;
  /** Why it could not be injected or healed. */
  failure?: string;
}

interface DirectorOptions {
  plan: readonly PlannedFault[];
  random: Random;
  injection: Pick<Injection, 'bed' | 'customers' | 'journal' | 'deliveries' | 'stopping'>;
  recovery: Recovery;
  onDone: (fault: DoneFault) => void;
}

/**
 * Time to inject and heal one fault, besides its duration; its own waits are shorter. After that, the run reports the
 * fault instead of hanging.
 */
const LONGEST_MS = 240_000;
/** Time for an abandoned fault to end: otherwise its client's remaining requests would be missing from the evidence. */
const GIVEN_UP_MS = 200_000;

/**
 * Faults that are active or waiting for their targets. On a slow machine, the plan slips but keeps its order and gaps:
 * otherwise faults would pile up and hit what has not recovered yet.
 */
const MAXIMUM_CONCURRENT = 8;

/** Injects a plan's faults, each at its time or once its target is free. */
export class Director {
  readonly done: DoneFault[] = [];
  private readonly locks = new TargetLocks<Target>();
  /** Faults active now. */
  activeFaults = 0;

  constructor(private readonly options: DirectorOptions) {}

  /** Resolves when all faults are healed. Injects no more faults once the run is ending. */
  async run(): Promise<void> {
    const { plan, injection } = this.options;
    const beganAtMs = performance.now();
    const running = new Set<Promise<void>>();
    // How far the plan has slipped.
    let lateMs = 0;
    for (const fault of plan) {
      const waitMs = beganAtMs + lateMs + fault.atMs - performance.now();
      if (waitMs > 0) await delay(waitMs, undefined, { signal: injection.stopping }).catch(() => undefined);
      while (running.size >= MAXIMUM_CONCURRENT && !injection.stopping.aborted) await Promise.race(running);
      if (injection.stopping.aborted) break;
      lateMs = Math.max(lateMs, performance.now() - beganAtMs - fault.atMs);
      const { targets, alsoTargets = [] }: FaultKind = FAULT_KINDS[fault.kind];
      const done = this.locks
        .run(targets, alsoTargets, (got) => this.inject(fault, got, beganAtMs))
        .finally(() => running.delete(done));
      running.add(done);
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
    const markInjected = () => {
      fault.struckAtMs = elapsed();
      recovery.recordFault(kind);
    };
    this.activeFaults += 1;
    const givingUp = new AbortController();
    const stopping = AbortSignal.any([injection.stopping, givingUp.signal]);
    const own = random.fork(`fault ${number}`);
    const healed = INJECTORS[kind]({
      ...injection,
      random: own,
      durationMs,
      alsoTargets,
      markInjected,
      stopping,
    });
    try {
      fault.note = (await within(durationMs + LONGEST_MS, healed)) ?? '';
    } catch (error) {
      fault.failure = error instanceof Error ? error.message : String(error);
      givingUp.abort();
      await within(GIVEN_UP_MS, healed).catch(() => undefined);
    } finally {
      this.activeFaults -= 1;
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
