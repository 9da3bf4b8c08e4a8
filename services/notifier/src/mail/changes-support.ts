import type { search } from '@heliograph/proto';
import { uuidv7, type RpcClient } from '@heliograph/runtime';

type SearchClient = Pick<RpcClient<typeof search.SearchServiceService>, 'getStatus'>;

/** How long until another engine is noticed. */
const KNOWN_MS = 60_000;
/** Keeps pages from waiting for search again and again while it is down. */
const UNKNOWN_MS = 5_000;
/** Search answers within its caller's time, even if its own peers do not. */
const TIMEOUT_MS = 2_000;

/** Knows whether the installation's search engine can follow changes, which digests count. */
export class ChangesSupport {
  private known = true;
  private knownUntilMs = -Infinity;

  constructor(private readonly client: SearchClient) {}

  /** While search is down, the last known answer; true at first. */
  async hasChanges(): Promise<boolean> {
    if (performance.now() < this.knownUntilMs) return this.known;
    try {
      const call = { requestId: uuidv7(), timeoutMs: TIMEOUT_MS };
      this.known = !(await this.client.getStatus({}, call)).lacksChanges;
      this.knownUntilMs = performance.now() + KNOWN_MS;
    } catch {
      // Counting fails too, and reports it.
      this.knownUntilMs = performance.now() + UNKNOWN_MS;
    }
    return this.known;
  }
}
