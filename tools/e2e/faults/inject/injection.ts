import { setTimeout as delay } from 'node:timers/promises';
import type { Customers } from '../bed/customers';
import type { TestBed } from '../bed/test-bed';
import type { Journal } from '../load/journal';
import type { Target } from '../plan/fault-kinds';
import type { Random } from '../plan/random';
import type { Deliveries } from './deliveries';

/** What a fault is done with. */
export interface Injection {
  bed: TestBed;
  customers: Customers;
  /** Of what clients saw, also those that belong to a fault. */
  journal: Journal;
  /** What was published besides the system. */
  deliveries: Deliveries;
  /** Chance of this fault alone. */
  random: Random;
  durationMs: number;
  /** Targets beyond those of its kind that it may strike. */
  alsoTargets: ReadonlySet<Target>;
  /** Aborted when the run ends early: then what waits goes on to heal. */
  stopping: AbortSignal;
  /** Tells that the fault strikes from now on; before, the time until the system answers is not counted. */
  strikes: () => void;
}

/**
 * Does a fault and heals it. What heals by itself (a service is started again by the launcher) it waits for.
 *
 * @returns what is worth telling about it.
 */
export type Inject = (injection: Injection) => Promise<string | undefined>;

/** Waits as long as the fault shall last. */
export async function last({ durationMs, stopping }: Injection): Promise<void> {
  await delay(durationMs, undefined, { signal: stopping }).catch(() => undefined);
}
