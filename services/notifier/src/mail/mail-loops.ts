import type { Logger } from '@heliograph/runtime';
import type { AlertStore } from '../storage/alert-store';
import type { DigestStore } from '../storage/digest-store';
import type { MailStore } from '../storage/mail-store';
import type { AlertChecker } from './alert-checker';
import type { DigestBuilder } from './digest-builder';
import type { MailCourier } from './mail-courier';
import { MailLoop } from './mail-loop';

interface MailLoopsParts {
  alerts: AlertStore;
  digests: DigestStore;
  mails: MailStore;
  builder: DigestBuilder;
  checker: AlertChecker;
  courier: MailCourier;
  /** Whether only operators have access. */
  isRestricted(): Promise<boolean>;
  pollMs: number;
  /** How long a stop waits for what is in progress. */
  stopMs: number;
  logger: Logger;
  metrics: { failed(step: MailStep): void };
}

type MailStep = 'digest' | 'alert' | 'mail';

/**
 * Builds the digests and alerts that are due, and sends their emails; each in a loop of its own, so a hanging server
 * does not delay counting.
 */
export class MailLoops {
  private readonly loops: readonly Pick<MailLoop<unknown>, 'start' | 'stop'>[];
  private readonly stopMs: number;

  constructor(parts: MailLoopsParts) {
    const { alerts, digests, mails, builder, checker, courier } = parts;
    this.loops = [
      loopOf(parts, 'digest', digests, (lease) => builder.build(lease)),
      loopOf(parts, 'alert', alerts, (lease) => checker.check(lease)),
      loopOf(parts, 'mail', mails, (lease) => courier.deliver(lease)),
    ];
    this.stopMs = parts.stopMs;
  }

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  /**
   * Resolves when nothing is in progress. A mail server that has an email and does not answer is not waited for much
   * longer: another process sends the email again when its lease ends.
   */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop(this.stopMs)));
  }
}

/** Does one kind of work, none while access is restricted: after a restore, funds and what was sent are not yet right. */
function loopOf<Lease>(
  { isRestricted, pollMs, logger, metrics }: MailLoopsParts,
  step: MailStep,
  store: { claim(limit: number, token: string): Promise<Lease[]> },
  work: (lease: Lease) => Promise<void>,
): MailLoop<Lease> {
  return new MailLoop({
    claim: async (limit, token) => ((await isRestricted()) ? [] : store.claim(limit, token)),
    work,
    pollMs,
    onFailure: (error) => {
      metrics.failed(step);
      logger.warn({ err: error, step }, 'the email queue could not be read');
    },
  });
}
