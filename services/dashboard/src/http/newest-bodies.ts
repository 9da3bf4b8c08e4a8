import { ServiceError } from '@heliograph/runtime';

/**
 * Bounds the bodies that are read at once from senders who prove who they are only by the body. At a bound, the one that
 * has been arriving longest is given up: senders who never finish hold up no other.
 */
export class NewestBodies {
  /** Oldest first. */
  private readonly arriving = new Map<AbortController, string>();

  constructor(private readonly limits: { site: number; process: number }) {}

  /**
   * @param read reads a body until its signal.
   * @throws ServiceError `unavailable` if newer bodies took its place.
   */
  async run(site: string, read: (signal: AbortSignal) => Promise<Buffer>): Promise<Buffer> {
    const ofSite = [...this.arriving].filter(([, other]) => other === site).map(([body]) => body);
    if (ofSite.length >= this.limits.site) this.giveUp(ofSite[0]!);
    else if (this.arriving.size >= this.limits.process) this.giveUp([...this.arriving.keys()][0]!);
    const own = new AbortController();
    this.arriving.set(own, site);
    try {
      return await read(own.signal);
    } finally {
      this.arriving.delete(own);
    }
  }

  private giveUp(body: AbortController): void {
    this.arriving.delete(body);
    body.abort(
      new ServiceError('unavailable', 'Too many messages are arriving. Send this one again.', {
        retryAfterSeconds: 1,
      }),
    );
  }
}
