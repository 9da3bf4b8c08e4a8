import type { ledger } from '@heliograph/proto';
import { retryUnavailable, type Logger, type OutgoingCall, type RpcClient } from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayMetrics } from '../metrics';
import { BackgroundWork } from './background-work';
import { isOutcomeUnknown } from './is-outcome-unknown';

const ATTEMPT_MS = 1_000;
/** Time for one round of attempts; a pause separates rounds. */
const ROUND_MS = 10_000;
const PAUSE_MS = 1_000;
/** Time for attempts in progress when a stop gives up. */
const ENDING_MS = 2_500;
/** Few, so that a recovering ledger does not get all of them at once. */
const CONCURRENCY = 8;
/** A few hundred bytes each. */
const MAXIMUM_WAITING = 10_000;

interface ChargeVoidParts {
  ledger: Pick<RpcClient<typeof ledger.LedgerServiceService>, 'voidCharge'>;
  logger: Logger;
  metrics: Pick<GatewayMetrics, 'chargeVoided'>;
}

/**
 * Voids charges that could not be confirmed, for requests without an Idempotency-Key: their clients got a failure, and
 * a failure costs nothing. After the client got its response, the ledger is called until it answers. It takes the
 * charge back, or prevents it if it arrives after the void.
 *
 * If the process dies before the ledger answers, pending voids are lost, and charges that were taken stay taken. That
 * is the only window; with an Idempotency-Key there is none. A stop waits for what is left ({@link drain}), and logs
 * what it gives up.
 */
export class ChargeVoids {
  private readonly background = new BackgroundWork({ concurrency: CONCURRENCY, maximum: MAXIMUM_WAITING });
  private isOver = false;

  constructor(private readonly parts: ChargeVoidParts) {}

  /** Charges whose voids the ledger has not answered. */
  get pending(): number {
    return this.background.size;
  }

  /** Resolves once the charge is void, or is being voided in the background. Never rejects. */
  async void(request: ledger.VoidChargeRequest, call: (timeoutMs: number) => OutgoingCall): Promise<void> {
    const ask = (timeoutMs: number) => this.parts.ledger.voidCharge(request, call(timeoutMs));
    try {
      this.done(await ask(ATTEMPT_MS));
    } catch (error) {
      const { requestId } = call(ATTEMPT_MS);
      const lost = (cause: unknown) => this.report(cause, request, requestId);
      if (!isOutcomeUnknown(error)) lost(error);
      else if (!this.background.add(() => this.persist(ask).catch(lost))) lost(error);
    }
  }

  /** Waits up to this long for what is left, then gives up. */
  async drain(timeoutMs: number): Promise<void> {
    const within = (milliseconds: number) =>
      Promise.race([this.background.idle(), sleep(milliseconds, undefined, { ref: false })]);
    await within(timeoutMs);
    this.isOver = true;
    await within(ENDING_MS);
  }

  private async persist(ask: (timeoutMs: number) => Promise<ledger.VoidChargeResponse>): Promise<void> {
    for (;;) {
      if (this.isOver) throw new Error('the gateway stops');
      try {
        this.done(
          await retryUnavailable(ask, {
            totalMs: ROUND_MS,
            attemptMs: ATTEMPT_MS,
            isUnwanted: () => this.isOver,
          }),
        );
        return;
      } catch (error) {
        if (!isOutcomeUnknown(error)) throw error;
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private done({ wasCharged }: ledger.VoidChargeResponse): void {
    this.parts.metrics.chargeVoided(wasCharged ? 'taken_back' : 'prevented');
  }

  /**
   * With the event id, an operator can find out whether the request was charged, and take the charge back
   * (docs/operations/runbooks.md).
   */
  private report(error: unknown, { eventId, accountId }: ledger.VoidChargeRequest, requestId: string): void {
    this.parts.metrics.chargeVoided('lost');
    this.parts.logger.error(
      { err: error, eventId, accountId, requestId },
      'a charge that could not be confirmed was not voided',
    );
  }
}
