import type { FaultName } from './fault-kinds';
import type { Random } from './random';
import { planEachOnce, planRandomly, type PlannedFault } from './schedule';

/** What a run does, and the settings that go with its length. */
export interface RunForm {
  plan: PlannedFault[];
  /** Variables of the system. */
  environment: NodeJS.ProcessEnv;
  /** Records that the capped key may take: reached in the course of the run. */
  monthlyCap: number;
  /** Between two payments. */
  topUpEveryMs: number;
  /** Between two imports of signals that saved searches match. */
  publishEveryMs: number;
}

/** Records a second that use up the cap in the course of a run, also when the key's client is one of many. */
const CAP_PER_SECOND = 1.2;

/** Faults by chance for so long. */
export function longForm(
  random: Random,
  kinds: readonly FaultName[],
  seconds: number,
  meanGapMs?: number,
): RunForm {
  return {
    plan: planRandomly(random.fork('plan'), kinds, seconds * 1_000, meanGapMs),
    environment: {
      // Above what the clients of one account make, and soon used up by a flood.
      ...limits('4000'),
      // Keys of a gateway that was killed are free again sooner.
      IDEMPOTENCY_LEASE_SECONDS: '5',
    },
    monthlyCap: Math.ceil(CAP_PER_SECOND * seconds),
    // Before the process that runs operators' commands ends for want of them.
    topUpEveryMs: 4_000,
    publishEveryMs: 4_000,
  };
}

const SHORT_GAP_MS = 800;

/** Every kind of fault once, as fast as it may be. */
export function shortForm(random: Random, kinds: readonly FaultName[]): RunForm {
  return {
    plan: planEachOnce(random.fork('plan'), kinds, SHORT_GAP_MS),
    environment: {
      // Few enough that a flood reaches it while everything else is being killed.
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
