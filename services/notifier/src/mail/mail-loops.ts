import { Periodic, uuidv7, type Logger } from '@heliograph/runtime';
import type { AlertStore } from '../storage/alert-store';
import type { DigestStore } from '../storage/digest-store';
import type { MailStore } from '../storage/mail-store';
import type { AlertChecker } from './alert-checker';
import type { DigestBuilder } from './digest-builder';
import type { MailCourier } from './mail-courier';

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
  logger: Logger;
  metrics: { failed(step: MailStep): void };
}

type MailStep = 'digest' | 'alert' | 'mail';

/** Limit, per process, of searches being counted, of accounts being checked, and of connections to the mail server. */
const MAXIMUM_CONCURRENT = 4;

/**
 * Builds the digests and alerts that are due, and sends their emails; each in a loop of its own, so a hanging server
 * does not delay counting.
 */
export class MailLoops {
  private readonly loops: readonly Periodic[];

  constructor(parts: MailLoopsParts) {
    const { alerts, digests, mails, builder, checker, courier } = parts;
    this.loops = [
      loopOf(parts, 'digest', digests, (lease) => builder.build(lease)),
      loopOf(parts, 'alert', alerts, (lease) => checker.check(lease)),
      loopOf(parts, 'mail', mails, (lease) => courier.deliver(lease)),
    ];
  }

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  /** Resolves when nothing is in progress. */
  async stop(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
  }
}

/**
 * Works through what a store has ready, a few at a time, until nothing is left. While access is restricted, it waits:
 * after a restore, funds and what was sent are not yet right.
 */
function loopOf<Lease>(
  { isRestricted, pollMs, logger, metrics }: MailLoopsParts,
  step: MailStep,
  store: { claim(limit: number, token: string): Promise<Lease[]> },
  work: (lease: Lease) => Promise<void>,
): Periodic {
  return new Periodic(
    pollMs,
    async (isStopped) => {
      while (!isStopped() && !(await isRestricted())) {
        const leases = await store.claim(MAXIMUM_CONCURRENT, uuidv7());
        if (leases.length === 0) return;
        await Promise.all(leases.map(work));
      }
    },
    (error) => {
      metrics.failed(step);
      logger.warn({ err: error, step }, 'the email queue could not be read');
    },
  );
}
