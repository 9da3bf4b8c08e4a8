import type { Receipt } from '@heliograph/sdk';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { number } from '../account/funds';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { printDocument } from '../output/document-printer';
import { receiptsOf } from '../receipts/receipts-file';
import { keysFor } from '../receipts/statement-keys';
import {
  differencesOf,
  faultOfSignature,
  readStatement,
  UnreadableStatementError,
  type Statement,
} from '../receipts/verify-statement';
import { describedCommand, type RunAction } from './command';

interface VerifyFlags {
  receipts?: string;
  keys?: string;
}

/** Differences that are named; one change makes many. */
const NAMED = 5;
const MICROS_PER_DOLLAR = 1_000_000;

export function verifyCommand(run: RunAction): Command {
  return describedCommand('verify', 'check a statement, and the receipts of its month', [
    'verify 2026-10.jws --receipts receipts.ndjson',
    'verify 2026-10.jws --receipts receipts.ndjson --keys jwks.json    # without any connection',
  ])
    .argument('<statement>', 'the file of a statement')
    .option('--receipts <file>', 'receipts of the whole month: one a line, or pages of the API')
    .option('--keys <file>', 'keys as /.well-known/jwks.json has them; those of the API unless given')
    .action((file: string, flags: VerifyFlags, command: Command) =>
      run(command, (context) => check(context, file, flags)),
    );
}

async function check(context: Context, file: string, { receipts, keys }: VerifyFlags): Promise<void> {
  const jws = readText(file);
  const { keyId, statement } = readable(file, jws);
  const fault = faultOfSignature(jws, await keysFor(context, keyId, keys));
  if (fault !== undefined) throw differs([fault]);
  if (receipts !== undefined) {
    const differences = await differencesOf(statement, readReceipts(receipts));
    if (differences.length > 0) throw differs(differences);
  }
  await print(context, statement, receipts !== undefined);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readable(file: string, jws: string): ReturnType<typeof readStatement> {
  try {
    return readStatement(jws);
  } catch (error) {
    if (error instanceof UnreadableStatementError) throw differs([`${file}: ${error.message}`]);
    throw error;
  }
}

async function* readReceipts(file: string): AsyncGenerator<Receipt, void, undefined> {
  try {
    yield* receiptsOf(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function differs(differences: readonly string[]): CliError {
  const more = differences.length > NAMED ? `; and ${number(differences.length - NAMED)} more` : '';
  return new CliError(`Not verified. ${differences.slice(0, NAMED).join('; ')}${more}.`, {
    code: 'not_verified',
    remedy: 'Fetch statement and receipts again; if it stays so, ask the operator.',
  });
}

async function print({ terminal }: Context, statement: Statement, hasReceipts: boolean): Promise<void> {
  const { accountId, month, totals, first, last } = statement;
  await printDocument(
    terminal,
    {
      document: { verified: true, receiptsVerified: hasReceipts, ...statement },
      facts: [
        ['Verified', hasReceipts ? 'signature and receipts' : 'signature only; give --receipts for the rest'],
        ['Account', accountId],
        ['Month', `${month} (UTC)`],
        ['Requests', number(totals.requests)],
        ['Records', number(totals.records)],
        ['Amount', `$${(totals.amountMicros / MICROS_PER_DOLLAR).toFixed(3)}`],
        ['Receipts', first && last ? `${first.sequence} to ${last.sequence}` : 'none'],
      ],
    },
    undefined,
  );
}
