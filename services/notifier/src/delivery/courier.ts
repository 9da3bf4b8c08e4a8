import { ledger } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import { matchedBody, withoutItems } from '../domain/event-body';
import type { Hold } from '../domain/hold';
import type { QueueTime } from '../domain/queue-time';
import { settledMatches } from '../domain/settled-matches';
import { isTooLate, nextAttemptAt, recordsPauseMs } from '../domain/retries';
import type { BacklogReader } from '../matching/backlog-reader';
import { stillMatching } from '../matching/still-matching';
import type { CatalogReader, PublishedSignal } from '../storage/catalog-reader';
import type { DeliveryRow } from '../storage/delivery-rows';
import type { DeliveryStore, Lease, Receiver } from '../storage/delivery-store';
import type { AccountStates } from './account-states';
import { voidCharge, type VoidingLedger } from './charge-voids';
import { failureOf, isGone, retryAfterOf, type Sender } from './sender';

type DeliveryOutcome = 'delivered' | 'retried' | 'given_up' | 'withdrawn' | 'unpaid';

interface CourierParts {
  accounts: AccountStates;
  backlog: BacklogReader;
  deliveries: DeliveryStore;
  catalog: CatalogReader;
  ledger: VoidingLedger & Pick<RpcClient<typeof ledger.LedgerServiceService>, 'chargeSignals'>;
  sender: Sender;
  metrics: { delivery(outcome: DeliveryOutcome): void };
}

/** When to check a saved search again; `inactive`: when its account may have become active again. */
export type NextCheck = QueueTime | 'inactive';

/** The outcome of a step. @property hold why the next delivery isn't due. */
export type StepOutcome = { done: false } | { done: true; next: NextCheck; hold?: Hold };

const MAXIMUM_ITEMS = 50;

/**
 * Advances the deliveries of one saved search, one after the other. Each step is stored before it is done, so a crash
 * anywhere repeats the same charge or the same delivery. If the process dies:
 *
 * - before a delivery is stored: its matches still wait;
 * - before its charge, or before the charge is recorded: it is charged again with the same event id, which takes
 *   nothing twice; it is always charged with its original contents, or {@link discard | discarded};
 * - before an attempt's outcome is recorded: it is sent again with the same `webhook-id`, by which receivers recognize
 *   it.
 */
export class Courier {
  constructor(private readonly parts: CourierParts) {}

  /** Takes the saved search's next step. @returns when to take the one after it; by default, now. */
  async step(lease: Lease): Promise<StepOutcome> {
    const { accounts, deliveries } = this.parts;
    const receiver = await deliveries.receiver(lease.savedSearchId);
    if (!receiver) return { done: true, next: undefined };
    const open = await deliveries.oldestOpen(lease.savedSearchId);
    // Even without a webhook: the delivery may have been charged before the webhook was removed.
    if (open?.is_unmade) return this.discard(lease, open.delivery_id);
    if (!receiver.url) return { done: true, next: undefined };
    if (open && !(await accounts.isActive(lease.accountId))) {
      // The pause is not the receiver's fault, so it takes nothing from the time for retries.
      if (open.round_began_at) await deliveries.endRound(lease, open.delivery_id);
      return { done: true, next: 'inactive', hold: 'inactive_account' };
    }
    if (open?.state === 'pending') {
      // Nor does an outage of ours.
      if (open.round_began_at && open.next_attempt_at && isTooLate(open.next_attempt_at, Date.now())) {
        await deliveries.endRound(lease, open.delivery_id);
        return { done: false };
      }
      return this.attempt(lease, receiver, open);
    }
    // Replays go to a failing receiver; new matches wait until it responds.
    if (receiver.state === 'failing') return { done: true, next: 'changed' };
    return open ? this.pay(lease, receiver, open) : this.createNextDelivery(lease, receiver);
  }

  private async createNextDelivery(lease: Lease, receiver: Receiver): Promise<StepOutcome> {
    const { deliveries, backlog } = this.parts;
    const left = recordsLeftToday(receiver);
    const limit = Math.min(MAXIMUM_ITEMS, Math.max(1, left ?? MAXIMUM_ITEMS));
    const waiting = await deliveries.waiting(lease.savedSearchId, limit);
    if (waiting.length < limit && (await backlog.readNext(lease))) return { done: false };
    if (waiting.length === 0) {
      // What waited for records was withdrawn, no longer matches, or has expired.
      if (receiver.state === 'waiting_for_records') await deliveries.stopWaitingForRecords(lease);
      return { done: true, next: undefined };
    }
    if (left === 0) {
      await deliveries.startWaitingForRecords(lease);
      return { done: true, next: receiver.dayEnds, hold: 'daily_maximum' };
    }
    const { signalIds: taken, inMs } = settledMatches(waiting);
    if (taken.length === 0) return { done: true, next: { inMs } };
    const { published, deliverable } = await this.findDeliverable(lease, receiver, taken);
    const documents = deliverable.map(({ document }) => Buffer.from(document).toString());
    const body = matchedBody({ id: lease.savedSearchId, name: receiver.name }, documents);
    const signalIds = deliverable.map(({ id }) => id);
    const versions = new Map(published.map(({ id, version }) => [id, version]));
    const dropped = taken
      .filter((id) => !signalIds.includes(id))
      .map((signalId) => ({ signalId, version: versions.get(signalId) }));
    await deliveries.create(lease, { id: uuidv7(), signalIds, body }, dropped);
    return { done: false };
  }

  private async pay(lease: Lease, receiver: Receiver, delivery: DeliveryRow): Promise<StepOutcome> {
    const { deliveries, ledger: client, metrics } = this.parts;
    const { delivery_id: id, signal_ids: signalIds } = delivery;
    const { deliverable } = await this.findDeliverable(lease, receiver, signalIds);
    if (deliverable.length < signalIds.length) return this.discard(lease, id);
    try {
      const { chargedRecords } = await client.chargeSignals(
        { charge: chargeOf(lease, delivery), signalIds, maxRecords: recordsLeftToday(receiver) },
        { requestId: id },
      );
      // If the process dies before this line, the same charge is sent again, and the ledger returns the first outcome.
      const isPaid = await deliveries.recordPayment(lease, id, chargedRecords);
      return isPaid ? { done: false } : await this.discard(lease, id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The maximum was lowered after the delivery was created; it does not apply to a charge already taken.
      if (error.code === 'budget_reached' || wasOtherwiseCharged(error)) return this.discard(lease, id);
      if (error.code !== 'insufficient_records') throw error;
      metrics.delivery('unpaid');
      await deliveries.startWaitingForRecords(lease);
      const inMs = recordsPauseMs(Date.now() - delivery.created_at.getTime());
      return { done: true, next: { inMs }, hold: 'records' };
    }
  }

  /** The signals still published, and those of them that still match, in catalog order. */
  private async findDeliverable(
    { savedSearchId }: Lease,
    { filters }: Receiver,
    signalIds: readonly string[],
  ): Promise<{ published: PublishedSignal[]; deliverable: PublishedSignal[] }> {
    const { deliveries, catalog } = this.parts;
    const published = await catalog.published(signalIds);
    const matchedAt = await deliveries.matchedAt(savedSearchId, signalIds);
    return { published, deliverable: stillMatching(filters, published, matchedAt) };
  }

  /**
   * Discards a delivery that was never sent, so that the next one is created from the current state of its matches. Its
   * event id cannot be reused: it may already have been charged with the original contents.
   *
   * If the process dies after the first line, the delivery is discarded even if it fits again, because repeating a voided
   * charge would count as paid. If it dies after the second, the charge is voided again, which changes nothing.
   */
  private async discard(lease: Lease, id: string): Promise<StepOutcome> {
    const { deliveries } = this.parts;
    await deliveries.markForDiscard(lease, id);
    await voidCharge(this.parts.ledger, { eventId: id, ...lease });
    await deliveries.discard(lease, id);
    return { done: false };
  }

  private async attempt(lease: Lease, receiver: Receiver, delivery: DeliveryRow): Promise<StepOutcome> {
    const { deliveries, sender, metrics } = this.parts;
    if (delivery.next_attempt_at && !delivery.is_due) return { done: true, next: delivery.next_attempt_at };
    const at = new Date();
    const current = await this.withoutWithdrawn(lease, receiver, delivery);
    if (!current) return { done: false };
    // Before the first attempt: if the process dies in it, before its outcome is recorded, the delivery may have arrived
    // and keeps its id, also if a signal is withdrawn.
    if (current.last_attempt_at === null) await deliveries.beginAttempts(lease, current.delivery_id, at);
    const response = await sender.send(lease.savedSearchId, receiver, current.delivery_id, current.body, at);
    const failure = failureOf(response);
    const began = (delivery.round_began_at ?? at).getTime();
    const now = Date.now();
    const next =
      failure === undefined || isGone(response)
        ? undefined
        : nextAttemptAt(delivery.round_attempts + 1, began, now, Math.random(), retryAfterOf(response, now));
    const inMs = next === undefined ? undefined : next - now;
    const status = 'status' in response ? response.status : undefined;
    const readAt = delivery.read_at;
    const outcome = { at, status, failure, nextInMs: inMs, isGone: isGone(response), readAt };
    await deliveries.recordAttempt(lease, current.delivery_id, outcome);
    metrics.delivery(failure === undefined ? 'delivered' : inMs === undefined ? 'given_up' : 'retried');
    return inMs === undefined ? { done: false } : { done: true, next: { inMs } };
  }

  /** The delivery without withdrawn and scheduled signals; undefined if nothing is left of it. */
  private async withoutWithdrawn(
    lease: Lease,
    { name }: Receiver,
    delivery: DeliveryRow,
  ): Promise<DeliveryRow | undefined> {
    const { deliveries, catalog, metrics } = this.parts;
    const there = new Set((await catalog.published(delivery.signal_ids)).map(({ id }) => id));
    const left = delivery.signal_ids.filter((id) => there.has(id));
    if (left.length === delivery.signal_ids.length) return delivery;
    // Charged but never sent: the next delivery is made of the rest, and what was not delivered costs nothing.
    if (delivery.last_attempt_at === null) {
      await this.discard(lease, delivery.delivery_id);
      return undefined;
    }
    const gone = new Set(delivery.signal_ids.filter((id) => !there.has(id)));
    const body = withoutItems(delivery.body, { id: lease.savedSearchId, name }, gone);
    await deliveries.removeSignals(lease, delivery, left, body);
    if (left.length > 0) return { ...delivery, signal_ids: left, body };
    metrics.delivery('withdrawn');
    return undefined;
  }
}

/** Charged like a request with the account's API key, with the saved search in place of the key. */
function chargeOf(
  { accountId, savedSearchId }: Lease,
  { delivery_id: id, body }: DeliveryRow,
): ledger.ChargeRequest {
  return ledger.ChargeRequest.fromPartial({
    eventId: id,
    accountId,
    credentialId: savedSearchId,
    channel: ledger.Channel.API,
    operation: 'deliverWebhook',
    mode: ledger.Mode.KEYWORD,
    requestId: id,
    // The body as charged: signals withdrawn later are left out of what is sent.
    answerSha256: createHash('sha256').update(body).digest(),
  });
}

/** Records left of the saved search's daily maximum; undefined if it has none. */
const recordsLeftToday = ({ maximumRecordsPerDay: maximum, chargedToday }: Receiver): number | undefined =>
  maximum === null ? undefined : Math.max(0, maximum - chargedToday);

/** Deliveries left by previous versions: charged, but without a signal withdrawn before the charge was recorded. */
const wasOtherwiseCharged = ({ code, issues }: ServiceError): boolean =>
  code === 'invalid_parameter' && issues.some(({ parameter }) => parameter === 'event_id');
