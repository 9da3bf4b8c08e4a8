import { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';

/** An account counts as active for this long after identity said so, as at the gateway. */
const ACTIVE_MS = 3_000;
const MAXIMUM_CACHED = 10_000;

/** Which accounts operators have disabled or suspended. */
export class AccountStates {
  private readonly active = new LRUCache<string, true>({ max: MAXIMUM_CACHED, ttl: ACTIVE_MS });

  constructor(
    private readonly client: Pick<RpcClient<typeof identity.IdentityServiceService>, 'getAccount'>,
  ) {}

  /**
   * Whether the account is neither disabled nor suspended. Accounts are never deleted, so an unknown one counts as
   * active.
   */
  async isActive(id: string): Promise<boolean> {
    if (this.active.has(id)) return true;
    if (!(await this.ask(id))) return false;
    this.active.set(id, true);
    return true;
  }

  private async ask(id: string): Promise<boolean> {
    try {
      const { status } = await this.client.getAccount({ id }, { requestId: uuidv7() });
      return status === identity.AccountStatus.ACTIVE;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return true;
      throw error;
    }
  }
}
