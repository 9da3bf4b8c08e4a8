import { setTimeout as delay } from 'node:timers/promises';
import type { Customers } from '../bed/customers';
import type { TestBed } from '../bed/test-bed';
import type { Journal } from '../load/journal';
import type { Target } from '../plan/fault-kinds';
import type { Random } from '../plan/random';
import type { Deliveries } from './deliveries';

/** What injectors need. */
export interface Injection {
  bed: TestBed;
  customers: Customers;
  /** What clients saw, including a fault's own clients. */
  journal: Journal;
  /** Messages published from outside the system. */
  deliveries: Deliveries;
  /** Random numbers for this fault alone. */
  random: Random;
  durationMs: number;
  /** Additional targets that it may hit. */
  alsoTargets: ReadonlySet<Target>;
  /** Aborted when the run ends early: waiting faults then proceed to heal. */
  stopping: AbortSignal;
  /** Reports that the fault is active from now on; recovery time counts from here. */
  markInjected: () => void;
}

/**
 * Injects a fault and heals it, or waits until the system has healed itself (the launcher restarts services).
 *
 * @returns anything worth reporting about it.
 */
export type Inject = (injection: Injection) => Promise<string | undefined>;

/** Waits for the fault's duration. */
export async function waitForDuration({ durationMs, stopping }: Injection): Promise<void> {
  await delay(durationMs, undefined, { signal: stopping }).catch(() => undefined);
}
