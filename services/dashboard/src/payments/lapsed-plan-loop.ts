import { ledger } from '@heliograph/proto';
import { retryUnavailable, uuidv7 } from '@heliograph/runtime';
import type { DashboardContext } from '../context';
import type { CallService } from '../api/ask';
import { followPlan } from './apply-plan-event';

const CHECK_MS = 30_000;
const CALL_TIMEOUT_MS = 3_000;

const { ACTIVE } = ledger.PlanStatus;

/**
 * Settles subscriptions whose paid period is over. The development provider's renew or end here. For any other
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
      const { plans } = await callService((call) => clients.ledger.listLapsedPlans({ limit: 0 }, call));
      for (const plan of plans) await this.settle(plan);
    } catch (error) {
      logger.warn({ err: error }, 'lapsed subscriptions could not be processed; retrying');
    }
  }

  /**
   * A plan that lapses or ends does so at identity first: if the process dies before the ledger records it, the plan is
   * still listed, and both steps are repeated. A renewal paid in between wins: the ledger does not lapse it, and
   * identity follows. If the process dies at that very moment too, the account stays free until its subscription's next
   * message.
   */
  private async settle({ accountId }: ledger.Plan): Promise<void> {
    const { context } = this;
    const { payments, clients, clock, logger } = context;
    try {
      const { plan } = await callService((call) => clients.ledger.getUsage({ accountId, month: '' }, call));
      // It may have been paid since it was listed, or not be over yet by this clock.
      if (plan?.status !== ACTIVE || !(Number(plan.allowanceEnd) <= clock())) return;
      const { plans } = payments;
      if (!plans?.settle || plan.cancels) await followPlan(context, callService, accountId, plan);
      if (plans?.settle) {
        await plans.settle(plan);
        return;
      }
      const { changed } = await callService((call) => clients.ledger.lapsePlan({ accountId }, call));
      if (changed) logger.warn({ accountId }, 'a subscription was not renewed in time');
    } catch (error) {
      logger.warn({ err: error, accountId }, 'a lapsed subscription could not be settled');
    }
  }
}

const callService: CallService = (read) => {
  const requestId = uuidv7();
  return retryUnavailable((timeoutMs) => read({ requestId, timeoutMs }), {
    totalMs: CALL_TIMEOUT_MS,
    attemptMs: CALL_TIMEOUT_MS,
  });
};
