import type { identity, ledger } from '@heliograph/proto';
import { backOffMs, uuidv7, type Logger, type RpcClient } from '@heliograph/runtime';
import { alertsOf, type Funds } from '../domain/alert';
import type { AlertLease, AlertStore } from '../storage/alert-store';
import { LeaseLostError } from '../storage/delivery-store';
import type { MailStore } from '../storage/mail-store';
import type { Recipients } from './recipients';

interface AlertCheckerParts {
  alerts: AlertStore;
  mails: MailStore;
  recipients: Recipients;
  ledger: Pick<RpcClient<typeof ledger.LedgerServiceService>, 'getUsage' | 'listCredentialUsage'>;
  identity: Pick<RpcClient<typeof identity.IdentityServiceService>, 'listKeys'>;
  logger: Logger;
  metrics: { failed(step: 'alert'): void };
}

/** Pause between two checks of an account. */
const CHECK_MS = 600_000;
/** Pauses while the ledger or identity is down. */
const FAILURE_PAUSES = { firstMs: 10_000, longestMs: CHECK_MS };

/** Checks the alerts that accounts want against the ledger: alongside charges, never in their way. */
export class AlertChecker {
  constructor(private readonly parts: AlertCheckerParts) {}

  /** Never rejects: failures are retried. */
  async check(lease: AlertLease): Promise<void> {
    const { alerts, logger, metrics } = this.parts;
    try {
      await this.tryChecking(lease);
    } catch (error) {
      // The lease's new holder checks again.
      if (error instanceof LeaseLostError) return;
      metrics.failed('alert');
      logger.warn({ err: error, accountId: lease.accountId }, 'alerts could not be checked; retrying');
      const inMs = backOffMs(lease.attempts, FAILURE_PAUSES);
      // If this fails too, the lease expires.
      await alerts.postpone(lease, inMs).catch(() => undefined);
    }
  }

  private async tryChecking(lease: AlertLease): Promise<void> {
    const { alerts, mails, recipients } = this.parts;
    const { accountId, balanceBelowMicros: below } = lease;
    const address = await recipients.addressOf(accountId);
    // Alerts wait until there is an address to send them to.
    if (address === undefined || (await mails.refusalOf(accountId, address))) {
      await alerts.finish(lease, [], lease.wasAbove, CHECK_MS);
      return;
    }
    const funds = await this.fundsOf(lease);
    const isAbove = below !== undefined && funds.balanceMicros >= below;
    await alerts.finish(lease, alertsOf(lease, funds, lease.wasAbove), isAbove, CHECK_MS);
  }

  private async fundsOf({ accountId, usage }: AlertLease): Promise<Funds> {
    const { ledger: ledgerClient, identity: identityClient } = this.parts;
    const call = { requestId: uuidv7() };
    const used = await ledgerClient.getUsage({ accountId, month: '' }, call);
    const funds = {
      free: { used: Number(used.api?.used ?? 0n), of: Number(used.api?.granted ?? 0n) },
      keys: [],
      balanceMicros: used.balanceMicros,
      month: used.month,
    };
    if (!usage) return funds;
    const { keys } = await identityClient.listKeys({ accountId, ids: [], usableOnly: true }, call);
    const capped = keys.filter(
      ({ monthlyCapRecords, revokedAt, isTest }) => monthlyCapRecords !== undefined && !revokedAt && !isTest,
    );
    if (capped.length === 0) return funds;
    const { credentials } = await ledgerClient.listCredentialUsage({ accountId, month: used.month }, call);
    return {
      ...funds,
      keys: capped.map(({ id, lineageId = id, name, hint, monthlyCapRecords }) => ({
        lineageId,
        name: name || hint,
        used: recordsOf(lineageId, credentials),
        of: Number(monthlyCapRecords),
      })),
    };
  }
}

/** What counts toward the cap that keys of a lineage share. */
function recordsOf(lineage: string, uses: readonly ledger.CredentialUsage[]): number {
  const counted = uses.filter(({ lineageId }) => lineageId === lineage);
  return counted.reduce((sum, { records }) => sum + Number(records), 0);
}
