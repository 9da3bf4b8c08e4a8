import type { Logger } from '@heliograph/runtime';

/** Credentials recorded between two writes; others are recorded at their next authentication. */
const MAXIMUM_NOTED = 20_000;

/** Writes uses: credential id to time of its last use. */
interface UseStore {
  writeUses(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/**
 * When credentials were last used. Recorded in memory and written periodically in one statement, so that a request
 * costs no write.
 *
 * If the process dies before a write, uses since the last one are lost; each credential in use is recorded again within
 * seconds.
 */
export class Uses {
  private noted = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: UseStore,
    private readonly logger: Logger,
  ) {}

  /** Records that a credential was used. A later use replaces an earlier one. */
  note(id: string, usedAt: Date): void {
    if (this.noted.size >= MAXIMUM_NOTED && !this.noted.has(id)) return;
    this.noted.set(id, usedAt);
  }

  /** Writes periodically until `stop`. */
  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.write(), intervalMs);
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  /**
   * Writes what was recorded, one write at a time. Never rejects: what could not be written is kept for the next write.
   */
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
      this.logger.warn(
        { err: error, credentials: uses.size },
        'last-used times of credentials were not written',
      );
      const later = this.noted;
      this.noted = uses;
      for (const [id, usedAt] of later) this.note(id, usedAt);
    }
  }
}
