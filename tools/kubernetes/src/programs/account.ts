/**
 * account.js customer | reconcile ACCOUNT: creates a customer, or compares the ledger's and metering's records of an
 * account with the charged responses on standard input. Runs where heliograph-admin may run. CALLER_KEY is
 * heliograph-admin's.
 */
import { makeCustomer, reconcile, violationsOf, type LoadResult } from '@heliograph/cluster';
import { text } from 'node:stream/consumers';
import { RELEASE } from '../settings';

const access = {
  addressOf: (service: string) => `${RELEASE}-${service}:50051`,
  credentials: { privateKey: process.env.CALLER_KEY ?? '' },
};

async function run([command, accountId]: readonly string[]): Promise<object> {
  if (command === 'customer') return makeCustomer(access);
  const charged = JSON.parse(await text(process.stdin)) as LoadResult['charged'];
  const reconciliation = await reconcile(access, accountId!, { charged } as LoadResult);
  return { reconciliation, violations: violationsOf(reconciliation) };
}

run(process.argv.slice(2)).then(
  (result) => {
    process.stdout.write(
      JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    );
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  },
);
