import { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';

/** Looks up where accounts get email. */
export class Recipients {
  constructor(
    private readonly client: Pick<RpcClient<typeof identity.IdentityServiceService>, 'getAccount'>,
  ) {}

  /**
   * The address of the account's user, or else of an owner, according to the issuer when they last signed in. Undefined
   * if the account has never signed in, or is disabled or suspended, or if the issuer says that the address is not
   * verified: it may be another person's.
   *
   * @throws ServiceError `unavailable`
   */
  async addressOf(accountId: string): Promise<string | undefined> {
    try {
      const account = await this.client.getAccount({ id: accountId }, { requestId: uuidv7() });
      const isActive = account.status === identity.AccountStatus.ACTIVE && account.lastSignInAt !== undefined;
      return isActive && account.isEmailVerified !== false ? account.email : undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
