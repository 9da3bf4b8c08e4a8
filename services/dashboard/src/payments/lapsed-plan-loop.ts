import type { ledger } from '@heliograph/proto';
import { retryUnavailable, uuidv7 } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import { takePlanEvent, type Asking } from './take-plan-event';

const CHECK_MS = 30_000;
const CALL_TIMEOUT_MS = 3_000;

/**
 * Settles subscriptions whose paid period is over. Those of the development provider renew or end here. For another
 * provider, the expected message is missing: the plan is past due until it arrives.
 *
 * Any number of dashboards may run this: they send the same events, and each counts once.
 */
export class LapsedPlanLoop {
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly context: DashboardContext,
    private readonly everyMs = CHECK_MS,
  ) {}

  start(): void {
    if (!this.context.payments.plans) return;
    this.timer = setInterval(() => {
      this.checking ??= this.check().finally(() => (this.checking = undefined));
    }, this.everyMs);
    this.timer.unref();
  }

  /** Resolves when no run is in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  private async check(): Promise<void> {
    const { clients, logger } = this.context;
    try {
      const { plans } = await asking((call) => clients.ledger.listLapsedPlans({ limit: 0 }, call));
      for (const plan of plans) await this.settle(plan);
    } catch (error) {
      logger.warn({ err: error }, 'lapsed subscriptions could not be processed; retrying');
    }
  }

  private async settle(plan: ledger.Plan): Promise<void> {
    const { context } = this;
    const { payments, clock, logger } = context;
    try {
      if (payments.plans?.settle) {
        await payments.plans.settle(plan);
        return;
      }
      logger.warn({ accountId: plan.accountId }, 'a subscription was not renewed in time');
      await takePlanEvent(context, asking, {
        ...plan,
        kind: 'plan_changed',
        status: 'past_due',
        occurredAtMs: clock(),
      });
    } catch (error) {
      logger.warn({ err: error, accountId: plan.accountId }, 'a lapsed subscription could not be settled');
    }
  }
}

const asking: Asking = (read) => {
  const requestId = uuidv7();
  return retryUnavailable((timeoutMs) => read({ requestId, timeoutMs }), {
    totalMs: CALL_TIMEOUT_MS,
    attemptMs: CALL_TIMEOUT_MS,
  });
};
