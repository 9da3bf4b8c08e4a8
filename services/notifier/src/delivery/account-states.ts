import { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';

/** How long an account counts as active after identity says so, as at the gateway. */
const ACTIVE_MS = 3_000;
const MAXIMUM_CACHED = 10_000;

/** Knows which accounts operators have disabled or suspended, or keep out with an access restriction. */
export class AccountStates {
  private readonly active = new LRUCache<string, true>({ max: MAXIMUM_CACHED, ttl: ACTIVE_MS });

  constructor(
    private readonly client: Pick<
      RpcClient<typeof identity.IdentityServiceService>,
      'getAccount' | 'getAccessRestriction'
    >,
  ) {}

  /**
   * Whether the account is neither disabled nor suspended, and access is not restricted to operators. Accounts are
   * never deleted, so an unknown one counts as active.
   */
  async isActive(id: string): Promise<boolean> {
    if (this.active.has(id)) return true;
    if (!(await this.ask(id))) return false;
    this.active.set(id, true);
    return true;
  }

  private async ask(id: string): Promise<boolean> {
    const call = { requestId: uuidv7() };
    try {
      const [{ status, role }, restriction] = await Promise.all([
        this.client.getAccount({ id }, call),
        this.client.getAccessRestriction({}, call),
      ]);
      if (status !== identity.AccountStatus.ACTIVE) return false;
      return !restriction.active || role === identity.Role.OPERATOR;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return true;
      throw error;
    }
  }
}
