/** How many scans are cached, and for how long: feeds woken together ask together. */
const MAXIMUM_CACHED = 256;
const KEPT_MS = 1_000;

/**
 * Feeds with the same filters that continue from the same position at the same version find the same: one of them scans
 * for all.
 */
export class SharedScans<Scan> {
  private readonly scans = new Map<string, Promise<Scan>>();
  private version = 0;
  private beganAt = 0;

  /** @param key of the filters, the position, and whatever else decides the result. @throws what a scan throws. */
  async of(key: string, version: number, scan: () => Promise<Scan>): Promise<Scan> {
    const now = performance.now();
    if (version !== this.version || this.scans.size >= MAXIMUM_CACHED || now - this.beganAt > KEPT_MS) {
      this.scans.clear();
      this.version = version;
      this.beganAt = now;
    }
    // A failed scan may have failed only for its caller, who canceled or waited too long for a turn: one of the others
    // scans again for all.
    for (let running = this.scans.get(key); running; running = this.scans.get(key)) {
      const shared = await running.catch(() => undefined);
      if (shared !== undefined) return shared;
      if (this.scans.get(key) === running) this.scans.delete(key);
    }
    const own = scan();
    this.scans.set(key, own);
    own.catch(() => this.scans.get(key) === own && this.scans.delete(key));
    return own;
  }
}
