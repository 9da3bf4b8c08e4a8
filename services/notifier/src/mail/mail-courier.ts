import type { Logger } from '@heliograph/runtime';
import { alertMail } from '../domain/alert-mail';
import { digestMail } from '../domain/digest-mail';
import { failureMail } from '../domain/failure-mail';
import { maximumAgeMs, nextMailAt } from '../domain/mail-retries';
import type { MailText } from '../domain/mail-text';
import type { UnsubscribeTokens } from '../secrets/unsubscribe-tokens';
import type { MailLease, MailResult, MailStore } from '../storage/mail-store';
import type { Recipients } from './recipients';
import type { SmtpClient } from './smtp-client';
import type { MailOutcome } from './smtp-outcome';

type MailOutcomeName = 'sent' | 'retried' | 'refused' | 'given_up' | 'canceled';

interface MailCourierParts {
  mails: MailStore;
  recipients: Recipients;
  smtp: Pick<SmtpClient, 'send'>;
  tokens: UnsubscribeTokens;
  /** The dashboard's origin, for links. */
  dashboardUrl: string;
  logger: Logger;
  metrics: { mail(outcome: MailOutcomeName): void; failed(step: 'mail'): void };
}

/**
 * Sends stored emails. If the process dies before an outcome is recorded, the email is sent again with the same
 * Message-ID, by which servers and mail clients recognize it.
 */
export class MailCourier {
  constructor(private readonly parts: MailCourierParts) {}

  /** Never rejects: failures are retried. */
  async deliver(lease: MailLease): Promise<void> {
    const { mails, logger, metrics } = this.parts;
    const report = (error: unknown) => {
      metrics.failed('mail');
      logger.warn(
        { err: error, mailId: lease.id },
        'an email or its state could not be read or saved; retrying',
      );
    };
    let result: MailResult;
    try {
      result = await this.attempt(lease);
    } catch (error) {
      // Nothing was sent: identity or the database is down. If this fails too, the lease expires.
      report(error);
      await mails.record(lease, failed('its account could not be read', lease)).catch(() => undefined);
      return;
    }
    try {
      await mails.record(lease, result);
      metrics.mail(nameOf(result));
      if (result.state === 'failed') {
        logger.warn({ mailId: lease.id, reason: result.reason }, 'an email could not be sent');
      }
    } catch (error) {
      // The lease expires, and the email is sent again.
      report(error);
    }
  }

  private async attempt(lease: MailLease): Promise<MailResult> {
    const { mails, recipients, smtp } = this.parts;
    const { id, accountId, createdAt } = lease;
    const recipient = await recipients.find(accountId);
    if (!recipient) return withoutAddress(lease);
    const { address: to, account } = recipient;
    // Another email of the account was refused.
    if (await mails.refusalOf(accountId, to)) return { state: 'held', nextInMs: nextNoticeInMs(lease) };
    if (isOutdated(lease) && (await this.replace(lease))) return { state: 'canceled' };
    const outcome = await smtp.send({ ...this.textOf(lease, account), id, to, at: createdAt });
    return resultOf(outcome, lease, to);
  }

  /** @returns whether what the email would say is said as of now instead. */
  private async replace(lease: MailLease): Promise<boolean> {
    if (lease.kind === 'digest') return this.parts.mails.replace(lease);
    // The next check creates a canceled one again, if it still holds.
    return lease.kind === 'alert' && lease.occasion !== null && !isNotice(lease);
  }

  private textOf(lease: MailLease, account: string): MailText & { unsubscribeUrl?: string } {
    const { tokens, dashboardUrl } = this.parts;
    const unsubscribeUrlOf = (kind: MailLease['kind'], id: string) =>
      `${dashboardUrl}/unsubscribe/${tokens.make(kind, id)}`;
    if (lease.kind === 'alert') {
      const links = { dashboard: dashboardUrl };
      if (lease.content.about === 'top_up') return alertMail(lease.content, account, links);
      const unsubscribeUrl = unsubscribeUrlOf('alert', lease.accountId);
      return {
        ...alertMail(lease.content, account, { ...links, unsubscribe: unsubscribeUrl }),
        unsubscribeUrl,
      };
    }
    const unsubscribeUrl = unsubscribeUrlOf(lease.kind, lease.savedSearchId);
    const page = `${dashboardUrl}/saved-searches/${lease.savedSearchId}`;
    const links = { page, unsubscribe: unsubscribeUrl };
    const text =
      lease.kind === 'digest'
        ? digestMail(lease.content, account, links)
        : failureMail(lease.content, account, links);
    return { ...text, unsubscribeUrl };
  }
}

/** About what happened once, which no later email says. */
const isNotice = (lease: MailLease) =>
  lease.kind === 'webhook' || (lease.kind === 'alert' && lease.content.about === 'top_up');

const endMsOf = (lease: MailLease) => lease.createdAt.getTime() + maximumAgeMs(isNotice(lease));

/** As after an outage. */
const isOutdated = (lease: MailLease) => Date.now() > endMsOf(lease);

/** When a notice to a refused address is tried again, unless its user wants that sooner. */
const nextNoticeInMs = (lease: MailLease) => (isNotice(lease) ? nextInMsOf(lease) : undefined);

/**
 * The account lost its address or became inactive after the email was created. An alert is retried for a day. An email
 * about a webhook has no address either if its account has never signed in: then none is sent.
 */
function withoutAddress(lease: MailLease): MailResult {
  return lease.kind === 'alert'
    ? failed('its account is not active, or its address not verified', lease)
    : { state: 'canceled' };
}

function resultOf(outcome: MailOutcome, lease: MailLease, address: string): MailResult {
  if (outcome.kind === 'sent') return { state: 'sent' };
  if (outcome.kind === 'refused') {
    return { state: 'refused', address, status: outcome.status, nextInMs: nextNoticeInMs(lease) };
  }
  return failed(outcome.reason, lease);
}

function failed(reason: string, lease: MailLease): MailResult {
  return { state: 'failed', reason, nextInMs: nextInMsOf(lease) };
}

/** @returns undefined to give up. */
function nextInMsOf(lease: MailLease): number | undefined {
  const now = Date.now();
  const next = nextMailAt(lease.attempts + 1, endMsOf(lease), now, Math.random());
  return next === undefined ? undefined : next - now;
}

function nameOf(result: MailResult): MailOutcomeName {
  if (result.state === 'held') return 'canceled';
  if (result.state !== 'failed') return result.state;
  return result.nextInMs === undefined ? 'given_up' : 'retried';
}
