import { identity } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';

/** Where an account gets email. */
interface Recipient {
  address: string;
  /** The account's name, which tells a user's accounts apart; may be empty. */
  account: string;
}

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
  async find(accountId: string): Promise<Recipient | undefined> {
    try {
      const account = await this.client.getAccount({ id: accountId }, { requestId: uuidv7() });
      const isActive = account.status === identity.AccountStatus.ACTIVE && account.lastSignInAt !== undefined;
      const canReceive = isActive && account.isEmailVerified !== false;
      return canReceive ? { address: account.email, account: account.name } : undefined;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** The address alone. @throws ServiceError `unavailable` */
  async addressOf(accountId: string): Promise<string | undefined> {
    return (await this.find(accountId))?.address;
  }
}
