import { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';

/** So long after it was asked an account counts as active, as at the gateway. */
const ACTIVE_MS = 3_000;
const MOST_KNOWN = 10_000;

/** What operators decided about accounts. */
export class AccountStates {
  /** When accounts that are active are asked about again. */
  private readonly activeUntil = new Map<string, number>();

  constructor(
    private readonly client: Pick<RpcClient<typeof identity.IdentityServiceService>, 'getAccount'>,
  ) {}

  /** Whether the account is neither disabled nor suspended. Accounts are never deleted: one that is not known is no reason to hold back. */
  async isActive(id: string): Promise<boolean> {
    const now = performance.now();
    if ((this.activeUntil.get(id) ?? -Infinity) > now) return true;
    this.activeUntil.delete(id);
    if (!(await this.ask(id))) return false;
    if (this.activeUntil.size >= MOST_KNOWN) this.activeUntil.clear();
    this.activeUntil.set(id, now + ACTIVE_MS);
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
