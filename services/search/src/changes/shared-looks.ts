/** How many looks are cached, and for how long: feeds woken together ask together. */
const MAXIMUM_CACHED = 256;
const KEPT_MS = 1_000;

/**
 * Feeds with the same filters that continue from the same place at the same version find the same: one of them looks
 * for all.
 */
export class SharedLooks<Look> {
  private readonly looks = new Map<string, Promise<Look>>();
  private version = 0;
  private beganAt = 0;

  /** @param key of the filters, the place, and whatever else decides the result. @throws what a look throws. */
  async of(key: string, version: number, look: () => Promise<Look>): Promise<Look> {
    const now = performance.now();
    if (version !== this.version || this.looks.size >= MAXIMUM_CACHED || now - this.beganAt > KEPT_MS) {
      this.looks.clear();
      this.version = version;
      this.beganAt = now;
    }
    const shared = await this.looks.get(key)?.catch(() => undefined);
    if (shared !== undefined) return shared;
    // Its caller may be gone, or had its turn too late: that says nothing about others.
    const own = look();
    this.looks.set(key, own);
    own.catch(() => this.looks.get(key) === own && this.looks.delete(key));
    return own;
  }
}
