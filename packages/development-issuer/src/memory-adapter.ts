/** Pending sign-ins, codes, and tokens; far more than the people at one machine ever have. */
const MAXIMUM_ENTRIES = 5_000;

interface StoredPayload {
  uid?: string;
  grantId?: string;
  consumed?: number;
}

interface Entry {
  payload: StoredPayload;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
}

/** The library's storage, in memory: the oldest entry goes when it is full, and everything with the process. */
export class MemoryStorage {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly maximumEntries = MAXIMUM_ENTRIES) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): StoredPayload | undefined {
    const entry = this.entries.get(key);
    if (entry && entry.expiresAt <= Date.now()) {
      this.entries.delete(key);
      return undefined;
    }
    return entry?.payload;
  }

  set(key: string, payload: StoredPayload, ttlMs: number): void {
    this.entries.delete(key);
    this.entries.set(key, { payload, expiresAt: Date.now() + ttlMs });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.maximumEntries && oldest !== undefined) this.entries.delete(oldest);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  /** The first entry of a kind that meets a condition. */
  find(prefix: string, condition: (payload: StoredPayload) => boolean): StoredPayload | undefined {
    for (const key of this.entries.keys()) {
      if (!key.startsWith(prefix)) continue;
      const payload = this.get(key);
      if (payload && condition(payload)) return payload;
    }
    return undefined;
  }

  deleteWhere(condition: (payload: StoredPayload) => boolean): void {
    for (const [key, { payload }] of this.entries) if (condition(payload)) this.entries.delete(key);
  }
}

const NEVER_SECONDS = 24 * 60 * 60;

/** The library's adapter for one of its models over a {@link MemoryStorage}. */
export class MemoryAdapter {
  constructor(
    private readonly model: string,
    private readonly storage: MemoryStorage,
  ) {}

  async upsert(id: string, payload: StoredPayload, expiresInSeconds = NEVER_SECONDS): Promise<void> {
    this.storage.set(this.keyOf(id), payload, expiresInSeconds * 1_000);
  }

  async find(id: string): Promise<StoredPayload | undefined> {
    return this.storage.get(this.keyOf(id));
  }

  async findByUid(uid: string): Promise<StoredPayload | undefined> {
    return this.storage.find(this.keyOf(''), (payload) => payload.uid === uid);
  }

  /** There is no device flow. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = this.storage.get(this.keyOf(id));
    if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    this.storage.delete(this.keyOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.storage.deleteWhere((payload) => payload.grantId === grantId);
  }

  private keyOf(id: string): string {
    return `${this.model}:${id}`;
  }
}
