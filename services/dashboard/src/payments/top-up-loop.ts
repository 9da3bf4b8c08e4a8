import { identity, topUp } from '@heliograph/proto';
import { Periodic, retryUnavailable, uuidv7 } from '@heliograph/runtime';
import type { CallService } from '../api/ask';
import type { DashboardContext } from '../context';
import { detachReplacedCards } from './detach-replaced-cards';
import type { Purchase, TopUpOutcome } from './off-session';
import { recordPause } from './record-pause';

const CHECK_MS = 15_000;
const CALL_TIMEOUT_MS = 3_000;
/** Stripe keeps idempotency keys for at least 24 hours. An older purchase is only looked up, never started again. */
const LONGEST_SECONDS = 20 * 60 * 60;
/** The ledger's leases last twice as long. */
const LATEST_BEGIN_MS = 60_000;

const { PAID, FAILED, CANCELED, RETRY } = topUp.SettleTopUpRequest_Outcome;
const { DECLINED, AUTHENTICATION_REQUIRED, UNAVAILABLE, UNSPECIFIED } = topUp.TopUpPause;

const PAUSES = {
  declined: DECLINED,
  authentication_required: AUTHENTICATION_REQUIRED,
  unavailable: UNAVAILABLE,
} as const;
/** Retries while the notifier is down; once the purchase is settled, the billing page shows the reason. */
const TRIES_TO_NOTIFY = 3;

/**
 * Makes the purchases for automatic top-ups and detaches replaced cards, without ever holding up charges.
 *
 * Any number of dashboards may run this: the ledger leases each purchase to one at a time, and all send identical
 * requests.
 */
export class TopUpLoop {
  private readonly checks: Periodic;

  constructor(
    private readonly context: DashboardContext,
    everyMs = CHECK_MS,
  ) {
    this.checks = new Periodic(
      everyMs,
      () => this.check(),
      (error) => context.logger.warn({ err: error }, 'automatic top-ups could not be checked; retrying'),
    );
  }

  start(): void {
    if (this.context.payments.offSession) this.checks.start();
  }

  /** Resolves when no run is in progress. */
  stop(): Promise<void> {
    return this.checks.stop();
  }

  private async check(): Promise<void> {
    // Not retried: if the response is lost, its purchases are due again when their leases end.
    const leasedAtMs = performance.now();
    const { topUps } = await this.context.clients.topUp.leaseTopUps({}, { requestId: uuidv7() });
    await Promise.all(topUps.map((purchase) => this.processPurchase(purchase, leasedAtMs)));
    await detachReplacedCards(this.context, callService);
  }

  /**
   * If the process dies after any line, the purchase stays open; its next holder sends the same idempotency key, or
   * finds the payment, and credits the same reference.
   */
  private async processPurchase(purchase: topUp.TopUp, leasedAtMs: number): Promise<void> {
    const { metrics, logger } = this.context;
    const { id, accountId, micros } = purchase;
    try {
      const outcome = await this.attemptPurchase(purchase, leasedAtMs);
      metrics.autoToppedUp(outcome);
      logger.info({ accountId, topUpId: id, micros: String(micros), outcome }, 'automatic top-up processed');
    } catch (error) {
      metrics.autoToppedUp('retried');
      logger.warn({ err: error, accountId, topUpId: id }, 'an automatic top-up has no outcome yet; retrying');
      // If this fails too, the lease expires.
      await this.settle(id, RETRY).catch(() => undefined);
    }
  }

  private async attemptPurchase(purchase: topUp.TopUp, leasedAtMs: number): Promise<TopUpOutcome> {
    const { id, accountId, ageSeconds, isWanted } = purchase;
    const isYoung = ageSeconds < LONGEST_SECONDS;
    const { identity: client } = this.context.clients;
    const { status } = await callService((call) => client.getAccount({ id: accountId }, call));
    // While access is restricted, paid purchases may still have to be re-entered: see docs/operations/backup.md.
    const { active: isRestricted } = await callService((call) => client.getAccessRestriction({}, call));
    // If this process was paused, another may have ended the purchase.
    if (performance.now() - leasedAtMs > LATEST_BEGIN_MS) throw new Error('the lease is about to end');
    const isActive = status === identity.AccountStatus.ACTIVE && !isRestricted;
    const mayBegin = isYoung && isWanted && isActive;
    const bought = await this.context.payments.offSession!.buy(purchase, mayBegin);
    switch (bought.outcome) {
      case 'paid':
        // Credit before settling: an account without an open purchase must have what it paid for.
        await this.credit(accountId, bought);
        await this.settle(id, PAID);
        return 'paid';
      case 'declined':
      case 'authentication_required':
        // A late failure of a replaced card must not turn off top-ups with the new one.
        return isWanted ? this.fail(purchase, bought.outcome) : this.cancel(id);
      case 'none':
        return isWanted && !isYoung ? this.fail(purchase, 'unavailable') : this.cancel(id);
      case 'pending':
        await this.settle(id, RETRY);
        return 'pending';
    }
  }

  private async cancel(id: string): Promise<'canceled'> {
    await this.settle(id, CANCELED);
    return 'canceled';
  }

  /** The provider's message credits the same reference; the first one counts. */
  private async credit(
    accountId: string,
    { micros, reference, reason }: Extract<Purchase, { outcome: 'paid' }>,
  ): Promise<void> {
    const { clients, metrics } = this.context;
    const { credited } = await callService((call) =>
      clients.ledger.credit({ accountId, micros, reference, reason }, call),
    );
    if (credited) metrics.toppedUp(micros);
  }

  /**
   * Logs and notifies before it settles. If the process dies in between, the next holder finds the failure again, and
   * both still happen only once. A user who has turned top-ups off meanwhile, for example by removing the card, is not
   * notified.
   */
  private async fail<Reason extends keyof typeof PAUSES>(
    purchase: topUp.TopUp,
    reason: Reason,
  ): Promise<Reason> {
    if (await recordPause(this.context, callService, purchase.accountId, reason)) {
      await this.notify(purchase, reason);
    }
    await this.settle(purchase.id, FAILED, PAUSES[reason]);
    return reason;
  }

  private async notify(
    { id: topUpId, accountId, micros, tries }: topUp.TopUp,
    reason: keyof typeof PAUSES,
  ): Promise<void> {
    const { clients, logger } = this.context;
    try {
      await callService((call) =>
        clients.alert.notifyTopUpPaused({ accountId, topUpId, micros, reason }, call),
      );
    } catch (error) {
      if (tries < TRIES_TO_NOTIFY) throw error;
      logger.warn(
        { err: error, accountId, topUpId },
        'the email about a failed automatic top-up could not be queued',
      );
    }
  }

  private async settle(
    id: string,
    outcome: topUp.SettleTopUpRequest_Outcome,
    pause: topUp.TopUpPause = UNSPECIFIED,
  ): Promise<void> {
    await callService((call) => this.context.clients.topUp.settleTopUp({ id, outcome, pause }, call));
  }
}

const callService: CallService = (read) => {
  const requestId = uuidv7();
  return retryUnavailable((timeoutMs) => read({ requestId, timeoutMs }), {
    totalMs: CALL_TIMEOUT_MS,
    attemptMs: CALL_TIMEOUT_MS,
  });
};
