import type { ledger } from '@heliograph/proto';
import {
  isUnavailable,
  retryUnavailable,
  toServiceError,
  type Logger,
  type OutgoingCall,
  type RpcClient,
} from '@heliograph/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayMetrics } from '../metrics';
import { BackgroundWork } from './background-work';

const ATTEMPT_MS = 1_000;
/** Of one round of attempts; between rounds there is a pause. */
const ROUND_MS = 10_000;
const PAUSE_MS = 1_000;
/** For what was under way when a stop gave up. */
const ENDING_MS = 2_500;
/** Few, so that a ledger that comes back is not met by all of them at once. */
const CONCURRENCY = 8;
/** Some hundred bytes each. */
const MAXIMUM_WAITING = 10_000;

interface ChargeVoidParts {
  ledger: Pick<RpcClient<typeof ledger.LedgerServiceService>, 'voidCharge'>;
  logger: Logger;
  metrics: Pick<GatewayMetrics, 'chargeVoided'>;
}

/**
 * Makes charges void that could not be confirmed, of requests without an Idempotency-Key: their clients got a failure, and a
 * failure costs nothing. The ledger is asked until it has answered, while the client has its answer. It takes the charge back, or
 * keeps it from ever being taken when it comes behind the void.
 *
 * Dies before the ledger answered: what waits here is lost, and a charge that was taken stays taken. That is the one window; with an
 * Idempotency-Key there is none. A stop waits for what is left ({@link drain}), and what it gives up is logged.
 */
export class ChargeVoids {
  private readonly background = new BackgroundWork({ concurrency: CONCURRENCY, maximum: MAXIMUM_WAITING });
  private isOver = false;

  constructor(private readonly parts: ChargeVoidParts) {}

  /** Charges that the ledger has not answered for. */
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
      if (!mayPass(error)) lost(error);
      else if (!this.background.add(() => this.persist(ask).catch(lost))) lost(error);
    }
  }

  /** Waits for what is left, as long as this; then it is given up. */
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
        if (!mayPass(error)) throw error;
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  private done({ wasCharged }: ledger.VoidChargeResponse): void {
    this.parts.metrics.chargeVoided(wasCharged ? 'taken_back' : 'prevented');
  }

  /** An operator finds out whether it was charged by its event id, and takes it back (docs/operations/runbooks.md). */
  private report(error: unknown, { eventId, accountId }: ledger.VoidChargeRequest, requestId: string): void {
    this.parts.metrics.chargeVoided('lost');
    this.parts.logger.error(
      { err: error, eventId, accountId, requestId },
      'a charge that could not be confirmed was not made void',
    );
  }
}

/** A fault of the moment, of the way to the ledger or inside of it. */
function mayPass(error: unknown): boolean {
  return isUnavailable(error) || toServiceError(error).code === 'internal';
}
