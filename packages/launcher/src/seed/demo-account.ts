import { randomBytes } from 'node:crypto';
import { identity, ledger } from '@heliograph/proto';
import { createRpcClient, ServiceError, uuidv7 } from '@heliograph/runtime';
import { readJsonFile, writeJsonFile } from '../home/json-file';

/** Kept in the home, so that later starts can print the key again. */
interface DemoRecord {
  accountId: string;
  key: string;
}

export interface DemoOptions {
  /** Where the key is kept. */
  file: string;
  secret: string;
  identityAddress: string;
  ledgerAddress: string;
}

const callTimeoutMs = 10_000;
const scopes = ['signals:read', 'companies:read'];
/** $10: 2,000 records, so that the free 100 are not gone after two pages. */
const creditMicros = 10_000_000n;

/** The demo key of an earlier start; undefined when there is none. */
export function storedDemoKey(file: string): string | undefined {
  return readJsonFile<DemoRecord>(file)?.key;
}

/**
 * Makes the demo account, its prepaid balance and its key, unless an earlier start has.
 *
 * Dies before the key is stored: the account stays behind unused and the next start makes another.
 */
export async function ensureDemoKey(options: DemoOptions): Promise<string> {
  const stored = storedDemoKey(options.file);
  if (stored) return stored;
  const connection = { caller: 'launcher', secret: options.secret, defaultTimeoutMs: callTimeoutMs };
  const accounts = createRpcClient(identity.IdentityServiceService, {
    ...connection,
    address: options.identityAddress,
  });
  const funds = createRpcClient(ledger.LedgerServiceService, {
    ...connection,
    address: options.ledgerAddress,
  });
  const call = { requestId: uuidv7() };
  try {
    const account = await accounts.createAccount(
      { email: `demo-${randomBytes(4).toString('hex')}@heliograph.example`, plan: identity.Plan.FREE },
      call,
    );
    await funds.credit(
      {
        accountId: account.id,
        micros: creditMicros,
        reference: `demo ${account.id}`,
        reason: 'demo account',
      },
      call,
    );
    const { secret } = await accounts.createKey(
      { accountId: account.id, name: 'demo', scopes, expiresAtMs: 0n, monthlyCapRecords: 0n },
      call,
    );
    writeJsonFile(options.file, { accountId: account.id, key: secret } satisfies DemoRecord);
    return secret;
  } catch (error) {
    // The public text says what was refused, not where.
    if (error instanceof ServiceError)
      throw new Error(`no demo account: ${error.publicText}`, { cause: error });
    throw error;
  } finally {
    await Promise.all([accounts.close(), funds.close()]);
  }
}
