import { MICROS_PER_DOLLAR } from '@heliograph/contract';
import { verifyStatement, type Receipt, type Statement, type StatementVerification } from '@heliograph/sdk';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { printDocument } from '../output/document-printer';
import { receiptsOf } from '../receipts/receipts-file';
import { keysFor } from '../receipts/statement-keys';
import { describedCommand, type RunAction } from './command';

interface VerifyFlags {
  receipts?: string;
  keys?: string;
}

/** How many differences to print; a single change causes many. */
const NAMED = 5;

export function verifyCommand(run: RunAction): Command {
  return describedCommand('verify', 'verify a statement and the receipts of its month', [
    'verify 2026-10.jws --receipts receipts.ndjson',
    'verify 2026-10.jws --receipts receipts.ndjson --keys jwks.json    # offline',
  ])
    .argument('<statement>', 'the file of a statement')
    .option('--receipts <file>', 'receipts of the whole month: one per line, or API pages')
    .option(
      '--keys <file>',
      'keys in the form of /.well-known/jwks.json; default: those stored, otherwise the API’s own',
    )
    .action((file: string, flags: VerifyFlags, command: Command) =>
      run(command, (context) => check(context, file, flags)),
    );
}

async function check(context: Context, file: string, { receipts, keys }: VerifyFlags): Promise<void> {
  const verification = await verifyStatement(
    readText(file),
    (keyId) => keysFor(context, keyId, keys),
    receipts === undefined ? undefined : readReceipts(receipts),
  );
  const { verified, statement } = verification;
  if (!verified || !statement) throw differs(file, verification);
  await print(context, statement, receipts !== undefined);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function* readReceipts(file: string): AsyncGenerator<Receipt, void, undefined> {
  try {
    yield* receiptsOf(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function differs(file: string, { differences, differenceCount }: StatementVerification): CliError {
  const named = differences.slice(0, NAMED);
  const more = differenceCount - named.length;
  const rest = more > 0 ? `; and ${number(more)} more` : '';
  return new CliError(`${file} could not be verified. ${named.join('; ')}${rest}.`, {
    code: 'not_verified',
    remedy: 'Download the statement and receipts again; if it still fails, contact the operator.',
  });
}

async function print({ terminal }: Context, statement: Statement, hasReceipts: boolean): Promise<void> {
  const { accountId, month, totals, first, last } = statement;
  await printDocument(
    terminal,
    {
      document: { verified: true, receiptsVerified: hasReceipts, ...statement },
      facts: [
        [
          'Verified',
          hasReceipts ? 'signature and receipts' : 'signature only; add --receipts to verify the receipts',
        ],
        ['Account', accountId],
        ['Month', `${month} (UTC)`],
        ['Requests', number(totals.requests)],
        ['Records', number(totals.records)],
        ['Amount', `$${(totals.amountMicros / Number(MICROS_PER_DOLLAR)).toFixed(3)}`],
        ['Receipts', first && last ? `${first.sequence} to ${last.sequence}` : 'none'],
      ],
    },
    undefined,
  );
}
