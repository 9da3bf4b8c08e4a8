import type { search } from '@heliograph/proto';
import { backOffMs, uuidv7, type Logger, type RpcClient } from '@heliograph/runtime';
import { periodEndAfter } from '../domain/digest';
import { LeaseLostError } from '../storage/delivery-store';
import type { DigestLease, DigestStore } from '../storage/digest-store';
import type { MailStore } from '../storage/mail-store';
import type { ChangesSupport } from './changes-support';
import { countNewSignals } from './count-new-signals';
import type { Recipients } from './recipients';

interface DigestBuilderParts {
  digests: DigestStore;
  mails: MailStore;
  recipients: Recipients;
  search: Pick<RpcClient<typeof search.SearchServiceService>, 'changes'>;
  support: Pick<ChangesSupport, 'hasChanges'>;
  logger: Logger;
  metrics: { digest(outcome: 'made' | 'empty' | 'skipped'): void; failed(step: 'digest'): void };
}

/** Pauses while search or identity is down. */
const FAILURE_PAUSES = { firstMs: 10_000, longestMs: 600_000 };

/** Creates the email for a period that has ended: a row that the courier sends. */
export class DigestBuilder {
  constructor(private readonly parts: DigestBuilderParts) {}

  /** Never rejects: failures are retried. */
  async build(lease: DigestLease): Promise<void> {
    const { digests, logger, metrics } = this.parts;
    try {
      const outcome = await this.buildDigest(lease);
      if (outcome) metrics.digest(outcome);
    } catch (error) {
      // The lease's new holder counts again.
      if (error instanceof LeaseLostError) return;
      metrics.failed('digest');
      logger.warn(
        { err: error, savedSearchId: lease.savedSearchId },
        'a digest could not be built; retrying',
      );
      const inMs = backOffMs(lease.attempts, FAILURE_PAUSES);
      // If this fails too, the lease expires.
      await digests.postpone(lease, inMs).catch(() => undefined);
    }
  }

  /** @returns undefined if there is more to count. */
  private async buildDigest(lease: DigestLease): Promise<'made' | 'empty' | 'skipped' | undefined> {
    const { digests, mails, recipients, support, search: client } = this.parts;
    const until = new Date();
    // The database's clock, which found the period over, may be ahead of this one.
    const nextEnd = periodEndAfter(lease.frequency, until > lease.periodEnd ? until : lease.periodEnd);
    const address = await recipients.addressOf(lease.accountId);
    const isRefused = address === undefined || (await mails.refusalOf(lease.accountId, address));
    if (isRefused || !(await support.hasChanges())) {
      // The next email also covers this period, as far back as changes are counted.
      await digests.extend(lease, nextEnd);
      return 'skipped';
    }
    const { newSignals, since, after, position } = await countNewSignals(client, lease, until.getTime());
    const coverage = { until, position, nextEnd };
    if (newSignals.total === 0 && newSignals.hasMore) {
      await digests.countOn(lease, since, position);
      return undefined;
    }
    if (newSignals.total === 0) {
      await digests.finish(lease, coverage, undefined);
      return 'empty';
    }
    const { name, frequency } = lease;
    const content = {
      ...newSignals,
      name,
      frequency,
      since: since.toISOString(),
      ...(after && { after: { version: String(after.version), id: after.id } }),
    };
    await digests.finish(lease, coverage, { id: uuidv7(), content });
    return 'made';
  }
}
