import { identity, ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7, type CallerCredentials } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';

/** The account that sends requests and pays for them. */
export interface LoadCustomer {
  accountId: string;
  credentialId: string;
  apiKey: string;
}

export interface ServiceAccess {
  /** `address:port` of a ready instance of a service. */
  addressOf: (service: string) => string;
  credentials: CallerCredentials;
}

/** $100,000, more than any load costs. */
const CREDIT_MICROS = 100_000_000_000n;
const CALL_TIMEOUT_MS = 10_000;

/** Options for a client of one instance, with the credentials of `heliograph-admin`. */
export function connectionTo({ addressOf, credentials }: ServiceAccess, service: string) {
  return { caller: 'admin', credentials, defaultTimeoutMs: CALL_TIMEOUT_MS, address: addressOf(service) };
}

/** Creates an account with enough balance, and a key. */
export async function makeCustomer(access: ServiceAccess): Promise<LoadCustomer> {
  const accounts = createRpcClient(identity.IdentityServiceService, connectionTo(access, 'identity'));
  const funds = createRpcClient(ledger.LedgerServiceService, connectionTo(access, 'ledger'));
  const call = { requestId: uuidv7() };
  try {
    const email = `${randomUUID()}@load.example`;
    const { id: accountId } = await accounts.createAccount({ email, plan: identity.Plan.FREE }, call);
    await funds.credit(
      { accountId, micros: CREDIT_MICROS, reference: `load ${accountId}`, reason: 'load of the cluster' },
      call,
    );
    const key = await accounts.createKey(
      {
        accountId,
        name: 'load',
        scopes: ['signals:read', 'companies:read'],
        expiresAt: undefined,
        monthlyCapRecords: undefined,
        actor: undefined,
      },
      call,
    );
    return { accountId, credentialId: key.key!.id, apiKey: key.secret };
  } finally {
    await Promise.all([accounts.close(), funds.close()]);
  }
}
