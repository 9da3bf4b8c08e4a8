import { randomBytes } from 'node:crypto';
import { identity, ledger } from '@heliograph/proto';
import { createRpcClient, ServiceError, uuidv7, type CallerCredentials } from '@heliograph/runtime';
import { readJsonFile, writeJsonFile } from '../home/json-file';

/** Stored in the home, so that later starts can print it again. */
export interface Demo {
  accountId: string;
  key: string;
  /** The account's address; unknown if an earlier version created it. */
  email?: string;
}

interface DemoOptions {
  /** Where the key is kept. */
  file: string;
  credentials: CallerCredentials;
  identityAddress: string;
  ledgerAddress: string;
}

/** The demo account's address, unless it is taken. */
export const DEMO_EMAIL = 'demo@heliograph.example';

const CALL_TIMEOUT_MS = 10_000;
const scopes = ['signals:read', 'companies:read', 'searches:write'];
/** $10: 2,000 records, so that the free 100 are not gone after two pages. */
const CREDIT_MICROS = 10_000_000n;

/** An earlier start's demo account; undefined if there isn't one. */
export function storedDemo(file: string): Demo | undefined {
  return readJsonFile<Demo>(file);
}

/**
 * Creates the demo account, its prepaid balance, and its key, unless an earlier start has.
 *
 * If the process dies before the key is stored, the account stays behind unused and the next start creates another.
 */
export async function ensureDemo(options: DemoOptions): Promise<Demo> {
  const stored = storedDemo(options.file);
  if (stored) return stored;
  const connection = {
    caller: 'launcher',
    credentials: options.credentials,
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  };
  const accounts = createRpcClient(identity.IdentityServiceService, {
    ...connection,
    address: options.identityAddress,
  });
  const funds = createRpcClient(ledger.LedgerServiceService, {
    ...connection,
    address: options.ledgerAddress,
  });
  const call = { requestId: uuidv7() };
  const plan = identity.Plan.FREE;
  try {
    const account = await accounts
      .createAccount({ email: DEMO_EMAIL, plan }, call)
      .catch((error: unknown) => {
        if (!(error instanceof ServiceError) || error.code !== 'invalid_parameter') throw error;
        // Taken by another home on the same database, or by an interrupted start.
        return accounts.createAccount(
          { email: DEMO_EMAIL.replace('@', `-${randomBytes(4).toString('hex')}@`), plan },
          call,
        );
      });
    await funds.credit(
      {
        accountId: account.id,
        micros: CREDIT_MICROS,
        reference: `demo ${account.id}`,
        reason: 'demo account',
      },
      call,
    );
    const { secret } = await accounts.createKey(
      {
        accountId: account.id,
        name: 'demo',
        scopes,
        expiresAt: undefined,
        monthlyCapRecords: undefined,
        actor: undefined,
      },
      call,
    );
    const demo: Demo = { accountId: account.id, key: secret, email: account.email };
    writeJsonFile(options.file, demo);
    return demo;
  } catch (error) {
    // The public text says what was refused, not where.
    if (error instanceof ServiceError)
      throw new Error(`no demo account: ${error.publicText}`, { cause: error });
    throw error;
  } finally {
    await Promise.all([accounts.close(), funds.close()]);
  }
}
