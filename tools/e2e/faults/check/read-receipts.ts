import { Heliograph, verifyStatement, type Receipt, type StatementKeys } from '@heliograph/sdk';
import type { Credential } from '../load/good-client';
import type { Evidence } from './evidence';

/** Enough for an account that was just flooded or has a million receipts. */
const TIMEOUT_MS = 180_000;

/** The receipts that customers can read (all charges), and the SDK's verdict on them and the signed statements. */
export async function readReceipts(
  baseUrl: string,
  credentials: readonly Credential[],
  months: readonly string[],
): Promise<Pick<Evidence, 'receipts' | 'statements'>> {
  const keys = (await (await fetch(`${baseUrl}/.well-known/jwks.json`)).json()) as StatementKeys;
  const receipts = new Map<string, Receipt[]>();
  const statements: Evidence['statements'][number][] = [];
  const readAccount = async ({ accountId, apiKey }: Credential) => {
    const heliograph = new Heliograph({ baseUrl, apiKey, timeoutMs: TIMEOUT_MS });
    let own: Receipt[] = [];
    for (const month of months) {
      const ofMonth: Receipt[] = [];
      for await (const receipt of heliograph.receipts.all({ month })) ofMonth.push(receipt);
      const { differences } = await verifyStatement(
        await heliograph.receipts.statement({ month }),
        keys,
        ofMonth,
      );
      statements.push({ accountId, month, differences });
      own = own.concat(ofMonth);
    }
    receipts.set(accountId, own);
  };
  await Promise.all(credentials.map(readAccount));
  return { receipts, statements };
}
