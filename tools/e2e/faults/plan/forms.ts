import type { FaultName } from './fault-kinds';
import type { Random } from './random';
import { planEachOnce, planRandomly, type PlannedFault } from './schedule';

/** A run's plan, and the settings for its length. */
export interface RunForm {
  plan: PlannedFault[];
  /** Variables for the system. */
  environment: NodeJS.ProcessEnv;
  /** Cap on the capped key's records, reached during the run. */
  monthlyCap: number;
  /** Interval between payments. */
  topUpEveryMs: number;
  /** Interval between imports of signals that saved searches match. */
  publishEveryMs: number;
}

/** The cap per second of the run: low enough to be reached even if the key's client is one of many. */
const CAP_PER_SECOND = 1.2;

/** Random faults for this long. */
export function longForm(
  random: Random,
  kinds: readonly FaultName[],
  seconds: number,
  meanGapMs?: number,
): RunForm {
  return {
    plan: planRandomly(random.fork('plan'), kinds, seconds * 1_000, meanGapMs),
    environment: {
      // Above the rate of one account's clients, but soon used up by a flood.
      ...limits('4000'),
      // A killed gateway's keys are free again sooner.
      IDEMPOTENCY_LEASE_SECONDS: '5',
    },
    monthlyCap: Math.ceil(CAP_PER_SECOND * seconds),
    // Less than the idle timeout of the process that runs operators' commands.
    topUpEveryMs: 4_000,
    publishEveryMs: 4_000,
  };
}

const SHORT_GAP_MS = 800;

/** Every kind of fault once, as fast as possible. */
export function shortForm(random: Random, kinds: readonly FaultName[]): RunForm {
  return {
    plan: planEachOnce(random.fork('plan'), kinds, SHORT_GAP_MS),
    environment: {
      // Low enough for a flood to reach it while everything else is being killed.
      ...limits('5000'),
      IDEMPOTENCY_LEASE_SECONDS: '10',
    },
    monthlyCap: 100,
    topUpEveryMs: 5_000,
    publishEveryMs: 2_000,
  };
}

function limits(perMinute: string): NodeJS.ProcessEnv {
  return { REQUESTS_PER_MINUTE: perMinute, SEARCHES_PER_MINUTE: perMinute };
}
