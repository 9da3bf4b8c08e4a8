import type { Logger } from '@heliograph/runtime';
import type { KeyStore } from './key-store';

/** Keys noted between two writes; uses of more are noted at their next authentication. */
const MAXIMUM_NOTED = 20_000;

/**
 * When keys were last used. Noted in memory, written in one statement now and then, so that a request costs no write.
 *
 * Dies before a write: the uses since the last one are not known; each key in use is noted again within seconds.
 */
export class KeyUses {
  private noted = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<KeyStore, 'writeUses'>,
    private readonly logger: Logger,
  ) {}

  /** Notes that a key was used. A key's later use replaces its earlier one. */
  note(keyId: string, usedAt: Date): void {
    if (this.noted.size >= MAXIMUM_NOTED && !this.noted.has(keyId)) return;
    this.noted.set(keyId, usedAt);
  }

  /** Writes at this interval from now on, until `stop`. */
  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.write(), intervalMs);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  /** Writes what was noted; one write at a time. Never rejects: what could not be written is kept for the next time. */
  private write(): Promise<void> {
    this.writing ??= this.writeNoted().finally(() => (this.writing = undefined));
    return this.writing;
  }

  private async writeNoted(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = this.noted;
    this.noted = new Map();
    try {
      await this.store.writeUses(uses);
    } catch (error) {
      this.logger.warn({ err: error, keys: uses.size }, 'the last uses of keys were not written');
      const later = this.noted;
      this.noted = uses;
      for (const [keyId, usedAt] of later) this.note(keyId, usedAt);
    }
  }
}
